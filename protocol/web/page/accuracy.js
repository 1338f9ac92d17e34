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

/* The judged move of greatest loss after which its side stands clearly worse, the first of equals; null if there is none. */
export function turningPoint(moves) {
  const isProven = ({ notes }) => /overlooked|allowed/.test(notes);
  const turns = moves.filter((move) => move.loss >= TURN_LOSS && move.best_rate - move.loss < WORSE_RATE &&
    (move.best_rate > HELD_RATE || isProven(move)));
  return turns.reduce((most, move) => (most && most.loss >= move.loss ? most : move), null);
}
