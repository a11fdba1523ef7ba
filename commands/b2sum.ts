// b2sum: BLAKE2b digests of files; what all such commands share is in checksum/.
import { ALGORITHMS } from "./checksum/algorithms.ts";
import { digestCommand } from "./checksum/command.ts";

export const b2sum = digestCommand({
  name: "b2sum",
  algorithm: ALGORITHMS.blake2b,
  examples: [
    {
      does: "of a file",
      files: { f: "hello\n" },
      run: "b2sum f",
      prints:
        "f60ce482e5cc1229f39d71313171a8d9f4ca3a87d066bf4b205effb528192a75" +
        "f14f3271e2c1a90e1de53f275b4d4793eef2f5e31ea90d2ce29d2e481c36435f  f\n",
    },
    {
      does: "check a list",
      files: { f: "hello\n" },
      run: "b2sum f > sums; b2sum -c sums",
      prints: "f: OK\n",
    },
    {
      does: "a shorter digest",
      run: "echo hello | b2sum -l 128",
      prints: "ea41b4de6c03f13a95758b28dd75693e  -\n",
    },
  ],
});
