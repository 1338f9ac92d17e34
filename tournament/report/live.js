/* A run under way: boards, workers, new data; and the start of the page. */

const BOARDS = 24;
let boardsFrom = 0, workersFrom = 0;

function smallBoard(live) {
  const w = data.width, h = data.height;
  const moves = points(live.moves, h);
  const board = svg("svg", { class: "board", viewBox: `-0.7 -0.7 ${w + 0.4} ${h + 0.4}`, role: "img",
    "aria-label": `Game ${live.number} after ${moves.length} moves` });
  board.append(svg("rect", { class: "wood", x: -0.7, y: -0.7, width: w + 0.4, height: h + 0.4 }));
  const lines = [];
  for (let x = 0; x < w; x++) lines.push(`M${x} 0V${h - 1}`);
  for (let y = 0; y < h; y++) lines.push(`M0 ${y}H${w - 1}`);
  board.append(svg("path", { class: "grid", d: lines.join("") }));
  moves.forEach((point, i) => board.append(...stone(point, i % 2 === 0, "")));
  if (moves.length > 0) board.append(ring(moves[moves.length - 1], "last"));
  return element("figure", { className: "small-board" }, board, element("figcaption", {},
    element("b", {}, `Game ${live.number}`), ` on ${live.place}`, element("br"),
    swatch(0), engineName(live.black), element("br"), swatch(1), engineName(live.white)));
}

function duration(s) {
  const whole = Math.round(s);
  if (whole < 90) return whole + " s";
  if (whole < 5400) return Math.round(whole / 60) + " min";
  return (whole / 3600).toFixed(1) + " h";
}

function liveText(live) {
  if (!live.isRunning) return "The run is not being played just now.";
  const left = live.eta === null ? "" : `, ${duration(live.eta)} left at most`;
  const rate = live.rate === null ? "" : `, ${(live.rate * 60).toFixed(live.rate < 1 ? 1 : 0)} games a minute`;
  return `${live.games.length === 1 ? "1 game" : live.games.length + " games"} under way${rate}${left}`;
}

function drawWorkers(workers) {
  const titles = ["<Worker", "Tables", "Busy", "Speed", "Games", "Faults", "Heard of", "<Processor"];
  byId("worker-part").hidden = workers.length === 0;
  pager(byId("worker-pager"), workers.length, (from, to) => {
    workersFrom = from;
    const body = element("tbody");
    for (const w of workers.slice(from, to)) {
      const row = cells(titles, [w.name + (w.aside ? " (set aside)" : ""), String(w.tables), String(w.busy), fixed(w.speed, 1),
        String(w.games), String(w.faults), w.seenMs > 1e15 ? "-" : duration(w.seenMs / 1000) + " ago", w.cpu]);
      if (w.aside || w.faults > 0) row.children[5].className = "bad";
      body.append(row);
    }
    byId("worker-table").replaceChildren(headRow(titles), body);
  }, workersFrom);
}

function drawNow() {
  const live = data.live;
  byId("now").hidden = byId("now-link").hidden = !live;
  byId("study").hidden = Boolean(live); /* no file lies beside a page that a program serves */
  if (!live) return;
  byId("now-text").textContent = liveText(live);
  if (boardsFrom >= live.games.length) boardsFrom = 0;
  const before = element("button", { type: "button", disabled: boardsFrom === 0 }, "Before");
  const after = element("button", { type: "button", disabled: boardsFrom + BOARDS >= live.games.length }, "After");
  before.onclick = () => { boardsFrom -= BOARDS; drawNow(); };
  after.onclick = () => { boardsFrom += BOARDS; drawNow(); };
  byId("boards").replaceChildren(...live.games.slice(boardsFrom, boardsFrom + BOARDS).map(smallBoard));
  byId("board-pager").replaceChildren(...(live.games.length > BOARDS
    ? [before, after, `${boardsFrom + 1} to ${Math.min(boardsFrom + BOARDS, live.games.length)} of ${live.games.length}`] : []));
  drawWorkers(live.workers);
}

/* Everything that the data decides. */
function drawAll() {
  plots.length = 0;
  for (const id of ["match", "ratings", "rating-plot", "elo-plot", "llr-plot", "cross", "colors", "end-table", "engine-table",
    "filter-engine", "filter-result", "filter-reason"]) byId(id).replaceChildren();
  byId("course").hidden = byId("course-link").hidden = false;
  drawHead();
  drawNow();
  drawMatch();
  drawRatings();
  drawCourse();
  drawCross();
  drawOpenings();
  drawEnds();
  drawAbout();
  drawFilter();
}

/* New data of a run under way. The game on the board, the move and the filter stay as they are. */
function update(text) {
  const isSame = data.totals.join() === JSON.parse(text).totals.join();
  const open = current >= 0 ? games[current] : null;
  const atEnd = current < 0 || ply === games[current].moves.length;
  const filter = ["engine", "result", "reason"].map((part) => byId("filter-" + part).value);
  data = JSON.parse(text);
  if (isSame) return drawNow();
  games = readGames();
  /* The data holds the newest games alone; the open one stays although it is older. */
  if (open !== null && games.every((g) => g.number !== open.number)) games.unshift(open);
  drawAll();
  ["engine", "result", "reason"].forEach((part, i) => { byId("filter-" + part).value = filter[i]; });
  const kept = open === null ? -1 : games.findIndex((g) => g.number === open.number), keptPly = ply;
  current = kept;
  listGames();
  if (kept >= 0) openGame(kept, atEnd ? undefined : keptPly);
  else if (shown.length > 0) openGame(shown[shown.length - 1]);
}

function follow() {
  const source = new EventSource("events");
  let isBusy = false, isWanted = false;
  const load = async () => {
    isWanted = true;
    if (isBusy) return;
    isBusy = true;
    while (isWanted) {
      isWanted = false;
      try {
        const answer = await fetch("data");
        if (answer.ok) update(await answer.text());
      } catch (e) { /* the next event tries again */ }
    }
    isBusy = false;
  };
  source.onmessage = load;
  source.onerror = () => { byId("now-text").textContent = "The program behind this page is away; trying again."; };
}

drawAll();
bindFilter();
bindKeys();
applyFilter();
openFromAddress();
window.addEventListener("hashchange", openFromAddress);
if (data.live) follow();
