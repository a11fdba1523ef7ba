// sha512sum: SHA512 digests of files; what all such commands share is in checksum/.
import { ALGORITHMS } from "./checksum/algorithms.ts";
import { digestCommand } from "./checksum/command.ts";

export const sha512sum = digestCommand({
  name: "sha512sum",
  algorithm: ALGORITHMS.sha512,
  examples: [
    {
      does: "of a file",
      files: { f: "hello\n" },
      run: "sha512sum f",
      prints:
        "e7c22b994c59d9cf2b48e549b1e24666636045930d3da7c1acb299d1c3b7f931" +
        "f94aae41edda2c2b207a36e10f8bcb8d45223e54878f5b316e7ce3b6bc019629  f\n",
    },
    {
      does: "check a list",
      files: { f: "hello\n" },
      run: "sha512sum f > sums; sha512sum -c sums",
      prints: "f: OK\n",
    },
  ],
});
