/* news.h: what a run says about its games: a line when one starts, some when it has finished. The
 * loop's thread. */
#ifndef TOURNAMENT_RUN_NEWS_H
#define TOURNAMENT_RUN_NEWS_H

#include "game/game.h"
#include "run/arena.h"
#include "run/ledger.h"
#include "run/live.h"

typedef struct News {
    Live *live;
    const Ledger *ledger;
} News;

/* A game starts at a table. On a terminal the status shows it, and no line is printed. */
void news_start(const News *news, int table, const Job *job, const ArenaGame *game);
/* A game has finished and is counted; place: the table or the worker. On a terminal the status
 * shows the score. */
void news_game(const News *news, const char *place, const Job *job, const GameRecord *game);

#endif
