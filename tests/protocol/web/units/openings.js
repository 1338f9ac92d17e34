/* openings.js: tests of openings_set.js and opening_names.js: [{name, run}]; run() throws where it fails and may wait. */

import { OPENING_NAMES, openingName, openingsOn } from "/site/opening_names.js";
import { imageOf, lookUp, readOpenings } from "/site/openings_set.js";
import { parsePoints } from "/site/layout.js";

const HEAD = "kaname-openings 1\n";

function same(actual, wanted, what = "") {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what} ${a}, not ${b}`);
}

/* A file of the site; node.mjs reads it from the disk. */
async function textOf(name) {
  return globalThis.siteText ? globalThis.siteText(name) : (await fetch("/site/" + name)).text();
}

/* The board after moves such as h8i9, seen in image `i`. */
function boardOf(moves, i = 0, size = 15, rule = "renju") {
  const cells = new Array(size * size).fill("");
  const points = parsePoints(moves, size).map((point) => imageOf(i, point, size));
  points.forEach(({ x, y }, at) => { cells[y * size + x] = "bw"[at % 2]; });
  return { board: { rule, width: size, height: size, cells, side: "bw"[points.length % 2] }, points };
}

export function openingTests() {
  return [
    { name: "openings of a file are found in every image of the position", async run() {
      const { openings, count, fault } = await readOpenings(HEAD +
        "board renju 15 900\r\nhhgh gg3.1.2.1=550 fh=+7\r\n\r\nboard renju 15 0\n- hh1.0.0\n");
      same([count, fault], [2, 0]);
      for (let i = 0; i < 8; i++) {
        const found = lookUp(openings, boardOf("h8h9", i).board);
        same([found.nodes, found.games, found.moves.length], [900, 7, 2]);
        const [win, played] = found.moves;
        same([win.plies, win.rate, played.rate, played.black, played.drawn, played.white, played.games], [7, 1, 0.55, 3, 1, 2, 7]);
        const near = [imageOf(i, { x: 6, y: 6 }, 15), imageOf(i, { x: 8, y: 6 }, 15)]; /* gg beside White's stone, both images */
        same(played.points.length, 2, "images of the move");
        if (!played.points.every((at) => near.some(({ x, y }) => at.x === x && at.y === y)))
          throw new Error(JSON.stringify([i, played.points, near]));
      }
      same(lookUp(openings, boardOf("h8h9", 0, 15, "freestyle").board), null);
      same(lookUp(openings, { ...boardOf("h8h9").board, side: "w" }), null, "stones that do not fit the side");
      same(lookUp(openings, boardOf("h8").board), null);
    } },
    { name: "the value of a move is that of the search behind it", async run() {
      const { openings } = await readOpenings(HEAD +
        "board renju 15 9\nhh gg3.0.1=300 gh=200\nhhgh gg=-4\nboard renju 15 5\nhhgg ff=550 fg=540\n");
      const { moves } = lookUp(openings, boardOf("h8").board);
      same(moves.map(({ plies, rate }) => [plies, Math.round(rate * 100)]), [[5, 100], [0, 45]]);
    } },
    { name: "the program's own file is read, with its forms", async run() {
      const { count, fault } = await readOpenings(await textOf("openings.txt"));
      same(fault, 0);
      if (count < 26) throw new Error(`${count} positions`);
    } },
    { name: "a line of openings that cannot be is named", async run() {
      for (const line of ["hh hi1.0.0", "- gg1.0.0 ii1.0.0", "hhhi gg1.0.0", "hhgg", "hhgg ff", "hhgg ff1.0", "hhgg ff=1001",
        "hhgg ff=+0", "hhgg hh1.0.0", "hhgg ff1.0.0 ff1.0.0", "hhgg pp1.0.0",
        "hhhh gg1.0.0", "hhg gg1.0.0", "xx aa1.0.0", "- hh0.0.0"])
        same((await readOpenings(`${HEAD}board renju 15 9\n${line}\n`)).fault, 3, line);
      same((await readOpenings(`${HEAD}- hh1.0.0\n`)).fault, 2);
      same((await readOpenings(`${HEAD}board renju 15 0\n- hh1.0.0\n- gg1.0.0\n`)).fault, 4);
      for (const head of ["", "kaname-openings 2\n", "kaname-puzzles 1 15\n"]) same((await readOpenings(head)).fault, 1, head);
      for (const board of ["board gomoku 15 0", "board renju 4 0", "board renju 23 0", "board renju 15", "board renju 15 0 1"])
        same((await readOpenings(`${HEAD}${board}\n- aa1.0.0\n`)).fault, 2, board);
    } },
    { name: "the 26 openings have their names in every image", run() {
      same(OPENING_NAMES.length, 26);
      const known = { h8h9i9: "4D Kagetsu", h8h9h10: "1D Kansei", h8h9j6: "13D Yūsei", h8i9i7: "7I Hogetsu",
        h8i9f6: "13I Suisei", h8i9h6: "10I Myōjō" };
      for (const [moves, name] of Object.entries(known))
        for (let i = 0; i < 8; i++) {
          const { board, points } = boardOf(moves, i);
          const { played, others } = openingsOn(board.cells, 15, points);
          same([openingName(played, "en"), others], [name, []], moves);
        }
      same(openingName(OPENING_NAMES[3], "ja"), "4D 花月");
      const { board } = boardOf("i9h9h8");
      same(openingsOn(board.cells, 15, []).others.map((each) => each.id), ["4D"], "another order");
      same(openingsOn(boardOf("a1b2c3").board.cells, 15, []).others, []);
    } },
  ];
}
