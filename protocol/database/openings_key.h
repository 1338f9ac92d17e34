/* openings_key.h: the form of an opening position that all its turns and mirror images share, as
 * text. Pure functions.
 *
 * A point is two letters, column and row, both from `a`; row `a` is the lowest. The text of an
 * image is Black's stones in alphabetical order, then White's; the form is the least text of the
 * eight images. Its length tells the side to move. */
#ifndef KANAME_PROTOCOL_DATABASE_OPENINGS_KEY_H
#define KANAME_PROTOCOL_DATABASE_OPENINGS_KEY_H

#include "database/positions.h"

enum {
    OPENINGS_STONES_MAX = 20, /* of a position */
    OPENINGS_TEXT_MAX = 2 * OPENINGS_STONES_MAX + 1
};

typedef struct OpeningsKey {
    int size;            /* of the board, which is square */
    int symmetry;        /* the first that maps the position onto the form (io/symmetry.h) */
    unsigned symmetries; /* all that do: bit 1 << symmetry */
    char stones[OPENINGS_TEXT_MAX];
} OpeningsKey;

/* Returns false if the position is no opening: the board is not square, there are too many stones,
 * or their counts do not fit the side to move. */
bool openings_key(OpeningsKey *key, const DatabasePosition *position);
/* Maps a point of the position to the form. Points that a symmetry of the position makes equal get
 * the same point, the one with the least text. */
KanamePoint openings_key_move(const OpeningsKey *key, KanamePoint move);
/* Maps a point of the form back to the position. */
KanamePoint openings_key_back(const OpeningsKey *key, KanamePoint point);

/* Writes the two letters of a point; no NUL. */
void openings_write_point(char text[2], KanamePoint point, int size);
/* Returns false if the letters name no point of the board. */
bool openings_read_point(const char text[2], int size, KanamePoint *point);
/* Sets up the position of a text of stones, "" for none. Returns false if it is malformed, too
 * long, or names a point twice. */
bool openings_position(DatabasePosition *position, KanameRule rule, int size, const char *stones);

#endif
