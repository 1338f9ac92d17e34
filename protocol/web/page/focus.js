/* focus.js: where the focus of a reader by keys goes when the control that has it is gone. */

import { byId } from "./dom.js";

/* A control that is removed or hidden gives the focus to the one that took its place, under the same name. Without one, it goes
 * from the row of a list to the panel around it, where the arrow keys step through the game as before, else to `board`. What the
 * page has focused meanwhile keeps it. */
export function keepFocus(board) {
  let last = null, panel = null; /* the control in focus, null for readers by mouse or finger, and the panel of a row */
  const isSeen = (place) => place?.isConnected && !place.closest("[hidden]");
  document.addEventListener("pointerdown", () => { last = null; });
  document.addEventListener("focusin", ({ target }) => {
    last = target.matches(":focus-visible") ? target : null;
    panel = target.closest("li")?.closest("[role=tabpanel]");
  });
  const look = () => {
    if (last === null || isSeen(last) || ![document.body, last].includes(document.activeElement)) return;
    const next = byId(last.id);
    const place = isSeen(next) && !next.disabled ? next : isSeen(panel) ? panel : board;
    place.focus({ preventScroll: true });
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributeFilter: ["hidden"] });
}
