/* dom.js: elements of the page made in one call. */

import { say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/* Makes an element. An attribute that begins with "on" is a listener; false and null leave it out. */
export function html(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/* A small stone of the colour, "b" or "w". */
export function dot(color) {
  return html("i", { class: "dot " + color, "aria-hidden": "true" });
}

export function byId(id) {
  return document.getElementById(id);
}

/* Whether the element takes text, so that what is typed, pasted or dropped there is its own. */
export function takesText(place) {
  return Boolean(place.closest?.("input:not([type=checkbox]), textarea"));
}

/* Replaces what is in the place. A focus that came by keys stays: on the control of the same id or, among those without, of the
 * same number; else on the first one. */
export function refill(place, ...children) {
  const controls = () => [...place.querySelectorAll("button, select")].filter((control) => !control.disabled);
  const before = document.activeElement, at = before.matches(":focus-visible") ? controls().indexOf(before) : -1;
  place.replaceChildren(...children);
  if (at < 0) return;
  const left = controls(), found = before.id ? left.find(({ id }) => id === before.id) : left[at];
  (found ?? left[0])?.focus({ preventScroll: true });
}

/* Gives the control the focus, unless another one has it: a field in which the reader types, or a button that the reader is about
 * to press. The focus is free on no element, on a control that is off by now, and on the board, whose move has been made. */
export function offerFocus(control) {
  const { activeElement } = document;
  if (!activeElement || activeElement.disabled || [document.body, byId("board")].includes(activeElement))
    control?.focus({ preventScroll: true });
}

/* Says the text to screen readers, in place of one that was not said yet. What notify() shows is said by its own place. */
export function announce(text) {
  const region = byId("live");
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = text; });
}

let whenGone = () => {}; /* of the message that is shown */

/* Shows a message beside the controls, and says it; `kind` is "info" or "error". `action` adds a button, {text, run}. It goes
 * by itself, by the reader's wish or before another message; then `gone` is called. */
export function notify(text, kind = "info", action = null, gone = () => {}) {
  const message = html("div", { class: "message " + kind }, html("span", {}, text));
  const end = () => message.isConnected && dismiss();
  if (action) message.append(html("button", { type: "button", onclick: () => {
    end();
    action.run();
  } }, action.text));
  const cross = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { class: "stroke", d: "M6 6l12 12M18 6L6 18" }));
  message.append(html("button", { type: "button", class: "icon dismiss", onclick: end, "aria-label": say("close"),
    title: say("close") }, cross));
  dismiss();
  byId("messages").append(message);
  whenGone = gone;
  setTimeout(end, kind === "error" || action ? 12000 : 4000);
}

/* Takes the message away that is shown. */
export function dismiss() {
  const gone = whenGone;
  whenGone = () => {};
  byId("messages").replaceChildren();
  gone();
}
