/* stones.h: the lists of stones that follow BOARD, YXBOARD, SWAP2BOARD and YXBLOCK.
 *
 * Entries `x,y` or `x,y,flag` come one or several per line, up to the word DONE. Entries that are
 * malformed, off the board or repeated are skipped and counted. */
#ifndef KANAME_PROTOCOL_SESSION_STONES_H
#define KANAME_PROTOCOL_SESSION_STONES_H

#include "kaname.h"
#include "shared/text/words.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    STONE_FLAG_NONE,    /* the entry has no flag */
    STONE_FLAG_TO_MOVE, /* a stone of the side to move after the list */
    STONE_FLAG_OTHER,   /* a stone of the other side */
    STONE_FLAG_WALL     /* a blocked point */
} StoneFlag;

typedef struct StoneEntry {
    KanamePoint point;
    StoneFlag flag;
} StoneEntry;

typedef struct StoneList {
    int width, height; /* 0: no board, all entries are skipped */
    bool wants_flag;   /* true: entries without a flag are skipped; false: flags are ignored */
    size_t count;
    StoneEntry entries[KANAME_MAX_CELLS];
    bool is_taken[KANAME_MAX_CELLS];
    size_t skipped; /* number of entries skipped */
} StoneList;

void stone_list_clear(StoneList *list, int width, int height, bool wants_flag);
/* Takes all entries of a line or of its rest. Returns whether DONE ended the list. */
bool stone_list_feed(StoneList *list, Words *words);

/* How flags map to colours. */
typedef enum {
    STONES_BY_COUNT, /* equal counts of flags 1 and 2: Black is to move; one more 2: White;
                      * otherwise STONES_BY_ORDER */
    STONES_BY_ORDER  /* the first stone is Black's, unless there are several stones and all have
                        flag 2: then all are White's */
} StoneReading;

/* Writes the stones with their colours, in the order of the list, to `stones`, which has room for
 * list->count. Returns the side to move. */
KanameColor stone_list_position(const StoneList *list, StoneReading reading, KanameStone *stones);

#endif
