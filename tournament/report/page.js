"use strict";
/* The page of a run. All text goes to the screen through textContent. */
(function () {
  let data = JSON.parse(document.getElementById("data").textContent);
  const PAGE_ROWS = 100;

  /* Members of a game's array, in the order in which html.c writes them. */
  const readGames = () => data.games.map((g) => ({
    number: g[0], round: g[1], game: g[2], black: g[3], white: g[4], result: g[5], reason: g[6],
    opening: g[7], openingCount: g[8], started: g[9], duration: g[10], width: g[11], height: g[12],
    detail: g[13], moves: points(g[14], g[12]), row: points(g[15], g[12]), times: g[16], scores: g[17], depths: g[18],
  }));
  let games = readGames();
  const UNDECIDED = 0, BLACK_WINS = 1, WHITE_WINS = 2;
  const MATE = 1000000, MATE_MIN = MATE - 10000;

  function estimate(pair, digits) {
    return signed(pair[0], digits) + (pair[1] === null ? "" : " \u00b1 " + pair[1].toFixed(digits));
  }

  function total(wdl) {
    return wdl[0] + wdl[1] + wdl[2];
  }

  function share(wdl) {
    const games = total(wdl);
    return games === 0 ? "-" : ((100 * (wdl[0] + wdl[1] / 2)) / games).toFixed(1) + "%";
  }

  function record(wdl) {
    return "+" + wdl[0] + " =" + wdl[1] + " \u2212" + wdl[2];
  }

  function scoreText(score) {
    if (score === null) return "";
    if (score >= MATE_MIN) return "+M" + (MATE - score);
    if (score <= -MATE_MIN) return "-M" + (MATE + score);
    return (score > 0 ? "+" : "") + score;
  }

  /* What ratings are relative to: the mean, or an engine whose rating is given. */
  function zeroOfElo() {
    return data.anchor ? `${name(data.anchor[0])} at ${data.anchor[1]}` : "the mean of all engines";
  }

  function eloText(elo) {
    return data.anchor ? fixed(elo, 0) : signed(elo, 0);
  }

  /* The same in words: what the engine that moved announced. */
  function scoreWords(score) {
    if (score >= MATE_MIN) return `announced a win in ${stones(MATE - score)}`;
    if (score <= -MATE_MIN) return `announced its loss in ${stones(MATE + score)}`;
    return "score " + scoreText(score);
  }

  function stones(count) {
    return count + (count === 1 ? " stone" : " stones");
  }

  function name(engine) {
    return data.engines[engine].name;
  }

  /* Shows rows of a long table a page at a time: draw(from, to) fills the table. */
  function pager(place, count, draw, first) {
    let from = 0;
    const before = element("button", { type: "button" }, "Earlier");
    const after = element("button", { type: "button" }, "Later");
    const where = element("span");
    function show(first) {
      from = Math.max(0, first - (first % PAGE_ROWS));
      const to = Math.min(count, from + PAGE_ROWS);
      before.disabled = from === 0;
      after.disabled = to === count;
      where.textContent = count === 0 ? "none" : from + 1 + " to " + to + " of " + count;
      draw(from, to);
    }
    before.onclick = () => show(from - PAGE_ROWS);
    after.onclick = () => show(from + PAGE_ROWS);
    place.replaceChildren(...(count > PAGE_ROWS ? [before, after, where] : []));
    show(first || 0);
    return show;
  }

  /* ---- Plots ------------------------------------------------------------------------------- */

  /* A curve over the number of games. points: [x, y, error or null]; bounds: [y, label]. */
  function plotCourse(place, points, bounds, unit, caption) {
    const known = points.filter((p) => p[1] !== null);
    if (known.length > 1) plot(place, (width) => drawCourseAt(place, known, bounds, unit, caption, width));
  }

  function drawCourseAt(place, known, bounds, unit, caption, W) {
    const H = W < 500 ? 200 : 260, L = 52, R = 14, T = 12, B = 30;
    const last = known[known.length - 1];
    /* The first few games swing wildly: the later half decides the scale. */
    const settled = known.slice(Math.floor(known.length / 4));
    const values = [0, ...bounds.map((b) => b[0])];
    for (const p of settled) values.push(p[1] - (p[2] || 0), p[1] + (p[2] || 0));
    let low = Math.min(...values), high = Math.max(...values);
    if (high - low < 1e-6) high = low + 1;
    const pad = (high - low) * 0.06;
    low -= pad;
    high += pad;
    const x = (v) => L + ((W - L - R) * v) / last[0];
    const y = (v) => T + ((H - T - B) * (high - Math.min(high, Math.max(low, v)))) / (high - low);
    const figure = chart(W, H, caption);
    for (const v of ticks(low, high, 6)) {
      figure.append(svg("line", { class: Math.abs(v) < 1e-9 ? "zero" : "axis", x1: L, x2: W - R, y1: y(v), y2: y(v) }));
      figure.append(svg("text", { x: L - 6, y: y(v) + 4, "text-anchor": "end" }, String(Number(v.toPrecision(6)))));
    }
    for (const v of ticks(0, last[0], W < 500 ? 4 : 8)) {
      if (v === Math.floor(v))
        figure.append(svg("text", { x: x(v), y: H - 10, "text-anchor": "middle" }, String(v)));
    }
    const band = known.filter((p) => p[2] !== null);
    if (band.length > 1) {
      const upper = band.map((p) => x(p[0]) + "," + y(p[1] + p[2]));
      const lower = band.map((p) => x(p[0]) + "," + y(p[1] - p[2])).reverse();
      figure.append(svg("polygon", { class: "band", points: upper.concat(lower).join(" ") }));
    }
    for (const bound of bounds) {
      figure.append(svg("line", { class: "bound", x1: L, x2: W - R, y1: y(bound[0]), y2: y(bound[0]) }));
      figure.append(svg("text", { x: W - R - 4, y: y(bound[0]) - 5, "text-anchor": "end" }, bound[1]));
    }
    figure.append(svg("polyline", { class: "curve", points: known.map((p) => x(p[0]) + "," + y(p[1])).join(" ") }));
    figure.append(svg("circle", { class: "dot", cx: x(last[0]), cy: y(last[1]), r: 4 }));
    place.append(figure, element("figcaption", {}, caption + ", " + unit + ", over games played"));
  }

  /* Ratings with their errors, best at the top. */
  function plotRatings(place) {
    const rated = data.order.filter((i) => data.engines[i].elo !== null);
    if (rated.length > 1) plot(place, (width) => drawRatingsAt(place, rated, width));
  }

  function drawRatingsAt(place, rated, W) {
    const ROW = 28, L = W < 500 ? 120 : 190, R = 60, T = 8, LETTER = 7.2;
    const H = T + ROW * rated.length + 26;
    const ends = [];
    for (const i of rated) {
      const e = data.engines[i];
      ends.push(e.elo - (e.error || 0), e.elo + (e.error || 0));
    }
    let low = Math.min(...ends), high = Math.max(...ends);
    if (high - low < 1) [low, high] = [low - 10, high + 10];
    const x = (v) => L + ((W - L - R) * (v - low)) / (high - low);
    const figure = chart(W, H, "Ratings with error bars");
    for (const v of ticks(low, high, W < 500 ? 3 : 6)) {
      figure.append(svg("line", { class: "axis", x1: x(v), x2: x(v), y1: T, y2: H - 24 }));
      figure.append(svg("text", { x: x(v), y: H - 8, "text-anchor": "middle" }, String(Number(v.toPrecision(6)))));
    }
    rated.forEach((i, place) => {
      const e = data.engines[i], y = T + ROW * (place + 0.5), error = e.error || 0;
      const room = Math.floor((L - 10) / LETTER);
      const short = e.name.length > room ? e.name.slice(0, room - 1) + "\u2026" : e.name;
      figure.append(svg("text", { class: "label", x: L - 10, y: y + 4, "text-anchor": "end" }, short));
      figure.append(svg("rect", { class: "band", x: x(e.elo - error), y: y - 7, width: x(e.elo + error) - x(e.elo - error), height: 14 }));
      figure.append(svg("circle", { class: "dot", cx: x(e.elo), cy: y, r: 5 }));
      figure.append(svg("text", { class: "label", x: W - R + 12, y: y + 4 }, eloText(e.elo)));
    });
    place.append(figure, element("figcaption", {}, `Elo relative to ${zeroOfElo()}, with 95% intervals`));
  }

  /* ---- Tables ------------------------------------------------------------------------------ */

  function drawHead() {
    const names = data.engines.length <= 4 ? data.engines.map((e) => e.name).join(" \u2013 ") : data.engines.length + " engines";
    const started = new Date(data.started * 1000).toISOString().slice(0, 16).replace("T", " ");
    byId("title").textContent = names;
    document.title = names;
    const planned = data.planned > 0 ? " of " + data.planned : "";
    const open = data.totals[4] > 0 ? ", " + data.totals[4] + " without a result" : "";
    const again = data.totals[5] > 0 ? ", " + data.totals[5] + " of them with all moves of an earlier one" : "";
    const late = data.totals[6] > 0 ? ", " + data.totals[6] + " more after the decision of the test, counted nowhere" : "";
    byId("subtitle").textContent =
      `${data.rule} ${data.width}\u00d7${data.height}, ${data.totals[0]}${planned} games${again}${open}${late}, begun ${started} UTC`;
  }

  function fact(title, value) {
    return element("div", {}, element("span", { className: "soft" }, title), element("b", {}, value));
  }

  /* Elo of a match; one that was won or lost outright has no finite one. */
  function matchElo(pair) {
    if (pair[0] !== null) return estimate(pair, 1);
    const wdl = data.cross[0][1];
    return wdl[0] > 0 ? "not finite: won outright" : "not finite: lost outright";
  }

  function drawMatch() {
    const match = data.match;
    if (match === null) return;
    const wdl = data.cross[0][1];
    const facts = element("div", { className: "facts" });
    facts.append(fact("Score of " + name(0), `${wdl[0] + wdl[1] / 2} : ${wdl[2] + wdl[1] / 2}`));
    facts.append(fact("Won, drawn, lost", record(wdl)));
    facts.append(fact("Elo", matchElo(match.elo)));
    if (match.normalised[0] !== null) facts.append(fact("Normalised Elo", estimate(match.normalised, 1)));
    facts.append(fact("Chance to be stronger", fixed(match.superior * 100, 1) + "%"));
    if (match.pairs.some((c) => c > 0)) facts.append(fact("Pairs with 0, \u00bd, 1, 1\u00bd, 2 points", match.pairs.join(" \u00b7 ")));
    if (match.sprt !== null) {
      const t = match.sprt, verdict = ["goes on", "H0 accepted", "H1 accepted"][t.verdict];
      facts.append(fact(`SPRT [${t.elo0}, ${t.elo1}] ${t.model}`, `LLR ${fixed(t.llr, 2)}: ${verdict}`));
    }
    byId("match").append(facts);
  }

  function drawRatings() {
    const titles = ["#", "<Engine", "Elo", "Error", "Games", "Score", "Won, drawn, lost", "Time a move", "Slowest", "Depth"];
    const hasClocks = data.engines.some((e) => e.leftMs !== null);
    if (hasClocks) titles.push("Clock left", "Least left");
    const body = element("tbody");
    data.order.forEach((i, place) => {
      const e = data.engines[i], all = e.results[0];
      const row = [String(place + 1), e.name, eloText(e.elo), e.error ? "\u00b1" + fixed(e.error, 0) : "-",
        String(total(all)), share(all), record(all), seconds(e.moveMs), seconds(e.slowestMs), fixed(e.depth, 1)];
      if (hasClocks) row.push(seconds(e.leftMs), seconds(e.leastLeftMs));
      body.append(cells(titles, row));
    });
    byId("ratings").append(headRow(titles), body);
    byId("rating-note").textContent = `Elo is relative to ${zeroOfElo()}, errors are 95% intervals${data.anchor ? " of the distance to it" : ""}. A prior of ${data.priorDraws} virtual ` +
      "draws for each engine keeps the ratings of engines finite that won or lost everything; the Elo of a match has no prior." +
      (data.groups > 1 ? ` The engines form ${data.groups} groups without games against each other: ratings compare engines of one group only.` : "");
    plotRatings(byId("rating-plot"));
  }

  function drawCourse() {
    const match = data.match;
    if (match === null) {
      byId("course").hidden = true;
      byId("course-link").hidden = true;
      return;
    }
    plotCourse(byId("elo-plot"), match.course.map((p) => [p[0], p[1], p[2]]), [], "Elo", "Elo of " + name(0) + " with its 95% interval");
    if (match.sprt !== null) {
      const bounds = [[match.sprt.lower, "H0 " + fixed(match.sprt.lower, 2)], [match.sprt.upper, "H1 " + fixed(match.sprt.upper, 2)]];
      plotCourse(byId("llr-plot"), match.course.map((p) => [p[0], p[3], null]), bounds, "LLR", "SPRT log-likelihood ratio with its bounds");
    }
  }

  function drawCross() {
    const titles = ["<Engine", ...data.order.map((_, place) => String(place + 1))];
    const body = element("tbody");
    data.order.forEach((i, place) => {
      const row = cells(titles, [`${place + 1} ${name(i)}`]);
      for (const j of data.order) {
        const wdl = data.cross[i][j];
        const cell = element("td");
        if (i !== j && total(wdl) > 0)
          cell.append(share(wdl), element("br"), element("span", { className: "soft" }, record(wdl)));
        if (i === j) cell.className = "self";
        row.append(cell);
      }
      body.append(row);
    });
    byId("cross").append(headRow(titles), body);
    const colorTitles = ["<Engine", "Score as Black", "Won, drawn, lost", "Score as White", "Won, drawn, lost"];
    const colors = element("tbody");
    for (const i of data.order) {
      const [, black, white] = data.engines[i].results;
      colors.append(cells(colorTitles, [name(i), share(black), record(black), share(white), record(white)]));
    }
    const t = data.totals, sum = [t[1], t[2], t[3]];
    const reversed = [...sum].reverse();
    colors.append(cells(colorTitles, ["All games", share(sum), record(sum), share(reversed), record(reversed)]));
    byId("colors").append(headRow(colorTitles), colors);
  }

  function drawOpenings() {
    const list = data.openings, two = data.engines.length === 2;
    const titles = ["Opening", "<Stones", "Games", "Black won", "Drawn", "White won"];
    if (two) titles.push("Score of " + name(0));
    const table = byId("opening-table");
    byId("opening-summary").textContent = list.length === 1 ? "1 opening" : list.length + " openings";
    pager(byId("opening-pager"), list.length, (from, to) => {
      const body = element("tbody");
      for (const o of list.slice(from, to)) {
        const values = [o[0] < 0 ? "none" : String(o[0] + 1), o[7] === null ? "\u2013" : o[7] || "empty board", String(o[1] + o[2] + o[3]),
          String(o[1]), String(o[2]), String(o[3])];
        if (two) values.push(share([o[4], o[5], o[6]]));
        body.append(cells(titles, values));
      }
      table.replaceChildren(headRow(titles), body);
    });
  }

  function drawEnds() {
    const titles = ["<End", "Games", ...data.order.map((i) => "Lost by " + name(i))];
    const body = element("tbody");
    data.reasons.forEach(([text, count], reason) => {
      if (count === 0) return;
      const lost = data.order.map((i) => String(data.engines[i].lostBy[reason]));
      body.append(cells(titles, [text, String(count), ...lost]));
    });
    byId("end-table").append(headRow(titles), body);
  }

  function drawAbout() {
    const titles = ["<Engine", "<Version", "<Author", "<Country", "<Command"];
    const body = element("tbody");
    for (const e of data.engines) body.append(cells(titles, [e.name, e.version || "", e.author || "", e.country || "", e.command]));
    byId("engine-table").append(headRow(titles), body);
    let settings = data.settings;
    try {
      settings = JSON.stringify(JSON.parse(settings), null, 2);
    } catch (e) { /* shown as it is */ }
    byId("settings").textContent = settings;
  }

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
    const winner = game.result === BLACK_WINS ? name(game.black) + " (black) wins: " : game.result === WHITE_WINS ? name(game.white) + " (white) wins: " : "";
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
      text = `${ply}. ${pointName(game.moves[i], game.height)} ${name(i % 2 === 0 ? game.black : game.white)}`;
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
    if (ply === game.moves.length) stop();
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    byId("run").textContent = "Play";
  }

  function playOrStop() {
    if (timer !== null) return stop();
    if (current < 0) return;
    if (ply === games[current].moves.length) goTo(0);
    byId("run").textContent = "Stop";
    timer = setInterval(() => goTo(ply + 1), 500);
    if (games[current].moves.length === 0) stop();
  }

  function markGame() {
    for (const row of byId("game-table").tBodies[0].rows) row.className = Number(row.dataset.index) === current ? "now" : "";
  }

  function openGame(index, wanted) {
    stop();
    current = index;
    const game = games[index];
    byId("game-title").replaceChildren(`Game ${game.number}: `, swatch(0), name(game.black), " \u2013 ", swatch(1), name(game.white), "  " + resultText(game));
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
    const row = cells(gameTitles, [link, name(game.black), name(game.white), resultText(game), data.reasons[game.reason][0],
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
    const keys = {
      ArrowLeft: () => goTo(ply - 1), ArrowRight: () => goTo(ply + 1), Home: () => goTo(0),
      End: () => goTo(Infinity), " ": playOrStop, PageUp: () => stepGame(-1), PageDown: () => stepGame(1),
    };
    /* Arrows step wherever nothing else on the page wants them; the rest needs the focus on the board. */
    document.addEventListener("keydown", (event) => {
      const isArrow = event.key === "ArrowLeft" || event.key === "ArrowRight";
      const takesKeys = event.target.closest("input, select, textarea, .wide");
      const action = event.target === byId("board") || (isArrow && !takesKeys) ? keys[event.key] : undefined;
      if (action === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      action();
    });
    byId("to-start").onclick = () => goTo(0);
    byId("back").onclick = () => goTo(ply - 1);
    byId("run").onclick = playOrStop;
    byId("forward").onclick = () => goTo(ply + 1);
    byId("to-end").onclick = () => goTo(Infinity);
    byId("slider").oninput = (event) => goTo(Number(event.target.value));
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

  /* ---- A run under way --------------------------------------------------------------------- */

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
      swatch(0), name(live.black), element("br"), swatch(1), name(live.white)));
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
})();
