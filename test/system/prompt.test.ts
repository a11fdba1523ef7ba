// The prompt in a real terminal, driven key by key through tmux.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";

const program = join(import.meta.dirname, "../../dist/cli/main.js");
let top = "";

/** Keys that arrive in one piece are a paste, in which Tab is no completion. */
const BETWEEN_KEYS_MS = 60;

beforeEach(async () => {
  top = mkdtempSync(join(tmpdir(), "prompt-"));
  mkdirSync(join(top, "root/dir"), { recursive: true });
  writeFileSync(join(top, "root/notes.md"), "one\ntwo\n");
  const places = `XDG_STATE_HOME=${top}/state XDG_CONFIG_HOME=${top}/config TMPDIR=${top}`;
  const command = `env ${places} '${process.execPath}' ${program} --root ${top}/root; echo "left with $?"; sleep 600`;
  tmux("-f", "/dev/null", "new-session", "-d", "-x", "90", "-y", "40", command);
  await shows(/\/ \$ $/);
});

afterEach(() => {
  tmux("kill-server");
  rmSync(top, { recursive: true, force: true });
});

function tmux(...argv: string[]): string {
  return execFileSync("tmux", ["-S", join(top, "socket"), ...argv], { encoding: "utf8" });
}

/** Types texts and keys by tmux's names (`Enter`, `Tab`, `Up`, `C-c`), one after another. */
async function type(...keys: string[]): Promise<void> {
  for (const key of keys) {
    tmux("send-keys", key);
    await pause(BETWEEN_KEYS_MS);
  }
}

/** Waits for the screen to end in something. */
async function shows(pattern: RegExp): Promise<void> {
  await expect.poll(() => tmux("capture-pane", "-p").trimEnd().concat(" "), { timeout: 15_000 }).toMatch(pattern);
}

test("lines, state and a status", async () => {
  await type("x=5; cd dir", "Enter");
  await shows(/\n\/dir \$ $/);
  await type("echo [$x]; pwd", "Enter");
  await shows(/\n\[5\]\n\/dir\n\/dir \$ $/);
  await type("(exit 3)", "Enter", "C-d");
  await shows(/\nleft with 3 $/);
});

test("completion of commands, options and paths", async () => {
  await type("basen", "Tab", "no", "Tab", ".md", "Enter");
  await shows(/\nnotes\n\/ \$ $/);
  await type("sort --rev", "Tab", "./no", "Tab", "Enter");
  await shows(/\$ sort --reverse \.\/notes\.md *\ntwo\none\n\/ \$ $/);
});

test("a line that goes on, and its history", async () => {
  await type('echo "a', "Enter");
  await shows(/\n> $/);
  await type('b"', "Enter");
  await shows(/\na\nb\n\/ \$ $/);
  await type("echo old", "Enter", "Up", "Enter");
  await shows(/\nold\n\/ \$ echo old\nold\n\/ \$ $/);
  expect(readFileSync(join(top, "state/runsh/history"), "utf8")).toBe('echo "a\nb"\necho old\necho old\n');
});

test.each(["sleep 1000", "while :; do :; done", "yes > /dev/null", "f() { sleep 1000 | cat; }; f & wait"])(
  "Ctrl-C ends the line alone: %s",
  async (line) => {
    await type(line, "Enter");
    await pause(300);
    await type("C-c");
    await shows(/\ninterrupted\n\/ \$ $/);
    await type("echo $?", "Enter");
    await shows(/\n130\n\/ \$ $/);
  },
);

test("Ctrl-C drops what is typed", async () => {
  await type("rm -r half", "C-c", "echo fresh", "Enter");
  await shows(/\nfresh\n\/ \$ $/);
  await type('echo "open', "Enter");
  await shows(/\n> $/);
  await type("C-c", "echo closed", "Enter");
  await shows(/\nclosed\n\/ \$ $/);
});

test(":model shows what a model reads", async () => {
  await type("ls nope", "Enter");
  await shows(/\nls: cannot access 'nope': No such file or directory\n\/ \$ $/);
  await type(":model", "Enter", "ls nope", "Enter");
  await shows(/\n\[error\] ls: cannot access 'nope': No such file or directory\n\[exit:2 \| \d+ms\]\n\/ \$ $/);
  await type(":bogus", "Enter");
  await shows(/:bogus: unknown; :help lists what there is\n\/ \$ $/);
  await type(":quit", "Enter");
  await shows(/\nleft with 2 $/);
});
