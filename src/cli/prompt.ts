// The prompt.
import type { CliOptions } from "./options.ts";

export async function runPrompt(_options: CliOptions): Promise<number> {
  return 0;
}
