/* seats.js: who plays whom where no game with names is on the board, and, before the first stone, other ways to play one click
 * away: below the board, in the place of the steps, of which there are none yet. */

import { button } from "./controls.js";
import { byId, dot, html, refill } from "./dom.js";
import { engineName, levelName } from "./players.js";
import { isFresh } from "./tree.js";
import { say } from "./words.js";

/* Whether the next stone begins a game that the settings name. */
function isFirst(page) {
  return page.machine.state.phase === "study" && isFresh(page.game.tree) && page.begins;
}

/* The parts of the line above the board; none in a puzzle and in the editor. */
export function seatsOf(page) {
  const { settings, play } = page, { phase } = page.machine.state;
  if (["puzzle", "editing"].includes(phase) || page.puzzles.holds(page.game.tree)) return [];
  if (phase === "opening" || (isFirst(page) && play.hasOpening))
    return [html("span", { class: "soft" }, say("seatsOpening", { level: levelName(settings.level) }))];
  if (!isFirst(page)) return [html("span", { class: "soft" }, say("seatsBoth"))];
  const names = { b: engineName(settings), w: engineName(settings), [settings.color]: settings.name || say("you") };
  return ["b", "w"].map((side) => html("span", { class: "seat" }, dot(side), html("b", {}, names[side])));
}

/* Draws the buttons; a reader who has played before, and may want to bring that game back, has the steps. */
export function drawSeats(page) {
  const { settings, levels, play } = page, place = byId("seats");
  const isAlone = settings.panel === "play" && settings.color === "both" && !play.hasOpening;
  const isHere = page.machine.state.phase === "study" && isFresh(page.game.tree) && !page.past.isThere &&
    (isFirst(page) || isAlone);
  const easier = levels[Math.floor(levels.indexOf(settings.level) / 2)];
  const key = isHere ? [settings.language, isAlone, easier, settings.level].join() : "";
  if (place.dataset.shown === key) return; /* a button that is pressed stays */
  place.dataset.shown = key;
  place.hidden = !isHere;
  if (!isHere) return;
  const change = (changes) => () => {
    Object.assign(settings, changes);
    page.save();
    play.build();
  };
  refill(place, ...(isAlone ? [button(say("playKaname"), change({ color: "b" }), { id: "seat-kaname" })]
    : [easier !== undefined && easier !== settings.level
      ? button(say("easierLevel", { level: levelName(easier) }), change({ level: easier }), { id: "seat-easier" }) : null,
    button(say("moveBoth"), () => page.showPanel("analyze"), { id: "seat-both" })].filter((part) => part !== null)));
}
