/* games.h: what the suites of game formats share. */
#ifndef KANAME_TESTS_PROTOCOL_GAMES_H
#define KANAME_TESTS_PROTOCOL_GAMES_H

#include "shared/games/game.h"
#include "shared/games/read.h"

#include <stddef.h>

/* Bytes with a fault, and what the reader makes of them. */
typedef struct Damage {
    const char *bytes;
    size_t size;
    size_t kept;       /* moves of the main line; status follows from it */
    const char *error; /* what the error begins with: format, place, reason */
} Damage;

#define DAMAGE(literal, kept, error) \
    { literal, sizeof literal - 1, kept, error }

/* Reads bytes that must be whole; a board of 15x15 and freestyle where they do not say. The caller
 * releases the game. */
void read_whole(Game *game, const void *bytes, size_t size);
void read_text(Game *game, const char *text);
/* Reads the damaged bytes; ends the test unless the error and what is kept are as expected. */
void expect_damage(const Damage *damage);
/* The main line as `h8 i9`, with `-` for a pass, in one static buffer. */
const char *line_of(const Game *game);
/* Reads a file of these bytes. Returns the main lines of all its games, each followed by what is
 * told of it, as `h8 i9|h8 (PGN, line 9: ...)|i9 (note: ...)`, in one static buffer. */
const char *lines_of_file(const void *bytes, size_t size);
/* Does the same; the file has the name. */
const char *lines_of_named_file(const char *name, const void *bytes, size_t size);
/* The beginning of the game as the writer writes it in SGF, in one static buffer. */
const char *sgf_of(const Game *game);
/* Writes the game in the format and reads it again. Returns the new game, as read_whole(). */
void write_and_read(const Game *game, GameFormat format, Game *again);
/* Reads every beginning of the bytes, and the bytes with every byte changed in some ways; ends the
 * test if a fault has no text or a game breaks the promises of game.h. */
void expect_no_crash(const void *bytes, size_t size);
/* Ends the test if the game breaks the promises of game.h. */
void expect_sound(const Game *game);

#endif
