/* stones.h: the lists of stones that follow BOARD, YXBOARD, SWAP2BOARD and YXBLOCK.
 *
 * Entries `x,y` or `x,y,flag` come one a line or many on one, up to the word DONE. What is no
 * entry, lies off the board or names a point twice is passed over and counted. */
#ifndef KANAME_PROTOCOL_SESSION_STONES_H
#define KANAME_PROTOCOL_SESSION_STONES_H

#include "io/words.h"
#include "kaname.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    STONE_FLAG_NONE,    /* the entry had none */
    STONE_FLAG_TO_MOVE, /* a stone of the side that is to move after the list */
    STONE_FLAG_OTHER,   /* of the other side */
    STONE_FLAG_WALL     /* a blocked point */
} StoneFlag;

typedef struct StoneEntry {
    KanamePoint point;
    StoneFlag flag;
} StoneEntry;

typedef struct StoneList {
    int width, height; /* 0: no board, all entries are passed over */
    bool wants_flag;   /* an entry without a flag is passed over; else flags mean nothing */
    size_t count;
    StoneEntry entries[KANAME_MAX_CELLS];
    bool is_taken[KANAME_MAX_CELLS];
    size_t skipped; /* entries passed over */
} StoneList;

void stone_list_clear(StoneList *list, int width, int height, bool wants_flag);
/* Takes all entries of (the rest of) a line. True: DONE ended the list. */
bool stone_list_feed(StoneList *list, Words *words);

/* How to tell which side the flags stand for. */
typedef enum {
    STONES_BY_COUNT, /* equal counts of 1 and 2: the side to move is Black; one more 2: White;
                        anything else: as below */
    STONES_BY_ORDER  /* the first stone of the list is Black's; but a list of several stones that
                        all bear 2 is White's */
} StoneReading;

/* Turns a list with flags into stones with colours, in the order of the list. `stones` has room
 * for list->count. Returns the side to move. */
KanameColor stone_list_position(const StoneList *list, StoneReading reading, KanameStone *stones);

#endif
