/* outputs.h: writes a review as a table, JSON, an annotated record or a page. Each writer returns
 * false if its file cannot be written or if out of memory. */
#ifndef KANAME_PROTOCOL_STUDY_REVIEW_OUTPUTS_H
#define KANAME_PROTOCOL_STUDY_REVIEW_OUTPUTS_H

#include "study/review/judgement.h"
#include "study/review/reviewed.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { REVIEW_NOTE_TEXT_MAX = 512 };

/* Writes a move's notes as text, such as `misses VCF h8 i9 j10`; empty if there are none. A line
 * has at most `line_moves` moves. */
void review_note_text(char text[REVIEW_NOTE_TEXT_MAX], const ReviewMove *move, int height,
                      size_t line_moves);

enum { REVIEW_BOOK_TEXT_MAX = 96 };
/* Writes `12 of 30 games, most often h8 (15)`, or `15 of 30 games` if the move is the most frequent
 * one; empty if no game reached the position. */
void review_book_text(char text[REVIEW_BOOK_TEXT_MAX], const ReviewBook *book, KanamePoint played,
                      int height);

/* Writes the table of one game, at most `columns` columns wide. */
bool review_write_table(FILE *file, const ReviewedGame *reviewed, int columns);

/* Writes one object: program, weights, nodes and time_ms (limits of a search, null: none), and
 * games, an array. A game has file, rule, width, height, black, white (names or null), winner
 * ("black", "white" or null), fault (null or a text), setup (stones and walls before the first
 * move), moves and summary.
 * A move has number, color, move, black_rate (Black's win rate before it, null: not known), with a
 * database also book (null, or games: those that reached the position, played: those that played
 * the move, most: the most frequent move, most_games), and if it was judged best, best_rate,
 * played_rate, loss, grade, notes, missed, allowed, line, reply. Rates are 0 to 1, points names,
 * h8. The summary has last_black_rate, worst (a number or null) and black and white: accuracy (0 to
 * 100 or null), mean_loss, moves, grades, phases. */
bool review_write_json(FILE *file, const ReviewedGame *games, size_t count,
                       const ReviewLimits *limits, unsigned weights_id);
/* Writes the game's tree as SGF, with the judgements added to the comments of the main line and the
 * better lines as variations. */
bool review_write_sgf(FILE *file, const ReviewedGame *reviewed);
/* Writes the page, which needs no other file. */
bool review_write_page(FILE *file, const ReviewedGame *games, size_t count,
                       const ReviewLimits *limits, unsigned weights_id);

#endif
