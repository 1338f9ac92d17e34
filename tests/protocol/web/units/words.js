/* words.js: tests that the page uses every word of the tables, and has every word that it uses. */

import { LANGUAGES } from "/site/words.js";

const COMMENT = /\/\*.*?\*\//gs;
/* Strings that are no words: names of elements, classes and kinds. */
const NAMES = /\b(?:byId|html|svg|cross|ring)\("[^"]*"|\b(?:class|id|type): "[^"]*"|[!=]== "[^"]*"/g;
/* Words whose keys the page composes, and those of the engine's notes on a move. */
const COMPOSED = [/^language$/, /^[\w-]+Meaning$/, /^level[A-Z]/, /^view[a-z]/,
  /^(?:missed|overlooked|allowed|forbidden|five|VCF|VCT|win)$/];

async function siteText(name) {
  return globalThis.siteText ? globalThis.siteText(name) : (await fetch("/site/" + name)).text();
}

/* The texts of the module and of all that it imports, but for the tables of words. */
async function modulesOf(name, texts = new Map()) {
  if (texts.has(name) || name.startsWith("words/")) return texts;
  texts.set(name, (await siteText(name)).replace(COMMENT, ""));
  for (const [, other] of texts.get(name).matchAll(/^import .* from "\.\/([\w/.]+)";$/gm)) await modulesOf(other, texts);
  return texts;
}

/* Keys in these texts: {said} of words for certain, {named} by any string. */
function keysIn(texts, html) {
  const text = texts.join("\n"), marked = [...html.matchAll(/data-say[a-z-]*="([\w-]+)"/g)].map(([, key]) => key);
  const said = [...text.matchAll(/\bsay\("([\w-]+)"[,)]/g)].map(([, key]) => key).concat(marked);
  const named = [...text.replace(NAMES, "").matchAll(/"([\w-]+)"/g)].map(([, key]) => key);
  return { said, named: new Set([...said, ...named]) };
}

function unused(keys, { named }) {
  return keys.filter((key) => !named.has(key) && !COMPOSED.some((form) => form.test(key)));
}

/* Tests as [{name, run}]; `same(actual, wanted)` fails where they differ. */
export async function wordTests(same) {
  const modules = await modulesOf("page.js"), keys = keysIn([...modules.values()], await siteText("index.html"));
  return [{ name: "the page uses every word", run: () => {
    same([modules.size > 40, keys.said.length > 200], [true, true]);
    for (const [code, words] of Object.entries(LANGUAGES)) same([code, unused(Object.keys(words), keys)], [code, []]);
  } }, { name: "the page has every word that it uses", run: () => {
    for (const [code, words] of Object.entries(LANGUAGES)) same([code, keys.said.filter((key) => !words[key])], [code, []]);
  } }, { name: "a word that nothing but a name has is unused", run: () => {
    const module = 'byId("start"); say("open"); of({ id: "no" }); refusal("noGame"); phase === "line"';
    const some = keysIn([module], '<p data-say="title">');
    same(unused(["start", "open", "no", "noGame", "line", "title", "levelFull"], some), ["start", "no", "line"]);
  } }];
}
