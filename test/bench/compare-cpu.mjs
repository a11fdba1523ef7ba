// A line in a process of its own against the same line in bash with GNU's tools: CPU time and memory. The outputs must
// be the same, else the comparison means nothing and is not made.
import { bashArgv, cpuMilliseconds, digest, residentMegabytes, runshArgv } from "./spawned.mjs";
import { atMost, under } from "./table.mjs";
import { medians } from "./timing.mjs";

/** Of every line over big data; node alone takes 40 to 50. */
const MAX_RESIDENT_MB = 120;

export async function compareCpu({ name, line, limit, cwd, rounds, sorted }) {
  const [ours, theirs] = [
    await digest(runshArgv(line), cwd, { sorted }),
    await digest(bashArgv(line), cwd, { sorted }),
  ];
  const took = await medians(rounds, {
    bash: () => cpuMilliseconds(bashArgv(line), cwd),
    runsh: () => cpuMilliseconds(runshArgv(line), cwd),
  });
  const comparison = atMost(`${name}: ${line}`, took.runsh, "GNU", took.bash, limit, "ms CPU");
  const same = ours === theirs;
  return [
    same ? comparison : { ...comparison, met: false, note: "the outputs differ" },
    under("", residentMegabytes(runshArgv(line), cwd), MAX_RESIDENT_MB, "MB RSS"),
  ];
}
