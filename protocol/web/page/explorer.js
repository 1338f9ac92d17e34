/* explorer.js: the panel of openings: for the position on the board the moves of a file of openings, with games, results and
 * what the engine thinks of them, and the names of renju's openings. */

import { TEXT_FILES, button, fileField, percentText, readFile, shortNumber, textIn, toggle } from "./controls.js";
import { byId, html, notify } from "./dom.js";
import { pointName, samePoint } from "./layout.js";
import { OpeningFinder } from "./opening_finder.js";
import { nearMiddle, openingName, openingsOn } from "./opening_names.js";
import { compareMoves, countsGames, lookUp, readOpenings, valueAfter } from "./openings_set.js";
import { loadOpenings, saveOpenings } from "./store.js";
import { SIDES, other, path } from "./tree.js";
import { say } from "./words.js";

const KEPT_MAX = 1500000; /* characters of a file that the browser keeps */
const MARKS_MAX = 12; /* moves that the board shows */
const EVEN = 0.55, AHEAD = 0.75; /* shares of the points up to which a position is even, and a side only ahead */
const WRITTEN_FROM = 0.2; /* of the bar's width: wide enough for a number */
const ORDERS_TO = 8; /* stones up to which other orders are named: more of them make half of the openings */
const HEAD = "kaname-openings ";

/* Whether the text begins as a file of openings. */
export function isOpenings(text) {
  return text.startsWith(HEAD);
}

export class Explorer {
  constructor(host, page) {
    /* openings: as openings_set.js reads them; own: whether the reader has opened them; turns: of the texts
     * so far; turn: of the text that they come from; isComing: the site's file is on its way; hasGames: whether any position
     * has some; found: what they have for `node`. */
    Object.assign(this, { host, page, openings: new Map(), count: 0, own: false, isLoaded: false, turns: 0, turn: 0 });
    Object.assign(this, { isComing: false, hasGames: false, node: null, found: null });
    this.finder = new OpeningFinder(page);
  }

  get isShown() {
    return this.page.settings.panel === "explorer";
  }

  /* Whether it waits for the end of a puzzle, which it would solve. */
  get waits() {
    return this.page.machine.state.phase === "puzzle";
  }

  /* ---- The file ---- */

  /* Loads the file that the reader has opened, or the site's; the page itself has a few positions. */
  async load() {
    if (this.isLoaded) return;
    this.isLoaded = true;
    const kept = loadOpenings();
    if (typeof kept !== "string" || await this.take(kept, true) !== 0) await this.loadSite();
  }

  async loadSite() {
    await this.take(byId("few-openings")?.textContent.trim() ?? "", false);
    if (!location.protocol.startsWith("http")) return;
    this.isComing = true;
    this.draw();
    try {
      const turn = ++this.turns, answer = await fetch("openings.txt"); /* what the reader opens meanwhile is later */
      await this.take(answer.ok ? await answer.text() : "", false, turn);
    } catch {
      /* no file beside the page */
    }
    this.isComing = false;
    this.draw();
  }

  /* Takes the openings of a text, and leaves those of before if it holds none. Gives the number of the line at fault, 0 if
   * none is. Of several texts that are read at the same time the latest good one stays. */
  async take(text, own, turn = ++this.turns) {
    const { openings, count, fault } = await readOpenings(text, () => new Promise((go) => setTimeout(go)));
    if (fault !== 0 || count === 0) return fault || 1;
    if (turn < this.turn) return 0;
    const hasGames = [...openings.values()].some(({ words }) => words.some(countsGames));
    Object.assign(this, { openings, count, own, turn, hasGames });
    this.moved();
    this.page.redraw();
    return 0;
  }

  /* Opens a text of the reader's; `bytes`: of the file that has it. */
  async openText(text, bytes = new TextEncoder().encode(text)) {
    const turn = ++this.turns, line = await this.take(text, true, turn);
    if (line !== 0) await this.page.files.tellFault(bytes, say("openingsBad", { line }));
    if (turn !== this.turn) return;
    this.isLoaded = true;
    saveOpenings(text.length <= KEPT_MAX ? text : "");
    notify(say("openingsOpened", { count: this.count }));
    this.page.showPanel("explorer");
  }

  /* Back to the page's own openings. */
  async close() {
    saveOpenings("");
    Object.assign(this, { openings: new Map(), count: 0, own: false });
    this.moved();
    await this.loadSite();
  }

  /* ---- Panel ---- */

  build() {
    const { settings } = this.page;
    const input = fileField("openings-file", TEXT_FILES, async (file) => {
      const bytes = await readFile(file);
      if (bytes !== null) await this.openText(textIn(bytes), bytes);
    });
    this.title = html("h2", { id: "opening-name" });
    this.others = html("p", { class: "soft", id: "opening-others" });
    this.head = html("div", { class: "explored head soft", "aria-hidden": "true" },
      ...["openingsMove", "openingsGames", "openingsResults"].map((key) => html("span", {}, say(key))), html("span"));
    this.list = html("ol", { class: "explored-list", id: "explored" });
    this.table = html("div", { class: "explored-table" }, this.head, this.list);
    this.text = html("p", { class: "soft", id: "openings-text" });
    this.source = html("p", { class: "soft", id: "openings-source" });
    this.back = button(say("openingsOwn"), () => this.close(), { id: "openings-own" });
    this.host.replaceChildren(this.title, this.others, this.table, this.text, this.finder.build(),
      html("div", { class: "row" }, toggle(say("showMarks"), settings.bookMarks, (is) => {
        settings.bookMarks = is;
        this.page.save();
        this.page.redraw();
      }, { id: "book-marks" }), button(say("openingsOpen"), () => input.click(), { id: "openings-open" }), this.back, input),
      this.source);
    this.moved();
  }

  /* The board shows another position, or there are other openings. */
  moved() {
    const { game } = this.page, { tree, node } = game;
    this.node = node;
    const board = { rule: tree.rule, width: tree.width, height: tree.height, cells: game.position().cells, side: game.side };
    this.found = this.isShown && !this.waits ? lookUp(this.openings, board) : null;
    if (this.isShown && !this.waits && tree.rule === "renju" && game.number === 2) this.addNamed(board);
    if (this.isShown) this.draw();
  }

  /* Adds the third moves that make an opening with a name and that the file has not, with what was searched behind them. */
  addNamed(board) {
    const { game } = this.page, found = this.found ?? { nodes: 0, games: 0, moves: [] }, named = new Map();
    const known = new Set(found.moves.map(({ points }) => this.names([{ ...points[0], color: game.side }]).played));
    for (const point of nearMiddle(game.tree.width)) {
      const name = game.mayPlay(point) ? this.names([{ ...point, color: game.side }]).played : null;
      if (name && !known.has(name)) named.set(name, [...(named.get(name) ?? []), point]);
    }
    const inOrder = [...named].sort(([a], [b]) => parseInt(a) - parseInt(b));
    const moves = inOrder.map(([, points]) => ({ points, black: 0, drawn: 0, white: 0, games: 0, rate: null, plies: 0,
      ...valueAfter(this.openings, board, points[0]) }));
    this.found = moves.length > 0 ? { ...found, moves: [...found.moves, ...moves].sort(compareMoves) } : this.found;
  }

  draw() {
    if (!this.list) return;
    const { found } = this;
    const moves = found?.moves ?? [];
    this.drawNames();
    this.head.hidden = moves.length === 0;
    this.head.lastChild.textContent = say("openingsEngine", { side: say(SIDES[this.page.game.side]) });
    this.table.classList.toggle("no-games", !this.hasGames);
    const held = [...this.list.children].findIndex((item) => item.contains(document.activeElement) &&
      document.activeElement.matches(":focus-visible"));
    this.list.replaceChildren(...moves.map((move, i) => this.row(move, i)));
    if (held >= 0) this.list.children[Math.min(held, moves.length - 1)]?.firstChild.focus();
    const searched = found?.nodes > 0 ? say("openingsSearched", { nodes: shortNumber(found.nodes) }) : "";
    const games = found?.games > 0 ? say("openingsCount", { count: found.games }) : "";
    const isComing = this.isComing && this.count === 0;
    const why = say(this.waits ? "openingsWait" : isComing ? "openingsComing" : "openingsNone");
    this.text.textContent = moves.length > 0 ? [games, this.verdict(), searched].filter(Boolean).join(" ") : why;
    this.source.textContent = isComing ? "" : say(this.own ? "openingsOfReader" : "openingsOfPage", { count: this.count });
    this.back.hidden = !this.own;
  }

  /* What the position is worth by its best move, in words; "" if no move has a value. */
  verdict() {
    const rates = (this.found?.moves ?? []).map(({ rate }) => rate).filter((rate) => rate !== null);
    if (rates.length === 0) return "";
    const best = Math.max(...rates), share = Math.max(best, 1 - best), { side } = this.page.game;
    const word = share < EVEN ? "openingsEven" : share < AHEAD ? "openingsAhead" : "openingsFar";
    return say(word, { side: say(SIDES[best === share ? side : other(side)]), percent: percentText(share) });
  }

  /* ---- Names ---- */

  /* The opening on the board, with these further stones. */
  names(stones = []) {
    const { game, settings } = this.page, { tree, node } = game;
    if (tree.width !== tree.height) return { played: null, others: [] };
    const cells = [...game.position().cells];
    for (const { x, y, color } of stones) cells[y * tree.width + x] = color;
    const nodes = [...path(node).slice(1), ...stones.map((point) => ({ point, color: point.color, setup: [] }))].slice(0, 3);
    const isPlain = tree.root.setup.length === 0 &&
      nodes.every((at, i) => at.point && at.setup.length === 0 && at.color === "bwb"[i]);
    const { played, others } = openingsOn(cells, tree.width, isPlain ? nodes.map((at) => at.point) : []);
    const named = (opening) => openingName(opening, settings.language);
    return { played: played && named(played), others: others.map(named) };
  }

  drawNames() {
    const { played, others } = this.waits ? { played: null, others: [] } : this.names();
    this.title.textContent = played ?? say("explorer");
    const isNamed = others.length > 0 && this.page.game.number <= ORDERS_TO;
    this.others.textContent = isNamed ? say(played ? "openingsAlso" : "openingsAs", { names: others.join(", ") }) : "";
    this.others.hidden = !isNamed;
  }

  /* ---- Moves ---- */

  /* The point of a move: of equal ones that which a move of the game has already. */
  pointOf({ points }) {
    const { children } = this.page.game.node;
    return children.find((child) => child.point && points.some((point) => samePoint(point, child.point)))?.point ?? points[0];
  }

  row(move, i) {
    const { page } = this, { height } = page.game.tree, point = this.pointOf(move);
    const name = pointName(point, height), stone = { ...point, color: page.game.side };
    const opening = page.game.number === 2 ? this.names([stone]).played : null;
    const show = () => page.game.node === this.node && page.preview([point]);
    const hide = () => page.preview(null);
    const engine = this.engineText(move), results = this.resultText(move), count = move.points.length;
    const alike = count > 1 ? say("openingsAlike", { count }) : "";
    const label = [name, alike, opening, move.games > 0 && say("openingsCount", { count: move.games }), results,
      engine && say("openingsRate", { rate: engine })].filter(Boolean).join(", ");
    return html("li", {}, html("button", { type: "button", class: "explored", "data-move": name, "aria-label": label,
      onclick: () => this.play(i), onpointerenter: show, onpointerleave: hide, onfocus: show, onblur: hide },
    html("span", { class: "explored-move" }, html("b", {}, name),
      alike ? html("span", { class: "explored-alike soft" }, ` ${alike}`) : null, opening ? html("small", {}, opening) : null),
    html("span", { class: "explored-games" }, move.games > 0 ? String(move.games) : "\u2013"),
    this.bar(move), html("b", { class: "explored-rate" }, engine || "\u2013")));
  }

  /* The results as a bar: Black's wins, draws, White's wins. */
  bar({ black, drawn, white }) {
    const ended = black + drawn + white;
    const part = (kind, count) => html("i", { class: kind, style: `width:${(count / ended) * 100}%` },
      count / ended >= WRITTEN_FROM ? percentText(count / ended) : "");
    return html("span", { class: "results" }, ...(ended > 0 ? [part("b", black), part("d", drawn), part("w", white)] : []));
  }

  /* Plays the move of a row. */
  play(i) {
    const move = this.found?.moves[i];
    if (!move || this.node !== this.page.game.node || this.page.editor.isOn) return;
    this.page.preview(null);
    this.page.pointChosen(this.pointOf(move));
  }

  /* What the board shows of the moves: discs with the value for the side to move, the engine's or that of the games. */
  marks() {
    const { settings, game, editor } = this.page;
    const moves = this.isShown && settings.bookMarks && this.node === game.node && !editor.isOn ? this.found?.moves ?? [] : [];
    return moves.filter(({ games, rate }) => games > 0 || rate !== null).slice(0, MARKS_MAX).flatMap((move, rank) => {
      const text = this.shareText(move);
      return move.points.map((point) => ({ ...point, text, rank, isLost: move.plies < 0 }));
    });
  }

  shareText({ rate, black, drawn, white }) {
    const ended = black + drawn + white, wins = this.page.game.side === "b" ? black : white;
    if (rate === null && ended === 0) return "";
    return percentText(rate ?? (wins + drawn / 2) / ended).replace("%", "");
  }

  engineText({ rate, plies }) {
    if (rate === null) return "";
    return plies > 0 ? say("winIn", { count: plies }) : plies < 0 ? say("lossIn", { count: -plies }) : percentText(rate);
  }

  resultText({ black, drawn, white }) {
    const ended = black + drawn + white;
    return ended === 0 ? "" : [["black", black], ["draws", drawn], ["white", white]]
      .map(([key, count]) => `${say(key)} ${percentText(count / ended)}`).join(", ");
  }
}
