/* legend.js: what the signs on the board mean, drawn as they stand there. */

import { html, svg } from "./dom.js";
import { say } from "./words.js";

const ring = (kind, r) => svg("circle", { class: kind, r });
const stone = (color, kind, r = 0.44) => ring(`stone ${color} ${kind}`, r);
const square = (kind, half, rx) => svg("rect", { class: kind, x: -half, y: -half, width: 2 * half, height: 2 * half, rx });
const frame = (kind) => square(kind, 0.38, 0.12);
const text = (kind, words, attributes = {}) => svg("text", { class: kind, ...attributes }, words);

/* By kind: the sign, and what it means as a key of the word tables. */
const SIGNS = {
  last: { word: "signLast", draw: () => [stone("w", "played"), ring("last-ring", 0.4)] },
  winning: { word: "signWinning", draw: () => [stone("b", "winning")] },
  rate: { word: "signRate", draw: () => [ring("disc rank0", 0.45), text("disc-text", "64")] },
  lost: { word: "signLost", draw: () => [square("disc lost", 0.42, 0.1), text("disc-text", "0")] },
  searched: { word: "signSearched", draw: () => [ring("searched", 0.09)] },
  preview: { word: "signPreview", draw: () => [stone("b", "preview"), text("number on-b", "1")] },
  letter: { word: "signLetter", draw: () => [ring("letter-back", 0.32), text("letter", "A")] },
  label: { word: "signLabel", draw: () => [ring("letter-back", 0.36), text("label", "x", { style: "font-size: 0.56px" })] },
  five: { word: "signFive", draw: () => [ring("five", 0.26)] },
  four: { word: "signFour", draw: () => [svg("path", { class: "four", d: "M0 -0.26l0.26 0.26l-0.26 0.26l-0.26 -0.26z" })] },
  forbidden: { word: "signForbidden", draw: () => [svg("path", { class: "forbidden", d: "M-0.2 -0.2l0.4 0.4m0 -0.4l-0.4 0.4" })] },
  rowStone: { word: "signRowStone", draw: () => [stone("b", "played", 0.38), ring("row-stone", 0.43)] },
  rowPoint: { word: "signRowPoint", draw: () => [ring("row-point", 0.42)] },
  offered: { word: "signOffered", draw: () => [stone("b", "offered"), text("number on-b", "1")] },
  square: { word: "signSquare", draw: () => [square("square", 0.42, 0.12)] },
  region: { word: "signRegion", draw: () => [square("square region", 0.42, 0.12)] },
  wall: { word: "wall", draw: () => [square("wall", 0.5, 0)] },
  cursor: { word: "signCursor", draw: () => [svg("g", { class: "cursor" }, frame("under"), frame("over"))] },
};

/* A list of these signs; all of them without `kinds`. */
export function legend(kinds = Object.keys(SIGNS)) {
  return html("ul", { class: "legend" }, ...Object.keys(SIGNS).filter((kind) => kinds.includes(kind)).map((kind) =>
    html("li", { "data-sign": kind }, svg("svg", { viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" },
      svg("rect", { class: "wood", x: -0.5, y: -0.5, width: 1, height: 1, rx: 0.15 }), ...SIGNS[kind].draw()),
    html("span", {}, say(SIGNS[kind].word)))));
}
