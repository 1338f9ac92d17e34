/* openings_file.h: files of openings.
 *
 * Text, ASCII. The first line is `kaname-openings 1`. A line `board RULE SIZE NODES` begins a list
 * of positions of one rule and board, all searched with the same number of nodes, 0 for none. Each
 * other line is a position and its moves, separated by blanks:
 *
 *     STONES MOVE...        hhii gg12.3.5=512 hj4.0.1.2 ii=+7
 *
 * STONES is the form of openings_key.h, `-` for no stones. A MOVE begins with its point in that
 * form. Then come, if games played it, the games that Black won, that were drawn, that White won
 * and, if there are any, that have no result, separated by dots. Then, if it was searched, comes
 * `=` and its value for the side to move: the share of the points per mille, or `+N` for a win in N
 * plies, `-N` for a loss. Empty lines count for nothing.
 *
 * Reading checks everything: a file with any fault changes nothing. Writing replaces a file only
 * once the new one is complete, and only an empty file or one of openings. */
#ifndef KANAME_PROTOCOL_DATABASE_OPENINGS_FILE_H
#define KANAME_PROTOCOL_DATABASE_OPENINGS_FILE_H

#include "database/openings.h"
#include "shared/files/replace.h"
#include "shared/status/failure.h"

#define OPENINGS_FILE_MARK "kaname-openings 1" /* the first line */
enum { OPENINGS_FILE_BYTES_MAX = 256 << 20 };

extern const FilesKind openings_file_kind;

/* Returns whether the file begins as one of openings. */
bool openings_file_is(const char *path);
/* Reads a text into new openings. Returns NULL on failure; the text of `failure` then names `name`
 * and the line. */
Openings *openings_parse(const char *name, const char *text, size_t length, Failure *failure);
/* Reads a file into new openings. Returns NULL on failure. */
Openings *openings_file_read(const char *path, Failure *failure);
/* Does the same for a file that openings_file_write() will replace; of one that is missing or empty
 * makes new openings. */
Openings *openings_file_open(const char *path, Failure *failure);
/* Writes the positions that have moves. Returns their number, -1 on failure. */
long openings_file_write(const Openings *openings, const char *path, Failure *failure);
/* Adds what other openings know by searches. Returns false if out of memory. */
bool openings_take_values(Openings *openings, const Openings *from);

#endif
