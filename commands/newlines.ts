// Counts newlines at memory speed: sixteen bytes a step in WebAssembly, straight in the memory that files are read into.
// It knows nothing of words or characters.

/** Bytes of input that fit into the module's memory at once. */
export const WINDOW = 256 * 1024;

/** Below this the module is not even made. */
const WORTH_MAKING = 48 * 1024;

/** Below this a copy into the module's memory costs more than it saves. */
const WORTH_COPYING = 512;

/** One of these per invocation: its memory is reused for every block of every file. */
export interface NewlineCounter {
  /** Read up to `WINDOW` bytes into this, then call `inWindow` with their number. */
  readonly window: Uint8Array;
  inWindow(length: number): number;
  /** Newlines of any other bytes. */
  of(bytes: Uint8Array): number;
}

interface Instance {
  readonly exports: { readonly m: { readonly buffer: ArrayBuffer }; c(from: number, to: number): number };
}

declare const WebAssembly: {
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object) => Instance;
};

/** Made on first need: a short input is counted without the module, whose memory would cost more than the counting. */
export function createNewlineCounter(): NewlineCounter {
  let made: NewlineCounter | undefined;
  const make = (): NewlineCounter => {
    made ??= accelerated() ?? plain();
    return made;
  };
  return {
    get window() {
      return make().window;
    },
    inWindow: (length) => make().inWindow(length),
    of: (bytes) => (bytes.length < WORTH_MAKING && !made ? plainly(bytes, bytes.length) : make().of(bytes)),
  };
}

/** Undefined on a processor without SIMD, or in a Node started with --jitless. */
function accelerated(): NewlineCounter | undefined {
  try {
    compiled ??= new WebAssembly.Module(MODULE);
    return overMemory(new WebAssembly.Instance(compiled).exports);
  } catch {
    return undefined;
  }
}

/** Compiled code holds no state; it is the same for every shell of the process. */
let compiled: object | undefined;

function plain(): NewlineCounter {
  const window = new Uint8Array(WINDOW);
  return { window, inWindow: (length) => plainly(window, length), of: (bytes) => plainly(bytes, bytes.length) };
}

function overMemory({ m, c }: Instance["exports"]): NewlineCounter {
  const memory = new Uint8Array(m.buffer);
  const window = memory.subarray(0, WINDOW);
  const inWindow = (length: number): number => {
    if (length === 0) return 0;
    memory.fill(0, length, length + 16);
    return c(0, length);
  };
  return {
    window,
    inWindow,
    of(bytes) {
      if (bytes.length < WORTH_COPYING) return plainly(bytes, bytes.length);
      let count = 0;
      for (let at = 0; at < bytes.length; at += WINDOW) {
        const part = bytes.subarray(at, at + WINDOW);
        window.set(part);
        count += inWindow(part.length);
      }
      return count;
    },
  };
}

function plainly(bytes: Uint8Array, length: number): number {
  let count = 0;
  for (let at = 0; at < length; at += 1) if (bytes[at] === 10) count += 1;
  return count;
}

/**
 * (memory (export "m") 5 pages) and (func (export "c") (param from, to) (result i32)): for every 16 bytes,
 * count += popcnt(bitmask(eq(load, splat(10)))). Opcodes: WebAssembly core specification 2.0, section 5.4.
 */
// biome-ignore format: one section or statement a line
const MODULE = Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00,
  0x01, 0x07, 0x01, 0x60, 0x02, 0x7f, 0x7f, 0x01, 0x7f, // type: (i32, i32) -> i32
  0x03, 0x02, 0x01, 0x00, // one function
  0x05, 0x03, 0x01, 0x00, 0x05, // memory: five pages of 64 KiB
  0x07, 0x09, 0x02, 0x01, 0x6d, 0x02, 0x00, 0x01, 0x63, 0x00, 0x00, // exports m and c
  0x0a, 0x31, 0x01, 0x2f, 0x02, 0x01, 0x7f, 0x01, 0x7b, // code; locals: count i32, wanted v128
  0x41, 0x0a, 0xfd, 0x0f, 0x21, 0x03, // wanted = splat(10)
  0x03, 0x40, // loop
  0x20, 0x02, 0x20, 0x00, 0xfd, 0x00, 0x04, 0x00, 0x20, 0x03, 0xfd, 0x23, // count, eq(load(from), wanted)
  0xfd, 0x64, 0x69, 0x6a, 0x21, 0x02, // count += popcnt(bitmask)
  0x20, 0x00, 0x41, 0x10, 0x6a, 0x22, 0x00, 0x20, 0x01, 0x49, 0x0d, 0x00, // while ((from += 16) < to)
  0x0b, 0x20, 0x02, 0x0b, // end; count
);
