/* forecast.js: how likely each empty point is the next move, as whole numbers: a point counts more the more stones of one
 * colour stand in the rows of five through it. Pure. Short links depend on these numbers for ever. */

const FIVE = 5;
const WEIGHTS = [0, 2, 40, 600, 90000]; /* of a row of five by its stones of one colour, where the other has none */
const LEAST = 1; /* of every empty point */

export class Forecast {
  constructor(width, height) {
    this.cells = new Uint8Array(width * height); /* 0 empty, 1 black, 2 white, 3 a wall */
    this.weights = new Array(width * height).fill(LEAST);
    this.rows = Array.from(this.cells, () => []); /* of each point: the rows of five through it */
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) this.addRow(width, height, { x, y, dx, dy });
  }

  addRow(width, height, { x, y, dx, dy }) {
    const endX = x + (FIVE - 1) * dx, endY = y + (FIVE - 1) * dy;
    if (endX < 0 || endX >= width || endY >= height) return;
    const points = Array.from({ length: FIVE }, (_, i) => (y + i * dy) * width + x + i * dx);
    const row = { points, counts: [0, 0, 0, 0] };
    for (const point of points) this.rows[point].push(row);
  }

  /* Puts a stone or a wall on the point, or takes it away. */
  put(point, what) {
    for (const row of this.rows[point]) {
      this.weigh(row, -1);
      row.counts[this.cells[point]]--;
      row.counts[what]++;
      this.weigh(row, 1);
    }
    this.cells[point] = what;
  }

  weigh({ points, counts }, sign) {
    const [, black, white, walls] = counts;
    if (walls > 0 || (black > 0 && white > 0) || black + white === FIVE) return;
    const weight = sign * WEIGHTS[black + white];
    for (const point of points) this.weights[point] += weight;
  }

  /* The weights of all points, 0 where one is taken. */
  frequencies() {
    return this.weights.map((weight, point) => (this.cells[point] === 0 ? weight : 0));
  }
}
