/* attack.h: wins by threats, played out against every defence. */
#ifndef KANAME_TESTS_ATTACK_H
#define KANAME_TESTS_ATTACK_H

#include "support/position.h"

/* How a test finds wins. */
typedef struct Attack {
    /* The first move of a win of the side to move, who has no five at hand; ends the test when none
     * is found. The board is as before. */
    Cell (*find)(const void *context);
    const void *context;
    bool by_fours; /* each move must make a four */
    int moves_max; /* of the attacker until there is a five */
} Attack;

/* Does a stone of this colour make five somewhere? */
bool has_five(const Board *board, Color color);
/* Puts a drawing on the board. */
Drawing put_drawing(Board *board, Rule rule, Color side, const char *text);
/* Plays the win of the side to move against every legal defence, finding it anew after each. */
void expect_win_against_all(Board *board, const Attack *attack);

#endif
