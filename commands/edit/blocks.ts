// Search/replace blocks as models write them: SEARCH lines, =======, REPLACE lines. It parses; it applies nothing.
import { CommandError } from "../../src/plugin.ts";

export interface Block {
  readonly search: readonly string[];
  readonly replace: readonly string[];
}

const HELP =
  "A block is:\n<<<<<<< SEARCH\nlines as they are in the file\n=======\nlines that take their place\n>>>>>>> REPLACE";

/** Text between blocks is passed over (code fences, a file name). Throws `CommandError`, exit 2. */
export function parseBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let search: string[] | undefined;
  let replace: string[] | undefined;
  let opened = 0;
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  for (const [index, line] of lines.entries()) {
    if (/^<{5,9} ?SEARCH\s*$/.test(line)) {
      if (search) throw malformed(`line ${index + 1}: the block of line ${opened} has not ended`);
      search = [];
      opened = index + 1;
    } else if (search && !replace && /^={5,9}\s*$/.test(line)) replace = [];
    else if (search && /^>{5,9} ?REPLACE\s*$/.test(line)) {
      if (!replace) throw malformed(`line ${index + 1}: the block of line ${opened} has no =======`);
      blocks.push({ search, replace });
      search = replace = undefined;
    } else if (replace) replace.push(line);
    else if (search) search.push(line);
  }
  if (search) throw malformed(`the block of line ${opened} has no ${replace ? ">>>>>>> REPLACE" : "======="}`);
  if (blocks.length === 0) throw malformed("no search/replace block on standard input");
  return blocks;
}

function malformed(message: string): CommandError {
  return new CommandError(message, { exitCode: 2, help: HELP });
}
