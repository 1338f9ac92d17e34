/* load.js: finds the module that suits the browser, in the page's own file or beside it on a server,
 * and opens the engine with it. */

import { byId } from "./dom.js";
import { Engine } from "./engine.js";

/* A module with one function, which makes a vector. */
const VECTOR_MODULE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0,
  10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
const THREADS_MAX = 16, THREADS_AUTO_MAX = 8;

/* Whether this browser runs modules with vector instructions. */
function hasVectors() {
  return WebAssembly.validate(new Uint8Array(VECTOR_MODULE));
}

/* Whether threads of this page may share memory: its server has to isolate it. */
function mayShare() {
  return Boolean(self.crossOriginIsolated) && typeof SharedArrayBuffer === "function";
}

/* The most threads that are of use on this machine, and how many of them a search takes if the reader
 * does not choose: one processor is left to the page. */
export function threadsAtMost(processors = navigator.hardwareConcurrency ?? 1) {
  return Math.max(1, Math.min(THREADS_MAX, processors));
}

export function threadsAlone(processors = navigator.hardwareConcurrency ?? 1) {
  return Math.max(1, Math.min(THREADS_AUTO_MAX, processors - 1));
}

/* What this browser lacks, in words; "" if it has all. */
export function missing() {
  if (typeof WebAssembly !== "object") return "WebAssembly";
  if (typeof Worker !== "function") return "Web Workers";
  if (typeof BigInt !== "function") return "BigInt";
  if (!byId("engine-module")) return "";
  if (typeof self.DecompressionStream !== "function") return "DecompressionStream";
  if (!hasVectors()) return "WebAssembly SIMD";
  return "";
}

/* The module that the page's own file holds, as compressed text in a script element. The element is removed. */
async function takeModule(place) {
  const bytes = Uint8Array.from(atob(place.textContent), (letter) => letter.charCodeAt(0));
  place.remove();
  const stream = new Blob([bytes]).stream().pipeThrough(new self.DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

async function openFromServer(name, isShared) {
  const answer = await fetch(name + ".wasm");
  if (!answer.ok) throw new Error(name + ".wasm");
  return new Engine("worker.js", await WebAssembly.compile(await answer.arrayBuffer()), isShared);
}

/* Gives null where the module with threads is missing or does not start. */
async function openWithThreads() {
  let engine = null;
  try {
    engine = await openFromServer("engine-threads", true);
    await engine.ready;
    return engine;
  } catch {
    if (engine) engine.close();
    return null;
  }
}

/* Gives an engine that may still have to get ready. */
export async function openEngine() {
  const place = byId("engine-module");
  if (!place) {
    if (!hasVectors()) return openFromServer("engine", false);
    return (mayShare() && await openWithThreads()) || openFromServer("engine-simd", false);
  }
  const module = await takeModule(place);
  const source = new Blob([byId("worker-source").textContent], { type: "text/javascript" });
  return new Engine(URL.createObjectURL(source), module);
}
