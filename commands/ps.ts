// ps: prints the processes there are, which is the shell alone: commands are no processes here.
import { defineCommand, PURE, Writer, z } from "../src/plugin.ts";
import { USER } from "./machine.ts";

export const ps = defineCommand({
  name: "ps",
  summary: "Print the processes: the shell alone",
  description:
    "Commands run inside the shell and are no processes; the host's are not shown. For jobs of this shell: jobs.",
  args: () => ({
    full: z.boolean().default(false),
    all: z.boolean().default(false),
    every: z.boolean().default(false),
    format: z.string().optional(),
    pid: z.string().optional(),
    user: z.string().optional(),
    style: z.string().optional(),
  }),
  cli: {
    full: { short: "f", long: false, does: "with the user and the parent" },
    all: { short: ["e", "A"], long: false, does: "all processes, which is the shell" },
    every: { short: ["a", "x"], long: false, does: "the same" },
    format: {
      short: "o",
      long: "format",
      placeholder: "LIST",
      does: "only these columns: pid, ppid, user, tty, time, comm, cmd",
    },
    pid: { short: "p", placeholder: "PID", does: "only this process" },
    user: { short: "u", long: "user", placeholder: "USER", does: "only this user's" },
    style: { positional: true, placeholder: "aux", does: "BSD letters: aux, ax, ef" },
  },
  examples: [
    { does: "the shell", run: "ps -o pid,comm", prints: "    PID COMMAND\n      1 bash\n" },
    { does: "how many lines", run: "ps aux | wc -l", prints: "2\n" },
  ],
  effects: () => PURE,
  async run({ full, format, pid, user, style }, io) {
    const fields = format?.split(/[, ]+/) ?? (style?.includes("u") ? BSD : full ? FULL : PLAIN);
    const shown =
      (pid === undefined || pid === "1") && (user === undefined || user === USER.name || user === String(USER.id));
    const out = new Writer(io.stdout);
    for (const at of shown ? [0, 1] : [0]) {
      const cells = fields.map((field, index) => {
        const [title, value, width] = COLUMNS[field.replace(/=.*$/, "")] ?? [field.toUpperCase(), "-", 5];
        const cell = at === 0 ? title : value;
        return width > 0 ? cell.padStart(width) : index === fields.length - 1 ? cell : cell.padEnd(-width);
      });
      if (at === 0 && fields.every((field) => field.endsWith("="))) continue;
      out.text(`${cells.join(" ")}\n`);
    }
    await out.flush();
    return shown ? 0 : 1;
  },
});

const PLAIN = ["pid", "tty", "time", "comm"];
const FULL = ["user", "pid", "ppid", "c", "stime", "tty", "time", "cmd"];
const BSD = ["user", "pid", "%cpu", "%mem", "vsz", "rss", "tty", "stat", "start", "time", "command"];

/** Title, value, and columns: negative ones are aligned to the left. */
const COLUMNS: Readonly<Record<string, readonly [string, string, number]>> = {
  user: ["USER", USER.name, -8],
  uid: ["UID", String(USER.id), 5],
  pid: ["PID", "1", 7],
  ppid: ["PPID", "0", 7],
  c: ["C", "0", 2],
  stime: ["STIME", "00:00", 5],
  start: ["START", "00:00", 5],
  tty: ["TTY", "?", -8],
  stat: ["STAT", "Ss", -4],
  time: ["TIME", "00:00:00", 8],
  comm: ["COMMAND", "bash", -15],
  command: ["COMMAND", "bash", -15],
  args: ["COMMAND", "bash", -15],
  cmd: ["CMD", "bash", -15],
  "%cpu": ["%CPU", "0.0", 4],
  pcpu: ["%CPU", "0.0", 4],
  "%mem": ["%MEM", "0.0", 4],
  pmem: ["%MEM", "0.0", 4],
  vsz: ["VSZ", "0", 6],
  rss: ["RSS", "0", 5],
};
