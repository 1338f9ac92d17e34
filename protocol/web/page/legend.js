/* legend.js: what the signs on the board mean, drawn as they stand there. */

import { html, svg } from "./dom.js";
import { say } from "./words.js";

const SIGNS = {
  rate: () => [svg("circle", { class: "disc rank0", r: 0.45 }), svg("text", { class: "disc-text" }, "64")],
  lost: () => [svg("rect", { class: "disc lost", x: -0.42, y: -0.42, width: 0.84, height: 0.84, rx: 0.1 }),
    svg("text", { class: "disc-text" }, "0")],
  searched: () => [svg("circle", { class: "searched", r: 0.09 })],
  five: () => [svg("circle", { class: "five", r: 0.26 })],
  four: () => [svg("path", { class: "four", d: "M0 -0.26l0.26 0.26l-0.26 0.26l-0.26 -0.26z" })],
  forbidden: () => [svg("path", { class: "forbidden", d: "M-0.2 -0.2l0.4 0.4m0 -0.4l-0.4 0.4" })],
};
const WORDS = { rate: "signRate", lost: "signLost", searched: "signSearched", five: "signFive", four: "signFour",
  forbidden: "signForbidden" };

/* A list of these signs; all of them without `kinds`. */
export function legend(kinds = Object.keys(SIGNS)) {
  return html("ul", { class: "legend" }, ...Object.keys(SIGNS).filter((kind) => kinds.includes(kind)).map((kind) =>
    html("li", { "data-sign": kind }, svg("svg", { viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" },
      svg("rect", { class: "wood", x: -0.5, y: -0.5, width: 1, height: 1, rx: 0.15 }), ...SIGNS[kind]()),
    html("span", {}, say(WORDS[kind])))));
}
