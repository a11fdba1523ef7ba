// sha256sum: SHA256 digests of files; what all such commands share is in checksum/.
import { ALGORITHMS } from "./checksum/algorithms.ts";
import { digestCommand } from "./checksum/command.ts";

export const sha256sum = digestCommand({
  name: "sha256sum",
  algorithm: ALGORITHMS.sha256,
  examples: [
    {
      does: "of a file",
      files: { f: "hello\n" },
      run: "sha256sum f",
      prints: "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03  f\n",
    },
    {
      does: "check a list",
      files: { f: "hello\n" },
      run: "sha256sum f > sums; sha256sum -c sums",
      prints: "f: OK\n",
    },
  ],
});
