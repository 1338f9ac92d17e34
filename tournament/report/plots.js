/* Plots of a run: the course of a match and its test, the ratings. */

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
