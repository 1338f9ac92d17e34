/* dialect.h: the dialect of the protocol that a client speaks, Gomocup's or Yixin Board's, and its
 * consequences. One thread, the reader's. */
#ifndef KANAME_PROTOCOL_SESSION_DIALECT_H
#define KANAME_PROTOCOL_SESSION_DIALECT_H

#include "io/notation.h"
#include "kaname.h"
#include "shared/text/words.h"

#include <stdbool.h>
#include <stdint.h>

/* All zero: no command received yet, Gomocup's dialect. */
typedef struct Dialect {
    bool is_yixin;     /* the client has used a feature of Yixin Board's dialect: a command YX...,
                        * INFO show_detail, or START with two sizes. Never reset. */
    bool is_row_first; /* points come as row,column: START had two sizes. Then the engine's board is
                        * the mirror image, as wide as the client's is high. */
} Dialect;

/* Updates the dialect by a command of the client. */
void dialect_hear(Dialect *dialect, Word command, Words rest);
/* Takes the sizes that follow START, in the engine's order; 0 for a missing one. Returns whether
 * there are two: then points come row first, if nothing follows and the board can be made. */
bool dialect_read_start(Dialect *dialect, Words *rest, int64_t *width, int64_t *height);

/* Returns the rule of a code that settings.h accepts; freestyle for -1, no code sent. */
KanameRule dialect_rule(const Dialect *dialect, int64_t code);
/* Returns the client's view of an engine's board of this size. */
NotationView dialect_view(const Dialect *dialect, int width, int height);

#endif
