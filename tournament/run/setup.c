#include "run/setup.h"

#include <stdio.h>
#include <uv.h>

#include "game/opening_games.h"
#include "game/openings/builtin.h"
#include "game/random.h"
#include "process/spawn.h"
#include "shared/opening/rule.h"
#include "shared/status/failure.h"

bool setup_find_engines(const Options *options, Failure *failure) {
    for (size_t i = 0; i < options->engine_count; i++) {
        const EngineOptions *engine = &options->engines[i];
        int result = spawn_find(engine->command);
        if (result == 0)
            continue;
        return failure_say(failure, STATUS_PROGRAM, "engine %zu%s%s: cannot start cmd=%s: %s",
                           i + 1, engine->name != NULL ? ", " : "",
                           engine->name != NULL ? engine->name : "", engine->command,
                           uv_strerror(result));
    }
    return true;
}

static PlaySettings setup_settings(const Options *options) {
    return (PlaySettings){.game = {.rule = options->rule,
                                   .is_continuous = options->is_continuous,
                                   .width = options->width,
                                   .height = options->height},
                          .opening_rule = options->opening_rule > 0
                                              ? opening_rule_at(options->opening_rule - 1)
                                              : NULL,
                          .by_board = options->by_board,
                          .draw_after = options->draw_after,
                          .resign_moves = options->resign_moves,
                          .resign_score = options->resign_score,
                          .draw_moves = options->draw_moves,
                          .draw_score = options->draw_score};
}

/* Returns the most threads of an engine: a table needs as many processors. */
static int most_threads(const Options *options) {
    int most = 1;
    for (size_t i = 0; i < options->engine_count; i++)
        if (options->engines[i].threads > most)
            most = options->engines[i].threads;
    return most;
}

ArenaConfig setup_arena(const Options *options) {
    return (ArenaConfig){.tables = options->concurrency,
                         .settings = setup_settings(options),
                         .pin_width = options->is_pinning ? most_threads(options) : 0,
                         .is_suspending = options->is_suspending,
                         .is_memory_watched = options->is_memory_watched};
}

/* Returns the built-in list for this game; NULL if there is none and games begin on the empty
 * board. */
static const char *builtin_list(const Options *options) {
    bool is_15 = options->width == 15 && options->height == 15;
    bool is_20 = options->width == 20 && options->height == 20;
    if (options->is_continuous || (!is_15 && !(is_20 && options->rule == GAME_RULE_FREESTYLE)))
        return NULL;
    switch (options->rule) {
    case GAME_RULE_FREESTYLE:
        return is_15 ? builtin_freestyle15 : builtin_freestyle20;
    case GAME_RULE_STANDARD:
        return builtin_standard15;
    case GAME_RULE_RENJU:
        return builtin_renju15;
    case GAME_RULE_CARO:
    case GAME_RULE_CARO_EXACT:
        return builtin_caro15;
    }
    return NULL;
}

static bool load_openings(OpeningList *list, const Options *options, Failure *failure) {
    const char *path = options->openings_file;
    OpeningNotation notation = options->notation;
    int width = options->width, height = options->height;
    if (opening_notation_is_games(notation))
        return opening_games_load(list, path, notation, options->opening_plies, width, height,
                                  failure);
    return opening_list_load(list, path, notation, width, height, failure);
}

bool setup_openings(OpeningList *list, const Options *options, uint64_t seed, Failure *failure) {
    const char *path = options->openings_file, *builtin = builtin_list(options);
    PlaySettings settings = setup_settings(options);
    *list = (OpeningList){0};
    if (options->opening_rule > 0 || options->is_without_openings ||
        (path == NULL && builtin == NULL))
        return true;
    bool is_loaded = path != NULL
                         ? load_openings(list, options, failure)
                         : opening_list_read(list, builtin, "built-in openings", OPENING_POS,
                                             options->width, options->height, failure);
    for (size_t i = 0; is_loaded && i < list->count; i++) {
        bool is_drawn =
            options->draw_after > 0 && list->openings[i].count >= (size_t)options->draw_after;
        if (is_drawn || !play_accepts_opening(&settings.game, &list->openings[i])) {
            char text[400];
            opening_to_pos(&list->openings[i], text, sizeof text);
            return failure_say(
                failure, STATUS_GAME, "%.200s: the game is over after the opening %.150s%s",
                path != NULL ? path : "built-in openings", text, is_drawn ? ", by -drawafter" : "");
        }
    }
    if (is_loaded && options->opening_order == ORDER_RANDOM)
        opening_list_shuffle(list, options->order_seed != 0 ? options->order_seed
                                                            : random_stream(seed, 1));
    return is_loaded;
}

void setup_opening(Opening *opening, int64_t *index, int *transform, const OpeningList *list,
                   const Options *options, int64_t number) {
    int64_t count = (int64_t)list->count;
    *opening = (Opening){0};
    *index = -1;
    *transform = 0;
    if (count == 0)
        return;
    *index = number % count;
    if (options->is_transform)
        *transform = (int)(number / count % OPENING_TRANSFORMS);
    *opening = list->openings[*index];
    opening_transform(opening, *transform, options->width, options->height);
}
