/* players.js: the names of the players of a game against Kaname: the reader's, and Kaname with its level. They stand in the
 * tree, so every file of the game has them. */

import { html } from "./dom.js";
import { SIDES, other } from "./tree.js";
import { say } from "./words.js";

const NAME_MOST = 40; /* characters of the reader's name */

/* The words for a level. */
export function levelName(level) {
  return say("level" + level[0].toUpperCase() + level.slice(1));
}

/* The name under which Kaname plays with these settings. */
export function engineName({ level }) {
  return `Kaname (${levelName(level)})`;
}

/* The field for the reader's name; `changed()` follows each change. */
export function nameField(settings, changed) {
  const input = html("input", { type: "text", id: "reader-name", maxlength: String(NAME_MOST), value: settings.name,
    autocomplete: "nickname", placeholder: say("you"), onchange: () => {
      settings.name = input.value.trim();
      changed();
    } });
  return html("label", { class: "field" }, html("span", {}, say("readerName")), input);
}

/* Names the players of a game in which the reader has `color`, "b" or "w"; names that others have written stay. `named` holds
 * what was written before; returns what is now: {black, white}. */
export function namePlayers(tree, color, settings, named = { black: "", white: "" }) {
  const names = { [SIDES[color]]: settings.name, [SIDES[other(color)]]: engineName(settings) };
  for (const side of Object.values(SIDES)) {
    if (tree[side] === named[side] || tree[side] === "") tree[side] = names[side];
    else names[side] = named[side];
  }
  return names;
}
