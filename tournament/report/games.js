/* The games of a run: one on the board, and the list of all. */

/* ---- One game on the board --------------------------------------------------------------- */

let shown = [];          /* indices of the games that pass the filter */
let current = -1;        /* index of the game on the board */
let ply = 0;             /* stones on the board */
let timer = null;
let showPage = null;
let stoneLayer = null;

function resultText(game) {
  if (game.result === UNDECIDED) return "*";
  return game.result === BLACK_WINS ? "1\u20130" : game.result === WHITE_WINS ? "0\u20131" : "\u00bd\u2013\u00bd";
}

function endText(game) {
  const reason = data.reasons[game.reason][0];
  const winner = game.result === BLACK_WINS ? engineName(game.black) + " (black) wins: " : game.result === WHITE_WINS ? engineName(game.white) + " (white) wins: " : "";
  return winner + reason + (game.detail ? " (" + game.detail + ")" : "");
}

function drawStones(game) {
  const withNumbers = byId("numbers").checked;
  const items = [];
  for (let i = 0; i < ply; i++) items.push(...stone(game.moves[i], i % 2 === 0, withNumbers ? String(i + 1) : ""));
  if (ply > 0) items.push(ring(game.moves[ply - 1], "last"));
  if (ply === game.moves.length) items.push(...game.row.map((point) => ring(point, "row")));
  stoneLayer.replaceChildren(...items);
}

function drawMoveText(game) {
  let text = "Empty board";
  if (ply > 0) {
    const i = ply - 1;
    text = `${ply}. ${pointName(game.moves[i], game.height)} ${engineName(i % 2 === 0 ? game.black : game.white)}`;
    if (i < game.openingCount) text += ", opening";
    else {
      text += ", " + seconds(game.times[i]);
      if (game.scores[i] !== null) text += `, ${scoreWords(game.scores[i])}, depth ${game.depths[i]}`;
    }
  }
  if (ply === game.moves.length) text += ". " + endText(game);
  byId("move-text").textContent = text;
  byId("board").setAttribute("aria-label", "Board after move " + ply + ": " + text);
}

/* Scores as bars, from Black's view: a scale that shows small ones and bounds large ones. */
function drawScores(game) {
  const place = byId("score-plot");
  place.replaceChildren();
  if (game.moves.length < 2 || game.scores.every((s) => s === null)) return;
  const W = 400, H = 110, step = W / game.moves.length;
  const figure = svg("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": "Scores by move" });
  figure.append(svg("line", { class: "zero", x1: 0, x2: W, y1: H / 2, y2: H / 2 }));
  game.scores.forEach((score, i) => {
    if (score === null) return;
    const view = i % 2 === 0 ? score : -score;
    const height = (Math.atan(view / 200) / (Math.PI / 2)) * (H / 2 - 4);
    const bar = svg("rect", { x: i * step, width: Math.max(1, step * 0.8), y: height > 0 ? H / 2 - height : H / 2,
      height: Math.max(0.8, Math.abs(height)), fill: i % 2 === 0 ? "var(--soft)" : "var(--accent)" });
    bar.append(svg("title", {}, `${i + 1}. ${scoreWords(score)}`));
    bar.addEventListener("click", () => goTo(i + 1));
    figure.append(bar);
  });
  place.append(figure, element("figcaption", {}, "Scores, up is good for Black; grey: Black's own, blue: White's"));
}

function drawMoves(game) {
  const titles = ["#", "<Move", "Time", "Score", "Depth"];
  const body = element("tbody");
  game.moves.forEach((p, i) => {
    const row = cells(titles, [String(i + 1), pointName(p, game.height), i < game.openingCount ? "opening" : seconds(game.times[i]),
      scoreText(game.scores[i]), game.depths[i] === null ? "" : String(game.depths[i])]);
    row.children[1].prepend(swatch(i % 2));
    row.onclick = () => goTo(i + 1);
    body.append(row);
  });
  byId("move-table").replaceChildren(headRow(titles), body);
}

function markMove() {
  const rows = byId("move-table").tBodies[0].rows;
  for (let i = 0; i < rows.length; i++) rows[i].className = i === ply - 1 ? "now" : "";
  const list = byId("moves");
  if (ply > 0) {
    const row = rows[ply - 1];
    if (row.offsetTop < list.scrollTop + 30 || row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = row.offsetTop - list.clientHeight / 2;
  } else list.scrollTop = 0;
}

/* The game and the move on the board as an address of the engine's page, which lies beside this
 * file. A continuous game is one like the others there. */
function studyLink(game, move) {
  const rule = data.rule.startsWith("caro, exact five") ? "caro-exact" : data.rule.split(",")[0];
  const moves = game.moves.map((p) => pointName(p, game.height)).join("");
  return `kaname.html#rule=${rule}&size=${game.width}x${game.height}&moves=${moves}&at=${move}`;
}

function goTo(wanted) {
  if (current < 0) return;
  const game = games[current];
  ply = Math.max(0, Math.min(game.moves.length, wanted));
  drawStones(game);
  drawMoveText(game);
  markMove();
  byId("slider").value = ply;
  byId("study").href = studyLink(game, ply);
  byId("back").disabled = byId("to-start").disabled = ply === 0;
  byId("forward").disabled = byId("to-end").disabled = ply === game.moves.length;
  if (ply === game.moves.length) stopPlaying();
}

function stopPlaying() {
  clearInterval(timer);
  timer = null;
  byId("run").textContent = "Play";
}

function playOrStop() {
  if (timer !== null) return stopPlaying();
  if (current < 0) return;
  if (ply === games[current].moves.length) goTo(0);
  byId("run").textContent = "Stop";
  timer = setInterval(() => goTo(ply + 1), 500);
  if (games[current].moves.length === 0) stopPlaying();
}

function markGame() {
  for (const row of byId("game-table").tBodies[0].rows) row.className = Number(row.dataset.index) === current ? "now" : "";
}

function openGame(index, wanted) {
  stopPlaying();
  current = index;
  const game = games[index];
  byId("game-title").replaceChildren(`Game ${game.number}: `, swatch(0), engineName(game.black), " \u2013 ", swatch(1), engineName(game.white), "  " + resultText(game));
  byId("slider").max = game.moves.length;
  stoneLayer = drawBoard(byId("board"), game.width, game.height, (by) => goTo(ply + by));
  drawMoves(game);
  drawScores(game);
  markGame();
  const place = shown.indexOf(index);
  byId("previous-game").disabled = place <= 0;
  byId("next-game").disabled = place < 0 || place === shown.length - 1;
  goTo(wanted === undefined ? game.moves.length : wanted);
}

/* Opens a game that the reader chose: the address names it from now on. */
function chooseGame(index) {
  openGame(index);
  history.replaceState(null, "", "#game-" + games[index].number);
}

function stepGame(by) {
  const place = shown.indexOf(current) + by;
  if (place < 0 || place >= shown.length) return;
  if (showPage !== null) showPage(place);
  chooseGame(shown[place]);
}

/* ---- List of games ----------------------------------------------------------------------- */

function option(value, text) {
  return element("option", { value: String(value) }, text);
}

function drawFilter() {
  byId("filter-engine").append(option("", "any"), ...data.engines.map((e, i) => option(i, e.name)));
  byId("filter-result").append(option("", "any"), option("1", "black won"), option("2", "white won"), option("3", "drawn"),
    option("win", "engine won"), option("loss", "engine lost"));
  data.reasons.forEach(([text, count], i) => {
    if (count > 0) byId("filter-reason").append(option(i, text));
  });
  byId("filter-reason").prepend(option("", "any"));
  byId("filter-reason").value = "";
}

function bindFilter() {
  byId("filter").addEventListener("change", applyFilter);
  byId("filter").addEventListener("submit", (event) => event.preventDefault());
}

function passes(game) {
  const engine = byId("filter-engine").value, result = byId("filter-result").value, reason = byId("filter-reason").value;
  if (engine !== "" && game.black !== Number(engine) && game.white !== Number(engine)) return false;
  if (reason !== "" && game.reason !== Number(reason)) return false;
  if (result === "win" || result === "loss") {
    if (engine === "" || (game.result !== BLACK_WINS && game.result !== WHITE_WINS)) return false;
    const winner = game.result === BLACK_WINS ? game.black : game.white;
    return (winner === Number(engine)) === (result === "win");
  }
  return result === "" || game.result === Number(result);
}

const gameTitles = ["Game", "<Black", "<White", "Result", "<End", "Moves", "Length", "Opening"];

function gameRow(index) {
  const game = games[index];
  const link = element("a", { href: "#game-" + game.number }, String(game.number));
  const row = cells(gameTitles, [link, engineName(game.black), engineName(game.white), resultText(game), data.reasons[game.reason][0],
    String(game.moves.length), seconds(game.duration), game.opening < 0 ? "" : String(game.opening + 1)]);
  row.dataset.index = String(index);
  row.onclick = (event) => {
    event.preventDefault();
    chooseGame(index);
    byId("games").scrollIntoView();
    byId("board").focus({ preventScroll: true });
  };
  return row;
}

/* The page of the list that shows the game on the board, or the first. */
function listGames() {
  shown = [];
  games.forEach((game, i) => {
    if (passes(game)) shown.push(i);
  });
  const most = data.totals[0] + data.totals[4] + data.totals[6] > games.length ? "the last " : "";
  const all = games.length === 1 ? "1 game" : most + games.length + " games";
  byId("filter-count").textContent = shown.length === games.length ? all : shown.length + " of " + all;
  const table = byId("game-table");
  showPage = pager(byId("game-pager"), shown.length, (from, to) => {
    table.replaceChildren(headRow(gameTitles), element("tbody", {}, ...shown.slice(from, to).map(gameRow)));
    markGame();
  }, Math.max(0, shown.indexOf(current)));
}

function applyFilter() {
  listGames();
  if (shown.length > 0) openGame(shown.includes(current) ? current : shown[0]);
}

function bindKeys() {
  bindSteps(goTo, () => ply, { " ": playOrStop, PageUp: () => stepGame(-1), PageDown: () => stepGame(1) });
  byId("run").onclick = playOrStop;
  byId("previous-game").onclick = () => stepGame(-1);
  byId("next-game").onclick = () => stepGame(1);
  byId("numbers").onchange = () => goTo(ply);
}

/* "#game-17" in the address opens that game. */
function openFromAddress() {
  const found = /^#game-([0-9]+)$/.exec(location.hash);
  if (found === null) return;
  const index = games.findIndex((g) => g.number === Number(found[1]));
  if (index >= 0) {
    openGame(index);
    byId("games").scrollIntoView();
  }
}
