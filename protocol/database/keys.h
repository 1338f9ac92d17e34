/* keys.h: the canonical form of a position, shared by all its turns and mirror images. Pure
 * functions. */
#ifndef KANAME_PROTOCOL_DATABASE_KEYS_H
#define KANAME_PROTOCOL_DATABASE_KEYS_H

#include "database/positions.h"

enum { DATABASE_STONES_MAX = KANAME_MAX_CELLS * 3 + 1 }; /* bytes of a side's stones as text */

/* The least image of a position, by its cells in reading order, of those whose board is at least as
 * wide as high. */
typedef struct DatabaseKey {
    int symmetry; /* maps the position onto the canonical form (io/symmetry.h) */
    int width, height;
    char size[8];                                                /* 15x15 */
    char black[DATABASE_STONES_MAX], white[DATABASE_STONES_MAX]; /* h8i9, by row, then column */
} DatabaseKey;

void database_key(DatabaseKey *key, const DatabasePosition *position);
/* Maps a point of the position to the canonical form, and back. */
KanamePoint database_key_point(const DatabaseKey *key, const DatabasePosition *position,
                               KanamePoint point);
KanamePoint database_key_point_back(const DatabaseKey *key, const DatabasePosition *position,
                                    KanamePoint point);
/* Maps a move like database_key_point(). Moves that a symmetry of the position makes equal get the
 * same point. */
KanamePoint database_key_move(const DatabaseKey *key, const DatabasePosition *position,
                              KanamePoint move);

/* Puts the stones of a text such as h8i9 on the board. Returns false if the text is malformed, or
 * names a point that is off the board or occupied. */
bool database_read_stones(DatabasePosition *position, const char *text, KanameColor color);

#endif
