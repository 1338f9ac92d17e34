/* node.mjs: runs the tests of modules without a DOM in Node.js.
 *
 * usage: node node.mjs PAGE_FOLDER COURSES */

import { register } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, courses] = process.argv.slice(2);
const site = pathToFileURL(folder).href;

/* The tests import modules as a browser finds them; all are modules by content. */
register("data:text/javascript," + encodeURIComponent(`
  export const resolve = (name, context, next) => next(name.startsWith("/site/") ? ${JSON.stringify(site)} + name.slice(5) : name, context);
  export const load = (url, context, next) => next(url, url.startsWith("file:") ? { ...context, format: "module" } : context);`));

const { stateTests } = await import("./state.js");
let faults = 0;
for (const { name, run } of stateTests(Number(courses))) {
  try {
    run();
    console.log(`ok: ${name}`);
  } catch (error) {
    faults++;
    console.log(`fault: ${name}: ${error.message}`);
  }
}
process.exit(faults > 0 ? 1 : 0);
