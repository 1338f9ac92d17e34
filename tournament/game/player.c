#include "game/player.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/answer.h"
#include "game/conversation.h"
#include "process/limits.h"
#include "shared/opening/text.h"

enum { SENT_TIME_UNLIMITED = 2147483647 };

/* ---- Requests ----------------------------------------------------------------------------- */

static void on_exit_event(void *context, int status, int signal) {
    Player *player = context;
    char how[GAME_DETAIL_MAX];
    if (signal != 0)
        snprintf(how, sizeof how, "ended by signal %d", signal);
    else
        snprintf(how, sizeof how, "exited with status %d", status);
    conversation_note(player, '#', how);
    switch (player->state) {
    case STATE_ENDING:
        conversation_set_deadline(player, 0);
        conversation_drop(player);
        break;
    case STATE_IDLE:
        /* The engine's last move counts; the next request reports the failure. */
        player->has_exited = true;
        memcpy(player->exit_detail, how, sizeof how);
        break;
    case STATE_ABOUT:
    case STATE_START:
        conversation_fail(player, GAME_REASON_CRASH, "%s before it was ready", how);
        break;
    case STATE_THINKING:
    case STATE_OPENING:
        conversation_fail(player, GAME_REASON_CRASH, "%s", how);
        break;
    case STATE_OFF:
    case STATE_FAILING:
        break;
    }
}

static bool start_process(Player *player) {
    ProcessConfig config = {.command = player->options->command, .pin = player->pin};
    ProcessEvents events = {.on_line = answer_line, .on_exit = on_exit_event, .context = player};
    int error = 0;
    player->process = process_new(player->hub, &config, &events, &error);
    if (player->process != NULL)
        return true;
    char lack[160];
    bool is_lack = limits_explain(error, lack, sizeof lack);
    conversation_fail(player, is_lack ? GAME_REASON_INTERRUPTED : GAME_REASON_START,
                      "cannot run %.80s: %s", player->options->command,
                      is_lack ? lack : uv_strerror(error));
    return false;
}

void player_begin(Player *player, const PlayerGame *game) {
    assert(player->state == STATE_OFF || player->state == STATE_IDLE);
    player->game = *game;
    player->is_known = false;
    player->peak_memory = 0;
    if (player->has_exited)
        conversation_drop(player);
    if (player->process != NULL) {
        conversation_start(player);
        return;
    }
    if (!start_process(player))
        return;
    conversation_ask_within(player, STATE_ABOUT, player->options->start_ms);
    conversation_send_line(player, "ABOUT");
}

/* Begins a request for a move or an opening answer. If the engine has exited, starts the failure
 * and returns false. */
static bool begin_thinking(Player *player, State state, int64_t time_left_ms) {
    assert(player->state == STATE_IDLE);
    if (player->has_exited) {
        char how[GAME_DETAIL_MAX];
        memcpy(how, player->exit_detail, sizeof how);
        player->asked_ns = uv_hrtime(); /* the turn begins, and is charged nothing of the other's */
        conversation_fail(player, GAME_REASON_CRASH, "%s while the other side was to move", how);
        return false;
    }
    const EngineOptions *options = player->options;
    int64_t limit = INT64_MAX;
    if (options->turn_ms > 0)
        limit = options->turn_ms;
    if (time_left_ms >= 0 && time_left_ms < limit)
        limit = time_left_ms;
    if (limit == INT64_MAX)
        conversation_ask_within(player, state, options->silence_ms);
    else
        conversation_ask(player, state, limit, engine_options_tolerance_ms(options, limit));
    return true;
}

enum { STONES_TEXT_MAX = GAME_MAX_CELLS * 12 + 128 };

/* Appends INFO time_left, which shares one write with the request. */
static size_t put_time_left(char *text, size_t size, int64_t time_left_ms) {
    int64_t sent = time_left_ms < 0 ? SENT_TIME_UNLIMITED : time_left_ms;
    return (size_t)snprintf(text, size, "INFO time_left %" PRId64 "\n", sent);
}

void player_think(Player *player, const PlayerStone *stones, size_t count, bool by_board,
                  int64_t time_left_ms) {
    assert(count < GAME_MAX_CELLS);
    if (!begin_thinking(player, STATE_THINKING, time_left_ms))
        return;
    char text[STONES_TEXT_MAX];
    size_t length = put_time_left(text, sizeof text, time_left_ms);
    if (count == 0) {
        length += (size_t)snprintf(text + length, sizeof text - length, "BEGIN\n");
    } else if (player->is_known && player->known_stones + 1 == count && !by_board) {
        const PlayerStone *last = &stones[count - 1];
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "TURN %d,%d\n", last->x, last->y);
    } else {
        length += (size_t)snprintf(text + length, sizeof text - length, "BOARD\n");
        for (size_t i = 0; i < count; i++) {
            int field = stones[i].is_wall ? 3 : (count - i) % 2 == 0 ? 1 : 2;
            length += (size_t)snprintf(text + length, sizeof text - length, "%d,%d,%d\n",
                                       stones[i].x, stones[i].y, field);
        }
        length += (size_t)snprintf(text + length, sizeof text - length, "DONE\n");
    }
    player->known_stones = count;
    player->is_known = true;
    conversation_send(player, text, length);
}

void player_open(Player *player, const OpeningCourse *course, int64_t time_left_ms) {
    if (!begin_thinking(player, STATE_OPENING, time_left_ms))
        return;
    char text[OPENING_QUESTION_MAX + 64], question[OPENING_QUESTION_MAX];
    size_t length = put_time_left(text, sizeof text, time_left_ms);
    opening_question_write(course, question);
    length += (size_t)snprintf(text + length, sizeof text - length, "%s", question);
    player->is_known = false;
    conversation_send(player, text, length);
}

/* ---- Ending ------------------------------------------------------------------------------- */

void player_cancel(Player *player) {
    if (player->state == STATE_IDLE || player->state == STATE_OFF)
        return;
    conversation_drop(player);
    player->state = STATE_OFF;
    conversation_set_deadline(player, -1);
}

void player_end(Player *player) {
    assert(player->state == STATE_IDLE || player->state == STATE_OFF);
    player->state = STATE_ENDING;
    if (player->process != NULL && player->has_exited)
        conversation_drop(player);
    if (player->process == NULL) {
        conversation_set_deadline(player, 0);
        return;
    }
    process_resume(player->process);
    conversation_send_line(player, "END");
    process_close_input(player->process);
    conversation_set_deadline(player, player->options->end_ms);
}

void player_abort(Player *player) {
    conversation_drop(player);
    player->state = STATE_ENDING;
    conversation_set_deadline(player, 0);
}

/* ---- Making ------------------------------------------------------------------------------- */

Player *player_new(ProcessHub *hub, uv_loop_t *loop, const EngineOptions *options, SpawnPin pin,
                   const PlayerEvents *events) {
    Player *player = calloc(1, sizeof *player);
    if (player == NULL)
        return NULL;
    player->hub = hub;
    player->options = options;
    player->pin = pin;
    player->events = *events;
    uv_timer_init(loop, &player->timer);
    uv_timer_init(loop, &player->memory_timer);
    player->timer.data = player->memory_timer.data = player;
    player->open_handles = 2;
    return player;
}

static void on_handle_closed(uv_handle_t *handle) {
    Player *player = handle->data;
    if (--player->open_handles == 0) {
        free(player->messages);
        free(player);
    }
}

void player_free(Player *player) {
    if (player == NULL)
        return;
    conversation_drop(player);
    uv_close((uv_handle_t *)&player->timer, on_handle_closed);
    uv_close((uv_handle_t *)&player->memory_timer, on_handle_closed);
}

void player_set_suspend(Player *player, bool is_suspended_idle) {
    player->is_suspended_idle = is_suspended_idle;
}

void player_watch_memory(Player *player, bool is_watched) {
    player->is_memory_watched = is_watched;
}

uint64_t player_peak_memory(const Player *player) {
    return player->peak_memory;
}

const char *player_name(const Player *player) {
    if (player->options->name != NULL)
        return player->options->name;
    return player->about.name;
}

const PlayerAbout *player_about(const Player *player) {
    return &player->about;
}

const EngineOptions *player_options(const Player *player) {
    return player->options;
}
