/* The page of a run: its data, and how numbers and names of it read. All text goes to the screen
 * through textContent. */
let data = JSON.parse(byId("data").textContent);
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
  return data.anchor ? `${engineName(data.anchor[0])} at ${data.anchor[1]}` : "the mean of all engines";
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

function engineName(engine) {
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
