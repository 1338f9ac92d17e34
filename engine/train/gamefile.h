/* gamefile.h: files of games.
 *
 * Our own, little-endian:
 *   0  8 bytes  "KanameGm"
 *   8  u16      version, GAMEFILE_VERSION
 *  10  u16      zero
 *  12  240      origin of the games: text, padded with zeros
 * 252  u32      CRC-32 of the 252 bytes before
 * 256  records: u16 length, u16 its complement, the game (game_data.h), u32 CRC-32 of the record's
 * bytes before it
 *
 * One call writes a whole record, so a killed writer leaves at most its last record incomplete;
 * readers stop before it. Any other mismatch is an error. The reader also reads two formats of
 * c-gomoku-cli's samples, bin and binpack (not compressed); each position of a bin file becomes a
 * game.
 *
 * A reader or writer belongs to one thread. */
#ifndef KANAME_TRAIN_GAMEFILE_H
#define KANAME_TRAIN_GAMEFILE_H

#include <stdio.h>

#include "shared/files/replace.h"
#include "shared/status/failure.h"
#include "train/game_data.h"

enum { GAMEFILE_VERSION = 1, GAMEFILE_HEADER_BYTES = 256, GAMEFILE_ORIGIN_BYTES = 240 };

typedef enum { GAMEFILE_OWN, GAMEFILE_BIN, GAMEFILE_BINPACK } GameFormat;

typedef struct GameReader {
    FILE *file;
    GameFormat format;
    uint64_t offset; /* of the end of the last whole record */
    char origin[GAMEFILE_ORIGIN_BYTES + 1];
    Failure failure;
} GameReader;

/* Opens a file. Returns false on an error: see reader->failure. A file that ends inside the header
 * opens as an incomplete file without games and origin. */
bool game_reader_open(GameReader *reader, const char *path, GameFormat format);
GameReadStatus game_reader_next(GameReader *reader, Game *game);
void game_reader_close(GameReader *reader);

typedef struct GameWriter {
    FILE *file;
    uint64_t size; /* bytes of whole records and the header */
} GameWriter;

/* The conditions under which a file of games may be overwritten: see shared/files/replace.h. */
extern const FilesRules GAMEFILE_RULES;

/* Writes the header to a stream that is at its start. The origin is at most GAMEFILE_ORIGIN_BYTES
 * long. Returns false, with errno set, on an error. */
bool game_writer_start(GameWriter *writer, FILE *file, const char *origin);
/* Open a file to write. game_writer_create() makes a new file and fails if there is one of that
 * name; game_writer_continue() keeps the first `size` bytes of a file of games and writes behind
 * them. If it keeps none, it begins with the header. Return false, with errno set, on an error. */
bool game_writer_create(GameWriter *writer, const char *path, const char *origin);
bool game_writer_continue(GameWriter *writer, const char *path, const char *origin, uint64_t size);
/* Writes a game to the operating system before it returns. Returns false, with errno set, on an
 * error. */
bool game_writer_add(GameWriter *writer, const Game *game);
/* Flushes the games to the disk. Returns false, with errno set, on an error. */
bool game_writer_close(GameWriter *writer);

#endif
