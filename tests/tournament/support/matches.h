/* matches.h: the whole program with engines that behave and engines that do not. Every test runs in
 * a folder of its own, reads the database that is left, and looks for processes left behind. */
#ifndef TESTS_TOURNAMENT_SUPPORT_MATCHES_H
#define TESTS_TOURNAMENT_SUPPORT_MATCHES_H

#include <check.h>
#include <stddef.h>

#include "game/game_record.h"

enum { GAMES_MAX = 1200 };

/* Engines, for a command line. */
#define PUPPET "cmd=" KANAME_PUPPET
#define RIVAL "cmd=" KANAME_RIVAL
/* Short deadlines, so that engines that hang cost little; long enough for a busy machine. */
#define QUICK "-each tc=0/0.2 tolerance=0.8 starttimeout=4 endtimeout=0.5 "

/* What read_games() has read last; the records go at the end of the test. */
extern GameRecord games[GAMES_MAX];
extern size_t game_count;

/* Reads all games of the database. */
void read_games(void);

/* Reads the one game of the database. */
const GameRecord *only_game(void);

/* Fails the test, with the game's detail, unless it ended so. */
void assert_ended(const GameRecord *game, GameResult result, GameReason reason);

/* How often a file of the folder has these words. */
int count_of(const char *name, const char *words);

/* Adds a case whose tests each have a folder with broken engines, and no process left in it. */
TCase *add_case(Suite *suite, const char *name, int timeout_s);

#endif
