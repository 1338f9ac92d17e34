/* answers.h: stores positions and an engine's answers to them in an SQLite file. An answer is one
 * transaction. One thread. */
#ifndef TOURNAMENT_ANALYZE_ANSWERS_H
#define TOURNAMENT_ANALYZE_ANSWERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/game_record.h"
#include "shared/status/failure.h"
#include "store/sharing.h"

typedef struct Answers Answers;

/* Opens or creates the file. `settings` holds everything that decides the answers; a file with
 * other settings or of another program is refused and not changed. On failure returns NULL and
 * writes the reason to `failure`. */
Answers *answers_open(const char *path, const char *settings, Failure *failure);
void answers_close(Answers *answers);
/* From now on waits for other programs' locks as sharing_wait() says, until the file is closed; at
 * first SHARING_BEGIN_MS. */
void answers_set_wait(Answers *answers, SharingWait *wait);
/* Returns whether the file is still in its place; else answers_error() returns the reason. */
bool answers_are_there(Answers *answers);
/* Sets is_answered[number - 1] for each position from 1 to `count` that has an answer. Returns
 * false on failure; answers_error() then returns the reason. */
bool answers_mark_answered(Answers *answers, bool *is_answered, int64_t count);
/* Writes the answer: the last move of the game, or why there is none. `stones` is the position,
 * "h8i9". Returns false on failure; answers_error() then returns the reason. */
bool answers_add(Answers *answers, int64_t number, const char *stones, const GameRecord *game);
const char *answers_error(const Answers *answers);

/* The files of an analysis. */
typedef struct AnswersFiles {
    char *list;        /* of the positions */
    char *database;    /* of the answers */
    char *json, *text; /* outputs; NULL: none */
} AnswersFiles;

typedef struct AnswersBoard {
    int rule; /* protocol code, without the flag of continuous games */
    int width, height;
} AnswersBoard;

/* Checks that answers_write() may write the outputs: none is another file of the analysis or of
 * another kind. Call it before the work begins; it changes nothing. Returns false and fills
 * `failure` if not. */
bool answers_check_outputs(const AnswersFiles *files, Failure *failure);
/* Writes each output whole or not at all, or to a stream such as /dev/stdout.
 *
 * `json`: all answers as a JSON array, in order of number. `text`: the answers that have a score as
 * the text of positions that `pbrain-kaname gather` and the command YXTXTTODB merge into a position
 * database: move, score of the side to move, depth. An announced win is written as a score, not as
 * proven. */
bool answers_write(Answers *answers, const AnswersFiles *files, const AnswersBoard *board,
                   Failure *failure);

#endif
