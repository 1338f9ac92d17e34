/* attack.h: plays wins by threats against every defence. */
#ifndef KANAME_TESTS_ATTACK_H
#define KANAME_TESTS_ATTACK_H

#include "support/position.h"

/* The way in which a test finds wins. */
typedef struct Attack {
    /* Returns the first move of a win of the side to move, who has no five at hand. Fails the test
     * if it finds none. Leaves the board unchanged. */
    Cell (*find)(const void *context);
    const void *context;
    bool by_fours; /* each move must make a four */
    int moves_max; /* attacker moves up to the five */
} Attack;

/* Returns whether a stone of the colour makes a five somewhere. */
bool has_five(const Board *board, Color color);
/* Puts a drawing on the board. */
Drawing put_drawing(Board *board, Rule rule, Color side, const char *text);
/* Plays the win of the side to move against every legal defence, finding it anew after each. */
void expect_win_against_all(Board *board, const Attack *attack);

#endif
