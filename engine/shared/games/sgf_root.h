/* sgf_root.h: what the root of an SGF game says of the whole game: kind, size, rule, players,
 * result. */
#ifndef KANAME_SHARED_GAMES_SGF_ROOT_H
#define KANAME_SHARED_GAMES_SGF_ROOT_H

#include "shared/games/reading.h"
#include "shared/games/sgf_tokens.h"

#include <stdbool.h>

typedef struct SgfRoot {
    GameReading *reading;
    bool has_kind; /* GM */
    bool is_like_go;
    SgfValue odd_rule; /* RU that is no name or code of a rule */
} SgfRoot;

/* Reads a value of the root; one that does not describe the whole game is left alone. Returns false
 * with a fault. */
bool sgf_root_read_value(SgfRoot *root, const char *word, SgfValue value);
/* After the last value: notes a game that looks like Go, and a rule that is not known. */
void sgf_root_note_all(const SgfRoot *root);

#endif
