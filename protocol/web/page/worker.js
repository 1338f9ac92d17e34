/* worker.js: the engine in a worker. Runs as a classic script.
 *
 * Messages in: {module} once, the compiled WebAssembly module; then {id, line, data}. Out: {ready} or
 * {failed}; then {id, answer} with the parsed answer. */
"use strict";

let engine = null, desk = 0;

const NO_FILE = 8; /* WASI's code for a file that is not open */

/* The functions that the module imports: a clock, a note that its memory grew, and the files that it
 * never opens. */
const IMPORTS = {
  wasi_snapshot_preview1: {
    clock_time_get(id, precision, result) {
      const now = performance.now();
      const view = new DataView(engine.memory.buffer);
      view.setBigUint64(result, BigInt(Math.round(now * 1000)) * 1000n, true);
      return 0;
    },
    fd_close: () => NO_FILE,
    fd_read: () => NO_FILE,
    fd_seek: () => NO_FILE,
    fd_write: () => NO_FILE,
    proc_exit(status) {
      throw new Error("exit " + status);
    },
  },
  env: { emscripten_notify_memory_growth() {} },
};

async function open(module) {
  engine = (await WebAssembly.instantiate(module, IMPORTS)).exports;
  engine._initialize();
  desk = engine.kaname_web_open();
  if (desk === 0) throw new Error("memory");
}

/* Copies the bytes and a NUL into the module's memory. */
function put(bytes) {
  const at = engine.kaname_web_buffer(bytes.length + 1);
  if (at === 0) throw new Error("memory");
  const memory = new Uint8Array(engine.memory.buffer);
  memory.set(bytes, at);
  memory[at + bytes.length] = 0;
  return at;
}

function textAt(at) {
  const memory = new Uint8Array(engine.memory.buffer);
  return new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
}

function ask(line, data) {
  const request = put(new TextEncoder().encode(line));
  const bytes = data ? put(data) : 0;
  const answer = engine.kaname_web_ask(desk, request, bytes, data ? data.length : 0);
  try {
    if (answer === 0) throw new Error("memory");
    return JSON.parse(textAt(answer));
  } finally {
    for (const at of [request, bytes, answer]) if (at !== 0) engine.kaname_web_free(at);
  }
}

self.onmessage = async (event) => {
  const { module, id, line, data } = event.data;
  if (module) {
    try {
      await open(module);
      self.postMessage({ ready: true });
    } catch (error) {
      self.postMessage({ failed: String(error) });
    }
    return;
  }
  try {
    self.postMessage({ id, answer: ask(line, data) });
  } catch (error) {
    self.postMessage({ id, answer: { wrong: String(error) } });
  }
};
