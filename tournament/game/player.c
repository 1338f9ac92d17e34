#include "game/player.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/conversation.h"

enum { MEMORY_TICK_MS = 100, SENT_TIME_UNLIMITED = 2147483647 };

/* ---- Small things ------------------------------------------------------------------------- */

void conversation_note(Player *player, char direction, const char *line) {
    if (player->events.on_traffic != NULL)
        player->events.on_traffic(player->events.context, direction, line);
}

static void send_text(Player *player, const char *text, size_t length) {
    /* A write that fails needs no answer here: the process is ending, or hangs until its deadline.
     */
    process_write(player->process, text, length);
    if (player->events.on_traffic == NULL)
        return;
    for (const char *at = text; at < text + length;) {
        const char *end = memchr(at, '\n', (size_t)(text + length - at));
        char line[256];
        snprintf(line, sizeof line, "%.*s", (int)(end - at), at);
        conversation_note(player, '<', line);
        at = end + 1;
    }
}

static void send_line(Player *player, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void send_line(Player *player, const char *format, ...) {
    char line[4096];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof line - 1)
        return; /* only an option of such a length, which the command line refuses */
    line[length++] = '\n';
    send_text(player, line, (size_t)length);
}

static void on_deadline(uv_timer_t *timer);

static void set_deadline(Player *player, int64_t ms) {
    uv_update_time(player->timer.loop);
    if (ms >= 0)
        uv_timer_start(&player->timer, on_deadline, (uint64_t)ms, 0);
    else
        uv_timer_stop(&player->timer);
}

static int64_t elapsed_us(const Player *player) {
    return (int64_t)((uv_hrtime() - player->asked_ns) / 1000);
}

PlayerTurn conversation_turn(const Player *player) {
    return (PlayerTurn){.time_us = elapsed_us(player),
                        .info = player->info,
                        .messages = player->messages_length > 0 ? player->messages : ""};
}

static void drop_process(Player *player) {
    process_free(player->process);
    player->process = NULL;
    player->is_known = false;
    player->has_exited = false;
    uv_timer_stop(&player->memory_timer);
}

/* ---- Failure ------------------------------------------------------------------------------ */

void conversation_fail(Player *player, GameReason reason, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(player->detail, sizeof player->detail, format, arguments);
    va_end(arguments);
    player->failure = reason;
    player->state = STATE_FAILING;
    drop_process(player);
    conversation_note(player, '#', player->detail);
    set_deadline(player, 0);
}

static void on_deadline(uv_timer_t *timer) {
    Player *player = timer->data;
    PlayerTurn turn = conversation_turn(player);
    double start_s = (double)player->options->start_ms / 1000.0;
    bool is_owing = player->state >= STATE_ABOUT && player->state <= STATE_OPENING &&
                    player->state != STATE_IDLE;
    if (is_owing && conversation_is_over_memory(player))
        return; /* slow because it takes too much: that is the reason then */
    switch (player->state) {
    case STATE_ABOUT:
        conversation_fail(player, GAME_REASON_START, "no answer to ABOUT within %.1f s", start_s);
        break;
    case STATE_START:
        conversation_fail(player, GAME_REASON_START, "no OK to START within %.1f s", start_s);
        break;
    case STATE_THINKING:
    case STATE_OPENING:
        conversation_fail(player, GAME_REASON_TIME, "no answer after %.3f s%s%s",
                          (double)turn.time_us / 1e6,
                          player->complaint[0] != '\0' ? "; it said: " : "", player->complaint);
        break;
    case STATE_FAILING:
        player->state = STATE_OFF;
        player->events.on_failure(player->events.context, player->failure, player->detail, &turn);
        break;
    case STATE_ENDING:
        if (player->process != NULL)
            conversation_note(player, '#', "does not end; killed");
        drop_process(player);
        player->state = STATE_OFF;
        player->events.on_ended(player->events.context);
        break;
    case STATE_OFF:
    case STATE_IDLE:
        break;
    }
}

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
        set_deadline(player, 0);
        drop_process(player);
        break;
    case STATE_IDLE:
        /* Its last move stands; the loss is told when it is to move again. */
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

bool conversation_is_over_memory(Player *player) {
    if (!player->is_memory_watched || player->process == NULL)
        return false;
    uint64_t limit = player->options->max_memory;
    uint64_t used = process_memory(player->process, limit);
    if (used > player->peak_memory)
        player->peak_memory = used;
    if (limit == 0 || used <= limit)
        return false;
    conversation_fail(player, GAME_REASON_MEMORY, "%.1f MiB in use, %.1f MiB allowed",
                      (double)used / 1048576.0, (double)limit / 1048576.0);
    return true;
}

static void on_memory_tick(uv_timer_t *timer) {
    conversation_is_over_memory(timer->data);
}

/* ---- Requests ----------------------------------------------------------------------------- */

static void ask(Player *player, State state) {
    player->state = state;
    player->info = (MessageInfo){0};
    player->messages_length = 0;
    player->complaint[0] = '\0';
    process_resume(player->process);
    if (player->is_memory_watched)
        uv_timer_start(&player->memory_timer, on_memory_tick, MEMORY_TICK_MS, MEMORY_TICK_MS);
    player->asked_ns = uv_hrtime();
}

void conversation_rest(Player *player) {
    player->state = STATE_IDLE;
    set_deadline(player, -1);
    uv_timer_stop(&player->memory_timer);
    if (player->is_suspended_idle)
        process_suspend(player->process);
}

void conversation_start(Player *player) {
    const PlayerGame *game = &player->game;
    ask(player, STATE_START);
    if (game->width == game->height)
        send_line(player, "START %d", game->width);
    else
        send_line(player, "RECTSTART %d,%d", game->width, game->height);
    set_deadline(player, player->options->start_ms);
}

void conversation_send_info(Player *player) {
    const EngineOptions *options = player->options;
    int rule = (int)player->game.rule + (player->game.is_continuous ? 2 : 0);
    send_line(player, "INFO rule %d", rule);
    if (options->turn_ms > 0)
        send_line(player, "INFO timeout_turn %" PRId64, options->turn_ms);
    send_line(player, "INFO timeout_match %" PRId64, options->match_ms);
    if (options->depth > 0)
        send_line(player, "INFO max_depth %d", options->depth);
    if (options->nodes > 0)
        send_line(player, "INFO max_node %" PRIu64, options->nodes);
    send_line(player, "INFO max_memory %" PRIu64, options->max_memory);
    if (options->threads > 0)
        send_line(player, "INFO thread_num %d", options->threads);
    for (size_t i = 0; i < options->option_count; i++) {
        const char *option = options->options[i], *equals = strchr(option, '=');
        if (equals == NULL)
            send_line(player, "INFO %s", option);
        else
            send_line(player, "INFO %.*s %s", (int)(equals - option), option, equals + 1);
    }
}

static bool start_process(Player *player) {
    ProcessConfig config = {.command = player->options->command, .cpu = player->cpu};
    ProcessEvents events = {
        .on_line = conversation_line, .on_exit = on_exit_event, .context = player};
    int error = 0;
    player->process = process_new(player->hub, &config, &events, &error);
    if (player->process != NULL)
        return true;
    conversation_fail(player, GAME_REASON_START, "cannot run %s: %s", player->options->command,
                      uv_strerror(error));
    return false;
}

void player_begin(Player *player, const PlayerGame *game) {
    assert(player->state == STATE_OFF || player->state == STATE_IDLE);
    player->game = *game;
    player->is_known = false;
    player->peak_memory = 0;
    if (player->has_exited)
        drop_process(player);
    if (player->process != NULL) {
        conversation_start(player);
        return;
    }
    if (!start_process(player))
        return;
    ask(player, STATE_ABOUT);
    send_line(player, "ABOUT");
    set_deadline(player, player->options->start_ms);
}

/* Common to both kinds of thinking: false, and a failure under way, when the engine is gone. */
static bool begin_thinking(Player *player, State state, int64_t time_left_ms) {
    assert(player->state == STATE_IDLE);
    if (player->has_exited) {
        char how[GAME_DETAIL_MAX];
        memcpy(how, player->exit_detail, sizeof how);
        conversation_fail(player, GAME_REASON_CRASH, "%s while the other side was to move", how);
        return false;
    }
    const EngineOptions *options = player->options;
    int64_t limit = INT64_MAX;
    if (options->turn_ms > 0)
        limit = options->turn_ms;
    if (time_left_ms >= 0 && time_left_ms < limit)
        limit = time_left_ms;
    player->limit_ms = limit == INT64_MAX ? options->silence_ms : limit + options->tolerance_ms;
    ask(player, state);
    return true;
}

enum { STONES_TEXT_MAX = GAME_MAX_CELLS * 12 + 128 };

/* INFO time_left goes in the same write as the request. */
static size_t put_time_left(char *text, size_t size, int64_t time_left_ms) {
    int64_t told = time_left_ms < 0 ? SENT_TIME_UNLIMITED : time_left_ms;
    return (size_t)snprintf(text, size, "INFO time_left %" PRId64 "\n", told);
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
    send_text(player, text, length);
    set_deadline(player, player->limit_ms);
}

void player_open(Player *player, const PlayerStone *stones, size_t count, int64_t time_left_ms) {
    assert(count == 0 || count == 3 || count == 5);
    if (!begin_thinking(player, STATE_OPENING, time_left_ms))
        return;
    char text[STONES_TEXT_MAX];
    size_t length = put_time_left(text, sizeof text, time_left_ms);
    length += (size_t)snprintf(text + length, sizeof text - length, "SWAP2BOARD\n");
    for (size_t i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%d,%d\n", stones[i].x,
                                   stones[i].y);
    length += (size_t)snprintf(text + length, sizeof text - length, "DONE\n");
    player->opening_stones = count;
    player->is_known = false;
    send_text(player, text, length);
    set_deadline(player, player->limit_ms);
}

/* ---- Ending ------------------------------------------------------------------------------- */

void player_cancel(Player *player) {
    if (player->state == STATE_IDLE || player->state == STATE_OFF)
        return;
    drop_process(player);
    player->state = STATE_OFF;
    set_deadline(player, -1);
}

void player_end(Player *player) {
    assert(player->state == STATE_IDLE || player->state == STATE_OFF);
    player->state = STATE_ENDING;
    if (player->process != NULL && player->has_exited)
        drop_process(player);
    if (player->process == NULL) {
        set_deadline(player, 0);
        return;
    }
    process_resume(player->process);
    send_line(player, "END");
    process_close_input(player->process);
    set_deadline(player, player->options->end_ms);
}

void player_abort(Player *player) {
    drop_process(player);
    player->state = STATE_ENDING;
    set_deadline(player, 0);
}

/* ---- Making ------------------------------------------------------------------------------- */

Player *player_new(ProcessHub *hub, uv_loop_t *loop, const EngineOptions *options, int cpu,
                   const PlayerEvents *events) {
    Player *player = calloc(1, sizeof *player);
    if (player == NULL)
        return NULL;
    player->hub = hub;
    player->options = options;
    player->cpu = cpu;
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
    drop_process(player);
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
