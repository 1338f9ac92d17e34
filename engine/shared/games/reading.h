/* reading.h: code that the readers of all formats share: bytes, the place of a fault, lines.
 *
 * A reader makes the game's board, calls game_begin(), and adds nodes as it reads. At the end of
 * the game it returns true, with `next` pointing past the game. At a fault it returns
 * reading_fail(), and the nodes added so far stay. No reader is recursive. */
#ifndef KANAME_SHARED_GAMES_READING_H
#define KANAME_SHARED_GAMES_READING_H

#include "shared/games/builder.h"
#include "shared/games/game.h"
#include "shared/status/format.h"

#include <stdbool.h>
#include <stddef.h>

enum { READING_WRONG_MAX = 160 };

typedef struct GameReading {
    GameBuilder builder;
    const char *start, *next, *end;
    const char *fault; /* where the reader stopped */
    char wrong[READING_WRONG_MAX];
    /* What a list of moves has said so far, see moves.c. */
    KanameColor side;  /* that a line names for the setup; KANAME_EMPTY: none */
    bool is_yixin;     /* its commands are of Yixin Board's dialect */
    bool is_row_first; /* so are its points: START had two sizes */
} GameReading;

/* Records the fault and its place `at` in the bytes. Returns false. */
bool reading_fail(GameReading *reading, const char *at, const char *format, ...) FORMAT_CHECK(3, 4);
/* If `wrong`, a result of games/builder.h, is not NULL, does the same; else returns true. */
bool reading_check(GameReading *reading, const char *at, const char *wrong);

/* Returns the number of line ends up to `end`, in a text that ends at `text_end`. */
size_t reading_count_lines(const char *at, const char *end, const char *text_end);
/* Adds a note of one sentence to those of the game unless it is there; leaves it out if there is no
 * room. */
void reading_note(GameReading *reading, const char *text);
/* Adds the date of the game to the root, the current node: DT, as SGF writes it, and the time of
 * day behind it as TIME (`2024.05.06 07:08:09` is 2024-05-06 and 07:08:09). Any other text becomes
 * DT as it is. Returns what game_add_property() does. */
const char *reading_add_date(GameReading *reading, const char *text, size_t length);

typedef struct ReadingLine {
    const char *text, *end; /* without the line end */
} ReadingLine;

/* Takes the next line, ended by LF, CR LF, CR or the end. Returns false if none is left. */
bool reading_line(GameReading *reading, ReadingLine *line);
/* Skips blanks of the line. */
void reading_line_skip_blanks(ReadingLine *line);
/* Takes a decimal number, with or without a minus, of at most nine digits. Returns false, and takes
 * nothing, if there is none. */
bool reading_line_take_number(ReadingLine *line, int *number);
/* Takes the character. Returns false if another one follows. */
bool reading_line_take(ReadingLine *line, char character);
/* Takes the text, in any case. */
bool reading_line_take_text(ReadingLine *line, const char *text);

/* The readers, one for each format. */
bool moves_read(GameReading *reading);
bool psq_read(GameReading *reading);
bool sgf_read(GameReading *reading);
bool pos_read(GameReading *reading);
bool sav_read(GameReading *reading);
bool lib_read(GameReading *reading);
bool pgn_read(GameReading *reading);
bool rif_read(GameReading *reading);

/* Returns whether the bytes are positions of the format .pos, by the first of them. */
bool pos_matches(const char *start, const char *end);

#endif
