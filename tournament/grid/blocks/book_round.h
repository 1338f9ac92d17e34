/* book_round.h: what a run of `kaname-tournament book` keeps in its folder.
 *
 *     openings.txt       the book
 *     round.txt          the positions of the round in progress, how they are searched, and the
 *                        number of its first block
 *     block-0000041.txt  a block of the round: the file of openings of its positions
 *     wanted.txt         the engine's list of positions to search next, while it is read
 *
 * The blocks of a round are numbered on from those of the round before, so that no number stands
 * for two blocks in one run. Every file is replaced whole and synced. */
#ifndef TOURNAMENT_GRID_BLOCKS_BOOK_ROUND_H
#define TOURNAMENT_GRID_BLOCKS_BOOK_ROUND_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grid/blocks/book_check.h"
#include "grid/secret.h"
#include "shared/status/failure.h"

typedef struct BookRound {
    char folder[PATH_MAX]; /* absolute */
    char settings[128];    /* all that decides what is searched, without blanks */
    size_t block;          /* positions of each block; the last one takes the rest */
    char run[SECRET_MAX];  /* chance, which tells the run from others with these settings */
    int64_t first;         /* number of the first block */
    size_t count;          /* positions */
    BookForm *forms;       /* owned; NULL: none */
} BookRound;

/* Writes the absolute path of the folder. */
bool book_round_open(BookRound *round, const char *folder, Failure *failure);
void book_round_release(BookRound *round);
/* Writes the path of a file of the folder. Returns false if it is too long. */
bool book_round_path(const BookRound *round, const char *name, char path[PATH_MAX]);

/* Reads the round in progress. If there is none of these settings, or it is damaged, begins a run
 * of its own with an empty round. */
bool book_round_resume(BookRound *round, Failure *failure);
/* Makes a round of the engine's list and writes it down, unless the list is empty. Its blocks have
 * greater numbers than the round before and than `after`. Returns false on failure. */
bool book_round_begin(BookRound *round, int64_t after, Failure *failure);
/* Removes the engine's list, which one merge writes for one book_round_begin(). */
void book_round_drop_list(const BookRound *round);
/* Removes the round of a run that is complete, and its blocks. */
void book_round_end(const BookRound *round);

int64_t book_round_blocks(const BookRound *round); /* their number */
/* Returns the positions of a block of the round, and their number. */
const BookForm *book_round_forms(const BookRound *round, int64_t id, size_t *count);

/* Returns whether the block is in the folder. */
bool book_round_has(const BookRound *round, int64_t id);
/* Writes the file of a block. */
bool book_round_save(const BookRound *round, int64_t id, const char *bytes, size_t length,
                     Failure *failure);

/* Lists the numbers of all blocks in the folder, in ascending order; the caller frees *ids. Removes
 * what a killed start was writing. */
bool book_round_list(const BookRound *round, int64_t **ids, size_t *count, Failure *failure);
/* Writes the path of a block. */
bool book_round_block_path(const BookRound *round, int64_t id, char path[PATH_MAX]);

#endif
