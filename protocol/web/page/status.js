/* status.js: the line above the board with its clocks, and which steps through the game there are. */

import { byId, html } from "./dom.js";
import { drawHead } from "./head.js";
import { drawRuleNote } from "./rule_note.js";
import { drawSeats } from "./seats.js";
import { SIDES, lastOf } from "./tree.js";
import { say } from "./words.js";

export function drawStatus(page) {
  const { game } = page;
  const { facts } = game;
  let text = page.puzzles.status() || page.play.status();
  if (text === "" && facts?.wrong) text = facts.wrong;
  if (text === "" && game.isOver) text = say(facts.end === "draw" ? "drawn" : facts.end === "black" ? "blackWon" : "whiteWon");
  if (text === "") text = page.sideText();
  const place = byId("status");
  if (place.textContent !== text) place.textContent = text;
  byId("turn").className = game.isOver || page.play.isOver ? "over" : game.side;
  byId("main").classList.toggle("solving", page.machine.state.phase === "puzzle");
  page.makeRoom();
  byId("status-line").classList.toggle("busy", page.machine.state.owner !== "" || page.play.isThinking);
  drawHead(page, page.play.head !== null);
  drawSeats(page);
  drawRuleNote(page);
  byId("rule-name").replaceChildren(html("span", {}, say(game.tree.rule)),
    html("span", {}, ` ${game.tree.width}×${game.tree.height}`));
  const last = lastOf(game.node);
  byId("place").textContent = `${game.number}`;
  byId("to-start").disabled = byId("back").disabled = !game.node.parent;
  byId("take-back").disabled = page.play.undoRefusal() !== "";
  byId("to-end").disabled = byId("forward").disabled = last === game.node;
}

/* The clocks; those that show the same stay, so that a screen reader can read them. */
export function drawClock(sides) {
  const place = byId("clock"), shown = sides.map(({ side, text, runs }) => say(SIDES[side]) + text + runs).join();
  if (place.dataset.shown === shown) return;
  place.dataset.shown = shown;
  place.hidden = sides.length === 0;
  place.replaceChildren(...sides.map(({ side, text, runs }) =>
    html("span", { class: side + (runs ? " runs" : "") }, html("b", { class: "hidden" }, say(SIDES[side]) + " "), text)));
}
