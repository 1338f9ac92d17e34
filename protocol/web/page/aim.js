/* aim.js: a finger chooses a point first, where the lines are close, and confirms it: by the same point again or by
 * the button at the foot of the page. */

import { announce, byId } from "./dom.js";
import { pointName, samePoint } from "./layout.js";
import { say } from "./words.js";

const CELL_LEAST = 32; /* pixels between two lines that a finger hits */

/* Whether the point waits to be confirmed. */
export function mustConfirm({ board, settings }, point, byFinger) {
  return byFinger && settings.confirms && board.cellSize < CELL_LEAST && !samePoint(point, board.aim);
}

/* Shows the point and the buttons; null hides both. */
export function aimAt(page, point) {
  page.board.aimAt(point, page.game.side);
  byId("aim").hidden = point === null;
  if (!point) return;
  const name = pointName(point, page.game.tree.height);
  byId("aim-place").textContent = say("placeAt", { name });
  byId("aim-place").onclick = () => page.pointChosen(point);
  byId("aim-cancel").onclick = () => aimAt(page, null);
  announce(name);
}
