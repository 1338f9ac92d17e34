/* coach.js: teaching. In a game below full strength a move of the reader is judged before Kaname answers it; a mistake
 * may be taken back. After the game the moments at which most was lost come again as puzzles. */

import { button, percentText } from "./controls.js";
import { announce, byId, html, notify, offerFocus } from "./dom.js";
import { parsePoints, pointName } from "./layout.js";
import { puzzleAt } from "./puzzle_game.js";
import { isLessonOffered } from "./state.js";
import { addMove, moveNumber, newTree, path, position, requestOf } from "./tree.js";
import { say } from "./words.js";

const LOOK_NODES = 4000; /* of a search; a move that seems to be a mistake gets eight times as many */
const MISTAKE_LOSS = 0.1, MOMENT_LOSS = 0.05; /* of win rate, as `review` grades mistakes and inaccuracies */
const MOMENTS_MAX = 3;

/* The request for the move of the node alone: the stones before it are set up. */
function requestOfMove(tree, node) {
  const alone = newTree(tree);
  alone.side = node.color;
  alone.root.setup = position(tree, node.parent).cells.flatMap((color, i) =>
    (color === "" ? [] : [{ color, x: i % tree.width, y: Math.floor(i / tree.width) }]));
  return requestOf(alone, addMove(alone, alone.root, node.point));
}

/* Judges the move of the node as the review does. Gives the handler's answer (grade, loss, best, line, reply, notes);
 * {wrong}; null if the engine was taken away. */
export async function judgeMove(engine, tree, node) {
  let judged = null;
  const done = await engine.steps(`review ${requestOfMove(tree, node)} nodes=${LOOK_NODES}`, (answer) => {
    if (answer.move !== undefined) judged = answer;
  });
  return done?.wrong ? done : done && judged;
}

/* What a judged move overlooked, in sentences: the wins, else the opponent's answer. */
export function reasonsOf({ loss, notes, reply, missed_win, allowed_win }) {
  const kinds = { missed: missed_win, overlooked: allowed_win, allowed: allowed_win };
  const words = { missed: "lessonMissed", overlooked: "lessonOverlooked", allowed: "lessonAllowed" };
  const wins = notes.split(" ").filter((note) => kinds[note]).map((note) => say(words[note], { kind: say(kinds[note]) }));
  const [answer] = reply.match(/^[a-z][0-9]+/) ?? [];
  return [...wins, say("lessonLoss", { percent: percentText(loss) }),
    ...(wins.length === 0 && answer ? [say("lessonAnswer", { name: answer })] : [])];
}

/* The puzzle of a judged move: to win, to stop the win that it allowed, or to find a better move. */
function puzzleOfMoment(tree, node, { best, line, reply, missed_win, allowed_win }) {
  const points = (text) => parsePoints(text, tree.height);
  const kinds = { five: "vcf", VCF: "vcf", VCT: "vct" };
  const made = (task, kind, shown) => puzzleAt(tree, node.parent, { task, kind, line: points(shown), firsts: points(best) });
  if (missed_win in kinds) return made("win", kinds[missed_win], line);
  return allowed_win in kinds ? made("defence", kinds[allowed_win], reply) : made("improve", "", line);
}

export class Coach {
  constructor(page) {
    /* judged: answers of judgeMove() by the request of the position after the move. share: of the search for moments. */
    Object.assign(this, { page, judged: new Map(), shows: "", share: null });
  }

  /* Whether the reader's next move is judged. */
  get isOn() {
    const { settings, play } = this.page;
    return settings.coach && settings.level !== "full" && play.clock.limitMs === 0 && play.color !== "both";
  }

  judgedOf(node) {
    return this.judged.get(requestOf(this.page.game.tree, node));
  }

  /* Judges the move and keeps the answer. Gives what judgeMove() gives. */
  async judge(node) {
    const { engine, game } = this.page, key = requestOf(game.tree, node);
    const answer = this.judged.get(key) ?? await judgeMove(engine, game.tree, node);
    if (answer && !answer.wrong) this.judged.set(key, answer);
    return answer;
  }

  /* ---- The reader's move ---- */

  /* The machine has given it the engine: the move on the board is to be judged. */
  async begin(job) {
    const { game, machine } = this.page, { node } = game;
    this.shows = "";
    const answer = node.point ? await this.judge(node) : { loss: 0 };
    if (!machine.has(job)) return;
    if (answer?.wrong) notify(answer.wrong, "error");
    const isMistake = (answer?.loss ?? 0) >= MISTAKE_LOSS;
    machine.send({ type: "judged", job, isMistake });
    if (!isMistake || !isLessonOffered(machine.state)) return;
    announce([this.title(node, answer), ...reasonsOf(answer)].join(" "));
    this.page.play.showChoices();
  }

  title(node, { grade }) {
    return say("lessonTitle", { grade: say(grade), name: pointName(node.point, this.page.game.tree.height) });
  }

  /* The lesson about the move on the board, and what the reader may do. */
  controls() {
    const { game, play, machine } = this.page, { node } = game;
    const answer = this.judgedOf(node);
    if (!answer) return [];
    const goOn = () => machine.send({ type: "goOn" });
    const shower = (what, text) =>
      button(text, () => this.show(what), { id: "show-" + what, "aria-pressed": String(this.shows === what) });
    return [html("div", { class: "lesson", id: "lesson" },
      html("p", { class: "lesson-title" }, this.title(node, answer)),
      html("ul", {}, ...reasonsOf(answer).map((reason) => html("li", {}, reason)),
        this.shows === "better" ? html("li", { id: "lesson-better" }, say("lessonBetter", { name: answer.best })) : null),
      html("div", { class: "row" },
        button(say("tryAgain"), () => play.undo(), { id: "try-again", class: "primary" }),
        button(say("goOn"), goOn, { id: "go-on" }),
        answer.reply !== "" ? shower("why", say("showWhy")) : null, shower("better", say("showBetter"))))];
  }

  /* Shows on the board how the opponent goes on ("why"), or the better move; a second time, neither. */
  show(what) {
    const { game, threats, play } = this.page;
    const answer = this.judgedOf(game.node);
    this.shows = this.shows === what ? "" : what;
    threats.mark(this.shows === "better" ? [{ stones: "", points: answer.best }] : []);
    this.page.preview(this.shows === "why" ? parsePoints(answer.reply, game.tree.height) : null);
    play.draw();
    offerFocus(byId("show-" + what));
    this.page.boardHost.scrollIntoView({ block: "nearest" });
    if (this.shows === "better") announce(say("lessonBetter", { name: answer.best }));
  }

  /* ---- Moments to learn from ---- */

  /* The reader's moves of the game that has ended; none where its positions cannot be puzzles. */
  moves() {
    const { play, game } = this.page, { tree } = game;
    if (play.head === null || play.color === "both" || tree.width !== tree.height) return [];
    const nodes = path(play.head);
    if (nodes.some(({ setup }) => setup.some(({ color }) => color === "x"))) return [];
    return nodes.filter((node) => node.color === play.color && node.point);
  }

  /* The moments of a game that has ended, or the way to find them. */
  moments() {
    const moves = this.moves();
    if (moves.length === 0) return [];
    if (this.share !== null)
      return [html("p", { class: "soft", id: "moments-text" }, say("momentsSearching", { percent: percentText(this.share) }))];
    if (moves.some((node) => !this.judgedOf(node)))
      return [html("div", { class: "row" }, button(say("momentsFind"), () => this.findMoments(), { id: "find-moments" }))];
    const worst = this.worst(moves);
    if (worst.length === 0) return [html("p", { class: "soft", id: "moments-text" }, say("momentsNone"))];
    return [html("div", { id: "moments", class: "moments" }, html("h2", {}, say("moments")),
      ...worst.map((node) => button(html("span", {}, html("b", {}, this.nameOf(node)), " ",
        html("span", { class: "soft" }, reasonsOf(this.judgedOf(node)).join(" "))),
      () => this.open(node, worst), { class: "mistake-row", "data-move": moveNumber(node) })))];
  }

  nameOf(node) {
    return `${moveNumber(node)} ${pointName(node.point, this.page.game.tree.height)}`;
  }

  /* The moves that cost most, in the order of the game. */
  worst(moves) {
    const loss = (node) => this.judgedOf(node).loss;
    return moves.filter((node) => loss(node) >= MOMENT_LOSS).sort((a, b) => loss(b) - loss(a)).slice(0, MOMENTS_MAX)
      .sort((a, b) => moveNumber(a) - moveNumber(b));
  }

  /* Judges the moves that have not been judged. */
  async findMoments() {
    const { play, machine } = this.page;
    const moves = this.moves();
    const job = this.page.take("moments");
    if (!job) return;
    for (const [i, node] of moves.entries()) {
      this.share = i / moves.length;
      play.draw();
      const answer = await this.judge(node);
      if (!machine.has(job)) return;
      if (!answer?.wrong) continue;
      notify(answer.wrong, "error");
      break;
    }
    this.share = null;
    machine.send({ type: "release", job });
    play.draw();
    announce(byId("moments-text")?.textContent ?? say("moments"));
    offerFocus(play.choices.querySelector("button"));
  }

  /* The engine is with another part. */
  lost() {
    this.share = null;
    this.page.play.draw();
  }

  /* The moment becomes a puzzle; the others come after it. */
  open(node, nodes) {
    const { puzzles, game } = this.page;
    const puzzleOf = (moment) => puzzleOfMoment(game.tree, moment, this.judgedOf(moment));
    const [first, ...rest] = [node, ...nodes.filter((other) => other !== node)].map(puzzleOf);
    puzzles.own = rest;
    this.page.showPanel("puzzles");
    puzzles.begin(first);
  }
}
