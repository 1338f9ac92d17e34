/* rule_note.js: the line under the choice of a rule, while the board keeps another one. */

import { byId } from "./dom.js";
import { isFresh } from "./tree.js";
import { say } from "./words.js";

/* Draws the line: the rule of the stones on the board, if the settings name another one for the next game. */
export function drawRuleNote({ game, settings }) {
  const { tree } = game, place = byId("rule-note");
  const text = tree.rule === settings.rule || isFresh(tree) ? "" : say("ruleStays", { rule: say(tree.rule) });
  place.hidden = text === "";
  if (place.textContent !== text) place.textContent = text;
}
