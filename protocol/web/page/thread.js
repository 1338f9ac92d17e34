/* thread.js: the worker of a thread of a search. Runs as a classic script, behind what emscripten
 * generates for threads (assemble.py), whose handler takes the messages. */

self.importScripts = () => {}; /* what the handler would import is here */
self.postMessage({ ready: true });
