// sha1sum: SHA1 digests of files; what all such commands share is in checksum/.
import { ALGORITHMS } from "./checksum/algorithms.ts";
import { digestCommand } from "./checksum/command.ts";

export const sha1sum = digestCommand({
  name: "sha1sum",
  algorithm: ALGORITHMS.sha1,
  examples: [
    {
      does: "of a file",
      files: { f: "hello\n" },
      run: "sha1sum f",
      prints: "f572d396fae9206628714fb2ce00f72e94f2258f  f\n",
    },
    {
      does: "check a list",
      files: { f: "hello\n" },
      run: "sha1sum f > sums; sha1sum -c sums",
      prints: "f: OK\n",
    },
  ],
});
