/* units.js: tests of the modules that compute, in a browser. Sets window.results: a list of
 * {name, fault}; fault is "" where the test passes. */

import { accuracyOf, turningPoint } from "/site/accuracy.js";
import { sliceMs } from "/site/engine.js";
import { shortNumber } from "/site/controls.js";
import { Clock, clockText } from "/site/clock.js";
import { cellAt, graphLines, graphMove, graphTicks, parsePoints, pointName, starPoints, treeLayout } from "/site/layout.js";
import { decodeLink, encodeLink } from "/site/link.js";
import { threadsAlone, threadsAtMost } from "/site/load.js";
import { nextLabel } from "/site/moves.js";
import { linkTests, seenAt } from "./links.js";
import { openingTests } from "./openings.js";
import { puzzleTests } from "./puzzles.js";
import { chance, stateTests } from "./state.js";
import * as trees from "/site/tree.js";
import { wordTests } from "./words.js";
import { LANGUAGES, chooseLanguage, say, setLanguage } from "/site/words.js";

const tests = [];

function test(name, run) {
  tests.push({ name, run });
}

function same(actual, wanted) {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${a}, not ${b}`);
}

/* A tree of moves: "h8 i9" is a line, "(...)" a branch after the move before it. */
function grow(text, options) {
  const tree = trees.newTree(options);
  const stack = [];
  let at = tree.root;
  for (const word of text.match(/[()]|[a-z][0-9]+|--/g) || []) {
    if (word === "(") stack.push(at);
    else if (word === ")") at = stack.pop();
    else at = trees.addMove(tree, at, word === "--" ? null : parsePoints(word, tree.height)[0]);
  }
  return { tree, at };
}

/* ---- moves.js ---- */

test("labels go on by letters and numbers", () => {
  same(["A", "y", "Z", "9", "", "A1", "見"].map(nextLabel), ["B", "z", "Z", "10", "", "A1", "見"]);
});

test("a label stands once on its point, and comes back from every form", () => {
  const { tree, at } = grow("h8 i9");
  trees.setLabel(at, { x: 0, y: 0 }, "A");
  trees.setLabel(at, { x: 0, y: 0 }, "b\tc");
  trees.setLabel(at, { x: 7, y: 7 }, "2");
  trees.setLabel(at, { x: 7, y: 7 }, "");
  same(at.labels, [{ x: 0, y: 0, text: "b\tc" }]);
  same(trees.textOf(tree).split("\n")[4], "1\twi9\t\t\ta15=b c");
  same(trees.nodeAt(trees.treeOfData(trees.dataOf(tree)), [0, 0]).labels, at.labels);
});

/* ---- layout.js ---- */

test("names of points begin at the lower left", () => {
  same(pointName({ x: 0, y: 14 }, 15), "a1");
  same(pointName({ x: 7, y: 7 }, 15), "h8");
  same(parsePoints("h8a1v22", 22), [{ x: 7, y: 14 }, { x: 0, y: 21 }, { x: 21, y: 0 }]);
  same(parsePoints("", 15), []);
});

test("star points are symmetric and on the board at every size", () => {
  for (let width = 5; width <= 22; width++)
    for (let height = 5; height <= 22; height++) {
      const names = new Set(starPoints(width, height).map((p) => p.x + "," + p.y));
      for (const point of starPoints(width, height)) {
        if (point.x < 0 || point.y < 0 || point.x >= width || point.y >= height) throw new Error("off the board");
        if (!names.has(`${width - 1 - point.x},${point.y}`) || !names.has(`${point.x},${height - 1 - point.y}`))
          throw new Error(`${width}x${height} is lopsided`);
      }
    }
  same(starPoints(15, 15).length, 5);
});

test("a place belongs to the nearest cell, or to none beside the board", () => {
  same(cellAt(0.4, 6.6, 15, 15), { x: 0, y: 7 });
  same(cellAt(-0.6, 3, 15, 15), null);
  same(cellAt(14.51, 3, 15, 15), null);
});

test("the graph bridges one unknown rate and breaks at two", () => {
  same(graphLines([0.5, null, 1, null, null, 0], 50, 10), [[[0, 5], [20, 0]], [[50, 10]]]);
  same(graphLines([], 50, 10), []);
  same([graphMove(0, 50, 6), graphMove(26, 50, 6), graphMove(99, 50, 6), graphMove(9, 0, 6)], [0, 3, 5, 0]);
});

test("a click near a mark of the graph means its move, and ticks keep apart", () => {
  same([graphMove(22, 50, 6, [2], 5), graphMove(26, 50, 6, [2], 5), graphMove(33, 50, 6, [3, 4], 14)], [2, 3, 3]);
  same([graphTicks(1, 100, 30), graphTicks(11, 100, 30), graphTicks(61, 300, 34)],
    [[0], [0, 5, 10], [0, 10, 20, 30, 40, 50, 60]]);
});

test("the turning point is the last move that leaves its side clearly worse, or the greatest oversight of a side that was", () => {
  const move = (best_rate, loss, notes = "") => ({ best_rate, loss, notes });
  const [missed, small, turn, late] = [move(1, 0.5, "missed"), move(0.5, 0.15), move(0.55, 0.4), move(0.25, 0.2)];
  same([turningPoint([]), turningPoint([missed, small, late])], [null, null]);
  same(turningPoint([missed, small, turn, late]) === turn, true);
  same(turningPoint([move(0.9, 0.9), turn, late, move(0.2, 0.2, "overlooked")]) === turn, true);
  const [allowed, overlooked] = [move(0.35, 0.35, "allowed"), move(0.35, 0.35, "overlooked")];
  same(turningPoint([late, allowed, overlooked, move(0.2, 0.2, "allowed")]) === allowed, true);
  same(turningPoint([move(0.3, 0.2, "allowed"), overlooked]) === overlooked, true);
});

test("accuracy halves with each tenth that is lost; forced answers and lost positions do not count", () => {
  const move = (loss, notes = "", best_rate = 0.5) => ({ loss, notes, best_rate });
  same(accuracyOf([]), { accuracy: null, loss: 0 });
  same(accuracyOf([move(0), move(0.1)]).accuracy, 75);
  same(accuracyOf([move(0.1), move(0, "only"), move(0, "", 0)]).accuracy, 50);
});

test("no two nodes of a drawn tree share a place, and lines run right", () => {
  const { tree } = grow("h8 (i9 (j10 (k11) k10) j9 k9 (l9) m9) (i8 j8 k8) i7 j7");
  const { places, columns, rows } = treeLayout(tree.root);
  same(places.size, trees.countNodes(tree));
  const taken = new Set();
  for (const [node, { column, row }] of places) {
    if (taken.has(column + "," + row)) throw new Error(`two nodes at ${column},${row}`);
    taken.add(column + "," + row);
    if (column >= columns || row >= rows) throw new Error("outside of the extent");
    if (!node.parent) continue;
    const parent = places.get(node.parent);
    if (parent.column !== column - 1 || parent.row > row) throw new Error("a child is not to the right");
    if (node.parent.children[0] === node && parent.row !== row) throw new Error("the first child is on another row");
  }
});

test("a tree of twenty thousand moves is laid out without a deep stack", () => {
  const tree = trees.newTree({ width: 22, height: 22 });
  let at = tree.root;
  for (let i = 0; i < 20000; i++) {
    const node = trees.newNode(at);
    node.color = i % 2 ? "w" : "b";
    at.children.push(node);
    at = node;
  }
  same(treeLayout(tree.root).columns, 20001);
});

/* ---- tree.js ---- */

test("moves alternate, and the same move is the same node", () => {
  const { tree, at } = grow("h8 i9");
  same([at.color, trees.moveNumber(at), trees.sideAfter(tree, at)], ["w", 2, "b"]);
  same(trees.addMove(tree, tree.root, { x: 7, y: 7 }) === tree.root.children[0], true);
  same(trees.addMove(tree, at, { x: 7, y: 7 }), null);
  same(tree.root.children.length, 1);
});

test("a proof stays the evaluation of its position", () => {
  const node = trees.newNode(null);
  trees.evaluate(node, { blackRate: 0.4, plies: 0 });
  trees.evaluate(node, { blackRate: 0.6, plies: 0 });
  same(node.evaluation.blackRate, 0.6);
  trees.evaluate(node, { blackRate: 1, plies: 9 });
  trees.evaluate(node, { blackRate: 0.7, plies: 0 });
  same(node.evaluation, { blackRate: 1, plies: 9 });
  trees.evaluate(node, { blackRate: 1, plies: 7 });
  same(node.evaluation.plies, 7);
});

test("a pass changes the side and no cell", () => {
  const { tree, at } = grow("h8 --");
  same([trees.sideAfter(tree, at), trees.moveNumber(at)], ["b", 2]);
  same(trees.position(tree, at).cells.filter((cell) => cell !== "").length, 1);
});

test("positions count moves and know setup", () => {
  const { tree } = grow("");
  tree.root.setup = [{ color: "b", x: 0, y: 0 }, { color: "x", x: 1, y: 0 }];
  same(trees.sideAfter(tree, tree.root), "w");
  const node = trees.addMove(tree, tree.root, { x: 2, y: 0 });
  same([trees.position(tree, node).cells.slice(0, 3), trees.position(tree, node).numbers.slice(0, 3)],
    [["b", "x", "w"], [0, 0, 1]]);
  same(trees.requestOf(tree, node), "rule=freestyle size=15x15 walls=b15 black=a15 side=white moves=c15");
});

test("nodes that change nothing leave the side as it was, however many they are", () => {
  const { tree, at } = grow("h8 i9 j10");
  let last = at;
  for (let i = 0; i < 100000; i++) {
    const node = trees.newNode(last);
    last.children.push(node);
    last = node;
  }
  same(trees.sideAfter(tree, last), "w");
});

test("requests write passes and who begins", () => {
  const { tree, at } = grow("h8 -- i9", { rule: "renju" });
  same(trees.requestOf(tree, at), "rule=renju size=15x15 side=black moves=h8--i9");
  tree.root.children = [];
  tree.side = "w";
  same(trees.requestOf(tree, trees.addMove(tree, tree.root, { x: 0, y: 0 })),
    "rule=freestyle size=15x15 side=white moves=a15".replace("freestyle", "renju"));
});

test("removing goes to the parent, promoting makes the main line", () => {
  const { tree } = grow("h8 (i9) i8 j8");
  const branch = tree.root.children[0].children[1];
  trees.promote(branch);
  same(trees.mainLine(tree.root).length, 4);
  same(trees.removeNode(branch) === tree.root.children[0], true);
  same(trees.countNodes(tree), 3);
});

test("a tree and its data are the same, comments and all", () => {
  const { tree, at } = grow("h8 (i9 j10) (-- j8) i7");
  at.comment = "tab\there\nand \\ \"quotes\" 黑";
  tree.root.setup = [{ color: "w", x: 3, y: 3 }];
  trees.evaluate(at, { blackRate: 0.62504, plies: 0 });
  trees.evaluate(tree.root, { blackRate: 1, plies: 7 });
  const back = trees.treeOfData(JSON.parse(JSON.stringify(trees.dataOf(tree))));
  same(trees.dataOf(back), trees.dataOf(tree));
  same(trees.nodeAt(back, trees.wayTo(at)).comment, at.comment);
  same([trees.nodeAt(back, trees.wayTo(at)).evaluation, back.root.evaluation],
    [{ blackRate: 0.625, plies: 0 }, { blackRate: 1, plies: 7 }]);
  for (const bad of [{}, { width: 15 }, { width: 15, height: 99, nodes: [] }, { width: 15, height: 15, nodes: [[5, "bh8", ""]] }])
    same(trees.treeOfData(bad), null);
});

test("text for the engine is depth first with one line a node", () => {
  const { tree } = grow("h8 (i9) i7");
  tree.root.children[0].comment = "a\nb\\";
  same(trees.textOf(tree), "\n\n-1\t\t\t\n0\tbh8\ta\\nb\\\\\t\n1\twi9\t\t\n1\twi7\t\t\n");
});

/* ---- link.js ---- */

test("links come back as they went, at every place", () => {
  for (const options of [{}, { rule: "renju" }, { rule: "caro-exact", width: 22, height: 5 }]) {
    const { tree } = grow("a1 b2 -- c3 d4", options);
    for (const node of trees.mainLine(tree.root)) {
      const link = encodeLink(tree, node);
      const back = decodeLink(link);
      same(encodeLink(back.tree, back.node), link);
      same(trees.requestOf(back.tree, back.node), trees.requestOf(tree, node));
    }
  }
});

test("links hold setup and the side to move", () => {
  const { tree } = grow("");
  tree.root.setup = [{ color: "b", x: 0, y: 14 }, { color: "x", x: 5, y: 5 }];
  tree.side = "w";
  same(encodeLink(tree, tree.root), "#rule=freestyle&size=15x15&walls=f10&black=a1&side=white");
  const back = decodeLink(encodeLink(tree, tree.root));
  same(trees.requestOf(back.tree, back.node), trees.requestOf(tree, tree.root));
});

test("bad links name what is wrong", () => {
  const faults = { "#moves=h8h8": "linkMoves", "#moves=h8&rule=go": "linkRule", "#moves=h8&size=99": "linkSize",
    "#moves=zz": "linkMoves", "#moves=h16": "linkMoves", "#black=h8h8": "linkStones", "#black=q9": "linkStones",
    "#moves=h8&at=2": "linkMoves", "#moves=h8&at=-1": "linkMoves", "#moves=h8&side=red": "linkStones",
    "#size=15x4": "linkSize", "#moves=h8;drop": "linkMoves" };
  for (const [link, fault] of Object.entries(faults)) same([link, decodeLink(link).fault], [link, fault]);
  for (const none of ["", "#", "#hello", "#a=b"]) same(decodeLink(none), {});
});

test("a link holds no more steps than the page can show at once", () => {
  const fault = (steps) => decodeLink("#moves=" + "--".repeat(steps)).fault;
  same([fault(4000), fault(4001)], [undefined, "linkMoves"]);
});

test("a link may hold moves alone", () => {
  for (const link of ["#h8i9j10", "#/h8i9j10", "#H8,I9,J10", "#/h8_i9_j10", "#h8%20i9%20j10"]) {
    const { tree, node } = decodeLink(link);
    same([link, tree.width, encodeLink(tree, node)], [link, 15, "#rule=freestyle&size=15x15&moves=h8i9j10"]);
  }
  for (const link of ["#h8h8", "#h8t19"]) same([link, decodeLink(link).fault], [link, "linkMoves"]);
  for (const none of ["#h8i", "#/", "#%", "#h8/i9"]) same(decodeLink(none), {});
});

/* ---- random trees ---- */

/* Every kind of node that a file can hold: moves out of turn, passes, stones put down and taken away with a
 * move or without, comments, labels, nothing at all. */
function randomTree(draw) {
  const tree = trees.newTree({ rule: ["freestyle", "renju"][draw(2)], width: 5 + draw(4), height: 5 + draw(4) });
  const point = () => ({ x: draw(tree.width), y: draw(tree.height) });
  tree.side = ["", "b", "w"][draw(3)];
  for (let i = draw(4); i > 0; i--) setUp(tree.root, ["b", "w", "x"][draw(3)], point());
  const nodes = [tree.root];
  for (let i = 0; i < 12; i++) {
    const at = nodes[draw(2) ? nodes.length - 1 : draw(nodes.length)], kind = draw(10);
    const node = trees.newNode(at);
    if (kind < 3) for (let j = draw(3); j >= 0; j--) setUp(node, ["b", "w", "x", "e"][draw(4)], point());
    at.children.push(node);
    const to = point();
    if (kind !== 0 && trees.position(tree, node).cells[to.y * tree.width + to.x] === "") {
      node.color = draw(3) ? trees.sideAfter(tree, at) : ["b", "w"][draw(2)];
      if (draw(8)) node.point = to;
    }
    if (draw(4) === 0) node.comment = "a\n\t\\]" + i;
    if (draw(4) === 0) trees.setLabel(node, point(), "1");
    if (draw(6) === 0) node.properties = "TR[aa]PL[" + "BW"[draw(2)] + "]";
    nodes.push(node);
  }
  return { tree, nodes };
}

function setUp(node, color, { x, y }) {
  if (!node.setup.some((stone) => stone.x === x && stone.y === y)) node.setup.push({ color, x, y });
}

test("1,000 random trees are the same after the store, and their positions after a link", () => {
  for (let seed = 1; seed <= 1000; seed++) {
    const { tree, nodes } = randomTree(chance(seed));
    const back = trees.treeOfData(JSON.parse(JSON.stringify(trees.dataOf(tree))));
    same([seed, trees.dataOf(back)], [seed, trees.dataOf(tree)]);
    for (const node of nodes) {
      same([seed, seenAt(back, trees.nodeAt(back, trees.wayTo(node)))], [seed, seenAt(tree, node)]);
      const link = encodeLink(tree, node), linked = decodeLink(link);
      if (linked.fault) throw new Error(`seed ${seed}: ${link}: ${linked.fault}`);
      same([seed, link, seenAt(linked.tree, linked.node)], [seed, link, seenAt(tree, node)]);
      same([seed, encodeLink(linked.tree, linked.node)], [seed, link]);
    }
  }
});

test("PL within a game says who moves", () => {
  const { tree, at } = grow("h8 i9");
  at.properties = "XY[a\\]PL[B\\]]";
  same(trees.sideAfter(tree, at), "b");
  at.properties += "PL[W]";
  same(trees.sideAfter(tree, at), "w");
  same(trees.requestOf(tree, at), "rule=freestyle size=15x15 side=black moves=h8i9--");
  same(encodeLink(tree, at), "#rule=freestyle&size=15x15&moves=h8i9^w");
  const next = trees.addMove(tree, at, { x: 0, y: 0 });
  same(next.color, "w");
});

test("faults of moves out of turn and of stones within a game are named", () => {
  for (const bad of ["#moves=h8(bh16)", "#moves=h8(bz1)", "#moves=h8(bi9:i9)", "#moves=h8(bi9:q9)", "#moves=~~h8", "#moves=h8(bi9",
    "#moves=h8~", "#moves=h8(bi9)&at=3"]) same([bad, decodeLink(bad).fault], [bad, "linkMoves"]);
});

/* ---- the rest ---- */

test("every language has every word, with the same values", () => {
  const values = (text) => [...new Set(text.match(/\{\w+/g) || [])].sort();
  for (const [code, words] of Object.entries(LANGUAGES)) {
    same([code, Object.keys(LANGUAGES.en).filter((key) => !words[key])], [code, []]);
    same([code, Object.keys(words).filter((key) => !LANGUAGES.en[key])], [code, []]);
    for (const key of Object.keys(words)) same([code, key, values(words[key])], [code, key, values(LANGUAGES.en[key])]);
  }
  same([chooseLanguage(["fr", "zh-CN"]), chooseLanguage(["ja"]), chooseLanguage([])], ["zh", "ja", "en"]);
});

test("counts agree with their words in every language", () => {
  const said = (code, count) => {
    setLanguage(code);
    return [say("linkGame", { count }), say("puzzleSetOpened", { count })];
  };
  same(said("en", 1), ["the game, 1 move.", "1 puzzle is opened."]);
  same(said("en", 12), ["the game, 12 moves.", "12 puzzles are opened."]);
  for (const [code, words] of Object.entries(LANGUAGES)) {
    setLanguage(code);
    for (const [key, text] of Object.entries(words)) {
      const values = Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, name]) => [name, name === "count" ? 1 : "?"]));
      same([code, key, say(key, values).match(/[{}|]|\b1 (?!is\b)[a-z]+s\b/g)], [code, key, null]);
    }
  }
  setLanguage("en");
});

test("slices grow within their bounds", () => {
  same([sliceMs(0), sliceMs(60), sliceMs(800), sliceMs(100000)], [60, 100, 200, 300]);
});

test("one processor is left to the page", () => {
  same([1, 2, 3, 4, 64].map(threadsAlone), [1, 1, 2, 3, 8]);
  same([1, 2, 64].map(threadsAtMost), [1, 2, 16]);
});

test("a clock adds the turns of each side, and falls once", () => {
  const now = performance.now.bind(performance), fallen = [];
  let time = 1000;
  performance.now = () => time;
  try {
    const clock = new Clock(1000, () => {}, (side) => fallen.push(side));
    for (const [side, ms] of [["b", 100], ["w", 250], ["b", 300], ["w", 50]]) {
      clock.run(side);
      time += ms;
    }
    same([clock.usedMs("b"), clock.usedMs("w"), clock.shownMs("b")], [400, 300, 600]);
    clock.stop();
    time += 5000;
    same([clock.usedMs("b"), clock.usedMs("w")], [400, 300]);
    clock.run("b");
    time += 599;
    clock.tick();
    same(fallen, []);
    time += 1;
    clock.tick();
    clock.tick();
    same([fallen, clock.shownMs("b"), clock.side], [["b"], 0, null]);
    const free = new Clock(0, () => {}, () => fallen.push("free"));
    free.run("w");
    time += 9000;
    free.tick();
    free.run("b");
    time += 1000;
    free.run("w");
    free.stop();
    same([free.shownMs("w"), free.shownMs("b"), fallen.length], [9000, 1000, 1]);
  } finally {
    performance.now = now;
  }
});

test("numbers and clocks are short", () => {
  same([shortNumber(999), shortNumber(1234), shortNumber(56789), shortNumber(2345678)], ["999", "1.23k", "56.8k", "2.35M"]);
  same([clockText(0), clockText(65999), clockText(3600000)], ["0:00", "1:05", "60:00"]);
});

const results = [];
const all = [...tests, ...linkTests(randomTree), ...puzzleTests(), ...openingTests(), ...stateTests(2000),
  ...await wordTests(same)];
for (const { name, run } of all) {
  try {
    await run();
    results.push({ name, fault: "" });
  } catch (error) {
    results.push({ name, fault: String(error.message ?? error) });
  }
}
window.results = results;
