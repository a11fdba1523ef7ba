// Digests of byte streams by node:crypto, which is loaded when the first one is asked for. No files, no encodings.

export type DigestAlgorithm = "md5" | "sha1" | "sha224" | "sha256" | "sha384" | "sha512" | "blake2b512" | "sm3";

export interface Digest {
  update(bytes: Uint8Array): void;
  /** The digest of all that was given; the end of this object's life. */
  end(): Uint8Array;
}

export async function createDigest(algorithm: DigestAlgorithm): Promise<Digest> {
  const { createHash } = await import("node:crypto");
  const hash = createHash(algorithm);
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    end: () => hash.digest(),
  };
}
