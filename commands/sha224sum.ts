// sha224sum: SHA224 digests of files; what all such commands share is in checksum/.
import { ALGORITHMS } from "./checksum/algorithms.ts";
import { digestCommand } from "./checksum/command.ts";

export const sha224sum = digestCommand({
  name: "sha224sum",
  algorithm: ALGORITHMS.sha224,
  examples: [
    {
      does: "of a file",
      files: { f: "hello\n" },
      run: "sha224sum f",
      prints: "2d6d67d91d0badcdd06cbbba1fe11538a68a37ec9c2e26457ceff12b  f\n",
    },
    {
      does: "check a list",
      files: { f: "hello\n" },
      run: "sha224sum f > sums; sha224sum -c sums",
      prints: "f: OK\n",
    },
  ],
});
