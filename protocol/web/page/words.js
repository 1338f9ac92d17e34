/* words.js: the page's words in the language of the reader. A language is a file in words/ that
 * exports a table with the keys of words/en.js; add it to LANGUAGES. */

import { en } from "./words/en.js";
import { ja } from "./words/ja.js";
import { zh } from "./words/zh.js";

export const LANGUAGES = { en, zh, ja };

/* What the engine's C code says of a whole game that cannot be saved, or only without its rule. */
const ENGINE_TEXTS = {
  "the format cannot hold walls and setup stones": "formatSetup", "the format cannot hold passes": "formatPasses",
  "the format supports only 15x15 boards": "formatSize", "the format cannot hold setup stones after moves": "formatLateSetup",
  "list of moves": "formatMoves",
};
const RULE_LEFT = "the file does not hold the rule, ";

let current = en;

/* The language for a reader with these preferences ("zh-CN", "en"). */
export function chooseLanguage(preferences) {
  for (const preference of preferences) {
    const code = preference.toLowerCase().split("-")[0];
    if (code in LANGUAGES) return code;
  }
  return "en";
}

export function setLanguage(code) {
  current = LANGUAGES[code] ?? en;
}

/* The words of a key, with {name} replaced by values.name. In {count move|moves} the number is followed by the word for one or
 * by the one for more. */
export function say(key, values = {}) {
  const text = current[key] ?? en[key] ?? key;
  return text.replace(/\{(\w+)(?: ([^|{}]+)\|([^|{}]+))?\}/g, (all, name, one, more) => {
    const value = values[name] ?? all;
    return one === undefined ? value : `${value} ${Number(value) === 1 ? one : more}`;
  });
}

/* A text of the engine in the reader's language, if it is a known one. */
export function sayOfEngine(text) {
  if (text.startsWith(RULE_LEFT)) return say("formatRule", { rule: say(text.slice(RULE_LEFT.length)) });
  return text in ENGINE_TEXTS ? say(ENGINE_TEXTS[text]) : text;
}

/* Fills the elements below `root` that name a key: data-say for the text, data-say-label for
 * aria-label and, of a button, the tooltip, data-say-hint for the placeholder, data-say-role for aria-roledescription. */
export function sayAll(root) {
  for (const place of root.querySelectorAll("[data-say]")) place.textContent = say(place.dataset.say);
  for (const place of root.querySelectorAll("[data-say-label]")) {
    place.setAttribute("aria-label", say(place.dataset.sayLabel));
    if (place.matches("button")) place.title = say(place.dataset.sayLabel);
  }
  for (const place of root.querySelectorAll("[data-say-hint]")) place.placeholder = say(place.dataset.sayHint);
  for (const place of root.querySelectorAll("[data-say-role]"))
    place.setAttribute("aria-roledescription", say(place.dataset.sayRole));
}
