/* worker.js: the engine in a worker. Runs as a classic script.
 *
 * Messages in: {module, isShared} once, the compiled WebAssembly module and whether threads share its
 * memory; then {id, line, data}, or {id, threads} where it is shared. Out: {ready} or {failed}; then
 * {id, answer} with the parsed answer, or the number of threads that there are. */
"use strict";

let engine = null, desk = 0;
let helpers = null; /* emscripten's workers behind threads; null in a module without */
let threads = 1;    /* that the engine may use: this one and a loaded helper for each other */

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

async function openAlone(module) {
  engine = (await WebAssembly.instantiate(module, IMPORTS)).exports;
  engine._initialize();
}

const LOAD_MS = 10000; /* for a thread's worker */
const FAILURES_MAX = 3; /* of workers, before a request goes on with fewer threads */

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
  helpers = made.PThread;
}

/* Starts one worker for a thread, which has to load within LOAD_MS. */
async function startHelper() {
  helpers.allocateUnusedWorker();
  const worker = helpers.unusedWorkers.pop();
  let emscriptens;
  try {
    await new Promise((loaded, failed) => {
      setTimeout(() => failed(new Error("thread")), LOAD_MS);
      helpers.loadWasmModuleToWorker(worker, loaded);
      emscriptens = worker.onerror; /* throws: the page would take that for the end of this worker */
      worker.onerror = (event) => {
        event.preventDefault();
        failed(new Error("thread"));
      };
    });
    worker.onerror = emscriptens;
  } catch (error) {
    worker.terminate();
    throw error;
  }
  helpers.unusedWorkers.push(worker);
}

/* Starts workers until there is one for each thread but this, or a few did not start. The engine
 * takes its threads in the middle of a request, when no worker can start: none is offered before it
 * is loaded. */
async function provide(wanted) {
  for (let failures = 0; threads < wanted && failures < FAILURES_MAX; ) {
    try {
      await startHelper();
      threads++;
    } catch {
      failures++;
    }
  }
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
  const { module, isShared, id, line, data, threads: wanted } = event.data;
  if (module) {
    try {
      await open(module, isShared);
      self.postMessage({ ready: true });
    } catch (error) {
      self.postMessage({ failed: String(error) });
    }
    return;
  }
  try {
    if (wanted) await provide(wanted);
    self.postMessage({ id, answer: wanted ? { threads } : ask(line, data) });
  } catch (error) {
    self.postMessage({ id, answer: { wrong: String(error) } });
  }
};
