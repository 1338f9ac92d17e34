/* keys.h: the one form of all positions that are turns and mirror images of each other. Pure
 * functions. */
#ifndef KANAME_PROTOCOL_DATABASE_KEYS_H
#define KANAME_PROTOCOL_DATABASE_KEYS_H

#include "database/positions.h"

enum { DATABASE_STONES_MAX = KANAME_MAX_CELLS * 3 + 1 }; /* bytes of a side's stones as text */

/* Of the symmetries whose board is at least as wide as high, the one that yields the least
 * arrangement. */
typedef struct DatabaseKey {
    int symmetry; /* that takes the position there */
    int width, height;
    char size[8];                                                /* 15x15 */
    char black[DATABASE_STONES_MAX], white[DATABASE_STONES_MAX]; /* h8i9, by row, then column */
} DatabaseKey;

void database_key(DatabaseKey *key, const DatabasePosition *position);
/* A point of the position in the key's form, and back. */
KanamePoint database_key_point(const DatabaseKey *key, const DatabasePosition *position,
                               KanamePoint point);
KanamePoint database_key_point_back(const DatabaseKey *key, const DatabasePosition *position,
                                    KanamePoint point);

/* Puts the stones of a text on the board. False: it is none of stones of that board, or one is
 * there already. */
bool database_read_stones(DatabasePosition *position, const char *text, KanameColor color);

#endif
