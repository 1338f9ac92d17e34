#include "run/press.h"

#include <cJSON.h>
#include <stdlib.h>

#include "run/live_file.h"

typedef struct PressJob {
    GameRecord game;
    bool is_written;
} PressJob;

static void tell_if_idle(Press *press) {
    if (press_is_idle(press))
        press->events.on_idle(press->events.context);
}

/* On the thread. */
static void write_game(void *context, void *item) {
    Press *press = context;
    PressJob *job = item;
    if (!press->has_failed)
        job->is_written = ledger_put_out(press->ledger, &job->game);
}

static void on_game_written(void *context, void *item) {
    Press *press = context;
    PressJob *job = item;
    bool has_failed = !job->is_written && !press->has_failed;
    press->has_failed = press->has_failed || has_failed;
    game_record_release(&job->game);
    free(job);
    if (has_failed)
        press->events.on_failure(press->events.context);
    tell_if_idle(press);
}

/* On the thread. */
static void write_page(void *context, void *text) {
    const Press *press = context;
    live_file_write(ledger_path(press->ledger), text);
}

static void on_page_written(void *context, void *text) {
    cJSON_free(text);
    tell_if_idle(context);
}

bool press_init(Press *press, uv_loop_t *loop, Ledger *ledger, const PressEvents *events) {
    *press = (Press){.ledger = ledger, .events = *events};
    press->games = lane_new(loop, write_game, on_game_written, press);
    press->pages = lane_new(loop, write_page, on_page_written, press);
    return press->games != NULL && press->pages != NULL;
}

void press_release(Press *press) {
    lane_free(press->games);
    lane_free(press->pages);
}

bool press_add_game(Press *press, GameRecord *game) {
    PressJob *job = malloc(sizeof *job);
    if (job == NULL)
        return false;
    *job = (PressJob){.game = *game};
    if (!lane_add(press->games, job)) {
        free(job);
        return false;
    }
    game_record_init(game);
    return true;
}

void press_add_page(Press *press, char *text) {
    if (text != NULL && (lane_waiting(press->pages) > 0 || !lane_add(press->pages, text)))
        cJSON_free(text);
}

size_t press_waiting(const Press *press) {
    return lane_waiting(press->games);
}

bool press_is_idle(const Press *press) {
    return lane_waiting(press->games) == 0 && lane_waiting(press->pages) == 0;
}
