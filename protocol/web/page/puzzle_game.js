/* puzzle_game.js: puzzles in a game of the reader: positions of its line where the side to move wins by
 * threats, the first of each win. */

import { parsePoints } from "./layout.js";
import { lineThrough, position, requestOf, sideAfter } from "./tree.js";

const LOOK_MS = 250; /* a position */
const LEAST = 5; /* stones of a win: three of the winner */

/* The position as a puzzle of the reader's own: `task` is "win", "defence" or "improve" (find a better move than the one
 * that was played); `firsts` are moves that solve it, as far as they are known. */
export function puzzleAt(tree, node, { task, kind, line, firsts }) {
  const { cells } = position(tree, node);
  const of = (color) => cells.flatMap((cell, i) =>
    (cell === color ? [{ x: i % tree.width, y: Math.floor(i / tree.width) }] : []));
  return { id: "", isOwn: true, rule: tree.rule, side: sideAfter(tree, node), size: tree.width, task, kind,
    level: Math.max(1, Math.min(5, Math.ceil(line.length / 4))), rating: 0, black: of("b"), white: of("w"), firsts, line };
}

/* Gives the puzzles of the line on the board; null if the engine was taken away. `show` hears the share done, `has`
 * says whether the engine is still ours. Boards that are not square, or have walls, give none. */
export async function puzzlesOfGame({ engine, game }, show, has) {
  const { tree } = game;
  const nodes = lineThrough(game.node), found = [], isWon = { b: false, w: false };
  const isPlain = tree.width === tree.height && nodes.every((node) => node.setup.every((stone) => stone.color !== "x"));
  for (const [i, node] of (isPlain ? nodes : []).entries()) {
    const answer = await engine.solve(`${requestOf(tree, node)} mode=vct`, { totalMs: LOOK_MS });
    if (!answer || !has()) return null;
    const side = sideAfter(tree, node), line = parsePoints(answer.line ?? "", tree.height);
    const isWin = answer.verdict === "win";
    if (isWin && !isWon[side] && line.length >= LEAST)
      found.push(puzzleAt(tree, node, { task: "win", kind: "vct", line, firsts: [] }));
    isWon[side] = isWin;
    show((i + 1) / nodes.length);
  }
  return found;
}
