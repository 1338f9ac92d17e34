/* offline.js: the site's service worker. Keeps all files of one version of the site and serves them, with or without
 * a network; the headers that isolate the page, so that threads may share memory, come with every file.
 *
 * A version is loaded as a whole and serves no page that another version has begun to serve: a new one waits until
 * the pages of the old are closed, or one of them asks it to take over. Runs as a classic script. */
"use strict";

const VERSION = ""; /* assemble.py writes both: a digest of the files, and their names */
const FILES = [];

const OWN = `kaname ${self.registration.scope} `; /* begins the names of this site's caches */
const CACHE = OWN + VERSION;
const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/* The site's file that the request asks for; "" if it asks for something else. */
function fileOf({ method, url }) {
  const asked = new URL(url), { origin, pathname } = new URL(self.registration.scope);
  if (method !== "GET" || asked.origin !== origin || !asked.pathname.startsWith(pathname)) return "";
  const name = asked.pathname.slice(pathname.length) || "index.html";
  return FILES.includes(name) ? name : "";
}

function isolated(answer) {
  const { status, statusText } = answer, headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name); /* of the text as it was sent */
  return new Response(answer.body, { status, statusText, headers });
}

/* The file as it was kept; from the network where the browser has dropped it. */
async function answerTo(request, name) {
  const kept = await (await caches.open(CACHE)).match(name);
  return isolated(kept ?? await fetch(request));
}

const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/* The version that the kept files are, as assemble.py computes it: the digest of their names and digests. */
async function versionOf(cache) {
  const parts = [];
  for (const name of FILES) {
    const kept = await cache.match(name);
    parts.push(new TextEncoder().encode(`${name}\0`), await sha256(await kept.arrayBuffer()));
  }
  const digest = await sha256(await new Blob(parts).arrayBuffer());
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, VERSION.length);
}

/* Files of another version can come from the browser's cache, where the host tells times in seconds: they are loaded again
 * without it. They can also come from a site that is being published: then nothing is kept, and the browser tries again at
 * one of its next checks. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  for (const mode of ["no-cache", "reload"]) {
    await cache.addAll(FILES.map((name) => new Request(name, { cache: mode })));
    if (await versionOf(cache) === VERSION) return;
  }
  await caches.delete(CACHE);
  throw new Error(`the site's files are not those of version ${VERSION}`);
}

async function takeOver() {
  for (const name of await caches.keys()) if (name.startsWith(OWN) && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  const name = fileOf(event.request);
  if (name) event.respondWith(answerTo(event.request, name));
});
