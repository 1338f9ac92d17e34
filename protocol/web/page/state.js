/* state.js: what goes on at the page, as one machine: whether there is a game against Kaname, whether the
 * board shows its position, and which part of the page has the engine. Pure: the page sends events and
 * carries out what follows from the new state.
 *
 * Phases: "study" (no game: the reader moves for both sides), "editing" (the reader puts stones on the
 * board and takes them away), "opening", "game", "ended" (its last position stands until the reader goes
 * on in some way), "puzzle" (the reader looks for a move; no part but the puzzles' may have the engine,
 * for it would tell).
 *
 * In a game that teaches, a move of the reader is judged before Kaname answers it: `lesson` is "due" until it
 * is judged, "offered" while the reader chooses whether to take a mistake back, else "". Kaname waits for both.
 *
 * One part has the engine at a time. Each time it changes hands `job` counts up, so an answer that
 * belongs to an earlier job counts for nothing. When Kaname is to move in a game, the game has it; when a
 * move is to be judged, the coach. An analysis that the reader has switched on (`follows`) has it whenever
 * no other part does, until Kaname is to move or a game begins. */

export const PARTS = ["game", "opening", "coach", "hint", "analysis", "balance", "solver", "review", "puzzle", "moments"];

const KANAMES = ["game", "opening", "coach"]; /* parts that the reader's may not interrupt */
const FOR_A_POSITION = ["game", "opening", "coach", "hint", "balance", "solver"]; /* ends when the position changes */
const NEEDS_A_MOVE = ["hint", "balance", "solver"]; /* of no use when the game is over */

/* `color` is the reader's: "b", "w" or "both". `side`, `isKnown`, `isOver` and `isFresh` describe the
 * position on the board: who moves, whether its facts have come, whether it ends a game, whether
 * nothing has happened yet. `isAway`: it is not the game's position. `isHeld`: the game waits until the
 * reader continues it. */
export function newState() {
  return { phase: "study", color: "b", owner: "", job: 0, follows: false, isAway: false, isHeld: false,
    lesson: "", side: "b", isKnown: false, isOver: false, isFresh: true };
}

/* Whether the game's position is on the board and the game goes on. */
export function isPlaying(state) {
  return state.phase === "game" && !state.isAway && !state.isHeld && !state.isOver;
}

/* Whether the position on the board waits for an answer to the reader's move. */
function isAnswerDue(state) {
  return isPlaying(state) && state.isKnown && state.color !== "both" && state.side !== state.color;
}

/* Whether Kaname has to answer the position on the board. */
export function isKanamesTurn(state) {
  return isAnswerDue(state) && state.lesson === "";
}

/* Whether the reader's move on the board has to be judged before Kaname answers it. */
export function isLessonDue(state) {
  return isAnswerDue(state) && state.lesson === "due";
}

/* Whether the reader is to choose: take the mistake on the board back, or go on. */
export function isLessonOffered(state) {
  return isAnswerDue(state) && state.lesson === "offered";
}

/* Whether there is no game: the reader moves, puts stones, or solves a puzzle. */
export function isFree(state) {
  return ["study", "editing", "puzzle"].includes(state.phase);
}

/* Whether the clock runs. */
export function isTimed(state) {
  return isPlaying(state) && state.isKnown;
}

function give(state, owner) {
  return { ...state, owner, job: state.job + 1 };
}

/* Why the part may not have the engine now, a key of the word tables; "" if it may. */
export function refusalOf(state, part) {
  if (KANAMES.includes(part)) return "";
  if (KANAMES.includes(state.owner) || isKanamesTurn(state) || isLessonDue(state)) return "waitForKaname";
  if (state.phase === "puzzle" && part !== "puzzle") return "notInAPuzzle";
  if (state.phase === "opening" && part === "hint") return "notInAnOpening";
  return NEEDS_A_MOVE.includes(part) && state.isOver ? "gameIsOver" : "";
}

/* Whether the analysis that the reader has switched on takes the engine, which no part has. */
function isAnalysisDue(state) {
  return state.follows && state.owner === "" && refusalOf(state, "analysis") === "";
}

/* What an event makes of the state, before Kaname's turn is looked at; a text is a refusal. */
const STEPS = {
  /* A game begins, or goes on where it is. */
  begin: (state, { color, hasOpening }) =>
    ({ ...give(state, ""), phase: hasOpening ? "opening" : "game", color, isAway: false, isHeld: false,
      lesson: "", isKnown: false, isOver: false, follows: state.follows && color === "both" && !hasOpening }),
  /* The reader looks at another game, or at this one without Kaname. */
  study: (state) => ({ ...give(state, ""), phase: "study", isAway: false, isHeld: false, lesson: "" }),
  /* The reader sets up a position. */
  edit: (state) => ({ ...give(state, ""), phase: "editing", isAway: false, isHeld: false, lesson: "" }),
  /* The reader is to solve the position on the board. */
  puzzle: (state) => ({ ...give(state, ""), phase: "puzzle", isAway: false, isHeld: false, lesson: "" }),
  /* The board shows another position (isNew), or the facts of its position have come. */
  board: (state, { isNew, side, isKnown, isOver, isAway, isFresh }) => {
    const seen = { ...state, side, isKnown, isOver, isFresh,
      isAway: isAway && (state.phase === "puzzle" || !isFree(state)) };
    const isDone = seen.phase === "game" && !seen.isAway && isKnown && isOver;
    if (isDone) return { ...give(seen, ""), phase: "ended", isHeld: false, lesson: "" };
    return isNew && FOR_A_POSITION.includes(state.owner) ? give(seen, "") : seen;
  },
  /* The game is over by other means than the board: resignation, time. */
  finish: (state) =>
    (state.phase === "game" ? { ...give(state, ""), phase: "ended", isHeld: false, lesson: "" } : "noGame"),
  /* The game waits for the reader. */
  hold: (state) =>
    (["game", "opening"].includes(state.phase) ? { ...give(state, ""), isHeld: true, lesson: "" } : "noGame"),
  /* The game goes on at the position on the board. */
  proceed: (state) =>
    (["game", "opening"].includes(state.phase) ? { ...state, isHeld: false, isAway: false, lesson: "" } : "noGame"),
  /* The reader has just played the game's last move, which is to be judged. */
  teach: (state) => (state.phase === "game" ? { ...state, lesson: "due" } : "noGame"),
  /* The coach has judged the move. */
  judged: (state, { job, isMistake }) =>
    (state.job === job && state.owner === "coach" ? { ...state, owner: "", lesson: isMistake ? "offered" : "" } : state),
  /* The reader lets the mistake stand. */
  goOn: (state) => (isLessonOffered(state) ? { ...give(state, ""), lesson: "" } : "noLesson"),
  /* The engine shall answer at once, and judge nothing. */
  hurry: (state) => (["game", "coach"].includes(state.owner) ? { ...give(state, ""), lesson: "" } : "nothingToHurry"),
  take: (state, { part }) =>
    refusalOf(state, part) || { ...give(state, part), follows: state.follows || part === "analysis" },
  /* The reader stops a part. */
  stop: (state, { part }) => {
    const left = part === "analysis" ? { ...state, follows: false } : state;
    return state.owner === part ? give(left, "") : left;
  },
  /* A part is ready with its job. */
  release: (state, { job }) => (state.job === job ? { ...state, owner: "" } : state),
};

/* Gives {state, refusal}: the state after the event, and why nothing happened, or "". */
export function next(state, event) {
  const made = STEPS[event.type](state, event);
  if (typeof made === "string") return { state, refusal: made };
  const owner = isKanamesTurn(made) ? "game" : isLessonDue(made) ? "coach" : "";
  if (owner !== "" && made.owner !== owner) return { state: { ...give(made, owner), follows: false }, refusal: "" };
  return { state: isAnalysisDue(made) ? give(made, "analysis") : made, refusal: "" };
}

/* What a click on a free point does. Gives {act} or {refusal}. `begins`: the reader's settings name a
 * game against Kaname, which the first stone on a fresh board begins. Acts: "opening" (the opening
 * takes the point), "play" (the reader's move), "continue" (the same, the game goes on from here),
 * "begin", "study" (a move for the side to move), "edit" (a stone is put or taken away), "puzzle" (an
 * answer to the puzzle); "wait": the facts
 * have not come. */
export function clickOn(state, begins) {
  if (state.phase === "editing") return { act: "edit" };
  if (!state.isKnown) return { act: "wait" };
  if (state.phase === "opening") {
    if (state.isHeld) return { refusal: "continueFirst" };
    return state.isAway ? { refusal: "openingIsAway" } : { act: "opening" };
  }
  if (state.phase === "puzzle") {
    if (state.isAway) return { refusal: "puzzleIsAway" };
    if (state.isOver) return { refusal: "gameIsOver" };
    return state.owner === "puzzle" ? { refusal: "puzzleThinks" } : { act: "puzzle" };
  }
  if (state.phase === "ended" && !state.isAway) return { refusal: "gameEnded" };
  if (state.isOver) return { refusal: "gameIsOver" };
  if (state.phase === "game") {
    if (["game", "coach"].includes(state.owner)) return { refusal: "notYourTurn" };
    if (isLessonOffered(state)) return { refusal: "lessonFirst" };
    if (state.color !== "both" && state.side !== state.color) return { refusal: "continueFirst" };
    return { act: state.isAway || state.isHeld ? "continue" : "play" };
  }
  return { act: state.phase === "study" && state.isFresh && begins ? "begin" : "study" };
}

/* The state and what follows from its changes: changed(before, after) after each event that is not
 * refused. */
export class Machine {
  constructor(changed) {
    this.state = newState();
    this.changed = changed;
  }

  /* Returns why nothing happened, or "". */
  send(event) {
    const before = this.state;
    const { state, refusal } = next(before, event);
    this.state = state;
    if (refusal === "" && state !== before) this.changed(before, state);
    return refusal;
  }

  /* Returns the number of the job, 0 if the part may not have the engine: then `refused` is told why. */
  take(part, refused) {
    const refusal = this.send({ type: "take", part });
    if (refusal === "") return this.state.job;
    refused(refusal);
    return 0;
  }

  /* Whether the job still has the engine. */
  has(job) {
    return this.state.job === job && this.state.owner !== "";
  }
}
