/* worker.js: the engine in a worker. Runs as a classic script.
 *
 * Messages in: {module, isShared} once, the compiled WebAssembly module and whether threads share its
 * memory; then {id, line, data}, or where it is shared {id, thread}, a number of one more worker
 * (thread.js). Out: {ready} or {failed}; then {id, answer} with the parsed answer. Both ways
 * {thread, message}, to such a worker or from it. */
"use strict";

let engine = null, desk = 0;
let threads = null; /* emscripten's part for threads; null in a module without */
const helpers = new Map(); /* by number of the thread */

const NO_FILE = 8; /* WASI's code for a file that is not open */

/* The functions that the module imports: a clock, a note that its memory grew, and the files that it
 * never opens. */
const IMPORTS = {
  wasi_snapshot_preview1: {
    clock_time_get(_id, _precision, result) {
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

async function openAlone(module) {
  engine = (await WebAssembly.instantiate(module, IMPORTS)).exports;
  engine._initialize();
}

/* What emscripten generates for threads, and the memory, in pages of 64 KiB, as the linker was told
 * (CMakeLists.txt). */
const SHARED = { script: "engine-threads.js", memory: { initial: 256, maximum: 8192, shared: true } };

async function openShared(module) {
  importScripts(SHARED.script);
  const memory = new WebAssembly.Memory(SHARED.memory);
  const made = await self.openThreads({
    wasmMemory: memory,
    mainScriptUrlOrBlob: SHARED.script,
    instantiateWasm(imports, receive) {
      WebAssembly.instantiate(module, imports).then((instance) => receive(instance, module));
      return {};
    },
  });
  engine = { memory };
  for (const name of ["kaname_web_open", "kaname_web_buffer", "kaname_web_ask", "kaname_web_free"])
    engine[name] = made["_" + name];
  threads = made.PThread;
}

/* What emscripten takes for the worker of a thread. The page passes on what both say. */
class Helper {
  constructor(thread) {
    this.thread = thread;
  }

  postMessage(message) {
    self.postMessage({ thread: this.thread, message });
  }
}

/* Takes in a thread's worker. */
async function addHelper(thread) {
  const helper = new Helper(thread);
  helpers.set(thread, helper);
  await new Promise((loaded) => threads.loadWasmModuleToWorker(helper, loaded));
  threads.unusedWorkers.push(helper);
  return {};
}

async function open(module, isShared) {
  await (isShared ? openShared : openAlone)(module);
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
  return new TextDecoder().decode(memory.slice(at, memory.indexOf(0, at))); /* shared memory is not decoded in place */
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
  const { module, isShared, id, line, data, thread, message } = event.data;
  if (module) {
    try {
      await open(module, isShared);
      self.postMessage({ ready: true });
    } catch (error) {
      self.postMessage({ failed: String(error) });
    }
    return;
  }
  if (message) {
    helpers.get(thread).onmessage({ data: message });
    return;
  }
  try {
    self.postMessage({ id, answer: thread ? await addHelper(thread) : ask(line, data) });
  } catch (error) {
    self.postMessage({ id, answer: { wrong: String(error) } });
  }
};
