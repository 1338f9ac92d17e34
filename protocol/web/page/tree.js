/* tree.js: a game with variations: adding, removing and ordering moves, positions, the text forms
 * that the engine reads and writes. Pure; the rules are the engine's. */

import { parsePoints, pointName } from "./layout.js";

export function newNode(parent) {
  return { parent, children: [], color: "", point: null, comment: "", setup: [], labels: [], properties: "", evaluation: null };
}

/* Sets the node's evaluation: Black's win rate, and the plies to a proven end (0: none is known). A proof stays if the
 * new evaluation is none. */
export function evaluate(node, { blackRate, plies }) {
  if (plies || !node.evaluation?.plies) node.evaluation = { blackRate, plies };
}

/* `side` is who moves first: "b" or "w"; "" if the numbers of stones say. */
export function newTree({ rule = "freestyle", width = 15, height = 15 } = {}) {
  return { rule, width, height, black: "", white: "", event: "", date: "", end: "none", side: "", root: newNode(null) };
}

export function other(color) {
  return color === "b" ? "w" : "b";
}

/* Nodes from the root to this one. */
export function path(node) {
  const nodes = [];
  for (let at = node; at; at = at.parent) nodes.push(at);
  return nodes.reverse();
}

/* The node and what follows it by first children. */
export function mainLine(node) {
  const nodes = [];
  for (let at = node; at; at = at.children[0]) nodes.push(at);
  return nodes;
}

/* The line that passes through the node: from the root to it, then by first children. */
export function lineThrough(node) {
  return [...path(node), ...mainLine(node).slice(1)];
}

export function lastOf(node) {
  let at = node;
  while (at.children.length > 0) at = at.children[0];
  return at;
}

/* Moves up to the node, passes too. */
export function moveNumber(node) {
  return path(node).filter((at) => at.color !== "").length;
}

/* What stands on the board: cells[y * width + x] is "b", "w", "x" (a wall) or "". `numbers` counts
 * the moves the same way, 0 for setup. */
export function position(tree, node) {
  const cells = new Array(tree.width * tree.height).fill("");
  const numbers = new Array(cells.length).fill(0);
  let count = 0;
  for (const at of path(node)) {
    for (const stone of at.setup) {
      cells[stone.y * tree.width + stone.x] = stone.color === "e" ? "" : stone.color;
      numbers[stone.y * tree.width + stone.x] = 0;
    }
    if (at.color === "") continue;
    count++;
    if (at.point) {
      cells[at.point.y * tree.width + at.point.x] = at.color;
      numbers[at.point.y * tree.width + at.point.x] = count;
    }
  }
  return { cells, numbers };
}

/* Who moves after the node as its property PL says, "" without one. */
export function sideSet(node) {
  const found = /(?:^|\])PL\[([BW])\]/.exec(node.properties);
  return found && node.parent !== null ? found[1].toLowerCase() : "";
}

/* Who moves after the node. One that neither moves nor sets stones up leaves the side as it was. */
export function sideAfter(tree, node) {
  let at = node;
  while (at.parent !== null && at.color === "" && at.setup.length === 0 && sideSet(at) === "") at = at.parent;
  const set = sideSet(at);
  if (set !== "") return set;
  if (at.color !== "") return other(at.color);
  if (at.parent === null && tree.side !== "") return tree.side;
  const { cells } = position(tree, at);
  const black = cells.filter((cell) => cell === "b").length;
  const white = cells.filter((cell) => cell === "w").length;
  return black > white ? "w" : "b";
}

/* Adds a move, or finds the child that is the same. A null point is a pass. Returns the node; null
 * if the point is taken. */
export function addMove(tree, node, point, color = sideAfter(tree, node)) {
  const found = node.children.find((child) => child.color === color && child.setup.length === 0 &&
    (point ? child.point && child.point.x === point.x && child.point.y === point.y : !child.point));
  if (found) return found;
  if (point && position(tree, node).cells[point.y * tree.width + point.x] !== "") return null;
  const child = newNode(node);
  child.color = color;
  child.point = point ? { x: point.x, y: point.y } : null;
  node.children.push(child);
  return child;
}

/* Takes the node and what follows it out of the tree. Returns its parent. */
export function removeNode(node) {
  const parent = node.parent;
  parent.children = parent.children.filter((child) => child !== node);
  return parent;
}

/* Puts a label on the point as it is seen at the node; "" takes it away. */
export function setLabel(node, point, text) {
  node.labels = node.labels.filter((label) => label.x !== point.x || label.y !== point.y);
  if (text !== "") node.labels.push({ x: point.x, y: point.y, text });
}

/* Whether nothing has happened on the board: no stone, no wall, Black to move. */
export function isFresh(tree) {
  const { root } = tree;
  return root.children.length === 0 && root.color === "" && root.setup.length === 0 && root.comment === "" &&
    tree.side !== "w";
}

/* Whether the node is still part of the tree. */
export function isIn(tree, node) {
  let at = node;
  for (; at?.parent; at = at.parent) if (!at.parent.children.includes(at)) return false;
  return at === tree.root;
}

export function isOnMainLine(node) {
  return path(node).every((at) => !at.parent || at.parent.children[0] === at);
}

/* Makes the line that passes through the node the main one. */
export function promote(node) {
  for (let at = node; at.parent; at = at.parent) {
    const siblings = at.parent.children;
    siblings.splice(siblings.indexOf(at), 1);
    siblings.unshift(at);
  }
}

/* The way to the node as numbers of children; nodeAt() goes it back as far as it exists. */
export function wayTo(node) {
  return path(node).slice(1).map((at) => at.parent.children.indexOf(at));
}

export function nodeAt(tree, way) {
  let at = tree.root;
  for (const index of way) {
    if (!at.children[index]) break;
    at = at.children[index];
  }
  return at;
}

/* The nodes for which the condition holds. */
export function countNodes(tree, holds = () => true) {
  let count = 0;
  const stack = [tree.root];
  while (stack.length > 0) {
    const node = stack.pop();
    count += holds(node) ? 1 : 0;
    stack.push(...node.children);
  }
  return count;
}

/* Moves in the tree with its variations, passes too. */
export function countMoves(tree) {
  return countNodes(tree, (node) => node.color !== "");
}

/* ---- The engine's text forms --------------------------------------------------------------- */

/* The names of the colours. */
export const SIDES = { b: "black", w: "white" };

/* The rules of a game. Short links hold their places in this list. */
export const RULES = ["freestyle", "standard", "renju", "caro", "caro-exact"];

/* The sizes that a board may have. */
export const SIZES = Array.from({ length: 18 }, (_, i) => i + 5);

/* The position after the node as words of a request. What was set up within the game stands as
 * setup; the moves after it follow in their order. */
export function requestOf(tree, node) {
  const nodes = path(node);
  let from = 0;
  nodes.forEach((at, i) => { if (i > 0 && at.setup.length > 0) from = i; });
  const base = from > 0 ? nodes[from] : tree.root;
  const words = [`rule=${tree.rule}`, `size=${tree.width}x${tree.height}`];
  const { cells } = position(tree, from > 0 ? base : { ...tree.root, color: "", point: null, parent: null });
  const names = { b: "", w: "", x: "" };
  cells.forEach((cell, i) => {
    if (cell !== "") names[cell] += pointName({ x: i % tree.width, y: Math.floor(i / tree.width) }, tree.height);
  });
  if (names.x) words.push("walls=" + names.x);
  if (names.b) words.push("black=" + names.b);
  if (names.w) words.push("white=" + names.w);
  const steps = stepsTo(node);
  const side = steps.length > 0 ? steps[0].color : sideAfter(tree, node);
  words.push("side=" + SIDES[side]);
  const text = steps.map(({ node: at }) => (at?.point ? pointName(at.point, tree.height) : "--")).join("");
  if (text) words.push("moves=" + text);
  return words.join(" ");
}

/* The moves of a request: [{color, node}], from what was last set up. A side that moves twice running
 * has a pass of the other between, of which no node tells; so has the last one before a PL of its side. */
export function stepsTo(node) {
  const steps = [];
  let turn = "", set = "";
  for (const at of path(node)) {
    if (at.parent && at.setup.length > 0) steps.length = 0;
    else if (at.color !== "") {
      if (steps.length > 0 && at.color !== turn) steps.push({ color: turn, node: null });
      steps.push({ color: at.color, node: at });
    }
    if (at.color !== "") turn = other(at.color);
    set = sideSet(at) || (at.color !== "" ? "" : set);
  }
  if (steps.length > 0 && set !== "" && set !== turn) steps.push({ color: turn, node: null });
  return steps;
}

/* The game as the engine's `write` reads it, depth first. */
export function textOf(tree) {
  const lines = [oneLine(tree.black), oneLine(tree.white)];
  const stack = [{ node: tree.root, parent: -1 }];
  while (stack.length > 0) {
    const { node, parent } = stack.pop();
    const index = lines.length - 2;
    const move = node.color === "" ? "" : node.color + (node.point ? pointName(node.point, tree.height) : "--");
    const comment = escaped(node.comment);
    const setup = node.setup.map((stone) => stone.color + pointName(stone, tree.height)).join("");
    const labels = node.labels.map((label) => pointName(label, tree.height) + "=" + oneLine(label.text));
    if (node.properties) labels.push("@" + escaped(node.properties));
    lines.push([parent, move, comment, setup, ...labels].join("\t"));
    for (const child of [...node.children].reverse()) stack.push({ node: child, parent: index });
  }
  return lines.join("\n") + "\n";
}

/* A text of several lines as `write` reads it. */
function escaped(text) {
  return text.replaceAll("\\", "\\\\").replaceAll("\r", "").replaceAll("\n", "\\n").replaceAll("\t", " ");
}

function oneLine(text) {
  return text.replace(/[\t\r\n]+/g, " ");
}

/* The properties as SGF writes them, with this text as the one value of `word`; "" takes the property away. */
export function withFact(properties, word, text) {
  const others = properties.match(/[^[]+(?:\[(?:\\[^]|[^\\\]])*\])+/g)?.filter((one) => one.split("[", 1)[0].trim() !== word) ?? [];
  return others.join("") + (text === "" ? "" : `${word}[${text.replace(/[\\\]]/g, "\\$&")}]`);
}

/* The words of `write` that belong to the whole game. */
export function headOf(tree) {
  const side = tree.side !== "" ? " side=" + SIDES[tree.side] : "";
  const end = tree.end !== "none" ? " end=" + tree.end : "";
  return `rule=${tree.rule} size=${tree.width}x${tree.height}${side}${end}`;
}

/* Makes a tree of the answer to `read`. */
export function treeOf(answer) {
  const tree = newTree(answer);
  const { black, white, end, event = "", date = "" } = answer;
  Object.assign(tree, { black, white, end, event, date });
  const nodes = [];
  for (const [parent, move, comment, setup, labels, properties, evaluation] of answer.nodes) {
    const node = parent < 0 ? tree.root : newNode(nodes[parent]);
    if (parent >= 0) nodes[parent].children.push(node);
    node.comment = comment;
    node.properties = properties ?? ""; // as SGF writes them: kept for `write`
    node.color = move === "" ? "" : move[0];
    node.point = move === "" || move.endsWith("--") ? null : parsePoints(move.slice(1), tree.height)[0];
    node.setup = stonesOf(setup || "", tree.height);
    if ([0, 1].every((i) => Number.isFinite(evaluation?.[i]))) evaluate(node, { blackRate: evaluation[0], plies: evaluation[1] });
    for (const [name, text] of Object.entries(labels ?? {})) setLabel(node, parsePoints(name, tree.height)[0], text);
    nodes.push(node);
  }
  tree.side = tree.root.color !== "" || answer.side === "" ? "" : answer.side === "white" ? "w" : "b";
  return tree;
}

export function stonesOf(text, height) {
  return (text.match(/[bwxe][a-z][0-9]+/g) || []).map((stone) =>
    ({ color: stone[0], ...parsePoints(stone.slice(1), height)[0] }));
}

/* ---- Keeping ------------------------------------------------------------------------------- */

const RATE_PARTS = 10000; /* in which a rate is kept */

/* The tree as plain data for JSON, with what is known of its positions, and back. Data that is not such a tree gives null. */
export function dataOf(tree) {
  const nodes = [];
  const stack = [{ node: tree.root, parent: -1 }];
  while (stack.length > 0) {
    const { node, parent } = stack.pop();
    const move = node.color === "" ? "" : node.color + (node.point ? pointName(node.point, tree.height) : "--");
    const setup = node.setup.map((stone) => stone.color + pointName(stone, tree.height)).join("");
    const labels = Object.fromEntries(node.labels.map((label) => [pointName(label, tree.height), label.text]));
    const { blackRate, plies } = node.evaluation ?? {};
    const evaluation = node.evaluation ? [[Math.round(blackRate * RATE_PARTS) / RATE_PARTS, plies]] : [];
    nodes.push([parent, move, node.comment, setup, labels, node.properties, ...evaluation]);
    const index = nodes.length - 1;
    for (const child of [...node.children].reverse()) stack.push({ node: child, parent: index });
  }
  const { rule, width, height, black, white, event, date, end, side } = tree;
  return { rule, width, height, black, white, event, date, end, side: side === "" ? "" : SIDES[side], nodes };
}

export function treeOfData(data) {
  try {
    const sizes = [data.width, data.height];
    if (!sizes.every((size) => SIZES.includes(size))) return null;
    return treeOf(data);
  } catch {
    return null;
  }
}
