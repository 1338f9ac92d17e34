/* puzzle_help.js: what the reader of a puzzle may ask for: a hint in two steps, and the solution. Either makes the try a
 * failure. No step is told again: a hint goes on where the one before in the puzzle has ended, also after moves. */

import { partAround, partText } from "./hint.js";
import { pointName } from "./layout.js";
import { addMove, nodeAt, wayTo } from "./tree.js";
import { say } from "./words.js";

export class PuzzleHelp {
  constructor(puzzles) {
    /* node: whose position the hint is for; step: how far the hints of this puzzle have come: 1 where to look, 2 the move. */
    Object.assign(this, { puzzles, node: null, step: 0 });
  }

  /* Another puzzle is on the board. The data of data() say how far its hints have come. */
  begin({ step = 0, way = null } = {}) {
    Object.assign(this, { node: way && nodeAt(this.puzzles.tree, way), step });
  }

  data() {
    return { step: this.step, way: this.node && wayTo(this.node) };
  }

  get isHere() {
    return this.node !== null && this.puzzles.isOn && this.node === this.puzzles.page.game.node;
  }

  /* Whether the move is told already. */
  get isTold() {
    return this.isHere && this.step === 2 && this.puzzles.page.shown !== null;
  }

  /* The next step, a key of the word tables. */
  get word() {
    return this.step === 2 || this.isHere ? "hintMove" : "hintWhere";
  }

  /* The part of the board to look at, {x, y, width, height}; null outside the first step. */
  get region() {
    const { known, tree } = this.puzzles;
    return this.isHere && this.step === 1 ? partAround(known.firsts[0], tree) : null;
  }

  refusal() {
    const { puzzles } = this;
    if (puzzles.isAway) return "puzzleIsAway";
    if (puzzles.page.machine.state.owner === "puzzle") return "puzzleThinks";
    return puzzles.known === null ? "puzzleNoHint" : "";
  }

  /* The next step of the hint. */
  next() {
    const { puzzles } = this, { page, known, head, tree } = puzzles;
    const refusal = this.refusal();
    if (refusal) {
      page.tellRefusal(refusal);
      return;
    }
    Object.assign(this, { step: this.step === 2 || this.isHere ? 2 : 1, node: head });
    puzzles.fail();
    const [point] = known.firsts;
    page.preview(this.step === 2 ? [point] : null);
    page.redraw();
    puzzles.tell(this.step === 2 ? say("puzzleHint", { name: pointName(point, tree.height) }) : partText(this.region, tree.height));
  }

  /* Ends the puzzle and shows its solution: a win as the line that goes on from here, which the reader can step through, of
   * defences each. Where nothing is known of the position the solution of the first one is told. */
  showSolution() {
    const { puzzles } = this, { page, puzzle, head, tree } = puzzles;
    const isHere = puzzles.known !== null && !puzzles.isAway, isLine = puzzle.task === "win";
    const { firsts, line } = puzzles.known ?? waysOf(puzzle) ?? puzzle;
    puzzles.fail();
    page.machine.send({ type: "study" });
    page.tellBoard(false);
    if (isHere && isLine) {
      line.reduce((node, point) => addMove(tree, node, point), head);
      puzzles.step(() => page.game.promote(addMove(tree, head, line[0])));
    }
    const shown = isLine ? line : firsts.map((point) => ({ ...point, color: puzzle.side, number: 0 }));
    if (isHere) page.preview(shown);
    const moves = shown.map((point) => pointName(point, tree.height)).join(isLine ? " " : say("puzzleOr"));
    const words = isHere && isLine ? "puzzleSteps" : shown.length < 2 || isLine ? "puzzleSolution" : "puzzleSolutions";
    puzzles.tell(say(words, { moves }));
  }
}

/* Whether the data say how far hints have come, as PuzzleHelp gives it. */
export function areHints({ step, way } = {}) {
  return [0, 1, 2].includes(step) && (way === null || Array.isArray(way));
}

/* What a puzzle knows of a position: {firsts, line}, the moves that solve it and the win; null if it knows none. */
export function waysOf({ firsts, line }) {
  const ways = firsts.length > 0 ? firsts : line.slice(0, 1);
  return ways.length > 0 ? { firsts: ways, line } : null;
}
