// The digests by name: the tag that stands for them in lists, their size, and how one is begun.
import { createDigest, type Digest, type DigestAlgorithm, type Source } from "../../src/plugin.ts";
import { createBlake2b } from "./blake2b.ts";

export interface Algorithm {
  readonly tag: string;
  /** Of the full digest. */
  readonly bytes: number;
  /** The digest may be made shorter (BLAKE2b). */
  readonly variable: boolean;
  begin(bytes: number): Digest | Promise<Digest>;
}

export const ALGORITHMS = {
  md5: fixed("MD5", 16, "md5"),
  sha1: fixed("SHA1", 20, "sha1"),
  sha224: fixed("SHA224", 28, "sha224"),
  sha256: fixed("SHA256", 32, "sha256"),
  sha384: fixed("SHA384", 48, "sha384"),
  sha512: fixed("SHA512", 64, "sha512"),
  blake2b: {
    tag: "BLAKE2b",
    bytes: 64,
    variable: true,
    begin: (bytes) => (bytes === 64 ? createDigest("blake2b512") : createBlake2b(bytes)),
  },
  sm3: fixed("SM3", 32, "sm3"),
} satisfies Record<string, Algorithm>;

export async function digestOf(source: Source, algorithm: Algorithm, bytes: number): Promise<string> {
  const digest = await algorithm.begin(bytes);
  for (;;) {
    const next = source.read();
    const chunk = next instanceof Promise ? await next : next;
    if (chunk === null) return Buffer.from(digest.end()).toString("hex");
    digest.update(chunk);
  }
}

function fixed(tag: string, bytes: number, name: DigestAlgorithm): Algorithm {
  return { tag, bytes, variable: false, begin: () => createDigest(name) };
}
