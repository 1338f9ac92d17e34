/* gamefile.h: files of games.
 *
 * Our own, little-endian:
 *   0  8 bytes  "KanameGm"
 *   8  u16      version, GAMEFILE_VERSION
 *  10  u16      zero
 *  12  240      how they were made: text, the rest zero
 * 252  u32      CRC-32 of the 252 bytes before
 * 256  records: u16 length, u16 the same with all bits turned, the game (game.h), u32 CRC-32 of
 *      all that stands before it in the record
 *
 * A record is written whole by one call, so a killed writer leaves at most its last record torn:
 * a file that ends inside a record is read up to there. Anything else that does not fit is damage,
 * and an error. Two formats of c-gomoku-cli's samples, bin and binpack (not compressed), are read
 * as well; in bin each position comes as a game of its own.
 *
 * A reader or writer belongs to one thread. */
#ifndef KANAME_TRAIN_GAMEFILE_H
#define KANAME_TRAIN_GAMEFILE_H

#include <stdio.h>

#include "files/replace.h"
#include "train/game.h"

enum { GAMEFILE_VERSION = 1, GAMEFILE_HEADER_BYTES = 256, GAMEFILE_ORIGIN_BYTES = 240 };

typedef enum { GAMEFILE_OWN, GAMEFILE_BIN, GAMEFILE_BINPACK } GameFormat;

typedef struct GameReader {
    FILE *file;
    GameFormat format;
    uint64_t offset; /* of the end of the last whole record */
    char origin[GAMEFILE_ORIGIN_BYTES + 1];
    char error[160]; /* in words, without a final dot */
} GameReader;

/* False: see reader->error. A file that ends inside the header opens as if torn and empty, with an
 * empty origin. */
bool game_reader_open(GameReader *reader, const char *path, GameFormat format);
GameReadStatus game_reader_next(GameReader *reader, Game *game);
void game_reader_close(GameReader *reader);

typedef struct GameWriter {
    FILE *file;
    uint64_t size; /* bytes of whole records and the header */
} GameWriter;

/* The rules by which a file of games may be written over: see files/replace.h. */
extern const FilesRules GAMEFILE_RULES;

/* Writes the header to a stream that is at its start. The origin is at most GAMEFILE_ORIGIN_BYTES
 * long. False: errno tells why. */
bool game_writer_start(GameWriter *writer, FILE *file, const char *origin);
/* Begins a file anew where there is none, or one of games; or goes on at the end of one with so
 * many good bytes (what follows them is cut off). False: errno tells why. */
bool game_writer_create(GameWriter *writer, const char *path, const char *origin);
bool game_writer_continue(GameWriter *writer, const char *path, uint64_t size);
/* The game is with the system when this returns. False: errno. */
bool game_writer_add(GameWriter *writer, const Game *game);
bool game_writer_close(GameWriter *writer);

#endif
