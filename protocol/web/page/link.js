/* link.js: a game and a position in it as the fragment of the page's address. Pure functions.
 *
 *     #rule=renju&size=15x15&moves=h8i9j10&at=2
 *
 * `at` is the number of moves to the position shown; without it, the last one. black, white, walls
 * and side set a position up. A pass is --. ~ stands before a move of the side that is not to move.
 * Stones that are put down or taken away within the game stand in parentheses, (bh8wi9xj10ek11): black,
 * white, a wall, empty; a move of the same node follows a colon, (bh8:j9). They count as a move. ^b or
 * ^w after a step says who moves next, where a file does; a step () changes nothing else.
 *
 * Such links can be written by hand, and by other programs. The page itself writes short ones (short_link.js); both
 * forms stay valid for ever.
 *
 * A fragment of moves alone, as other programs link games, #h8i9j10 or #/H8,I9, is read too. */

import { parsePoints, pointName } from "./layout.js";
import { isShortLink, readShortLink, shortLink } from "./short_link.js";
import {
  RULES, SIDES, SIZES, addMove, lastOf, lineThrough, newNode, newTree, other, path, position, sideAfter, sideSet, stonesOf,
} from "./tree.js";

const POINTS = /^(?:[a-v][0-9]{1,2})*$/;
const MOVE = "~?(?:[a-v][0-9]{1,2}|--)";
const STEP = new RegExp(`(?:\\(((?:[bwxe][a-v][0-9]{1,2})*)(?::(${MOVE}))?\\)|(${MOVE}))(?:\\^([bw]))?`, "g");
const STEPS = new RegExp(`^(?:${STEP.source})*$`);

const STEPS_MOST = 4000; /* far more than a game has; with more the page grows slow */

const BARE_MOVES = /^\/?(?:[a-v][0-9]{1,2}[\s,_+-]*)+$/;

/* The shortest fragment of the game with the position after the node. Gives {fragment, isWhole: whether it holds all
 * variations}. */
export function linkOf(tree, node) {
  const { text, isWhole } = shortLink(tree, node);
  return text === "" ? { fragment: encodeLink(tree, node), isWhole: false } : { fragment: "#" + text, isWhole };
}

/* Links the line through the node, in the form that can be read. */
export function encodeLink(tree, node) {
  const parts = [`rule=${tree.rule}`, `size=${tree.width}x${tree.height}`];
  const names = { b: "", w: "", x: "" };
  for (const stone of tree.root.setup)
    if (stone.color in names) names[stone.color] += pointName(stone, tree.height);
  if (names.x) parts.push("walls=" + names.x);
  if (names.b) parts.push("black=" + names.b);
  if (names.w) parts.push("white=" + names.w);
  const start = { ...tree.root, color: "", point: null };
  const side = sideAfter(tree, start);
  if (tree.root.setup.length > 0 || side !== sideAfter({ ...tree, side: "" }, start)) parts.push("side=" + SIDES[side]);
  const line = lineThrough(node).filter(isStep);
  const moves = line.map((at, i) => textOfStep(tree, at, i > 0 ? line[i - 1] : start)).join("");
  if (moves) parts.push("moves=" + moves);
  const count = path(node).filter(isStep).length;
  if (count < line.length) parts.push("at=" + count);
  return "#" + parts.join("&");
}

/* Whether the position after the node is another than before it; what the root sets up stands elsewhere. */
function isStep(node) {
  return node.color !== "" || (node.parent !== null && (node.setup.length > 0 || sideSet(node) !== ""));
}

function textOfStep(tree, node, before) {
  const turn = node.color !== "" && node.color !== sideAfter(tree, before) ? "~" : "";
  const move = node.color === "" ? "" : turn + (node.point ? pointName(node.point, tree.height) : "--");
  const set = sideSet(node), mark = set !== "" ? "^" + set : "";
  if (node.parent === null || (node.setup.length === 0 && move !== "")) return move + mark;
  const setup = node.setup.map((stone) => stone.color + pointName(stone, tree.height)).join("");
  return `(${setup}${move ? ":" + move : ""})${mark}`;
}

function sizeOf(text) {
  const found = /^([0-9]{1,2})(?:x([0-9]{1,2}))?$/.exec(text);
  if (!found) return null;
  const width = Number(found[1]), height = Number(found[2] ?? found[1]);
  return [width, height].every((size) => SIZES.includes(size)) ? { width, height } : null;
}

function placeStones(tree, text, color) {
  for (const point of parsePoints(text, tree.height)) {
    const inside = point.x < tree.width && point.y >= 0 && point.y < tree.height;
    const taken = tree.root.setup.some((stone) => stone.x === point.x && stone.y === point.y);
    if (!inside || taken) return false;
    tree.root.setup.push({ color, ...point });
  }
  return true;
}

/* Adds a step as textOfStep() writes it. Returns the node, null if it cannot be. */
function addStep(tree, before, setup, move, set) {
  const node = addChange(tree, before, setup, move);
  if (node && set !== "") node.properties = `PL[${set.toUpperCase()}]`;
  return node;
}

function addChange(tree, before, setup, move) {
  const isInside = (point) => point.x < tree.width && point.y >= 0 && point.y < tree.height;
  const side = sideAfter(tree, before), color = move.startsWith("~") ? other(side) : side;
  const name = move.replace("~", ""), point = name === "" || name === "--" ? null : parsePoints(name, tree.height)[0];
  if (point && !isInside(point)) return null;
  if (setup === "" && move !== "") return addMove(tree, before, point, color);
  const node = newNode(before);
  node.setup = stonesOf(setup, tree.height);
  before.children.push(node);
  if (!node.setup.every(isInside) || (point && position(tree, node).cells[point.y * tree.width + point.x] !== "")) return null;
  if (move !== "") Object.assign(node, { color, point });
  return node;
}

/* Gives the fragment of a link for a text of moves alone; null if it is none. */
function movesAlone(text) {
  let plain = text;
  try {
    plain = decodeURIComponent(text);
  } catch {
    return null;
  }
  plain = plain.toLowerCase();
  return BARE_MOVES.test(plain) ? "moves=" + plain.replace(/[^a-z0-9]/g, "") : null;
}

/* Reads the fragment. Gives {tree, node}; {} if it names no game; {fault}, one of the keys of the
 * word tables, if it names one that cannot be. */
export function decodeLink(fragment) {
  const text = fragment.replace(/^#/, "");
  if (text === "") return {};
  if (isShortLink(text)) return readShortLink(text) ?? { fault: "linkBroken" };
  const values = new URLSearchParams(movesAlone(text) ?? text);
  if (!["rule", "size", "moves", "black", "white"].some((key) => values.has(key))) return {};
  const rule = values.get("rule") ?? "freestyle", size = sizeOf(values.get("size") ?? "15");
  if (!RULES.includes(rule)) return { fault: "linkRule" };
  if (size === null) return { fault: "linkSize" };
  const tree = newTree({ rule, ...size });
  for (const [key, color] of [["walls", "x"], ["black", "b"], ["white", "w"]]) {
    const points = values.get(key) ?? "";
    if (!POINTS.test(points) || !placeStones(tree, points, color)) return { fault: "linkStones" };
  }
  const side = values.get("side");
  if (side !== null && side !== "black" && side !== "white") return { fault: "linkStones" };
  tree.side = side === null ? "" : side[0];
  const moves = values.get("moves") ?? "";
  if (!STEPS.test(moves)) return { fault: "linkMoves" };
  const nodes = [tree.root];
  for (const [, setup, moveToo, move, set] of moves.matchAll(STEP)) {
    if (nodes.length > STEPS_MOST) return { fault: "linkMoves" };
    const node = addStep(tree, nodes[nodes.length - 1], setup ?? "", moveToo ?? move ?? "", set ?? "");
    if (!node) return { fault: "linkMoves" };
    nodes.push(node);
  }
  const at = values.get("at");
  if (at === null) return { tree, node: lastOf(tree.root) };
  if (!/^[0-9]+$/.test(at) || Number(at) >= nodes.length) return { fault: "linkMoves" };
  return { tree, node: nodes[Number(at)] };
}
