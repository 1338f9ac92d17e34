/* links.js: tests of short links: games of every rule and size there and back, damaged texts, and links that must stay
 * valid for ever. */

import { Reader, Writer } from "/site/coder.js";
import { decodeLink, encodeLink } from "/site/link.js";
import { shortLink } from "/site/short_link.js";
import * as trees from "/site/tree.js";
import { chance } from "./state.js";

const GAMES = 120;

/* Links of the first version, and the long links of the same positions. */
const FOR_EVER = {
  "#z1JAN": "#rule=freestyle&size=15x15&moves=h8",
  "#zTIRX5zg0MTP": "#rule=renju&size=15x15&moves=h8i9j10g7h9h10i8&at=4",
  "#z3dhXw0UYXRwMltNt9BgfUu8LgIAU3T": "#rule=standard&size=19x19&moves=j10k11k10l10j9j11i11l8k9l9k8l11k12l12l13k7j8m9m10i9i10h10",
  "#zIpdlR2AaMy1K2kmrmpL0HwsUYTK": "#rule=caro&size=22x5&walls=c3a1&black=d4b2&white=e5h2f1&side=white&moves=g3--h3~i3(ek2:j3)^w",
  "#z2E44Ohz0UUmoqYn": "#rule=caro-exact&size=6x20&moves=c10d10c11(bc12wd12)&at=2",
  "#z8T": "#rule=freestyle&size=15x15",
  "#zKZa8I9THLjKKiRVUwAtWx": "#rule=renju&size=15x15&moves=h8i9g9i7j8i8i10h9j9k10g7k8j7k7k9l8j10j11h10f7",
};

function same(actual, wanted) {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${a}, not ${b}`);
}

/* A game with variations on a board of any size: points near those before, as in games, and sometimes far away. */
function randomGame(draw) {
  const size = () => trees.SIZES[draw(trees.SIZES.length)];
  const width = size(), height = draw(3) ? width : size();
  const tree = trees.newTree({ rule: trees.RULES[draw(trees.RULES.length)], width, height });
  const nodes = [tree.root];
  for (let i = draw(120); i > 0; i--) {
    const at = draw(8) ? nodes[nodes.length - 1] : nodes[draw(nodes.length)];
    const near = draw(6) && at.point ? at.point : { x: draw(width), y: draw(height) };
    const within = (value, most) => Math.min(most - 1, Math.max(0, value + draw(5) - 2));
    const point = { x: within(near.x, width), y: within(near.y, height) };
    const node = trees.addMove(tree, at, draw(60) ? point : null);
    if (node && !nodes.includes(node)) nodes.push(node);
  }
  return { tree, nodes };
}

/* The moves of a tree with their variations, without what a link leaves out. */
function shapeOf(tree) {
  const bare = (node) => [node.color, node.point, node.setup, trees.sideSet(node), node.children.map(bare)];
  return [tree.rule, tree.width, tree.height, tree.side, bare(tree.root)];
}

function oneGame(moves, options = {}) {
  return decodeLink(`#rule=${options.rule ?? "freestyle"}&size=${options.size ?? 15}&moves=${moves}`);
}

/* What a reader and the engine see of the node. */
export function seenAt(tree, node) {
  return { ...trees.position(tree, node), side: trees.sideAfter(tree, node), request: trees.requestOf(tree, node) };
}

/* So many random games, of all rules and sizes if they are 120 or more. */
export function gameTest(games) {
  return { name: `${games} random games of all rules and sizes come back from short links, with their variations`, run() {
    const seen = new Set();
    for (let seed = 1; seed <= games; seed++) {
      const draw = chance(seed), { tree, nodes } = randomGame(draw), node = nodes[draw(nodes.length)];
      seen.add(tree.rule).add(tree.width);
      const { text, isWhole } = shortLink(tree, node);
      const back = decodeLink("#" + text);
      same([seed, isWhole, back.fault], [seed, true, undefined]);
      same([seed, shapeOf(back.tree)], [seed, shapeOf(tree)]);
      same([seed, seenAt(back.tree, back.node)], [seed, seenAt(tree, node)]);
      same([seed, shortLink(back.tree, back.node).text], [seed, text]);
    }
    same(seen.size, trees.RULES.length + trees.SIZES.length);
  } };
}

/* `randomTree(draw)`: a tree with every kind of node that a file can hold. */
export function linkTests(randomTree) {
  const tests = [];
  const test = (name, run) => tests.push({ name, run });

  test("a coder gives 200 random lists of choices back, and finds a damaged digit", () => {
    let damaged = 0, missed = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const draw = chance(seed), kinds = [], writer = new Writer();
      for (let i = draw(40); i > 0; i--) {
        const frequencies = Array.from({ length: 1 + draw(6) }, () => 1 + draw(1000)), value = draw(frequencies.length);
        kinds.push(draw(2) ? [frequencies, value] : [frequencies.length, value]);
        writer[Array.isArray(kinds.at(-1)[0]) ? "pick" : "even"](...kinds.at(-1));
      }
      const text = writer.text();
      const values = (reader) => kinds.map(([kind]) => (Array.isArray(kind) ? reader.pick(kind) : reader.even(kind)));
      const reader = new Reader(text);
      same([seed, values(reader), reader.isWhole], [seed, kinds.map(([, value]) => value), true]);
      const at = draw(text.length), other = text[at] === "7" ? "8" : "7";
      try {
        const bad = new Reader(text.slice(0, at) + other + text.slice(at + 1));
        values(bad);
        damaged++;
        missed += bad.isWhole;
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
      }
    }
    if (damaged < 40 || missed > 6) throw new Error(`${missed} of ${damaged} damaged digits are not found`);
  });

  tests.push(gameTest(GAMES));

  test("200 random trees with setups, passes and changes of the side come back from short links", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const { tree, nodes } = randomTree(chance(seed));
      for (const node of nodes) {
        const { text } = shortLink(tree, node), back = decodeLink("#" + text);
        if (back.fault) throw new Error(`seed ${seed}: ${text}: ${back.fault}`);
        same([seed, text, seenAt(back.tree, back.node)], [seed, text, seenAt(tree, node)]);
        same([seed, shortLink(back.tree, back.node).text], [seed, text]);
      }
    }
  });

  test("a game of a whole board fits in a link that every program passes on", () => {
    const draw = chance(1);
    for (const size of trees.SIZES) {
      const tree = trees.newTree({ width: size, height: size });
      const points = Array.from({ length: size * size }, (_, i) => ({ x: i % size, y: Math.floor(i / size), key: draw(1e6) }));
      let at = tree.root;
      for (const { x, y } of points.sort((a, b) => a.key - b.key)) at = trees.addMove(tree, at, { x, y });
      const { text } = shortLink(tree, at), back = decodeLink("#" + text);
      same([size, shapeOf(back.tree)], [size, shapeOf(tree)]);
      if (text.length > 2000) throw new Error(`${size}: ${text.length} characters`);
    }
  });

  test("a short link takes a third of a long one, and less", () => {
    const moves = "h8i9g9i7j8i8i10h9j9k10g7k8j7k7k9l8j10j11h10f7";
    const { tree, node } = oneGame(moves);
    const { text } = shortLink(tree, node), long = encodeLink(tree, node);
    if (text.length * 3 > long.length) throw new Error(`${text.length} and ${long.length} characters: ${text}`);
  });

  test("a tree that is too large is linked as the line on the board", () => {
    const draw = chance(2), tree = trees.newTree({ width: 19, height: 19 });
    let last = tree.root;
    for (let i = 0; i < 900; i++) {
      let at = tree.root;
      for (let depth = 1 + draw(12); depth > 0 && at; depth--) at = trees.addMove(tree, at, { x: draw(19), y: draw(19) }) ?? at;
      last = at;
    }
    const { text, isWhole } = shortLink(tree, last), back = decodeLink("#" + text);
    same([isWhole, text.length < 100, trees.requestOf(back.tree, back.node)], [false, true, trees.requestOf(tree, last)]);
    same(back.tree.root.children.length, 1);
  });

  test("links of before stay valid for ever", () => {
    for (const [link, long] of Object.entries(FOR_EVER)) {
      const { tree, node, fault } = decodeLink(link);
      same([link, fault], [link, undefined]);
      same([link, encodeLink(tree, node)], [link, long]);
    }
    if (Object.keys(FOR_EVER).length < 5) throw new Error("no links");
  });

  test("damaged short links name the fault, and never throw", () => {
    const links = Object.keys(FOR_EVER), draw = chance(3);
    let found = 0, count = 0;
    for (let i = 0; i < 1000; i++) {
      const link = links[draw(links.length)], at = 2 + draw(link.length - 2), digit = "0123456789ABCXYZabcxyz"[draw(22)];
      const bad = draw(3) === 0 ? link.slice(0, at) : draw(2) ? link.slice(0, at) + digit + link.slice(at + 1)
        : "#z" + Array.from({ length: draw(60) + 1 }, () => "0123456789ABCXYZabcxyz"[draw(22)]).join("");
      if (bad === link || bad === "#z") continue; /* nothing of it is left, or all */
      const { fault } = decodeLink(bad);
      count++;
      if (fault === "linkBroken") found++;
      else same([bad, fault], [bad, undefined]);
    }
    if (found < 0.99 * count) throw new Error(`${found} of ${count} are found`);
    same(decodeLink("#z" + "9".repeat(70000)).fault, "linkBroken");
    same(decodeLink("#z"), {});
  });

  return tests;
}
