// sha384sum: SHA384 digests of files; what all such commands share is in checksum/.
import { ALGORITHMS } from "./checksum/algorithms.ts";
import { digestCommand } from "./checksum/command.ts";

export const sha384sum = digestCommand({
  name: "sha384sum",
  algorithm: ALGORITHMS.sha384,
  examples: [
    {
      does: "of a file",
      files: { f: "hello\n" },
      run: "sha384sum f",
      prints:
        "1d0f284efe3edea4b9ca3bd514fa134b17eae361ccc7a1eefeff801b9bd6604e" + "01f21f6bf249ef030599f0c218f2ba8c  f\n",
    },
    {
      does: "check a list",
      files: { f: "hello\n" },
      run: "sha384sum f > sums; sha384sum -c sums",
      prints: "f: OK\n",
    },
  ],
});
