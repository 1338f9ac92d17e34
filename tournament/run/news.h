/* news.h: prints the news about a run's games: a line when a game starts, some lines when it has
 * finished.
 *
 * A finished game is reported once it is on the disk. Its lines wait until then, and so do the
 * lines of later events: lines are printed in the order of events. The loop's thread. */
#ifndef TOURNAMENT_RUN_NEWS_H
#define TOURNAMENT_RUN_NEWS_H

#include <stdbool.h>
#include <stdint.h>

#include "game/game_record.h"
#include "run/arena.h"
#include "run/ledger.h"
#include "run/live.h"

typedef struct NewsItem NewsItem; /* lines that wait */

typedef struct News {
    Live *live;
    const Ledger *ledger;
    NewsItem *first, *last; /* first: NULL if nothing waits; `last` is then unset */
} News;

/* Prints a line after those that wait. Drops it if it must wait and memory is out. */
void news_line(News *news, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A game starts at a table. On a terminal the status shows it and no line is printed. */
void news_start(News *news, int table, const ArenaGame *game);
/* A game has finished and is counted; `place`: the table or the worker. Its lines, with the current
 * score, wait for news_saved(). On a terminal the status shows the score. Returns false if out of
 * memory. */
bool news_game(News *news, const char *place, const Job *job, const GameRecord *game);
/* The game of this number is on the disk. */
void news_saved(News *news, int64_t number);
/* Drops the lines of games that could not be saved. */
void news_release(News *news);

#endif
