/* kept_game.js: what a kept game may be: see data() of play.js. */

import { isOpeningData } from "./opening.js";

export function isGameData(data) {
  if (!data || !["opening", "game", "ended"].includes(data.phase) || !["b", "w", "both"].includes(data.color)) return false;
  const isTime = (ms) => Number.isFinite(ms) && ms >= 0;
  if (!Number.isInteger(data.seed) || !Array.isArray(data.way) || !isTime(data.limitMs) || !isTime(data.used?.b) ||
    !isTime(data.used?.w)) return false;
  if (data.named !== undefined && (typeof data.named?.black !== "string" || typeof data.named?.white !== "string")) return false;
  if ((data.phase === "ended") !== Boolean(data.result) || (data.phase === "opening") !== Boolean(data.opening)) return false;
  if (data.opened !== undefined && !Number.isInteger(data.opened)) return false;
  return !data.opening || isOpeningData(data.opening);
}
