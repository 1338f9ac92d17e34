/* opening.js: an opening by a rule between the reader and the engine: swap2, RIF and others.
 *
 * The C code knows the rules (requests `opening` and `decide`): it says who answers, by what choices,
 * and where the next stone may stand. Here are the reader's choices, the stones, and the words. */

import { button, choice } from "./controls.js";
import { announce, html, notify } from "./dom.js";
import { parsePoints, pointName, samePoint } from "./layout.js";
import { SIDES, other } from "./tree.js";
import { say } from "./words.js";

export const OPENINGS = ["swap2", "swap1", "rif", "yamaguchi", "taraguchi10", "soosorv8"];

const DECIDE_SHARE = 1.5, DECIDE_MS_MAX = 5000; /* of the time a move, for an answer */
const FIFTHS_WANTED = 3;

export class Opening {
  /* `rule` is one of OPENINGS, `person` the reader's number: 0 opens, 1 does not. place(point) makes a
   * move of the game, changed() is called after each change, ended(color) with the reader's colour, and
   * ended(null) if the opening cannot begin. */
  constructor(page, rule, person, { place, changed, ended }) {
    Object.assign(this, { page, rule, person, place, changed, ended });
    this.answers = [];  /* of both sides, as the request has them */
    this.points = [];   /* that the reader has chosen for the next answer */
    this.act = null;    /* which of the step's choices the reader has taken; null: none yet */
    this.state = null;  /* the engine's answer about the present step */
    this.asking = null; /* the promise of that answer */
    this.fifths = FIFTHS_WANTED; /* fifth moves to announce */
    this.isOver = false;
    this.pending = null;
  }

  get request() {
    const { tree } = this.page.game;
    const points = this.points.map((point) => pointName(point, tree.height)).join("");
    return `rule=${tree.rule} size=${tree.width}x${tree.height} opening=${this.rule} ` +
      `answers=${this.answers.join(",")} points=${points}`;
  }

  /* The colour that the reader has so far. */
  get color() {
    return !this.state || (this.state.black === this.person) ? "b" : "w";
  }

  begin() {
    this.pending = this.look();
  }

  stop() {
    this.isOver = true;
  }

  /* The board shows the opening's position again. */
  again() {
    this.pending = this.look();
  }

  /* Whether the opening's position is on the board and may change. */
  get isHere() {
    const { isAway, isHeld } = this.page.machine.state;
    return !this.isOver && !isAway && !isHeld;
  }

  /* What is kept across a reload: play.js takes it up. */
  data() {
    const { rule, person, answers, points, act, fifths } = this;
    return { rule, person, answers: [...answers], points: [...points], act, fifths };
  }

  /* Asks what the step is, and lets the engine answer where it is asked. */
  async look() {
    this.asking = this.page.engine.ask("opening " + this.request);
    const state = await this.asking;
    if (!this.isHere) return;
    if (state.wrong) {
      const isFirst = this.answers.length === 0 && this.points.length === 0;
      notify(isFirst ? say("openingTooSmall") : state.wrong, "error");
      if (isFirst) this.finish(null);
      else this.page.machine.send({ type: "hold" });
      return;
    }
    this.state = state;
    if (state.step === "") this.finish(this.color);
    else if (this.isReaders) this.choose();
    else await this.decide();
  }

  finish(color) {
    this.isOver = true;
    this.ended(color);
  }

  /* ---- The engine ---- */

  async decide() {
    const { engine, machine, settings } = this.page;
    const job = machine.take("opening", () => {});
    const ms = Math.round(Math.min(DECIDE_SHARE * settings.seconds * 1000, DECIDE_MS_MAX));
    this.changed();
    const answer = await engine.once(`decide ${this.request} ms=${ms} threads=${engine.threads}`);
    if (this.isOver || !machine.has(job)) return;
    if (!answer || answer.wrong) {
      if (answer) notify(answer.wrong, "error");
      machine.send({ type: "hold" });
      return;
    }
    machine.send({ type: "release", job });
    const points = parsePoints(answer.points, this.page.game.tree.height);
    const taken = this.state.choices.find((one) =>
      (one.act === "swap") === answer.is_swap && one.count === points.length);
    this.tell(taken, points, answer.fifths);
    await this.carryOut(taken, answer.is_swap ? "swap" : answer.points, points, answer.fifths);
  }

  /* Says what the engine has answered. */
  tell(taken, points, fifths) {
    const color = taken.swaps ? this.color : other(this.color); /* that the engine then has */
    const name = points.length > 0 ? pointName(points[0], this.page.game.tree.height) : "";
    let text = "";
    if (taken.act === "swap" || taken.is_move)
      text = say(color === "b" ? "swapTookBlack" : taken.is_move && !taken.swaps ? "swapStayed" : "swapTookWhite");
    else if (taken.act === "pick") text = say("openingKept", { name });
    else if (taken.act === "place" && taken.count === 2) text = say("swapAdded");
    if (fifths > 0) text = say("openingAnnounced", { count: fifths });
    if (text !== "") notify(text);
  }

  /* ---- Answers ---- */

  /* Puts the stones down, from number `placed` on, and goes on to the next step. */
  async carryOut(taken, text, points, fifths, placed = 0) {
    if (taken.act === "place" || taken.act === "pick")
      for (const point of points.slice(placed)) this.place(point);
    this.answers.push(fifths > 0 ? `${text}:${fifths}` : text);
    this.points = [];
    this.act = null;
    this.state = { ...this.state, choices: [] }; /* until the next step is known */
    this.changed();
    await this.look();
  }

  /* ---- The reader ---- */

  /* The choices of the step. One that stands alone needs no button. */
  choose() {
    const { choices } = this.state;
    if (choices.length === 1) this.act = choices[0].act;
    this.changed();
  }

  /* The one that the reader has taken, as the engine describes it; null: none. */
  get choice() {
    return this.state?.choices?.find((one) => one.act === this.act && !one.is_move) ?? null;
  }

  take(act) {
    this.act = act;
    this.changed();
    this.page.boardHost.focus({ preventScroll: true });
    this.page.boardHost.scrollIntoView({ block: "nearest" });
  }

  swap() {
    const swap = this.state.choices.find((one) => one.act === "swap");
    if (swap) this.pending = this.carryOut(swap, "swap", [], 0);
  }

  /* A point of the board was chosen. Its turn comes when the first step is known and the point before it has been judged. */
  async takes(point) {
    if (this.state === null) await this.asking;
    const step = this.answers.length;
    if (this.isOver) return;
    if (!this.isAsked) notify(say(this.isReaders ? "notYourTurn" : "waitForKaname"));
    else this.pending = this.pending.then(() => (step === this.answers.length ? this.takeNow(point) : null));
  }

  async takeNow(point) {
    const { game } = this.page;
    const { height } = game.tree;
    const taken = this.choice;
    if (!this.isHere || !this.isAsked) return;
    if (!taken) {
      notify(say("swapChoose"));
      return;
    }
    const again = this.points.findIndex((one) => samePoint(one, point));
    if (again >= 0 && taken.act === "offer") { /* a fifth move is taken back */
      this.points.splice(again, 1);
      await this.look();
      return;
    }
    if (!parsePoints(taken.allowed, height).some((one) => samePoint(one, point))) {
      notify(say("notInOpening", { name: pointName(point, height) }), "error");
      return;
    }
    const side = say(SIDES[game.side]);
    this.points.push(point);
    if (taken.act !== "offer") this.place(point);
    announce(taken.act === "offer" ? say("pointOffered", { name: pointName(point, height), number: this.points.length })
      : say("playedAt", { side, name: pointName(point, height) }));
    if (this.points.length < taken.count) {
      await this.look();
      return;
    }
    const text = this.points.map((one) => pointName(one, height)).join("");
    await this.carryOut(taken, text, this.points, taken.most > 0 ? this.fifths : 0, this.points.length);
  }

  /* ---- What is seen ---- */

  /* Whether the step is the reader's. */
  get isReaders() {
    return this.state?.player === this.person;
  }

  /* Whether the reader has to answer, and whether by a point of the board. */
  get isAsked() {
    return this.isReaders && this.state.choices?.length > 0;
  }

  get isAsking() {
    return this.isAsked && this.choice !== null;
  }

  /* The fifth moves that are offered, or chosen so far to be. */
  get offers() {
    if (!this.state) return [];
    return this.act === "offer" ? this.points : parsePoints(this.state.offers, this.page.game.tree.height);
  }

  /* The side of the square around the centre where the next stone has to stand; 0: the board. */
  get square() {
    return this.isAsking ? this.choice.square : 0;
  }

  /* What is to be done now, in a sentence. */
  get text() {
    const taken = this.choice;
    if (!this.isAsked) return say("thinking");
    if (!taken) return say("swapChoose");
    const { act, count, square } = taken;
    if (act === "pick") return say("openingPick");
    if (act === "offer") return say("openingOffer", { count, left: count - this.points.length });
    if (count === 2) return say("swapPlaceTwo");
    if (count === 3 && square === 0) return say("swapPlace");
    if (count === 3 && this.points.length === 0) return say("openingPattern");
    const values = { number: this.page.game.number + 1, side: say(SIDES[this.page.game.side]), size: square };
    return say(square === 0 ? "openingStone" : square === 1 ? "openingStoneCentre" : "openingStoneIn", values);
  }

  /* The buttons for what the reader may choose, and the number of fifth moves where it is announced. */
  controls() {
    if (!this.isAsked || this.isOver) return [];
    const taken = this.choice;
    if (taken) return taken.most > 0 ? [html("p", {}, this.text), this.fifthsChoice(taken)] : [];
    const buttons = { b: [], w: [], other: [] };
    const { color } = this;
    for (const one of this.state.choices) {
      const after = one.swaps ? other(color) : color;
      if (one.act === "swap" || one.is_move) {
        const leave = one.act === "swap" ? () => this.swap() : () => this.finish(after);
        buttons[after].push(button(say(after === "b" ? "takeBlack" : "takeWhite"), leave, { id: "take-" + SIDES[after] }));
      } else {
        const values = { side: say(SIDES[color]), number: this.page.game.number + 1, count: one.count };
        const words = one.act === "offer" ? "stayAndOffer" : one.count === 2 ? "placeTwo" : "stayAndPlace";
        buttons.other.push(button(say(words, values), () => this.take(one.act),
          { id: one.act === "offer" ? "offer-fifths" : one.count === 2 ? "place-two" : "stay" }));
      }
    }
    return [html("p", {}, say("openingSoFar", { side: say(SIDES[color]) })),
      html("div", { class: "row" }, ...buttons.b, ...buttons.w, ...buttons.other)];
  }

  fifthsChoice({ least, most }) {
    this.fifths = Math.max(least, Math.min(most, this.fifths));
    const counts = Array.from({ length: most - least + 1 }, (_, i) => [least + i, String(least + i)]);
    const field = choice(say("openingFifths"), counts, this.fifths, (value) => { this.fifths = Number(value); });
    field.querySelector("select").id = "fifths";
    return field;
  }
}

/* Whether these are data() of an opening. */
export function isOpeningData(data) {
  const isPoint = (point) => Number.isInteger(point?.x) && Number.isInteger(point?.y);
  return OPENINGS.includes(data.rule) && (data.person === 0 || data.person === 1) &&
    Array.isArray(data.answers) && data.answers.every((answer) => typeof answer === "string") &&
    Array.isArray(data.points) && data.points.every(isPoint) &&
    (data.act === null || typeof data.act === "string") && Number.isInteger(data.fifths);
}
