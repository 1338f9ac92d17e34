/* node.mjs: runs the tests of modules without a DOM in Node.js.
 *
 * usage: node node.mjs PAGE_FOLDER [COURSES | links GAMES]
 *
 * With COURSES, those of the state machine alone, with as many random courses; with GAMES, short links of as many random
 * games; else all of units.js. */

import { readFileSync } from "node:fs";
import { register } from "node:module";
import { pathToFileURL } from "node:url";

process.env.TZ = "America/New_York"; /* where clocks change */
const [folder, courses, games] = process.argv.slice(2);
const site = pathToFileURL(folder).href;

/* The tests import modules as a browser finds them; all are modules by content. */
register("data:text/javascript," + encodeURIComponent(`
  export const resolve = (name, context, next) => next(name.startsWith("/site/") ? ${JSON.stringify(site)} + name.slice(5) : name, context);
  export const load = (url, context, next) => next(url, url.startsWith("file:") ? { ...context, format: "module" } : context);`));

function faultOf(run) {
  try {
    run();
    return "";
  } catch (error) {
    return error.message;
  }
}

async function results() {
  if (courses === "links") {
    const { gameTest } = await import("./links.js");
    return [gameTest(Number(games))].map(({ name, run }) => ({ name, fault: faultOf(run) }));
  }
  if (courses !== undefined) {
    const { stateTests } = await import("./state.js");
    return stateTests(Number(courses)).map(({ name, run }) => ({ name, fault: faultOf(run) }));
  }
  globalThis.window = globalThis; /* units.js leaves its results there */
  globalThis.siteText = (name) => readFileSync(new URL(name, site + "/"), "utf8");
  await import("./units.js");
  return globalThis.results;
}

let faults = 0;
for (const { name, fault } of await results()) {
  faults += fault !== "";
  console.log(fault === "" ? `ok: ${name}` : `fault: ${name}: ${fault}`);
}
process.exit(faults > 0 ? 1 : 0);
