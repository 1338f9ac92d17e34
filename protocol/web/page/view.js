/* view.js: what the board shows of a page, as Board.draw() takes it. */

import { parsePoints, samePoint } from "./layout.js";
import { other } from "./tree.js";
import { say } from "./words.js";

export function boardView(page) {
  const { game, settings } = page;
  const { tree, node, facts } = game;
  const { cells, numbers } = game.position();
  const points = (text) => parsePoints(text ?? "", tree.height);
  const preview = previewOf(page).filter((stone) => cells[stone.y * tree.width + stone.x] === "");
  const isAnalyzed = page.analysis.isOn || settings.panel === "analyze";
  const explored = page.explorer.marks();
  const { discs, searched } = explored.length > 0 ? { discs: explored, searched: [] }
    : isAnalyzed ? page.analysis.marks() : { discs: [], searched: [] };
  const quiet = preview.length > 0, opening = page.play.isAway ? null : page.play.opening;
  const side = page.play.isOver ? page.play.verdict() : page.sideText();
  const showThreats = settings.threats && facts?.black_fives !== undefined;
  return {
    width: tree.width, height: tree.height, cells, numbers, last: node.point, row: points(facts?.row),
    forbidden: game.forbidden,
    threats: {
      fives: showThreats ? points(facts.black_fives + facts.white_fives) : [],
      fours: showThreats && !quiet && discs.length === 0 ? points(facts.black_fours + facts.white_fours) : [],
    },
    searched: quiet ? [] : searched, discs: quiet ? [] : discs,
    letters: quiet || page.puzzles.isOn || node.children.length < 2 ? [] : node.children.slice(0, 26).filter((child) => child.point)
      .map((child, i) => ({ ...child.point, text: String.fromCharCode(65 + i) }))
      .filter((letter) => !node.labels.some((label) => samePoint(label, letter))),
    labels: quiet ? [] : node.labels.filter((label) => label.x < tree.width && label.y >= 0 && label.y < tree.height),
    rows: page.threats.shown, preview, offers: opening?.offers ?? [], square: opening?.square ?? 0,
    region: quiet ? null : page.puzzles.help.region ?? page.play.hints.region,
    showNumbers: settings.numbers, showCoordinates: settings.coordinates,
    label: say("boardLabel", { width: tree.width, height: tree.height, rule: say(tree.rule), side }),
  };
}

/* The stones of the line that is previewed; null in it is a pass. Where the board shows numbers, they have those of the moves
 * that they would be, else they count from 1. */
function previewOf({ game, settings, shown }) {
  const stones = [];
  let color = game.side, number = settings.numbers ? game.number : 0;
  for (const point of shown ?? []) {
    if (point || settings.numbers) number++;
    if (point) stones.push({ color, number, ...point }); /* alternatives have a colour and no number */
    color = other(color);
  }
  return stones;
}
