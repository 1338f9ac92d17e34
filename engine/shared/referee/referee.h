/* referee.h: a second, slow and simple implementation of the rules. The match manager plays its
 * games by it, and the protocol checks the engine's claims by it (study/judge.h).
 *
 * The referee stores only the stones. It walks over the board for every question and judges a black
 * stone in renju by placing it, examining the board and removing it. It shares no code with the
 * engine, so the two can be checked against each other.
 *
 * Rules, by the code that managers send as `INFO rule`:
 *   0 freestyle     five or more in a row win
 *   1 standard      exactly five
 *   4 renju         Black: exactly five wins; overline, double four and double three lose, unless
 *                   the same stone makes a five. White: five or more wins
 *   8 caro          five or more; exactly five shut in by opponent stones at both ends does not win
 *   9 caro, exact   the same, but six or more never win
 * A continuous game adds 2 to the code: a five scores a point for its maker and its stones turn
 * into walls (a renju foul scores for White, and its stone turns into a wall). Play continues until
 * the board is full; then more points win. Walls and the edge do not count as opponent stones.
 *
 * In renju a three counts if some next stone makes it a straight four and is neither a foul
 * (examined fully, to any depth) nor a five on another line. The Gomocup referee interprets the
 * rule in the same way.
 *
 * x is the column from the left, y the row from the top, both from 0. One thread per Referee. */
#ifndef KANAME_SHARED_REFEREE_REFEREE_H
#define KANAME_SHARED_REFEREE_REFEREE_H

#include <stdbool.h>
#include <stddef.h>

enum { REFEREE_MIN_SIZE = 5, REFEREE_MAX_SIZE = 22, REFEREE_CONTINUOUS = 2 };

/* The content of a point. Every point outside the board is a wall. */
typedef enum { REFEREE_EMPTY, REFEREE_BLACK, REFEREE_WHITE, REFEREE_WALL } RefereeStone;

/* The effect of a move. */
typedef enum {
    REFEREE_GOES_ON,  /* a plain move */
    REFEREE_FIVE,     /* it made a five (or overline) that wins */
    REFEREE_OVERLINE, /* renju fouls: the mover loses */
    REFEREE_DOUBLE_FOUR,
    REFEREE_DOUBLE_THREE,
    REFEREE_FULL,      /* a plain move on the last point, or the stone that makes the draw */
    REFEREE_OFF_BOARD, /* not played: the mover loses */
    REFEREE_OCCUPIED
} RefereeVerdict;

/* "five in a row", "double three": for people. Static storage. */
const char *referee_verdict_text(RefereeVerdict verdict);
bool referee_is_foul(RefereeVerdict verdict);
bool referee_is_illegal(RefereeVerdict verdict); /* off the board or occupied */

typedef struct Referee {
    int rule; /* the code without REFEREE_CONTINUOUS */
    bool is_continuous;
    int width, height;
    int stones;     /* moves played, those turned into walls included */
    int draw_after; /* the game is a draw after this many stones; 0: when the board is full */
    int points[2];  /* of Black and White: own fives and the opponent's fouls */
    bool is_over;
    RefereeStone winner; /* when over: REFEREE_BLACK, REFEREE_WHITE, or REFEREE_EMPTY for a draw */
    RefereeStone at[REFEREE_MAX_SIZE][REFEREE_MAX_SIZE]; /* [y][x] */
} Referee;

/* Returns whether the code is 0, 1, 4, 8 or 9, or one of these plus 2. */
bool referee_knows_rule(int code);
/* "freestyle", "caro, exact five, continuous"; "" for an unknown code. Static storage. */
const char *referee_rule_name(int code);

/* Empties the board. Returns false, without a change, for an unknown rule or a size outside
 * 5..22. */
bool referee_init(Referee *referee, int rule_code, int width, int height);

/* Returns the side to move: Black begins, then the sides alternate. */
RefereeStone referee_to_move(const Referee *referee);

/* Returns whether a stone of this colour on the point wins by its row, whether it stands there or
 * not. The point is on the board. */
bool referee_wins(const Referee *referee, RefereeStone stone, int x, int y);

/* Returns the effect of the move without playing it; never REFEREE_FULL. `stone` is black or white.
 */
RefereeVerdict referee_judge(const Referee *referee, RefereeStone stone, int x, int y);

/* Plays for the side to move and decides whether that ends the game. Illegal moves change nothing
 * but end the game: the mover loses. Must not be called once the game is over. */
RefereeVerdict referee_play(Referee *referee, int x, int y);

/* Writes the points of all winning rows through the stone on this point, the stone included, at
 * most `capacity` x,y pairs. Returns the number of all these points; 0 if the stone makes no
 * winning row. */
size_t referee_winning_points(const Referee *referee, int x, int y, int (*points)[2],
                              size_t capacity);

#endif
