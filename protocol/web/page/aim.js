/* aim.js: a finger chooses a point first, where the lines are close, and confirms it: by the same point again or by
 * a button below the board, in the place of the steps. A finger that stays on the board moves a loupe. */

import { announce, byId } from "./dom.js";
import { pointName, samePoint } from "./layout.js";
import { Loupe } from "./loupe.js";
import { say } from "./words.js";

const CELL_LEAST = 32; /* pixels between two lines that a finger hits */

function isClose(board) {
  return board.cellSize < CELL_LEAST;
}

/* Whether the point waits to be confirmed. */
export function mustConfirm({ board, settings }, point, byFinger) {
  return byFinger && settings.confirms && isClose(board) && !samePoint(point, board.aim);
}

/* Shows the point and the buttons; null hides both. Where no stone of the side to move may stand, the first button says so,
 * and tells why. */
export function aimAt(page, point) {
  page.board.aimAt(point, page.editor.isOn ? page.editor.tool : page.game.side);
  byId("aim").hidden = point === null;
  if (!point) return;
  const name = pointName(point, page.game.tree.height), place = byId("aim-place");
  const isForbidden = !page.editor.isOn && !page.moves.isLabelling && page.game.isForbidden(point);
  place.classList.toggle("wrong", isForbidden);
  place.textContent = say(isForbidden ? "forbiddenWhy" : "placeAt", { name });
  place.onclick = () => page.pointChosen(point);
  byId("aim-cancel").onclick = () => aimAt(page, null);
  byId("aim").scrollIntoView({ block: "nearest" });
  announce(isForbidden ? place.textContent : name);
}

/* Magnifies the points around a finger that is held. Where it lets go, the point is chosen, and never confirmed at once. */
export function magnify(page) {
  return new Loupe(page.board, {
    isWanted: () => isClose(page.board),
    aim: (point) => (page.settings.confirms ? aimAt(page, point) : page.pointChosen(point, true)),
  });
}
