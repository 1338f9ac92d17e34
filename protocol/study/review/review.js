/* The page of a review: one game at a time. */
(function () {
  const data = JSON.parse(byId("data").textContent);
  const SIGNS = { best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };
  const GRADES = ["inaccuracy", "mistake", "blunder"];
  const PHASES = ["opening", "middle game", "ending"];
  let game = null;       /* of data.games */
  let ply = 0;           /* stones of the game on the board */
  let layer = null;

  function pointOf(name) {
    return points(name, game.height)[0];
  }

  function percent(rate, digits) {
    return rate === null || rate === undefined ? "-" : (100 * rate).toFixed(digits === undefined ? 1 : digits) + "%";
  }

  function isJudged(move) {
    return move.grade !== undefined;
  }

  function isMistake(move) {
    return GRADES.includes(move.grade);
  }

  function hasNote(move, note) {
    return isJudged(move) && move.notes.includes(note);
  }

  function sideName(move) {
    return move.color === "black" ? "Black" : "White";
  }

  function gradeSign(move) {
    return element("span", { className: "grade " + move.grade, title: move.grade }, SIGNS[move.grade]);
  }

  /* What games of the database played before the move; empty without a database or such games. */
  function bookText(move) {
    const book = move.book;
    if (!book) return "";
    const most = book.most === move.move ? "" : `, most often ${book.most} (${book.most_games})`;
    return `In the book: ${book.played} of ${book.games} ${book.games === 1 ? "game" : "games"}${most}.`;
  }

  /* What the notes of a move say, as a sentence or two. */
  function noteText(move) {
    if (!isJudged(move)) return "";
    const parts = [];
    if (hasNote(move, "forbidden")) parts.push("The move is forbidden.");
    if (hasNote(move, "missed win")) parts.push(`Misses a win by ${move.missed}: ${move.line.join(" ")}.`);
    if (hasNote(move, "overlooked")) parts.push(`Does not stop the ${move.allowed}: ${move.reply.join(" ")}.`);
    if (hasNote(move, "allowed win")) parts.push(`Allows a win (${move.allowed}): ${move.reply.join(" ")}.`);
    if (isMistake(move) && !hasNote(move, "missed win")) parts.push(`Better: ${move.line.slice(0, 8).join(" ")}.`);
    return parts.join(" ");
  }

  /* ---- Board ------------------------------------------------------------------------------- */

  function setupStones() {
    const items = [];
    for (const s of game.setup) {
      const p = pointOf(s.point);
      if (s.color === "wall") items.push(svg("rect", { class: "wall", x: p[0] - 0.45, y: p[1] - 0.45, width: 0.9, height: 0.9 }));
      else items.push(...stone(p, s.color === "black", ""));
    }
    return items;
  }

  /* The line that the judgement of a move shows, and the number of its first stone: what refutes
   * the move, else what was better, which stands in its place. */
  function shownLine(move) {
    const refutes = hasNote(move, "overlooked") || hasNote(move, "allowed win");
    const replaces = !refutes || hasNote(move, "missed win");
    return replaces ? { names: move.line, from: ply - 1 } : { names: move.reply, from: ply };
  }

  function drawStones() {
    const withNumbers = byId("numbers").checked;
    const move = ply > 0 ? game.moves[ply - 1] : null;
    const line = move !== null && isJudged(move) && byId("show-line").checked ? shownLine(move) : { names: [], from: ply };
    const items = setupStones();
    game.moves.slice(0, line.from).forEach((m, i) => {
      items.push(...stone(pointOf(m.move), m.color === "black", withNumbers ? String(i + 1) : ""));
    });
    line.names.forEach((name, i) => {
      const first = game.moves[line.from] === undefined ? (move.color === "black" ? "white" : "black") : game.moves[line.from].color;
      const isBlack = (first === "black") === (i % 2 === 0);
      const planned = svg("g", { class: "planned" });
      planned.append(...stone(pointOf(name), isBlack, String(i + 1)));
      items.push(planned);
    });
    if (move !== null && line.from >= ply) items.push(ring(pointOf(move.move), isMistake(move) ? "bad-move" : "last"));
    if (move !== null && isMistake(move) && line.names.length === 0) items.push(ring(pointOf(move.best), "better"));
    layer.replaceChildren(...items);
  }

  function drawText() {
    const place = byId("move-text");
    if (ply === 0) {
      place.textContent = game.setup.length > 0 ? "Position before the first move" : "Empty board";
      byId("note-text").textContent = "";
    } else {
      const move = game.moves[ply - 1];
      const rest = [];
      if (isJudged(move)) {
        rest.push(` ${sideName(move)}'s win rate ${percent(move.played_rate)}`);
        if (move.loss >= 0.01) rest.push(`, ${percent(move.loss)} lost; best ${move.best}`);
        if (hasNote(move, "only move") && move.loss < 0.01) rest.push(", answers a four");
      } else rest.push(" not judged");
      place.replaceChildren(`${ply}. `, swatch(move.color === "black" ? 0 : 1), move.move + " ", gradeSign(move), ...rest);
      byId("note-text").textContent = [noteText(move), bookText(move)].filter((text) => text !== "").join(" ");
    }
    byId("board").setAttribute("aria-label", `Board after move ${ply}: ${place.textContent}`);
  }

  /* ---- Graph ------------------------------------------------------------------------------- */

  /* Black's win rate after `count` moves; null if it is not known. */
  function rateAfter(count) {
    if (count < game.moves.length) return game.moves[count].black_rate;
    if (game.winner !== null) return game.winner === "black" ? 1 : 0;
    return game.summary.last_black_rate;
  }

  let nowLine = null, graphX = null;

  function drawGraph(width) {
    const height = 150, left = 40, right = 6, top = 6, bottom = 20, count = game.moves.length;
    const x = (i) => left + (i / Math.max(1, count)) * (width - left - right);
    const y = (rate) => top + (1 - rate) * (height - top - bottom);
    const figure = chart(width, height, "Black's win rate by move");
    figure.append(svg("rect", { class: "white-part", x: left, y: top, width: width - left - right, height: height - top - bottom }));
    const known = [];
    for (let i = 0; i <= count; i++) if (rateAfter(i) !== null) known.push(i);
    if (known.length > 0) {
      const path = known.map((i) => `${x(i).toFixed(1)},${y(rateAfter(i)).toFixed(1)}`).join(" ");
      figure.append(svg("polygon", { class: "black-part", points: `${x(known[0])},${y(0)} ${path} ${x(known[known.length - 1])},${y(0)}` }));
    }
    figure.append(svg("line", { class: "half", x1: left, x2: width - right, y1: y(0.5), y2: y(0.5) }));
    for (const rate of [0, 0.5, 1]) {
      const label = svg("text", { x: left - 4, y: y(rate) + 4, "text-anchor": "end" }, percent(rate, 0));
      figure.append(label);
    }
    for (const i of ticks(0, count, Math.max(2, Math.floor(width / 90))))
      if (i > 0 && i <= count) figure.append(svg("text", { x: x(i), y: height - 4, "text-anchor": "middle" }, String(i)));
    nowLine = svg("line", { class: "now", y1: top, y2: height - bottom });
    figure.append(nowLine);
    game.moves.forEach((move, i) => {
      if (!isMistake(move) || rateAfter(i + 1) === null) return;
      const dot = svg("circle", { class: "point " + move.grade, cx: x(i + 1), cy: y(rateAfter(i + 1)), r: 5 });
      dot.append(svg("title", {}, `${i + 1}. ${sideName(move)} ${move.move} ${SIGNS[move.grade]}`));
      figure.append(dot);
    });
    figure.addEventListener("click", (event) => {
      const box = figure.getBoundingClientRect(); /* the picture may be shown larger than it is drawn */
      const at = ((event.clientX - box.left) * width) / box.width;
      goTo(Math.round(((at - left) / (width - left - right)) * count));
    });
    graphX = x;
    byId("graph").append(figure, element("figcaption", {}, "Black's win rate; dots: inaccuracies, mistakes and blunders. Touch the graph to go there."));
    markGraph();
  }

  function markGraph() {
    if (nowLine === null) return;
    nowLine.setAttribute("x1", graphX(ply));
    nowLine.setAttribute("x2", graphX(ply));
  }

  /* ---- Tables ------------------------------------------------------------------------------ */

  function shortNote(move) {
    if (hasNote(move, "forbidden")) return "forbidden";
    const parts = [];
    if (hasNote(move, "missed win")) parts.push("misses " + move.missed);
    if (hasNote(move, "overlooked")) parts.push("overlooks " + move.allowed);
    if (hasNote(move, "allowed win")) parts.push("allows " + move.allowed);
    return parts.join(", ");
  }

  function drawMoves() {
    const hasBook = game.moves.some((move) => move.book !== undefined);
    const titles = ["#", "<Move", "<", "<Best", "Win", "Loss", ...(hasBook ? ["Book"] : []), "<Note"];
    const body = element("tbody");
    game.moves.forEach((move, i) => {
      const judged = isJudged(move), lossy = judged && move.loss >= 0.01;
      const row = cells(titles, [String(i + 1), move.move, judged ? gradeSign(move) : "", lossy || isMistake(move) ? move.best : "",
        judged ? percent(move.played_rate, 0) : "", lossy ? percent(move.loss, 0) : "",
        ...(hasBook ? [move.book ? `${move.book.played}/${move.book.games}` : ""] : []), judged ? shortNote(move) : ""]);
      row.children[1].prepend(swatch(move.color === "black" ? 0 : 1));
      row.children[1].classList.add("short");
      row.onclick = () => goTo(i + 1);
      body.append(row);
    });
    byId("move-table").replaceChildren(headRow(titles), body);
  }

  function drawFigures() {
    const sides = ["black", "white"].map((side) => game.summary[side]);
    const accuracy = (f) => (f.accuracy === null ? "-" : fixed(f.accuracy, 1) + "%");
    const upper = (word) => word[0].toUpperCase() + word.slice(1);
    const rows = [
      ["Accuracy", accuracy], ...PHASES.map((p) => ["in the " + p, (f) => accuracy(f.phases[p])]),
      ["Moves that count", (f) => String(f.moves)], ["Mean loss", (f) => percent(f.mean_loss)],
      ...["inaccuracies", "mistakes", "blunders"].map((word, i) => [upper(word), (f) => String(f.grades[GRADES[i]])]),
    ];
    const titles = ["<", "Black", "White"];
    const body = element("tbody", {}, ...rows.map(([title, of]) => cells(titles, [title, ...sides.map(of)])));
    byId("figures").replaceChildren(headRow(titles), body);
  }

  function markMove() {
    const rows = byId("move-table").tBodies[0].rows, list = byId("moves");
    for (let i = 0; i < rows.length; i++) rows[i].className = i === ply - 1 ? "now" : "";
    if (ply === 0) {
      list.scrollTop = 0;
      return;
    }
    const row = rows[ply - 1];
    if (row.offsetTop < list.scrollTop + 30 || row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = row.offsetTop - list.clientHeight / 2;
  }

  /* ---- Going about ------------------------------------------------------------------------- */

  function goTo(wanted) {
    ply = Math.max(0, Math.min(game.moves.length, wanted));
    drawStones();
    drawText();
    markMove();
    markGraph();
    byId("slider").value = ply;
    byId("back").disabled = byId("to-start").disabled = ply === 0;
    byId("forward").disabled = byId("to-end").disabled = ply === game.moves.length;
    byId("mistake-before").disabled = findMistake(-1) < 0;
    byId("mistake-after").disabled = findMistake(1) < 0;
  }

  /* Number of the mistake before or after the current position; -1 if there is none. */
  function findMistake(by) {
    for (let i = ply - 1 + by; i >= 0 && i < game.moves.length; i += by) if (isMistake(game.moves[i])) return i + 1;
    return -1;
  }

  function stepMistake(by) {
    const found = findMistake(by);
    if (found >= 0) goTo(found);
  }

  function titleOf(g) {
    const names = g.black || g.white ? `${g.black || "Black"} \u2013 ${g.white || "White"}` : g.file;
    const end = g.winner === "black" ? ", Black won" : g.winner === "white" ? ", White won" : "";
    return { names, about: `${g.file}: ${g.rule}, ${g.width}x${g.height}, ${g.moves.length} moves${end}` };
  }

  function openGame(index) {
    game = data.games[index];
    const title = titleOf(game);
    byId("title").textContent = title.names;
    byId("subtitle").textContent = title.about;
    byId("fault").textContent = game.fault === null ? "" : "Only a part of the file could be read: " + game.fault;
    document.title = "Review: " + title.names;
    byId("slider").max = game.moves.length;
    layer = drawBoard(byId("board"), game.width, game.height, (by) => goTo(ply + by));
    drawMoves();
    drawFigures();
    nowLine = null;
    plots.length = 0;
    plot(byId("graph"), drawGraph);
    goTo(game.summary.worst === null ? game.moves.length : game.summary.worst);
  }

  function bindKeys() {
    bindSteps(goTo, () => ply, { PageUp: () => stepMistake(-1), PageDown: () => stepMistake(1) });
    byId("mistake-before").onclick = () => stepMistake(-1);
    byId("mistake-after").onclick = () => stepMistake(1);
    byId("numbers").onchange = byId("show-line").onchange = () => goTo(ply);
  }

  function drawChoice() {
    byId("choice").hidden = data.games.length < 2;
    byId("game-list").append(...data.games.map((g, i) => {
      const title = titleOf(g);
      return element("option", { value: String(i) }, `${i + 1}. ${title.names} (${g.file})`);
    }));
    byId("game-list").onchange = (event) => openGame(Number(event.target.value));
  }

  const limits = [data.nodes === null ? "" : `${data.nodes.toLocaleString("en")} nodes`, data.time_ms === null ? "" : seconds(data.time_ms)];
  byId("about-search").textContent = `${data.program}, weights ${data.weights}; ${limits.filter((t) => t !== "").join(", ")} for each search.`;
  byId("about-book").hidden = !data.games.some((g) => g.moves.some((move) => move.book !== undefined));
  drawChoice();
  bindKeys();
  openGame(0);
})();
