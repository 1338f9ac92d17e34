/* Tables of a run: match, ratings, cross table, openings, ends of games, engines. */

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
  facts.append(fact("Score of " + engineName(0), `${wdl[0] + wdl[1] / 2} : ${wdl[2] + wdl[1] / 2}`));
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
    (data.knockout ? " Ranked by how far each engine came in the knockout, then by Elo." : "") +
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
  plotCourse(byId("elo-plot"), match.course.map((p) => [p[0], p[1], p[2]]), [], "Elo", "Elo of " + engineName(0) + " with its 95% interval");
  if (match.sprt !== null) {
    const bounds = [[match.sprt.lower, "H0 " + fixed(match.sprt.lower, 2)], [match.sprt.upper, "H1 " + fixed(match.sprt.upper, 2)]];
    plotCourse(byId("llr-plot"), match.course.map((p) => [p[0], p[3], null]), bounds, "LLR", "SPRT log-likelihood ratio with its bounds");
  }
}

function drawCross() {
  const titles = ["<Engine", ...data.order.map((_, place) => String(place + 1))];
  const body = element("tbody");
  data.order.forEach((i, place) => {
    const row = cells(titles, [`${place + 1} ${engineName(i)}`]);
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
    colors.append(cells(colorTitles, [engineName(i), share(black), record(black), share(white), record(white)]));
  }
  const t = data.totals, sum = [t[1], t[2], t[3]];
  const reversed = [...sum].reverse();
  colors.append(cells(colorTitles, ["All games", share(sum), record(sum), share(reversed), record(reversed)]));
  byId("colors").append(headRow(colorTitles), colors);
}

function drawOpenings() {
  const list = data.openings, two = data.engines.length === 2;
  const titles = ["Opening", "<Stones", "Games", "Black won", "Drawn", "White won"];
  if (two) titles.push("Score of " + engineName(0));
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
  const titles = ["<End", "Games", ...data.order.map((i) => "Lost by " + engineName(i))];
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
