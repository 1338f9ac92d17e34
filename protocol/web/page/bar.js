/* bar.js: the bar beside the board: how the points are shared out between Black and White. */

import { percentText, scoreText } from "./controls.js";
import { byId } from "./dom.js";
import { path } from "./tree.js";
import { say } from "./words.js";

/* The evaluation of the node, else that of the last position before it that has one; null without any. */
export function evaluationAt(node) {
  return path(node).reverse().find((at) => at.evaluation)?.evaluation ?? null;
}

/* Draws it. `isOwn` evaluations belong to the position itself; others are drawn paler. */
export function drawBar(page) {
  const place = byId("bar"), { node } = page.game;
  place.hidden = !page.settings.bar;
  byId("board-row").classList.toggle("barred", page.settings.bar);
  const { facts } = page.game, known = facts && ["black", "white", "draw"].includes(facts.end);
  const evaluation = known ? { blackRate: { black: 1, white: 0, draw: 0.5 }[facts.end], plies: 0, score: 0 } : evaluationAt(node);
  const rate = evaluation?.blackRate ?? 0.5;
  place.style.setProperty("--share", (rate * 100).toFixed(1) + "%");
  place.classList.toggle("unknown", evaluation === null);
  place.classList.toggle("old", evaluation !== null && !known && node.evaluation !== evaluation);
  place.classList.toggle("black-leads", rate > 0.5);
  const share = percentText(Math.max(rate, 1 - rate));
  place.lastElementChild.textContent = evaluation === null ? "" : share.replace("%", "");
  place.classList.toggle("sure", share === "100%");
  const text = evaluation === null ? say("unknownRate") : say(rate >= 0.5 ? "barBlack" : "barWhite", { share });
  place.setAttribute("aria-label", text);
  place.title = evaluation?.plies ? `${text} (${scoreText({ score: 0, plies: Math.abs(evaluation.plies) })})` : text;
}
