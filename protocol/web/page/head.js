/* head.js: who plays, in which event, with which result: the line above the board, and the form that changes it. */

import { button, choice } from "./controls.js";
import { byId, dot, html } from "./dom.js";
import { pointName } from "./layout.js";
import { seatsOf } from "./seats.js";
import { SIDES, other, withFact } from "./tree.js";
import { say } from "./words.js";

const RESULTS = { black: "blackWon", white: "whiteWon", draw: "drawn" };
const FIELDS = ["black", "white", "event", "date"];
const FACTS = { event: "EV", date: "DT" }; /* which the root has as properties of SGF */

/* The attack that a puzzle asks to stop: a button that shows it on the board, stone by stone. Null without one. */
function attackOf(page) {
  const { puzzles, game } = page, { puzzle } = puzzles;
  if (puzzle?.task !== "defence" || !puzzles.holds(game.tree)) return null;
  const side = other(puzzle.side), { line, size } = puzzle;
  const text = say("puzzleAttack", { side: say(SIDES[side]), name: pointName(line[0], size), count: line.length });
  const show = () => page.analysis.playOut(game.side === side ? line : [null, ...line], true);
  return html("button", { type: "button", class: "attack", id: "attack-shown", title: say("puzzleAttackShow"), onclick: show },
    dot(side), html("span", { "aria-hidden": "true" }, "\u25b6 "), text);
}

/* Draws the line; `hidesResult`: the status says it. */
export function drawHead(page, hidesResult) {
  const { black, white, end, event, date } = page.game.tree;
  const parts = [];
  const nameless = (side) => (side === page.play.readerSide ? say("you") : say(SIDES[side]));
  for (const [side, name] of black || white ? [["b", black], ["w", white]] : [])
    parts.push(html("span", { class: "player" }, dot(side), html("b", {}, name || nameless(side))));
  const words = [end in RESULTS && !hidesResult ? say(RESULTS[end]) : "", event, date].filter((text) => text);
  const attack = attackOf(page);
  if (attack) parts.push(attack);
  if (words.length > 0) parts.push(html("span", { class: "soft" }, words.join(" \u00b7 ")));
  const place = byId("game-head");
  if (parts.length === 0) parts.push(...seatsOf(page));
  const shown = parts.map((part) => part.outerHTML).join("");
  if (place.dataset.shown === shown) return; /* a button that is pressed stays */
  place.dataset.shown = shown;
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
