/* controls.js: the fields and buttons that the panels share. */

import { html, notify } from "./dom.js";
import { SIZES } from "./tree.js";
import { say } from "./words.js";

const FILE_MIB_MAX = 64;

export const TEXT_FILES = ".txt,text/plain";

/* A choice among `options`, [[value, text]]. */
export function choice(label, options, value, onchange) {
  const select = html("select", { onchange: () => onchange(select.value) },
    ...options.map(([key, text]) => html("option", { value: key, selected: String(key) === String(value) }, text)));
  return html("label", { class: "field" }, html("span", {}, label), select);
}

/* A switch that is on or off. */
export function toggle(label, value, onchange, attributes = {}) {
  const box = html("input", { type: "checkbox", role: "switch", checked: value, ...attributes,
    onchange: () => onchange(box.checked) });
  return html("label", { class: "toggle" }, box, html("span", {}, label));
}

/* Buttons of which one is pressed; the label is seen where `isLabelled`. */
export function segments(label, options, value, onchange, isLabelled = true) {
  const group = html("div", { class: "segments", role: "radiogroup", "aria-label": label });
  const set = (chosen) => {
    for (const button of group.children) {
      const is = button.dataset.value === chosen;
      button.setAttribute("aria-checked", is);
      button.tabIndex = is ? 0 : -1;
    }
  };
  const pick = (chosen) => {
    set(chosen);
    onchange(chosen);
  };
  for (const [key, text] of options)
    group.append(html("button", { type: "button", role: "radio", "data-value": key, onclick: () => pick(key) }, text));
  group.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const buttons = [...group.children];
    const at = buttons.indexOf(document.activeElement);
    const next = buttons[(at + step + buttons.length) % buttons.length];
    next.focus();
    pick(next.dataset.value);
    event.preventDefault();
    event.stopPropagation();
  });
  set(value);
  return isLabelled ? html("div", { class: "field" }, html("span", { "aria-hidden": "true" }, label), group) : group;
}

/* The value of a board's size in a choice of sizes. */
export function sizeValue({ width, height }) {
  return width === height ? width : `${width}x${height}`;
}

/* The options of a choice of a board's size: the square ones, before them that of a `board` which is not square. */
export function sizeChoices(board = null) {
  const sizes = SIZES.map((size) => ({ width: size, height: size }));
  if (board && board.width !== board.height) sizes.unshift(board);
  return sizes.map((size) => [sizeValue(size), `${size.width} \u00d7 ${size.height}`]);
}

export function button(text, onclick, attributes = {}) {
  return html("button", { type: "button", onclick, ...attributes }, text);
}

/* The hidden field of a file, for a button to open. Each choice calls take(file), also of the same file again. */
export function fileField(id, accept, take) {
  const field = html("input", { type: "file", hidden: true, id, accept, onchange: () => {
    const [file] = field.files;
    field.value = "";
    if (file) take(file);
  } });
  return field;
}

/* The bytes of a file. Null if it is too large, a folder or gone, which the page then says. */
export async function readFile(file) {
  try {
    if (file.size <= FILE_MIB_MAX << 20) return new Uint8Array(await file.arrayBuffer());
  } catch {
    /* said below */
  }
  notify(say("fileNotRead", { name: file.name, count: FILE_MIB_MAX }), "error");
  return null;
}

export function textIn(bytes) {
  return new TextDecoder().decode(bytes);
}

/* "+123", or the length of a proven win or loss. */
export function scoreText({ score, plies }) {
  if (plies > 0) return say("winIn", { count: plies });
  if (plies < 0) return say("lossIn", { count: -plies });
  return (score > 0 ? "+" : score < 0 ? "\u2212" : "") + Math.abs(score);
}

export function percentText(rate) {
  return Math.round(rate * 100) + "%";
}

/* 1234567 -> "1.23M". */
export function shortNumber(count) {
  if (count < 1000) return String(count);
  const [divisor, unit] = count < 1e6 ? [1e3, "k"] : count < 1e9 ? [1e6, "M"] : [1e9, "G"];
  const value = count / divisor;
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0) + unit;
}
