// md5sum: MD5 digests of files; what all such commands share is in checksum/.
import { ALGORITHMS } from "./checksum/algorithms.ts";
import { digestCommand } from "./checksum/command.ts";

export const md5sum = digestCommand({
  name: "md5sum",
  algorithm: ALGORITHMS.md5,
  examples: [
    {
      does: "of a file",
      files: { f: "hello\n" },
      run: "md5sum f",
      prints: "b1946ac92492d2347c6235b4d2611184  f\n",
    },
    {
      does: "check a list",
      files: { f: "hello\n" },
      run: "md5sum f > sums; md5sum -c sums",
      prints: "f: OK\n",
    },
    {
      does: "say only what has changed",
      files: { a: "1\n", b: "2\n" },
      run: "md5sum a b > sums; echo new > b; md5sum --quiet -c sums 2> /dev/null",
      prints: "b: FAILED\n",
      exit: 1,
    },
  ],
});
