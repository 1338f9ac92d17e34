/* head.js: who plays, in which event, with which result: the line above the board, and the form that changes it. */

import { button, choice } from "./controls.js";
import { byId, dot, html } from "./dom.js";
import { SIDES, withFact } from "./tree.js";
import { say } from "./words.js";

const RESULTS = { black: "blackWon", white: "whiteWon", draw: "drawn" };
const FIELDS = ["black", "white", "event", "date"];
const FACTS = { event: "EV", date: "DT" }; /* which the root has as properties of SGF */

/* Draws the line; `hidesResult`: the status says it. */
export function drawHead(page, hidesResult) {
  const { black, white, end, event, date } = page.game.tree;
  const parts = [];
  const nameless = (side) => (side === page.play.readerSide ? say("you") : say(SIDES[side]));
  for (const [side, name] of black || white ? [["b", black], ["w", white]] : [])
    parts.push(html("span", { class: "player" }, dot(side), html("b", {}, name || nameless(side))));
  const words = [end in RESULTS && !hidesResult ? say(RESULTS[end]) : "", event, date].filter((text) => text);
  if (words.length > 0) parts.push(html("span", { class: "soft" }, words.join(" \u00b7 ")));
  const place = byId("game-head");
  place.title = parts.map((part) => part.textContent).join(" \u00b7 "); /* where the line has no room for it */
  place.replaceChildren(...parts);
}

/* Shows the form. The result can be changed where no game against Kaname is on the board. */
export function editHead(page) {
  const { tree } = page.game;
  let dialog = byId("game-data");
  if (!dialog) document.body.append(dialog = html("dialog", { id: "game-data", "aria-labelledby": "game-data-title" }));
  const input = (key) => html("input", { type: "text", id: "data-" + key, maxlength: "200", value: tree[key] });
  const inputs = Object.fromEntries(FIELDS.map((key) => [key, input(key)]));
  const results = Object.entries(RESULTS).map(([key, word]) => [key, say(word)]);
  const result = choice(say("result"), [["none", say("noResult")], ...results], tree.end, () => {});
  const select = result.querySelector("select");
  select.disabled = page.play.head !== null;
  const field = (key) => html("label", { class: "field" }, html("span", {}, say(key === "date" ? "dateOf" : key)), inputs[key]);
  const save = () => {
    dialog.close();
    if (page.game.tree !== tree) return;
    for (const key of FIELDS) {
      const value = inputs[key].value.trim();
      if (key in FACTS && value !== tree[key].trim()) tree.root.properties = withFact(tree.root.properties, FACTS[key], value);
      tree[key] = value;
    }
    if (page.play.head === null) tree.end = select.value;
    page.redraw();
    page.keep();
  };
  dialog.replaceChildren(html("h2", { id: "game-data-title" }, say("gameData")),
    html("div", { class: "form" }, ...FIELDS.map(field), result),
    html("div", { class: "row" }, button(say("keepData"), save, { id: "keep-data", class: "primary" }),
      button(say("close"), () => dialog.close())));
  dialog.showModal();
}
