/* A board with its stones, and steps through a game. Points are [x, y], from the left and the top, from 0. */
"use strict";

/* Draws the empty board into `place`: grid, star points and coordinates. Returns the layer for
 * stones and marks. A touch on the right half calls step(1), on the left half step(-1). */
function drawBoard(place, w, h, step) {
  const board = svg("svg", { viewBox: `-1.2 -0.7 ${w + 0.9} ${h + 0.9}` });
  board.append(svg("rect", { class: "wood", x: -1.2, y: -0.7, width: w + 0.9, height: h + 0.9 }));
  for (let x = 0; x < w; x++) {
    board.append(svg("line", { class: "grid", x1: x, x2: x, y1: 0, y2: h - 1 }));
    board.append(svg("text", { x: x, y: h - 0.2 }, String.fromCharCode(97 + x)));
  }
  for (let y = 0; y < h; y++) {
    board.append(svg("line", { class: "grid", x1: 0, x2: w - 1, y1: y, y2: y }));
    board.append(svg("text", { x: -0.8, y: y }, String(h - y)));
  }
  if (w % 2 === 1 && h % 2 === 1) {
    const stars = [[(w - 1) / 2, (h - 1) / 2]];
    if (w >= 13 && h >= 13) stars.push([3, 3], [w - 4, 3], [3, h - 4], [w - 4, h - 4]);
    for (const s of stars) board.append(svg("circle", { class: "star", cx: s[0], cy: s[1], r: 0.11 }));
  }
  const layer = svg("g", {});
  board.append(layer);
  board.addEventListener("click", (event) => {
    const box = board.getBoundingClientRect();
    step(event.clientX - box.left > box.width / 2 ? 1 : -1);
  });
  place.replaceChildren(board);
  return layer;
}

/* Binds keys, buttons and slider that step through a game: goTo(ply) shows a position, from 0 to as
 * far as the game goes, and ply() is the one that is shown. `more` has further keys of the board. */
function bindSteps(goTo, ply, more) {
  const back = () => goTo(ply() - 1), forward = () => goTo(ply() + 1), toStart = () => goTo(0), toEnd = () => goTo(Infinity);
  const keys = { ArrowLeft: back, ArrowRight: forward, Home: toStart, End: toEnd, ...more };
  /* Arrows step wherever nothing else on the page wants them; the rest needs the focus on the board. */
  document.addEventListener("keydown", (event) => {
    const isArrow = event.key === "ArrowLeft" || event.key === "ArrowRight";
    const takesKeys = event.target.closest("input, select, textarea, .wide");
    const action = event.target === byId("board") || (isArrow && !takesKeys) ? keys[event.key] : undefined;
    if (action === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    action();
  });
  byId("to-start").onclick = toStart;
  byId("back").onclick = back;
  byId("forward").onclick = forward;
  byId("to-end").onclick = toEnd;
  byId("slider").oninput = (event) => goTo(Number(event.target.value));
}

/* The elements of a stone. `label` stands on it; empty: none. */
function stone(point, isBlack, label) {
  const [x, y] = point;
  const items = [svg("circle", { class: isBlack ? "black" : "white", cx: x, cy: y, r: 0.46 })];
  if (label !== "") items.push(svg("text", { class: "number " + (isBlack ? "on-black" : "on-white"), x: x, y: y + 0.02 }, label));
  return items;
}

/* A ring around a stone or an empty point; `kind`: last, row or another class of the style. */
function ring(point, kind) {
  return svg("circle", { class: kind, cx: point[0], cy: point[1], r: 0.47 });
}
