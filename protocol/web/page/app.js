/* app.js: the site as an app: its service worker (offline.js) keeps the files and isolates the page. The one file names no
 * manifest, and nothing of this happens there. */

import { notify } from "./dom.js";
import { say } from "./words.js";

function isSite() {
  return Boolean(document.querySelector("link[rel=manifest]") && navigator.serviceWorker);
}

/* Offers the new version that waits; the page is loaded anew when it has taken over. */
function offer(worker) {
  notify(say("newVersion"), "info", { text: say("reload"), run: () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    worker.postMessage("take over");
  } });
}

/* Has the browser keep the site's files. `ready()` is called once it does: then the page is isolated from its next load on. */
export async function keepSite(ready) {
  if (!isSite()) return;
  const workers = navigator.serviceWorker;
  let registration = null;
  try {
    registration = await workers.register("offline.js", { updateViaCache: "none" });
  } catch {
    return; /* the browser forbids it, or there is no network */
  }
  if (registration.waiting && workers.controller) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker.addEventListener("statechange", () => {
      if (worker.state === "installed" && workers.controller) offer(worker);
    });
  });
  await workers.ready;
  ready();
}
