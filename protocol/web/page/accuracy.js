/* accuracy.js: how well a side has played, as `review` of the program counts it (study/review/summary.c), and which move turned
 * the game. Pure. */

const HALF_LOSS = 0.1; /* of win rate: it halves the accuracy of a move */
const LOST_RATE = 0.02, GOOD_LOSS = 0.01;
const HELD_RATE = 0.4, WORSE_RATE = 0.3, TURN_LOSS = 0.1; /* of a turning point: the rates before and after it */

/* Whether the move tells how well its side plays: it had a choice, or lost something. */
function counts({ notes, best_rate, loss }) {
  return loss >= GOOD_LOSS || (!/only/.test(notes) && best_rate >= LOST_RATE);
}

/* Gives {accuracy, loss} of judged moves: percent or null, and the mean loss of win rate. */
export function accuracyOf(moves) {
  const counted = moves.filter(counts);
  if (counted.length === 0) return { accuracy: null, loss: 0 };
  const mean = (value) => counted.reduce((sum, move) => sum + value(move), 0) / counted.length;
  return { accuracy: mean(({ loss }) => 100 * 2 ** (-loss / HALF_LOSS)), loss: mean(({ loss }) => loss) };
}

/* The judged move that lost the game, as far as it goes: the last one after which its side stands clearly worse, and stood
 * not worse before. Of moves that only overlook or allow a proven win of a side that stands worse already, the one of greatest
 * loss, the first of equals, if there is no other. null: no such move. */
export function turningPoint(moves) {
  const turns = moves.filter(({ loss, best_rate }) => loss >= TURN_LOSS && best_rate - loss < WORSE_RATE);
  const last = turns.filter(({ best_rate }) => best_rate > HELD_RATE).at(-1);
  return last ?? turns.filter(({ notes }) => /overlooked|allowed/.test(notes))
    .reduce((most, move) => (most && most.loss >= move.loss ? most : move), null);
}
