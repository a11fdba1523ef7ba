// All builtins by name.

import { alias, unalias } from "./alias.ts";
import type { Builtin } from "./builtin.ts";
import { caller } from "./caller.ts";
import { declare, exportBuiltin, local, readonlyBuiltin, typeset } from "./declare.ts";
import { cd, dirs, popd, pushd, pwd } from "./directory.ts";
import { breakBuiltin, colon, continueBuiltin, dot, evalBuiltin, exec, exit, returnBuiltin, source } from "./flow.ts";
import { getopts } from "./getopts.ts";
import { jobs, kill, wait } from "./jobs.ts";
import { builtin, command, hash, type } from "./lookup.ts";
import { mapfile, readarray } from "./mapfile.ts";
import { set, shopt } from "./options.ts";
import { times, umask } from "./process.ts";
import { read } from "./read.ts";
import { bash, sh } from "./shell.ts";
import { bracket, test } from "./test.ts";
import { trap } from "./trap.ts";
import { letBuiltin, shift, unset } from "./variables.ts";

const ALL: readonly Builtin[] = [
  alias,
  bash,
  bracket,
  breakBuiltin,
  builtin,
  caller,
  cd,
  colon,
  command,
  continueBuiltin,
  declare,
  dirs,
  dot,
  evalBuiltin,
  exec,
  exit,
  exportBuiltin,
  getopts,
  hash,
  jobs,
  kill,
  letBuiltin,
  local,
  mapfile,
  popd,
  pushd,
  pwd,
  read,
  readarray,
  readonlyBuiltin,
  returnBuiltin,
  set,
  sh,
  shift,
  shopt,
  source,
  test,
  times,
  trap,
  type,
  typeset,
  umask,
  unalias,
  unset,
  wait,
];

export const builtins: ReadonlyMap<string, Builtin> = new Map(ALL.map((entry) => [entry.name, entry]));
