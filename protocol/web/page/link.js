/* link.js: a game and a position in it as the fragment of the page's address. Pure functions.
 *
 *     #rule=renju&size=15x15&moves=h8i9j10&at=2
 *
 * `at` is the number of moves to the position shown; without it, the last one. black, white, walls
 * and side set a position up. A pass is --. */

import { parsePoints, pointName } from "./layout.js";
import { addMove, lastOf, lineThrough, moveNumber, newTree, sideAfter } from "./tree.js";

export const RULES = ["freestyle", "standard", "renju", "caro", "caro-exact"];

const POINTS = /^(?:[a-v][0-9]{1,2}|--)*$/;

/* Links the line through the node. */
export function encodeLink(tree, node) {
  const parts = [`rule=${tree.rule}`, `size=${tree.width}x${tree.height}`];
  const names = { b: "", w: "", x: "" };
  for (const stone of tree.root.setup)
    if (stone.color in names) names[stone.color] += pointName(stone, tree.height);
  if (names.x) parts.push("walls=" + names.x);
  if (names.b) parts.push("black=" + names.b);
  if (names.w) parts.push("white=" + names.w);
  const line = lineThrough(node).filter((at) => at.color !== "");
  const first = line.length > 0 ? line[0].color : sideAfter(tree, tree.root);
  if (first === "w" || tree.root.setup.length > 0) parts.push("side=" + (first === "b" ? "black" : "white"));
  const moves = line.map((at) => (at.point ? pointName(at.point, tree.height) : "--")).join("");
  if (moves) parts.push("moves=" + moves);
  if (moveNumber(node) < line.length) parts.push("at=" + moveNumber(node));
  return "#" + parts.join("&");
}

function sizeOf(text) {
  const found = /^([0-9]{1,2})(?:x([0-9]{1,2}))?$/.exec(text);
  if (!found) return null;
  const width = Number(found[1]), height = Number(found[2] ?? found[1]);
  return [width, height].every((size) => size >= 5 && size <= 22) ? { width, height } : null;
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

/* Reads the fragment. Gives {tree, node}; {} if it names no game; {fault}, one of the keys of the
 * word tables, if it names one that cannot be. */
export function decodeLink(fragment) {
  const text = fragment.replace(/^#/, "");
  if (text === "") return {};
  const values = new URLSearchParams(text);
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
  if (!POINTS.test(moves)) return { fault: "linkMoves" };
  const nodes = [tree.root];
  for (const name of moves.match(/[a-v][0-9]+|--/g) || []) {
    const point = name === "--" ? null : parsePoints(name, tree.height)[0];
    const outside = point && (point.x >= tree.width || point.y < 0 || point.y >= tree.height);
    const node = outside ? null : addMove(tree, nodes[nodes.length - 1], point);
    if (!node) return { fault: "linkMoves" };
    nodes.push(node);
  }
  const at = values.get("at");
  if (at === null) return { tree, node: lastOf(tree.root) };
  if (!/^[0-9]+$/.test(at) || Number(at) >= nodes.length) return { fault: "linkMoves" };
  return { tree, node: nodes[Number(at)] };
}
