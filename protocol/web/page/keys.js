/* keys.js: the keys of the page, in one table that the page obeys and the list of keys (?) shows, below the signs on the board. */

import { button } from "./controls.js";
import { byId, dismiss, html } from "./dom.js";
import { legend } from "./legend.js";
import { lastOf } from "./tree.js";
import { say } from "./words.js";

const LINES_MAX = 9;

/* `run(page, key)`; `word`: what it does, a key of the word tables. */
const KEYS = [
  { keys: ["ArrowLeft"], shown: "\u2190", word: "keyBack", run: (page) => page.step(page.game.node.parent) },
  { keys: ["ArrowRight"], shown: "\u2192", word: "keyForward", run: (page) => page.step(page.game.node.children[0]) },
  { keys: ["ArrowUp", "ArrowDown"], shown: "\u2191 \u2193", word: "keyBranch",
    run: (page, key) => page.step(sibling(page.game.node, key === "ArrowUp" ? -1 : 1)) },
  { keys: ["Home"], shown: "Home", word: "keyStart", run: (page) => page.step(page.game.tree.root) },
  { keys: ["End"], shown: "End", word: "keyEnd", run: (page) => page.step(lastOf(page.game.node)) },
  { keys: ["a"], shown: "A", word: "keyAnalysis", run: (page) => page.analysis.toggle() },
  { keys: Array.from({ length: LINES_MAX }, (_, i) => String(i + 1)), shown: "1 \u2026 9", word: "keyLine",
    run: (page, key) => (page.explorer.isShown ? page.explorer.play(Number(key) - 1) : page.analysis.playBest(Number(key) - 1)) },
  { keys: ["o"], shown: "O", word: "explorer", run: (page) => page.showPanel("explorer") },
  { keys: ["h"], shown: "H", word: "keyHint", run: (page) => (page.puzzles.isOn ? page.puzzles.help : page.play.hints).next() },
  { keys: ["u"], shown: "U", word: "keyUndo", run: (page) => page.play.undo() },
  { keys: ["n"], shown: "N", word: "keyNumbers", run: (page) => page.switchSetting("numbers") },
  { keys: ["t"], shown: "T", word: "keyThreats", run: (page) => page.switchSetting("threats") },
  { keys: ["e"], shown: "E", word: "editStart", run: (page) => (page.editor.isOn ? page.editor.end() : page.editor.start()) },
  { keys: ["?"], shown: "?", word: "keyList", run: () => showKeys() },
  { keys: ["Escape"], shown: "Esc", word: "keyClose", /* a dialog closes by itself */
    run: (page) => (page.editor.isOn ? page.editor.cancel() : dismiss()) },
];

/* The branch before or after the node's own. */
function sibling(node, step) {
  const all = node.parent?.children ?? [node];
  return all[all.indexOf(node) + step];
}

/* Does what the key of the event stands for, a letter also as a capital, but once while it is held down. Returns whether it
 * stands for anything. */
export function obeyKey(page, event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const entry = KEYS.find(({ keys }) => keys.includes(key));
  if (!entry) return false;
  if (!event.repeat || !/^[a-z]$/.test(key)) entry.run(page, key);
  return true;
}

/* Shows what the signs on the board mean, and the list of keys. */
export function showKeys() {
  let dialog = byId("keys");
  if (!dialog) document.body.append(dialog = html("dialog", { id: "keys", "aria-labelledby": "keys-title" }));
  const rows = [...KEYS, { shown: "Enter", word: "keyPlay" }];
  /* The title has the focus first: the button's would scroll a long list to its end. */
  dialog.replaceChildren(html("h2", { id: "keys-title", tabindex: "-1", autofocus: true }, say("keysTitle")),
    html("h3", {}, say("signs")), legend(), html("h3", {}, say("keysOnly")),
    html("dl", { class: "keys" }, ...rows.flatMap(({ shown, word }) =>
      [html("dt", {}, ...shown.split(" ").map((name) => html("kbd", {}, name))), html("dd", {}, say(word))])),
    html("p", { class: "soft" }, say("keysBoard")), button(say("close"), () => dialog.close(), { class: "primary" }));
  if (!dialog.open) dialog.showModal();
}
