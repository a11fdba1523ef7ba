// The thread of jq: starts the WebAssembly module with descriptors that lead to the shell. It has no files of its own.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { loadJq } from "jq-wasm";
import { Stopped, serve } from "./protocol.mjs";

// Names of exports in the module that jq-wasm 3.0.0-jq-1.8.2 brings, whose own entry takes no files.
const MAIN = "H";
const ALLOCATE = "K";

// Numbers of errors in WASI's preview 1.
const ERRNO = { EACCES: 2, EBADF: 8, EINVAL: 28, EISDIR: 31, ELOOP: 32, ENOENT: 44, ENOTDIR: 54, EIO: 29 };
const ENOTTY = 59;
const ESPIPE = 70;

const FILE_MODE = 0o100644;
const DIRECTORY_MODE = 0o040755;

/** Bytes that one run may take; an allocation beyond fails. */
const MOST_MEMORY = 1024 * 1024 * 1024;

/** Bytes of output gathered before they go to the shell. */
const CHUNK = 64 * 1024;

const module = new WebAssembly.Module(readFileSync(createRequire(import.meta.url).resolve("jq-wasm/jq.wasm")));

class Exit extends Error {
  /** @param {number} status */
  constructor(status) {
    super("exit");
    this.status = status;
  }
}

serve(async ({ argv, env, cwd }, ask) => {
  /** @type {WebAssembly.Instance | undefined} */
  let instance;
  /** @type {() => Buffer} */
  let memory = () => Buffer.alloc(0);
  const world = descriptors(ask, () => memory(), cwd, env);
  await loadJq({
    instantiateWasm(imports, onSuccess) {
      const [[space, functions] = ["", {}]] = Object.entries(imports);
      instance = new WebAssembly.Instance(module, { [space]: replaced(functions, world.functions) });
      const store = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
      if (!(store instanceof WebAssembly.Memory)) throw new Error("jq: no memory");
      memory = () => Buffer.from(store.buffer);
      onSuccess(instance, module);
    },
  });
  if (!instance) throw new Error("jq: not started");
  const main = /** @type {(count: number, list: number) => number} */ (instance.exports[MAIN]);
  const allocate = /** @type {(size: number) => number} */ (instance.exports[ALLOCATE]);
  const list = allocate(4 * (argv.length + 1));
  for (const [index, word] of argv.entries()) {
    const at = allocate(word.length + 1);
    memory().set(word, at);
    memory()[at + word.length] = 0;
    memory().writeUInt32LE(at, list + 4 * index);
  }
  memory().writeUInt32LE(0, list + 4 * argv.length);
  let status = 0;
  try {
    status = main(argv.length, list);
  } catch (error) {
    if (error instanceof Stopped) throw error;
    if (error instanceof Exit) status = error.status;
    else if (error instanceof RangeError) throw new Error("the program or the value is nested too deeply");
    else if (error instanceof WebAssembly.RuntimeError) throw new Error(`out of memory (${error.message})`);
    else throw error;
  }
  world.flush();
  return status;
});

/**
 * The imports of the module, some of them by our own: the functions keep the names of their sources.
 * @param {Record<string, any>} functions
 * @param {Record<string, any>} own
 */
function replaced(functions, own) {
  const result = Object.entries(functions).map(([key, value]) => {
    const name = value.name.replace(/^_+/, "");
    // There is one time zone here, UTC.
    if (name === "localtime_js") return [key, named(functions, "gmtime_js")];
    if (name === "mktime_js") return [key, named(functions, "timegm_js")];
    if (name === "emscripten_resize_heap") return [key, (size) => (size >>> 0 > MOST_MEMORY ? 0 : value(size))];
    return [key, own[name] ?? value];
  });
  return Object.fromEntries(result);
}

/**
 * @param {Record<string, any>} functions
 * @param {string} name
 */
function named(functions, name) {
  return Object.values(functions).find((value) => value.name.replace(/^_+/, "") === name);
}

/**
 * System calls over questions to the shell.
 * @param {(request: unknown) => any} ask
 * @param {() => Buffer} memory
 * @param {Uint8Array} cwd
 * @param {Uint8Array[]} env
 */
function descriptors(ask, memory, cwd, env) {
  /** @type {Map<number, Uint8Array | null>} What was read and not yet taken; null at the end. */
  const read = new Map();
  /** @type {Uint8Array[]} */
  let out = [];
  let held = 0;

  const flush = () => {
    if (held === 0) return;
    const bytes = Buffer.concat(out);
    out = [];
    held = 0;
    ask({ write: bytes });
  };

  /** @param {number} fd */
  const ahead = (fd) => {
    const kept = read.get(fd);
    if (kept === null || (kept && kept.length > 0)) return kept;
    // What is printed so far must be seen before anybody waits for more input.
    flush();
    const chunk = ask({ read: fd });
    read.set(fd, chunk);
    return chunk;
  };

  /** @param {number} at */
  const text = (at) => {
    const bytes = memory();
    return Uint8Array.from(bytes.subarray(at, bytes.indexOf(0, at)));
  };

  /**
   * struct stat of emscripten: the mode at 4, everything else may be 0.
   * @param {number} at
   * @param {number} mode
   */
  const stat = (at, mode) => {
    memory().fill(0, at, at + 88);
    memory().writeUInt32LE(mode, at + 4);
    return 0;
  };

  /**
   * @param {Uint8Array} path
   * @param {number} at
   */
  const statPath = (path, at) => {
    const kind = ask({ kind: path });
    if (kind === undefined) return -ERRNO.ENOENT;
    return stat(at, kind === "directory" ? DIRECTORY_MODE : FILE_MODE);
  };

  /**
   * @param {Uint8Array[]} list
   */
  const total = (list) => list.reduce((sum, entry) => sum + entry.length + 1, 0);

  return {
    flush,
    functions: {
      /** @type {(fd: number, iov: number, count: number, result: number) => number} */
      fd_read(fd, iov, count, result) {
        let done = 0;
        for (let index = 0; index < count; index += 1) {
          const at = memory().readUInt32LE(iov + 8 * index);
          const size = memory().readUInt32LE(iov + 8 * index + 4);
          if (size === 0) continue;
          // The second buffer takes only what is there: a read ends with what has come.
          if (done > 0 && !read.get(fd)?.length) break;
          const chunk = ahead(fd);
          if (!chunk) break;
          const part = chunk.subarray(0, size);
          memory().set(part, at);
          read.set(fd, chunk.subarray(part.length));
          done += part.length;
        }
        memory().writeUInt32LE(done, result);
        return 0;
      },
      /** @type {(fd: number, iov: number, count: number, result: number) => number} */
      fd_write(fd, iov, count, result) {
        let done = 0;
        for (let index = 0; index < count; index += 1) {
          const at = memory().readUInt32LE(iov + 8 * index);
          const size = memory().readUInt32LE(iov + 8 * index + 4);
          if (size === 0) continue;
          const bytes = Uint8Array.from(memory().subarray(at, at + size));
          done += size;
          if (fd === 1) {
            out.push(bytes);
            held += size;
          } else {
            flush();
            ask({ error: bytes });
          }
        }
        if (held >= CHUNK) flush();
        memory().writeUInt32LE(done, result);
        return 0;
      },
      /** @type {(fd: number) => number} */
      fd_close(fd) {
        read.delete(fd);
        if (fd > 2) ask({ close: fd });
        return 0;
      },
      fd_seek: () => ESPIPE,
      /** @type {(fd: number, at: number) => number} */
      fd_fdstat_get(_fd, at) {
        memory().fill(0, at, at + 24);
        memory()[at] = 4;
        return 0;
      },
      syscall_fcntl64: () => 0,
      syscall_ioctl: () => -ENOTTY,
      /** @type {(directory: number, path: number) => number} */
      syscall_openat(_directory, path) {
        const { descriptor, code } = ask({ open: text(path) });
        return descriptor ?? -(ERRNO[/** @type {keyof typeof ERRNO} */ (code)] ?? ERRNO.EIO);
      },
      /** @type {(fd: number, at: number) => number} */
      syscall_fstat64: (_fd, at) => stat(at, FILE_MODE),
      /** @type {(path: number, at: number) => number} */
      syscall_stat64: (path, at) => statPath(text(path), at),
      /** @type {(path: number, at: number) => number} */
      syscall_lstat64: (path, at) => statPath(text(path), at),
      /** @type {(directory: number, path: number, at: number) => number} */
      syscall_newfstatat: (_directory, path, at) => statPath(text(path), at),
      syscall_readlinkat: () => -ERRNO.EINVAL,
      /** @type {(at: number, size: number) => number} */
      syscall_getcwd(at, size) {
        if (size <= cwd.length) return -68;
        memory().set(cwd, at);
        memory()[at + cwd.length] = 0;
        return cwd.length + 1;
      },
      /** @type {(count: number, size: number) => number} */
      environ_sizes_get(count, size) {
        memory().writeUInt32LE(env.length, count);
        memory().writeUInt32LE(total(env), size);
        return 0;
      },
      /** @type {(list: number, at: number) => number} */
      environ_get(list, at) {
        let next = at;
        for (const [index, entry] of env.entries()) {
          memory().writeUInt32LE(next, list + 4 * index);
          memory().set(entry, next);
          memory()[next + entry.length] = 0;
          next += entry.length + 1;
        }
        return 0;
      },
      /** @type {(status: number) => never} */
      exitJS(status) {
        throw new Exit(status);
      },
      /** @type {(status: number) => never} */
      proc_exit(status) {
        throw new Exit(status);
      },
    },
  };
}
