/* layout.js: where things are drawn: names of points, star points, the graph, the tree. Pure
 * functions. Points are {x, y}, x from the left and y from the top, from 0; names are h8, row 1 the
 * lowest. */

export function pointName(point, height) {
  return String.fromCharCode(97 + point.x) + (height - point.y);
}

/* "h8i9" -> points; text that is none of that is skipped. */
export function parsePoints(text, height) {
  return (text.match(/[a-z][0-9]+/g) || []).map((name) =>
    ({ x: name.charCodeAt(0) - 97, y: height - Number(name.slice(1)) }));
}

export function samePoint(a, b) {
  return Boolean(a && b) && a.x === b.x && a.y === b.y;
}

/* The handicap-style dots that help the eye: the centre and the fourth lines of boards that are
 * large enough. */
export function starPoints(width, height) {
  const along = (size) => {
    if (size < 9) return size % 2 === 1 ? [(size - 1) / 2] : [];
    const edge = size < 13 ? 2 : 3;
    return size % 2 === 1 ? [edge, (size - 1) / 2, size - 1 - edge] : [edge, size - 1 - edge];
  };
  const points = [];
  for (const y of along(height)) for (const x of along(width)) points.push({ x, y });
  if (width % 2 === 1 && height % 2 === 1 && width === height) {
    const middle = (width - 1) / 2;
    return points.filter((p) => (p.x === middle) === (p.y === middle));
  }
  return points;
}

/* The cell at a place of the board's picture, whose cells have size 1 and whose first centre lies at
 * 0,0; null beside the board. */
export function cellAt(x, y, width, height) {
  const point = { x: Math.round(x), y: Math.round(y) };
  const inside = point.x >= 0 && point.y >= 0 && point.x < width && point.y < height;
  return inside ? point : null;
}

/* Polylines of the graph: rates[i] is Black's win rate 0..1 after move i, null where unknown. Gives
 * lists of [x, y]; one unknown rate alone is bridged, since in a game against the engine every
 * other move has none, more of them break the line. */
export function graphLines(rates, width, height) {
  const step = rates.length > 1 ? width / (rates.length - 1) : 0;
  const lines = [];
  let last = -Infinity;
  rates.forEach((rate, i) => {
    if (rate === null || rate === undefined) return;
    if (i - last > 2) lines.push([]);
    lines[lines.length - 1].push([i * step, (1 - rate) * height]);
    last = i;
  });
  return lines;
}

/* The move of a place on the graph; the nearest of `marks`, numbers of moves, if one lies within `reach`. */
export function graphMove(x, width, count, marks = [], reach = 0) {
  if (count < 2 || width <= 0) return 0;
  const distance = (move) => Math.abs((move / (count - 1)) * width - x);
  const [mark] = marks.filter((move) => distance(move) <= reach).sort((a, b) => distance(a) - distance(b));
  return mark ?? Math.max(0, Math.min(count - 1, Math.round((x / width) * (count - 1))));
}

/* Numbers of moves to write below a graph that is `width` wide, at least `least` apart: 0 and then every fifth,
 * tenth, twentieth and so on. */
export function graphTicks(count, width, least) {
  const last = count - 1;
  if (last < 1 || width <= 0) return [0];
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((each) => (each / last) * width >= least) ?? last;
  const ticks = [];
  for (let move = 0; move <= last; move += step) ticks.push(move);
  return ticks;
}

/* Columns and rows of a tree's nodes: a node's first child stands to its right, its other children
 * on rows below all that is drawn there. Gives a Map from node to {column, row}, and the extent. No
 * call nests, so long games do not exhaust the stack. */
export function treeLayout(root) {
  const places = new Map();
  const lowest = []; /* the last row taken in each column */
  const stack = [{ node: root, column: 0, least: 0 }];
  let columns = 0, rows = 0;
  while (stack.length > 0) {
    const { node, column, least } = stack.pop();
    /* The whole first line must fit on the row. */
    let row = least, length = 0;
    for (let at = node; at; at = at.children[0], length++)
      row = Math.max(row, (lowest[column + length] ?? -1) + 1);
    for (let at = node, i = 0; at; at = at.children[0], i++) {
      places.set(at, { column: column + i, row });
      lowest[column + i] = row;
    }
    if (column > 0) lowest[column - 1] = Math.max(lowest[column - 1] ?? -1, row);
    columns = Math.max(columns, column + length);
    rows = Math.max(rows, row + 1);
    /* Later branches first, so that lines do not cross. */
    let depth = 0;
    for (let at = node; at; at = at.children[0], depth++)
      for (const child of at.children.slice(1).reverse())
        stack.push({ node: child, column: column + depth + 1, least: row + 1 });
  }
  return { places, columns, rows };
}
