/* state.js: tests of the page's state machine, for a browser and for Node.js (node.mjs). `stateTests(courses)` gives
 * a list of {name, run}; `courses` random courses are played. */

import { Machine, PARTS, clickOn, isFree, isKanamesTurn, isLessonDue, isLessonOffered, isTimed, newState, next, refusalOf,
} from "/site/state.js";

function same(actual, wanted, what = "") {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what} ${a}, not ${b}`);
}

/* Numbers from 0 to count - 1, the same for a seed. */
export function chance(seed) {
  let x = (seed * 2654435761 + 12345) >>> 0;
  return (count) => {
    x ^= x << 13;
    x >>>= 0;
    x ^= x >>> 17;
    x ^= x << 5;
    x >>>= 0;
    return x % count;
  };
}

const board = (more) => ({ type: "board", isNew: false, side: "b", isKnown: true, isOver: false, isAway: false,
  isFresh: false, ...more });

function run(...events) {
  return events.reduce((state, event) => next(state, event).state, newState());
}

const begun = (color = "b") => ({ type: "begin", color, hasOpening: false });
const seen = (more) => board(more);

/* ---- A page without a board: what the machine needs of it --------------------------------------- */

const KANAMES = ["game", "opening", "coach"];
const READERS = PARTS.filter((part) => !KANAMES.includes(part)); /* parts that the reader asks for */

/* A line of `last` moves, of which number `at` is on the board and number `head` is the game's; the board
 * holds LENGTH. The facts come, and the engine answers, when the course says so. */
const LENGTH = 12;

class Model {
  constructor() {
    Object.assign(this, { at: 0, head: null, last: 0, isKnown: false, teaches: false, jobs: [], refusals: [] });
    this.machine = new Machine((before, after) => {
      if (before.job !== after.job && ["game", "coach"].includes(after.owner)) this.jobs.push(after.job);
    });
    this.tell(true);
  }

  get state() {
    return this.machine.state;
  }

  tell(isNew) {
    if (isNew) this.isKnown = false;
    this.machine.send({ type: "board", isNew, side: this.at % 2 ? "w" : "b", isKnown: this.isKnown,
      isOver: this.isKnown && this.at >= LENGTH, isAway: this.head !== null && this.head !== this.at,
      isFresh: this.last === 0 });
  }

  facts() {
    this.isKnown = true;
    this.tell(false);
  }

  goTo(at) {
    if (at === this.at || at < 0 || at > this.last) return;
    this.at = at;
    this.tell(true);
  }

  place(inGame) {
    this.at++;
    this.last = this.at;
    if (inGame) this.head = this.at;
    this.tell(true);
  }

  start(color, hasOpening) {
    this.head = this.at = this.last = 0;
    this.machine.send({ type: "begin", color, hasOpening });
    this.tell(true);
  }

  /* The position on the board becomes a puzzle. */
  puzzle() {
    this.head = this.at;
    this.machine.send({ type: "study" });
    this.machine.send({ type: "puzzle" });
    this.tell(true);
  }

  /* The engine has judged the reader's move: the defence follows, or the puzzle ends with the board. */
  judge(job) {
    this.machine.send({ type: "release", job });
    this.goTo(this.head);
    if (this.at < LENGTH) {
      this.place(true);
    } else {
      this.machine.send({ type: "study" });
      this.tell(false);
    }
  }

  proceed() {
    this.head = this.at;
    this.machine.send({ type: "proceed" });
  }

  /* An answer of the engine for this job; the coach finds every third move wanting. Returns whether it counts. */
  answer(job) {
    if (!this.machine.has(job)) return false;
    const { owner } = this.state;
    if (owner === "game") this.place(true);
    else if (owner === "coach") this.machine.send({ type: "judged", job, isMistake: job % 3 === 0 });
    else if (owner === "puzzle" && this.state.phase === "puzzle") this.judge(job);
    else this.machine.send({ type: "release", job });
    return true;
  }

  edit() {
    this.head = null;
    this.machine.send({ type: "edit" });
    this.tell(true);
  }

  click(begins) {
    const { act, refusal } = clickOn(this.state, begins);
    if ((act === undefined) === (refusal === undefined)) throw new Error("a click without an answer");
    if (act === "begin") {
      this.start("b", false);
      this.facts();
      return this.click(begins);
    }
    if (act === "continue") this.proceed();
    if (act === "play" || act === "continue") {
      this.place(true);
      if (this.teaches) this.machine.send({ type: "teach" });
    } else if (act === "opening") {
      this.place(true);
      if (this.at >= 3) {
        this.machine.send({ type: "begin", color: "b", hasOpening: false });
        this.tell(false);
      } else {
        this.jobs.push(this.machine.take("opening", () => {}));
      }
    } else if (act === "study") {
      this.place(false);
    } else if (act === "edit") {
      this.tell(true);
    } else if (act === "puzzle") {
      this.place(true);
      this.jobs.push(this.machine.take("puzzle", () => {}));
    }
    return act ?? refusal;
  }

  remove() {
    if (this.at === 0) return;
    this.last = this.at = this.at - 1;
    if (this.head !== null && this.head > this.last) {
      if (this.state.phase === "game") {
        this.head = this.at;
        this.machine.send({ type: "hold" });
      } else {
        this.head = null;
        this.machine.send({ type: "study" });
      }
    }
    this.tell(true);
  }

  undo() {
    const { phase, color } = this.state;
    if (phase === "opening" || this.at === 0) return;
    if (isFree(this.state)) {
      this.goTo(this.at - 1);
      return;
    }
    let to = this.at - 1;
    while (to >= 0 && color !== "both" && (to % 2 ? "w" : "b") !== color) to--;
    if (to < 0) return;
    this.head = to;
    this.goTo(to);
    this.machine.send({ type: "begin", color, hasOpening: false });
    this.tell(false);
  }
}

const STEPS = [
  (model, draw) => model.click(draw(2) === 0), (model, draw) => model.click(draw(2) === 0), (model) => model.facts(),
  (model) => model.facts(), (model) => model.jobs.length > 0 && model.answer(model.jobs[model.jobs.length - 1]),
  (model, draw) => model.jobs.length > 0 && model.answer(model.jobs[draw(model.jobs.length)]),
  (model, draw) => model.goTo(draw(model.last + 1)), (model) => model.goTo(model.at - 1), (model) => model.remove(),
  (model) => model.undo(),
  (model, draw) => {
    const part = READERS[draw(READERS.length)];
    const job = model.machine.take(part, (refusal) => model.refusals.push(refusal));
    if (job) model.jobs.push(job);
  },
  (model, draw) => model.machine.send({ type: "stop", part: READERS[draw(READERS.length)] }),
  (model) => model.machine.take("analysis", (refusal) => model.refusals.push(refusal)),
  (model, draw) => draw(6) === 0 && model.edit(),
  (model) => model.machine.send({ type: "hurry" }), (model) => model.machine.send({ type: "hold" }),
  (model) => model.machine.send({ type: "finish" }), (model) => model.proceed(),
  (model) => { model.teaches = !model.teaches; }, (model) => model.machine.send({ type: "goOn" }),
  (model, draw) => draw(4) === 0 && model.start(["b", "w", "both"][draw(3)], draw(4) === 0),
  (model, draw) => draw(4) === 0 && model.puzzle(),
  (model, draw) => {
    if (draw(6) !== 0) return;
    model.head = null;
    model.machine.send({ type: "study" });
    model.tell(false);
  },
];

function check(model, before) {
  const { state } = model;
  if (state.job < before.job) throw new Error("a job comes again");
  if (state.owner !== before.owner && state.owner !== "" && state.job === before.job)
    throw new Error(`the engine changed hands within a job: ${before.owner}, ${state.owner}`);
  if (isKanamesTurn(state) && state.owner !== "game") throw new Error("Kaname is to move and does not think");
  if (state.owner === "game" && !isKanamesTurn(state)) throw new Error("Kaname thinks out of turn");
  if (isLessonDue(state) !== (state.owner === "coach")) throw new Error("a move to be judged without the coach, or the reverse");
  if (isKanamesTurn(state) && (isLessonDue(state) || isLessonOffered(state)))
    throw new Error("Kaname does not wait for the lesson");
  if (state.lesson !== "" && state.phase !== "game") throw new Error("a lesson without a game");
  if (state.follows && state.owner === "" && !refusalOf(state, "analysis"))
    throw new Error("the analysis that is on has no engine");
  if (state.owner === "analysis" && !state.follows) throw new Error("an analysis that is off has the engine");
  if (state.owner === "game" && state.follows) throw new Error("an analysis waits beside Kaname's thought");
  if (isFree(state) && state.phase !== "puzzle" && (state.isAway || state.isHeld))
    throw new Error("a game waits where there is none");
  if (isTimed(state) && state.phase !== "game") throw new Error("a clock without a game");
  for (const part of READERS)
    if (state.phase === "puzzle" && part !== "puzzle" && !refusalOf(state, part)) throw new Error(part + " tells the solution");
  if (state.phase === "puzzle" && !["", "puzzle"].includes(state.owner)) throw new Error(`${state.owner} has a puzzle's engine`);
  for (const part of READERS)
    if (KANAMES.includes(state.owner) && !refusalOf(state, part)) throw new Error(part + " takes Kaname's engine");
}

/* From any state: once the facts have come and Kaname has answered, a click is a move, or the page says why not. */
function settle(model) {
  for (let i = 0; i < 4; i++) {
    model.facts();
    const { owner, job } = model.state;
    if ([...KANAMES, "puzzle"].includes(owner)) model.answer(job);
  }
  if (KANAMES.includes(model.state.owner)) throw new Error("Kaname thinks for ever");
  const { at } = model, said = model.click(true);
  if (said === "edit" && model.state.phase === "editing") return;
  const isMove = ["play", "continue", "study", "opening", "puzzle"].includes(said);
  if (isMove !== (model.at === at + 1)) throw new Error(`a click: ${said}`);
  if (["notYourTurn", "wait", "puzzleThinks"].includes(said)) throw new Error(`a click on a quiet board: ${said}`);
  model.facts();
  if (said === "play" && model.state.phase === "game" && model.state.color !== "both" &&
    model.state.owner !== (model.teaches ? "coach" : "game"))
    throw new Error("a move is not answered");
}

function course(seed) {
  const draw = chance(seed), model = new Model(), done = [];
  try {
    for (let i = 0; i < 40; i++) {
      const step = draw(STEPS.length), before = model.state;
      done.push(step);
      STEPS[step](model, draw);
      check(model, before);
    }
    settle(model);
  } catch (error) {
    throw new Error(`seed ${seed}, steps ${done.join(" ")}: ${error.message}`);
  }
  return model;
}

export function stateTests(courses) {
  return [
    { name: "Kaname has the engine as soon as it is to move", run() {
      same(run(begun("w"), seen({ isFresh: true })).owner, "game");
      same(run(begun("b"), seen({})).owner, "");
      same(run(begun("b"), seen({ isNew: true, side: "w", isKnown: false })).owner, "");
      same(run(begun("b"), seen({ side: "w" })).owner, "game");
    } },
    { name: "an analysis ends when Kaname is to move, and may not begin while it thinks", run() {
      const state = run(begun("b"), seen({}), { type: "take", part: "analysis" });
      same(state.owner, "analysis");
      const later = next(state, board({ isNew: true, side: "w" })).state;
      same([later.owner, later.job > state.job], ["game", true]);
      same(next(later, { type: "take", part: "analysis" }).refusal, "waitForKaname");
    } },
    { name: "an analysis that is on goes on with each position, game and after each other part, until it is off", run() {
      const analysis = { type: "take", part: "analysis" };
      const isOn = (...events) => run(seen({}), analysis, ...events).owner === "analysis";
      same([isOn(), isOn(seen({ isNew: true })), isOn({ type: "study" }), isOn({ type: "edit" })], [true, true, true, true]);
      for (const part of ["hint", "solver", "review", "balance"]) {
        const taken = run(seen({}), analysis, { type: "take", part });
        same([taken.owner, taken.follows], [part, true]);
        same(next(taken, { type: "release", job: taken.job }).state.owner, "analysis", part);
        same(next(taken, { type: "stop", part }).state.owner, "analysis", part);
      }
      same(isOn({ type: "take", part: "hint" }, { type: "stop", part: "analysis" }, { type: "stop", part: "hint" }), false);
      same([isOn(begun("b")), isOn(begun("both"), seen({}))], [false, true]);
    } },
    { name: "while a position is set up, a click is a stone of it, at once", run() {
      const state = run(begun("b"), seen({ side: "w" }), { type: "edit" });
      same([state.phase, state.owner, clickOn(state, true)], ["editing", "", { act: "edit" }]);
      same(run({ type: "edit" }, seen({ isAway: true })).isAway, false);
      same(clickOn(run({ type: "edit" }, { type: "study" }, seen({})), true).act, "study");
    } },
    { name: "looking elsewhere stops the engine and says how to go back", run() {
      const state = run(begun("b"), seen({ side: "w" }), seen({ isNew: true, side: "w", isAway: true }));
      same([state.owner, clickOn(state, true).refusal], ["", "continueFirst"]);
      same(clickOn(run(begun("b"), seen({ isNew: true, isAway: true })), true).act, "continue");
      same(clickOn(run({ type: "begin", color: "b", hasOpening: true }, seen({ isAway: true })), true).refusal, "openingIsAway");
    } },
    { name: "the end of a game stands until the reader goes on", run() {
      const lost = run(begun("b"), seen({ isOver: true }));
      same([lost.phase, clickOn(lost, true).refusal], ["ended", "gameEnded"]);
      same(run(begun("b"), seen({}), { type: "finish" }, seen({ side: "w" })).owner, "");
      same(run(begun("b"), seen({}), { type: "finish" }, begun("b"), seen({ side: "w" })).owner, "game");
    } },
    { name: "the first stone on an empty board begins the game that the settings name", run() {
      same(clickOn(run(seen({ isFresh: true })), true), { act: "begin" });
      same(clickOn(run(seen({ isFresh: true })), false), { act: "study" });
      same(clickOn(run(seen({})), true), { act: "study" });
    } },
    { name: "a move that is taught is judged first; Kaname waits until a mistake is taken back or stands", run() {
      const played = [begun("b"), seen({}), seen({ isNew: true, side: "w", isKnown: false }), { type: "teach" }];
      const due = run(...played, seen({ side: "w" }));
      same([due.owner, next(due, { type: "take", part: "hint" }).refusal, clickOn(due, true)],
        ["coach", "waitForKaname", { refusal: "notYourTurn" }]);
      const judged = (isMistake) => next(due, { type: "judged", job: due.job, isMistake }).state;
      same([judged(false).owner, judged(false).lesson], ["game", ""]);
      const offered = judged(true);
      same([offered.owner, offered.lesson, clickOn(offered, true)], ["", "offered", { refusal: "lessonFirst" }]);
      same(next(offered, { type: "goOn" }).state.owner, "game");
      same(next(due, { type: "goOn" }).refusal, "noLesson");
      same(next(due, { type: "hurry" }).state.owner, "game");
      const again = next(next(offered, seen({ isNew: true, isKnown: false, isAway: true })).state, begun("b")).state;
      same([next(again, seen({})).state.owner, clickOn(next(again, seen({})).state, true)], ["", { act: "play" }]);
    } },
    { name: "a lesson waits while the reader looks elsewhere, and ends with the game or where it goes on", run() {
      const due = run(begun("b"), { type: "teach" }, seen({ side: "w" }));
      const away = next(due, seen({ isNew: true, isAway: true })).state;
      same([away.owner, away.lesson], ["", "due"]);
      same(next(away, seen({ isNew: true, side: "w" })).state.owner, "coach");
      const offered = next(due, { type: "judged", job: due.job, isMistake: true }).state;
      const back = next(next(offered, seen({ isNew: true, isAway: true })).state, seen({ isNew: true, side: "w" })).state;
      same([back.owner, isLessonOffered(back)], ["", true]);
      for (const type of ["finish", "hold", "proceed", "study", "edit", "puzzle"])
        same(next(offered, { type }).state.lesson, "", type);
      same(next(offered, seen({ side: "w", isOver: true })).state.lesson, "");
    } },
    { name: "an answer of an earlier job counts for nothing", run() {
      const machine = new Machine(() => {});
      const job = machine.take("review", () => {});
      same(machine.has(job), true);
      machine.take("hint", () => {});
      same(machine.has(job), false);
      machine.send({ type: "release", job });
      same(machine.state.owner, "hint");
    } },
    { name: "a puzzle shuts the engine to all other parts until it is over", run() {
      const state = run({ type: "puzzle" }, seen({ isFresh: false }));
      same(clickOn(state, true).act, "puzzle");
      same(next(state, { type: "take", part: "analysis" }).refusal, "notInAPuzzle");
      const judged = next(state, { type: "take", part: "puzzle" }).state;
      same(clickOn(judged, true).refusal, "puzzleThinks");
      same(clickOn(next(judged, seen({ isNew: true, isAway: true })).state, true).refusal, "puzzleIsAway");
      const over = next(judged, { type: "study" }).state;
      same([over.owner, clickOn(over, true).act, refusalOf(over, "analysis")], ["", "study", ""]);
    } },
    { name: `${courses} random courses: a move is answered, or the page says why not`, run() {
      const ends = new Set();
      for (let seed = 1; seed <= courses; seed++) {
        const { state } = course(seed);
        ends.add(`${state.phase} ${state.owner} ${state.isAway} ${state.isHeld}`);
      }
      if (courses >= 1000 && ends.size < 14) throw new Error(`the courses end in ${ends.size} states alone`);
    } },
  ];
}
