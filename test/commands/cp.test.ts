// cp: the file that an error names is the one that it is about.
import net from "node:net";
import path from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { createShell, diskWorkspace } from "../../src/index.ts";
import { folder } from "../workspace/folder.ts";

test("a source that cannot be opened", async () => {
  const { root, dispose } = folder();
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(path.join(root, "sock"), resolve));
  const shell = createShell({ commands, workspace: diskWorkspace({ root }) });
  try {
    const { exitCode, text } = await shell.run("cp sock s2; ls s2");
    expect(exitCode).toBe(2);
    expect(text).toMatch(/^\[error\] cp: cannot open 'sock' for reading: /);
    expect(text).toContain("ls: cannot access 's2'");
  } finally {
    await shell.close();
    server.close();
    dispose();
  }
});
