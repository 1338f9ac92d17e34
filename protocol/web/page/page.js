/* page.js: puts the parts of the page together: panels, board, keys, the address, what is kept. */

import { aimAt, magnify, mustConfirm } from "./aim.js";
import { Analysis } from "./analysis.js";
import { keepSite } from "./app.js";
import { drawBar } from "./bar.js";
import { Board } from "./board.js";
import { announce, byId, html, notify, takesText } from "./dom.js";
import { Editor } from "./editor.js";
import { Explorer } from "./explorer.js";
import { Files } from "./files.js";
import { keepFocus } from "./focus.js";
import { Game } from "./game.js";
import { Graph } from "./graph.js";
import { editHead } from "./head.js";
import { obeyKey, showKeys } from "./keys.js";
import { pointName } from "./layout.js";
import { decodeLink, linkOf } from "./link.js";
import { missing, openEngine } from "./load.js";
import { Moves } from "./moves.js";
import { Past } from "./past.js";
import { Play } from "./play.js";
import { Puzzles } from "./puzzle.js";
import { Review } from "./review.js";
import { ALLOWED, DEFAULTS, buildSettings, useThreads } from "./settings.js";
import { Solver } from "./solver.js";
import { Machine, clickOn, refusalOf } from "./state.js";
import { drawStatus } from "./status.js";
import { loadGame, loadSettings, nameTab, saveGame, saveSettings, takeOverGame } from "./store.js";
import { dataOf, isFresh, lastOf, nodeAt, treeOfData, wayTo } from "./tree.js";
import { buildTabs } from "./tabs.js";
import { Threats } from "./threats.js";
import { boardView } from "./view.js";
import { LANGUAGES, chooseLanguage, say, sayAll, setLanguage } from "./words.js";

const PANELS = ["play", "analyze", "explorer", "solver", "review", "puzzles", "files", "settings"];
const KEEP_AFTER_MS = 400;
const RELOAD_MS = 5000; /* that a reload takes to leave the page */

class Page {
  constructor(engine) {
    this.engine = engine;
    this.settings = loadSettings(DEFAULTS, ALLOWED);
    this.game = new Game(engine);
    this.machine = new Machine((before, after) => this.stateChanged(before, after));
    this.clicks = Promise.resolve(); /* points that the reader has chosen, one after the other */
    this.boardHost = byId("board");
    this.levels = [this.settings.level]; /* the engine's, weakest first, once it is there */
    this.isKept = false; /* whether the browser keeps the site's files */
    this.shown = null; /* the line that is previewed */
    this.left = []; /* addresses that the page has had of late, {fragment, ms} */
    this.past = new Past(this);
    this.board = new Board(this.boardHost, {
      play: (point, byFinger) => this.pointChosen(point, byFinger), hover: () => {} });
    magnify(this);
    this.graph = new Graph(byId("graph"), this.game, (node) => this.review.pick(node));
    this.analysis = new Analysis(byId("panel-analyze"), this);
    this.explorer = new Explorer(byId("panel-explorer"), this);
    this.solver = new Solver(byId("panel-solver"), this);
    this.review = new Review(byId("panel-review"), this);
    this.play = new Play(byId("panel-play"), this);
    this.threats = new Threats(this);
    this.editor = new Editor(this);
    this.files = new Files(byId("panel-files"), this);
    this.puzzles = new Puzzles(byId("panel-puzzles"), this);
    this.game.listen((what) => this.gameChanged(what));
    engine.onrestart = () => notify(say("engineRestarted"), "error");
    engine.onmissing = (count, wanted) => notify(say("threadsMissing", { count, wanted }), "error");
    this.listen();
  }

  /* ---- Words, panels, settings ---- */

  build() {
    this.settings.language = this.settings.language || chooseLanguage(navigator.languages ?? [navigator.language]);
    setLanguage(this.settings.language);
    document.documentElement.lang = this.settings.language === "zh" ? "zh-Hans" : this.settings.language;
    document.documentElement.dataset.theme = this.settings.theme;
    document.title = say("title");
    sayAll(document);
    buildTabs(PANELS, (name) => this.showPanel(name));
    for (const part of [this.play, this.analysis, this.explorer, this.solver, this.review, this.puzzles, this.files]) part.build();
    this.editor.key = ""; /* drawn in other words */
    this.editor.draw();
    if (this.moves) this.moves.build();
    else this.moves = new Moves(byId("moves"), this);
    buildSettings(this);
    byId("language").replaceChildren(...Object.entries(LANGUAGES).map(([code, words]) =>
      html("option", { value: code, selected: code === this.settings.language, lang: code }, words.language)));
    this.showPanel(this.settings.panel);
  }

  /* What the engine says about itself. */
  meet({ version, levels }) {
    Object.assign(this, { version, levels });
    if (!levels.includes(this.settings.level)) this.settings.level = DEFAULTS.level;
    this.play.build();
  }

  showPanel(name) {
    if (name !== this.settings.panel) this.moves?.endLabelling();
    this.settings.panel = PANELS.includes(name) ? name : "play";
    for (const panel of PANELS) {
      const is = panel === this.settings.panel;
      byId("panel-" + panel).hidden = !is;
      byId("tab-" + panel).setAttribute("aria-selected", is);
      byId("tab-" + panel).tabIndex = is ? 0 : -1;
    }
    byId("moves").classList.toggle("aside", ["files", "settings"].includes(this.settings.panel));
    if (this.moves) this.moves.draw();
    this.files.draw();
    this.threats.moved();
    this.makeRoom();
    if (this.settings.panel === "puzzles") this.puzzles.load();
    if (this.settings.panel === "explorer") this.explorer.load();
    this.explorer.moved();
    this.redraw();
    this.save();
  }

  /* A setting that is on or off becomes the other. */
  switchSetting(key) {
    this.settings[key] = !this.settings[key];
    this.save();
    buildSettings(this);
    this.threats.moved();
    this.redraw();
  }

  /* Keeps whether the analysis is on, for the next game and the next visit. */
  keepSwitch() {
    this.settings.follows = this.machine.state.follows;
    this.save();
  }

  save() {
    saveSettings(this.settings);
  }

  /* ---- The game ---- */

  /* Tells the machine what is on the board; `isNew`: it is another position than before. */
  tellBoard(isNew) {
    const { game, play } = this;
    this.machine.send({ type: "board", isNew, side: game.side, isKnown: game.facts !== null, isOver: game.isOver,
      isAway: play.isAway || this.puzzles.isAway, isFresh: isFresh(game.tree) });
  }

  /* The machine has come to another state. */
  stateChanged(before, after) {
    if (before.job !== after.job) {
      this.engine.stop();
      this.preview(null);
      const parts = { analysis: this.analysis, balance: this.analysis, solver: this.solver, review: this.review,
        puzzle: this.puzzles, moments: this.play.coach };
      if (before.owner !== after.owner) parts[before.owner]?.lost();
      if (after.owner === "analysis" && this.machine.has(after.job)) this.analysis.begin();
    } else if (before.follows !== after.follows) {
      this.analysis.draw();
    }
    this.play.stateChanged(before, after);
    if (before.phase !== after.phase) {
      this.analysis.draw();
      this.editor.draw();
      this.explorer.moved();
      this.redraw();
    }
    if (before.job !== after.job && after.owner === "game" && this.machine.has(after.job)) this.play.think(after.job);
    if (before.job !== after.job && after.owner === "coach" && this.machine.has(after.job)) this.play.coach.begin(after.job);
  }

  tellRefusal(refusal) {
    notify(say(refusal));
  }

  /* Why the part may not have the engine, or "". */
  refusalOf(part) {
    return refusalOf(this.machine.state, part);
  }

  /* Gives the engine to the part. Returns the number of the job; 0 if it may not have it: the reader is told why. */
  take(part) {
    return this.machine.take(part, (refusal) => this.tellRefusal(refusal));
  }

  /* Puts another game on the board. Returns the action for a message that brings back the one that was there, or null. */
  open(tree, node) {
    const bringBack = this.past.keep();
    this.study(false);
    this.game.load(tree, node);
    return bringBack;
  }

  /* The reader sets up a position, beginning with this tree. */
  edit(tree) {
    this.past.offer();
    this.play.forget();
    this.machine.send({ type: "edit" });
    this.game.load(tree);
  }

  /* The reader goes on without Kaname. */
  study(shows = true) {
    this.play.forget();
    this.machine.send({ type: "study" });
    this.tellBoard(false);
    if (shows) this.showPanel("analyze");
    if (shows || this.settings.follows) this.follow();
  }

  /* The analysis follows the position from now on, if it may. */
  follow() {
    this.machine.take("analysis", () => {});
  }

  gameChanged(what) {
    if (what === "facts") {
      this.tellBoard(false);
      this.threats.moved();
      this.analysis.drawSigns();
      this.redraw();
      return;
    }
    if (what === "comment" || what === "label") {
      if (what === "label") this.redraw();
      this.keep();
      return;
    }
    this.shown = null;
    aimAt(this, null);
    this.play.boardChanged();
    this.puzzles.moved();
    this.tellBoard(true);
    this.analysis.moved(); /* before what draws: the engine is waiting */
    this.threats.moved();
    this.solver.moved();
    this.explorer.moved();
    this.review.moved(what);
    this.moves.draw(what);
    this.files.draw();
    this.editor.draw();
    this.redraw();
    this.keep();
  }

  pointChosen(point, byFinger = false) {
    const waits = mustConfirm(this, point, byFinger);
    aimAt(this, waits ? point : null);
    if (waits) return;
    const { tool } = this.editor; /* as it is now, not when the clicks before are done */
    const take = () => this.takePoint(point, tool);
    if (!this.moves.takes(point)) this.clicks = this.clicks.then(take, take);
  }

  /* Whether the settings name a game against Kaname, which the first stone on an empty board begins. */
  get begins() {
    return this.settings.panel === "play" && (this.settings.color !== "both" || this.play.hasOpening);
  }

  /* Every point that is chosen becomes a move, or the page says why not. */
  async takePoint(point, tool = this.editor.tool) {
    const { game, play } = this;
    await game.known();
    if (this.editor.isOn) {
      this.editor.takes(point, tool);
      return;
    }
    if (this.solver.takes(point)) return;
    const { act, refusal } = clickOn(this.machine.state, this.begins);
    if (act === "opening") {
      await play.opening.takes(point);
      return;
    }
    const why = refusal === "gameEnded" && play.isOutOfTime ? "timeIsOver" : refusal;
    const fault = why ?? (act === "begin" ? "" : this.pointFault(point));
    if (fault) await this.tellPointFault(fault, point);
    else if (act === "begin") await this.beginWith(point);
    else if (act === "study") {
      if (game.play(point)) announce(this.lastMove());
    } else if (act === "puzzle") {
      this.puzzles.takes(point); /* is judged while later clicks are told to wait */
    } else {
      play.take(point, act === "continue");
    }
  }

  /* Why no stone can stand on the point, or "". */
  pointFault(point) {
    const { game } = this;
    if (game.position().cells[point.y * game.tree.width + point.x] !== "") return "isTaken";
    return game.isForbidden(point) ? "isForbidden" : "";
  }

  async tellPointFault(fault, point) {
    if (fault === "isForbidden") {
      await this.threats.explain(point);
      return;
    }
    const { play, puzzles } = this;
    const action = fault === "puzzleIsAway" ? { text: say("puzzleBack"), run: () => this.game.goTo(puzzles.head) }
      : fault === "openingIsAway" ? { text: say("backToGame"), run: () => this.game.goTo(play.head) }
      : fault === "lessonFirst" ? { text: say("tryAgain"), run: () => play.undo() }
      : fault === "continueFirst" ? { text: say("continueHere"), run: () => play.proceed() } : null;
    notify(say(fault, { name: pointName(point, this.game.tree.height) }), "info", action);
  }

  /* The first stone on an empty board begins the game that the settings name. */
  async beginWith(point) {
    const { game, play } = this;
    play.start(game.tree);
    if (!play.opening && play.color === "w") notify(say("kanameOpens"));
    else await this.takePoint(point);
  }

  lastMove() {
    const { node, tree } = this.game;
    if (node.color === "") return say("atStart");
    return say("playedAt", { side: say(node.color === "b" ? "black" : "white"),
      name: node.point ? pointName(node.point, tree.height) : say("pass") });
  }

  /* Steps of the reader through the game, which waits meanwhile. */
  step(node) {
    if (!node || node === this.game.node) return;
    this.game.goTo(node);
    announce(this.lastMove());
  }

  /* ---- Drawing ---- */

  preview(points) {
    if (points === null && this.shown === null) return;
    this.shown = points;
    this.redraw();
  }

  redraw() {
    this.board.draw(boardView(this));
    drawStatus(this);
    this.graph.draw();
    drawBar(this);
  }

  /* A solved puzzle too leaves the room of the win rates to its buttons. */
  makeRoom() {
    byId("main").classList.toggle("has-puzzle", this.puzzles.puzzle !== null && this.settings.panel === "puzzles");
  }

  sideText() {
    return say(this.game.side === "b" ? "blackMoves" : "whiteMoves");
  }

  /* ---- Input ---- */

  listen() {
    byId("to-start").onclick = () => this.step(this.game.tree.root);
    byId("back").onclick = () => this.step(this.game.node.parent);
    byId("forward").onclick = () => this.step(this.game.node.children[0]);
    byId("take-back").onclick = () => this.play.undo();
    byId("to-end").onclick = () => this.step(lastOf(this.game.node));
    byId("game-data-open").onclick = () => editHead(this);
    byId("share").onclick = () => this.files.copyLink();
    byId("help").onclick = () => showKeys();
    byId("language").onchange = (event) => {
      this.settings.language = event.target.value;
      this.save();
      this.build();
      this.play.namePlayers(this.play.named);
    };
    document.addEventListener("keydown", (event) => this.key(event));
    keepFocus(this.boardHost);
    /* A click by mouse or finger leaves the arrow keys to the game; by keys, a tab or choice in focus takes them. */
    document.addEventListener("click", ({ detail, target }) => detail > 0 && target.closest?.("[role=tab], [role=radio]")?.blur());
    window.addEventListener("hashchange", ({ newURL }) => this.openLink(new URL(newURL).hash));
    window.addEventListener("beforeunload", () => this.keepNow(false)); /* the next page may begin before "pagehide" */
    window.addEventListener("pagehide", () => this.keepNow());
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || takesText(event.target) || event.target.closest("select")) return;
    if (document.querySelector("dialog[open]")) return;
    if (obeyKey(this, event)) event.preventDefault();
  }

  /* ---- Address and keeping ---- */

  /* Returns whether the fragment of an address names a game; a bad one says why and leaves the board alone. The address itself
   * may have changed since: keepNow() may run between a click on a link and its event. */
  openLink(fragment) {
    const { tree, node, fault } = decodeLink(fragment);
    if (fault) notify(say(fault), "error");
    const bringBack = tree ? this.open(tree, node) : null;
    if (bringBack) notify(say("gameKept"), "info", bringBack);
    return Boolean(tree);
  }

  keep() {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.keepNow(), KEEP_AFTER_MS);
  }

  keepNow(setsAddress = true) {
    clearTimeout(this.keeping);
    const { tree, node } = this.game;
    /* The address follows the board once it names a game, so that a reload shows what is seen. A page
     * that is left goes to the address that it had when the reload began. */
    const now = performance.now(), { fragment } = linkOf(tree, node);
    this.left = [...this.left.filter(({ ms }) => now - ms < RELOAD_MS), { fragment: location.hash, ms: now }];
    const links = [...new Set(this.left.map((link) => link.fragment)), fragment];
    saveGame({ ...this.snapshot(), links, isLasting: this.past.isLasting });
    if (setsAddress && location.hash.length > 1) history.replaceState(null, "", fragment);
  }

  /* The board and the game on it as plain data. */
  snapshot() {
    const { tree, node } = this.game;
    return { tree: dataOf(tree), way: wayTo(node), isEditing: this.editor.isOn, play: this.play.data(),
      puzzle: this.puzzles.data(), review: this.review.data() };
  }

  /* Puts a kept board back. Returns whether the data hold one. */
  takeUp(kept) {
    const tree = kept ? treeOfData(kept.tree ?? {}) : null;
    if (!tree) return false;
    this.study(false);
    this.game.load(tree, Array.isArray(kept.way) ? nodeAt(tree, kept.way) : tree.root);
    this.play.restore(kept.play);
    this.puzzles.restore(kept.puzzle);
    this.review.restore(kept.review);
    return true;
  }

  /* The same at the start, where data that cannot be shown are given up. */
  takeUpFirst(kept) {
    try {
      return this.takeUp(kept);
    } catch {
      this.play.forget();
      this.game.load(this.play.newTree());
      this.machine.send({ type: "study" });
      notify(say("notTakenUp"), "error");
      return false;
    }
  }

  /* Changes the game on the board for the one before it. */
  bringBack() {
    this.past.bringBack();
  }

  /* At the start: the kept game if the address names none or the same, which then lacks only the
   * variations, comments and labels; else the game of the address. */
  openFirst() {
    const kept = loadGame();
    const isSame = kept && location.hash.length > 1 && kept.links?.includes?.(location.hash);
    if (!isSame && this.openLink(location.hash)) return;
    takeOverGame();
    const isEmpty = !this.takeUpFirst(kept) || (!isSame && isFresh(this.game.tree) && this.machine.state.phase === "study");
    if (isEmpty) this.game.load(this.play.newTree());
    if (this.settings.follows && this.machine.state.phase === "study") this.follow();
  }
}

/* ---- Start ---------------------------------------------------------------------------------- */

export async function start() {
  const place = byId("start"), lacks = missing();
  setLanguage(chooseLanguage(navigator.languages ?? [navigator.language]));
  if (lacks) {
    place.textContent = say("missing", { what: lacks });
    return;
  }
  try {
    const [engine] = await Promise.all([openEngine(), nameTab()]), page = new Page(engine);
    page.build();
    page.openFirst();
    byId("main").hidden = false;
    page.redraw(); /* what has a size now */
    await page.engine.ready;
    place.hidden = true;
    page.meet(await page.engine.ask("about"));
    useThreads(page);
    buildSettings(page);
    window.kaname = page;
    page.readyMs = performance.now(); /* since the page was opened */
    document.documentElement.dataset.ready = "true";
    keepSite(() => {
      page.isKept = true;
      buildSettings(page);
    });
  } catch (error) {
    place.hidden = false;
    place.className = "message error";
    place.textContent = say("engineFailed", { fault: String(error.message ?? error) });
  }
}

start();
