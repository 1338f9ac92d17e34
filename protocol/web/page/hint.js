/* hint.js: a hint in three steps: who threatens what, where to look, which move. */

import { percentText } from "./controls.js";
import { notify } from "./dom.js";
import { parsePoints, pointName } from "./layout.js";
import { passOf } from "./threats.js";
import { SIDES, other } from "./tree.js";
import { say } from "./words.js";

const SOLVE_MS = 300, THINK_MS = 1000;
const PARTS_OF_BOARD = 3; /* in each direction */
const WORDS = ["hint", "hintWhere", "hintMove", "hintMove"]; /* of the button, after so many steps */

export class Hint {
  constructor(page) {
    /* node: whose position the hint is for; step: how much of it the reader has seen; found: {text, point, rate}. */
    Object.assign(this, { page, node: null, step: 0, found: null });
  }

  get isHere() {
    return this.node !== null && this.node === this.page.game.node;
  }

  /* The next step, a key of the word tables. */
  get word() {
    return WORDS[this.isHere ? this.step : 0];
  }

  /* The part of the board to look at, {x, y, width, height}; null outside the second step. */
  get region() {
    if (!this.isHere || this.step !== 2) return null;
    return partAround(this.found.point, this.page.game.tree);
  }

  async next() {
    const { page } = this;
    const refusal = page.refusalOf("hint");
    if (refusal) {
      page.tellRefusal(refusal);
      return;
    }
    if (!this.isHere && !await this.find()) return;
    this.step = Math.min(3, this.step + 1);
    const text = this.text();
    page.preview(this.step === 3 ? [this.found.point] : null);
    page.redraw();
    page.play.draw();
    notify(text);
  }

  text() {
    const { text, point, rate } = this.found, { height } = this.page.game.tree;
    if (this.step === 1) return text;
    if (this.step === 3) return say("hintIs", { name: pointName(point, height), rate: percentText(rate) });
    return partText(this.region, height);
  }

  /* Asks the engine. Returns whether there is a hint for the position on the board. */
  async find() {
    const { game, machine } = this.page, { node } = game;
    const job = this.page.take("hint");
    if (!job) return false;
    const found = await this.search(() => machine.has(job));
    if (!machine.has(job)) return false;
    machine.send({ type: "release", job });
    if (found?.wrong) notify(found.wrong, "error");
    if (!found || found.wrong) return false;
    Object.assign(this, { node, step: 0, found });
    return true;
  }

  /* A win of the side to move, else what the other side threatens; the best move. Null if the engine was taken away. */
  async search(has) {
    const { game, engine } = this.page, { request, side } = game, { height } = game.tree;
    const own = await engine.solve(`${request} mode=vct`, { totalMs: SOLVE_MS });
    if (!has() || own.wrong) return own;
    if (own.verdict === "win")
      return { text: say("hintWin", { side: say(SIDES[side]) }), point: parsePoints(own.line, height)[0], rate: 1 };
    const threat = await engine.solve(`${request}${passOf(request)} mode=vct`, { totalMs: SOLVE_MS });
    if (!has() || threat.wrong) return threat;
    const best = await engine.think(request, { totalMs: THINK_MS });
    if (!has() || best.wrong) return best;
    const point = parsePoints(best.lines[0]?.moves ?? best.best, height)[0];
    const isKnown = [own, threat].every(({ verdict }) => verdict === "no-win");
    const words = threat.verdict === "win" ? "hintThreat" : isKnown ? "hintQuiet" : "hintUnknown";
    return { text: say(words, { side: say(SIDES[other(side)]) }), point, rate: best.lines[0]?.rate ?? best.rate };
  }
}

/* The part of the board to look at for a point, {x, y, width, height}. */
export function partAround(point, board) {
  const side = (at, size) => {
    const length = Math.ceil(size / PARTS_OF_BOARD), from = Math.floor(at / length) * length;
    return [from, Math.min(length, size - from)];
  };
  const [[x, width], [y, height]] = [side(point.x, board.width), side(point.y, board.height)];
  return { x, y, width, height };
}

/* What to say of it; the board has `rows` rows. */
export function partText({ x, y, width, height }, rows) {
  return say("hintLook", { from: pointName({ x, y: y + height - 1 }, rows), to: pointName({ x: x + width - 1, y }, rows) });
}
