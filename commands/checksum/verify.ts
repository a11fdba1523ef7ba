// --check: reads lists of checksums and says of each named file whether it still has its own.
import { CommandError, type Context, decode, encode, FileError, type Io, LineReader } from "../../src/plugin.ts";
import { type Algorithm, digestOf } from "./algorithms.ts";
import { parseLine, reportedName } from "./list.ts";

export interface VerifyOptions {
  readonly ignoreMissing: boolean;
  readonly quiet: boolean;
  readonly status: boolean;
  readonly strict: boolean;
  readonly warn: boolean;
  /** Those whose tags are known. */
  readonly algorithms: readonly Algorithm[];
  /** What a line without a tag holds. */
  readonly untagged: Algorithm | undefined;
}

/** The exit status for these lists. */
export async function verify(lists: readonly string[], options: VerifyOptions, io: Io, ctx: Context): Promise<number> {
  let status = 0;
  for (const list of lists) {
    try {
      if (!(await verifyList(list, options, io, ctx))) status = 1;
    } catch (error) {
      if (error instanceof CommandError) throw error;
      await io.diagnoseFile(error, list);
      status = 1;
    }
  }
  return status;
}

interface Tally {
  malformed: number;
  parsed: number;
  unreadable: number;
  mismatched: number;
  matched: number;
}

async function verifyList(list: string, options: VerifyOptions, io: Io, ctx: Context): Promise<boolean> {
  const tally: Tally = { malformed: 0, parsed: 0, unreadable: 0, mismatched: 0, matched: 0 };
  const label = list === "-" ? "'standard input'" : list;
  const source = list === "-" ? io.stdin : io.open(list);
  try {
    const reader = new LineReader(source);
    let number = 0;
    for (let block = await reader.next(); block; block = await reader.next()) {
      const text = decode(block.bytes.subarray(block.start, block.end));
      const lines = text.split("\n");
      if (lines.at(-1) === "") lines.pop();
      for (const line of lines) {
        number += 1;
        if (line === "" || line.startsWith("#")) continue;
        const entry = parseLine(line, options.algorithms, options.untagged);
        if (entry) {
          tally.parsed += 1;
          await verifyFile(entry, tally, options, io, ctx);
          continue;
        }
        tally.malformed += 1;
        if (options.warn) {
          const what = options.untagged?.tag ?? "digest";
          await io.diagnose(`${label}: ${number}: improperly formatted ${what} checksum line`);
        }
      }
    }
  } finally {
    if (list !== "-") source.close();
  }
  return report(label, tally, options, io);
}

async function verifyFile(
  { name, digest, algorithm }: { readonly name: string; readonly digest: string; readonly algorithm: Algorithm },
  tally: Tally,
  options: VerifyOptions,
  io: Io,
  ctx: Context,
): Promise<void> {
  let found: string;
  try {
    if (options.ignoreMissing && name !== "-" && !ctx.workspace.exists(name)) return;
    const source = name === "-" ? io.stdin : io.open(name);
    try {
      found = await digestOf(source, algorithm, digest.length / 2);
    } finally {
      if (name !== "-") source.close();
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    await io.diagnoseFile(error, name);
    tally.unreadable += 1;
    if (!options.status) await io.stdout.write(encode(`${reportedName(name)}: FAILED open or read\n`));
    return;
  }
  const equal = found === digest;
  if (equal) tally.matched += 1;
  else tally.mismatched += 1;
  if (options.status || (equal && options.quiet)) return;
  await io.stdout.write(encode(`${reportedName(name)}: ${equal ? "OK" : "FAILED"}\n`));
}

async function report(label: string, tally: Tally, options: VerifyOptions, io: Io): Promise<boolean> {
  if (tally.parsed === 0) {
    await io.diagnose(`${label}: no properly formatted checksum lines found`);
    return false;
  }
  if (!options.status) {
    const warn = async (count: number, one: string, many: string): Promise<void> => {
      if (count > 0) await io.diagnose(`WARNING: ${count} ${count === 1 ? one : many}`);
    };
    await warn(tally.malformed, "line is improperly formatted", "lines are improperly formatted");
    await warn(tally.unreadable, "listed file could not be read", "listed files could not be read");
    await warn(tally.mismatched, "computed checksum did NOT match", "computed checksums did NOT match");
  }
  const unverified = options.ignoreMissing && tally.matched === 0;
  if (unverified && !options.status) await io.diagnose(`${label}: no file was verified`);
  const malformed = options.strict && tally.malformed > 0;
  return tally.mismatched === 0 && tally.unreadable === 0 && !malformed && !unverified;
}
