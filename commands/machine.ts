// The machine and the user that commands tell of: fixed values of the shell's own, never the host's.

export const MACHINE = {
  system: "Linux",
  host: "localhost",
  release: "6.1.0",
  version: "#1 SMP",
  hardware: "x86_64",
  operatingSystem: "GNU/Linux",
  processors: 1,
  /** KiB. */
  memory: 1_048_576,
  /** KiB of the one file system, whatever the disk below holds. */
  disk: 1_048_576,
} as const;

/** Agrees with $UID. */
export const USER = { name: "user", id: 1000 } as const;

/** For help: where these values come from. */
export const VIRTUAL = "The values are the shell's own and always the same; the machine below is not asked.";
