#include "generate/positions.h"

#include <stdio.h>
#include <stdlib.h>

#include "game/game_record.h"
#include "game/play.h"
#include "game/random.h"
#include "shared/status/failure.h"
#include "store/store.h"

typedef struct Collector {
    OpeningList *list;
    size_t capacity;
    const PlayerGame *game;
    size_t least, most;
    uint64_t seed;
    bool has_memory;
} Collector;

static bool is_wanted_game(const Collector *collector, const GameRecord *record) {
    const PlayerGame *game = collector->game;
    return record->rule == game->rule && record->is_continuous == game->is_continuous &&
           record->width == game->width && record->height == game->height &&
           record->move_count > collector->least;
}

static Opening position_at(const GameRecord *record, size_t stones) {
    Opening opening = {.count = stones};
    for (size_t i = 0; i < stones; i++) {
        opening.stones[i].x = (uint8_t)record->moves[i].x;
        opening.stones[i].y = (uint8_t)record->moves[i].y;
    }
    return opening;
}

/* Returns false if the game has no position that may be asked about. */
static bool draw_position(const Collector *collector, const GameRecord *record, Opening *opening) {
    size_t most = collector->most < record->move_count ? collector->most : record->move_count - 1;
    size_t range = most - collector->least + 1;
    uint64_t state = random_stream(collector->seed, (uint64_t)record->number);
    size_t first = (size_t)random_below(&state, range);
    for (size_t i = 0; i < range; i++) {
        *opening = position_at(record, collector->least + (first + i) % range);
        if (play_accepts_opening(collector->game, opening) &&
            !play_opening_has_four(collector->game, opening))
            return true;
    }
    return false;
}

static bool collect(const GameRecord *record, void *context) {
    Collector *collector = context;
    Opening opening;
    if (is_wanted_game(collector, record) && draw_position(collector, record, &opening))
        collector->has_memory = opening_list_add(collector->list, &opening, &collector->capacity);
    return collector->has_memory;
}

bool positions_load(OpeningList *list, const char *path, const PlayerGame *game, size_t least,
                    size_t most, uint64_t seed, Failure *failure) {
    *list = (OpeningList){0};
    Collector collector = {
        .list = list, .game = game, .least = least, .most = most, .seed = seed, .has_memory = true};
    Store *store = store_open_read_only(path, failure);
    if (store == NULL)
        return false;
    bool is_read = store_hold(store) && store_select_run(store, 0) &&
                   store_each_game(store, STORE_MOVES, collect, &collector);
    if (!is_read)
        store_pass(store, failure);
    else if (!collector.has_memory)
        failure_at(failure, STATUS_MEMORY, "%s", path);
    else if (list->count == 0)
        failure_say(failure, STATUS_EMPTY,
                    "%s: no position of %zu to %zu stones without a four, with this rule and board",
                    path, least, most);
    store_close(store);
    if (is_read && collector.has_memory && list->count > 0)
        return true;
    opening_list_release(list);
    return false;
}
