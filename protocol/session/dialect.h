/* dialect.h: the dialect of the protocol that a client speaks, Gomocup's or Yixin-Board's, and
 * what follows from it. One thread, the reader's. */
#ifndef KANAME_PROTOCOL_SESSION_DIALECT_H
#define KANAME_PROTOCOL_SESSION_DIALECT_H

#include "io/notation.h"
#include "io/words.h"
#include "kaname.h"

#include <stdbool.h>
#include <stdint.h>

/* All zero: nothing heard yet, Gomocup's. */
typedef struct Dialect {
    bool is_yixin;     /* the client has sent something that only Yixin-Board's dialect has: a
                          command YX..., INFO show_detail, or START with two sizes. Never reset. */
    bool is_row_first; /* points come as row,column: the board at hand has two sizes in START. The
                          engine's board is then the mirror image, as wide as the client's is
                          high. */
} Dialect;

/* Notes what a command reveals about the dialect. */
void dialect_hear(Dialect *dialect, Word command, Words rest);
/* Reads the sizes that follow START, in the order of the engine; 0 for a missing one. Returns
 * whether there are two: then points come row first if the board can be made. */
bool dialect_read_start(Dialect *dialect, Words *rest, int64_t *width, int64_t *height);

/* The rule of a code that settings.h accepts; -1, no code sent: freestyle. */
KanameRule dialect_rule(const Dialect *dialect, int64_t code);
/* How the client's user sees the engine's board of this size. */
NotationView dialect_view(const Dialect *dialect, int width, int height);

#endif
