/* properties.h: what a game file says beside moves, setup, comments and labels: kept as SGF writes
 * it, `EV[Cup]TR[hh][ii]`, each word as in the file, and written again.
 *
 * The root's properties are facts of the game, in every format: EV the event, RO the round, DT the
 * date, TIME the time of day, PC the place, RE the result as text, RU the rule where other words
 * than the program's name it. */
#ifndef KANAME_SHARED_GAMES_PROPERTIES_H
#define KANAME_SHARED_GAMES_PROPERTIES_H

#include "shared/games/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct GameProperty {
    const char *word;
    size_t word_length;
    const char *values, *end; /* `[a][b]` */
} GameProperty;

/* Takes the next property at `*at`, of game_properties(). Returns false if there is none. */
bool property_next(const char **at, GameProperty *property);
bool property_is(const GameProperty *property, const char *word);

/* Copies the first value of a property of the root, without escapes, cut between characters.
 * Returns false, with an empty text, if the game has none. */
bool game_fact(const Game *game, const char *word, char *text, size_t size);

/* Writes the properties with each word once, except those for which `skips` returns true. */
void properties_write(FILE *file, const char *properties,
                      bool (*skips)(const GameProperty *property, const void *context),
                      const void *context);

/* Returns how a result in words ends the game, such as `B+5`, `White wins`, `Draw`. */
GameEnd game_end_of_text(const char *text, size_t length);
/* Sets the rule that the text names by a rule's word or an opening of renju, such as `Renju (RIF)`,
 * `Soosorv-8`, `Gomocup 2024 Renju`. Returns false if it names none. */
bool game_rule_in_text(const char *text, size_t length, KanameRule *rule);

#endif
