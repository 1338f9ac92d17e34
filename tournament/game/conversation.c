#include "game/conversation.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "process/lag.h"

enum { MEMORY_TICK_MS = 100 };

/* ---- Lines and clock ----------------------------------------------------------------------- */

void conversation_note(Player *player, char direction, const char *line) {
    if (player->events.on_traffic != NULL)
        player->events.on_traffic(player->events.context, direction, line);
}

void conversation_send(Player *player, const char *text, size_t length) {
    /* Ignore a failed write: the process is ending, or hangs until its deadline. */
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

void conversation_send_line(Player *player, const char *format, ...) {
    char line[4096];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof line - 1)
        return; /* only an option that the command line refuses makes a line this long */
    line[length++] = '\n';
    conversation_send(player, line, (size_t)length);
}

static void on_deadline(uv_timer_t *timer);

void conversation_set_deadline(Player *player, int64_t ms) {
    uv_update_time(player->timer.loop);
    if (ms >= 0)
        uv_timer_start(&player->timer, on_deadline, (uint64_t)ms, 0);
    else
        uv_timer_stop(&player->timer);
}

enum {
    NS_PER_MS = 1000000,
    STALL_LEAST_MS = 50 /* below, only a late answer matters: with tolerance=0 each lag would */
};

int64_t conversation_patience_ms(const Player *player) {
    return player->limit_ms + player->tolerance_ms;
}

/* Returns whether the engine owes an answer. */
static bool is_owing(const Player *player) {
    return player->state >= STATE_ABOUT && player->state <= STATE_OPENING &&
           player->state != STATE_IDLE;
}

/* Returns whether the loop was held up in this turn for so long that the engine may have been, too.
 */
static bool was_held_up(const Player *player) {
    int64_t stall_ms =
        player->tolerance_ms > STALL_LEAST_MS ? player->tolerance_ms : STALL_LEAST_MS;
    uint64_t longest_ns = lag_longest_ns(process_hub_lag(player->hub), player->asked_ns);
    return longest_ns > (uint64_t)stall_ms * NS_PER_MS;
}

/* Returns whether an answer read now may be late because the loop read it late: it was held up for
 * half of that time or more. Lags before do not matter, however many: an answer that came during
 * one of them was read at its end. */
static bool is_read_late(const Player *player, uint64_t elapsed_ns) {
    uint64_t patience_ns = (uint64_t)conversation_patience_ms(player) * NS_PER_MS;
    if (elapsed_ns <= patience_ns)
        return false;
    uint64_t due_ns = player->asked_ns + patience_ns;
    return lag_longest_ns(process_hub_lag(player->hub), due_ns) >= (elapsed_ns - patience_ns) / 2;
}

/* Returns for how many more milliseconds the engine may owe its answer. The time for which the loop
 * was held up is not the engine's, and an engine that was stopped together with the loop may need
 * all its time once more. */
static int64_t time_owed_ms(const Player *player) {
    uint64_t lag_ns = lag_total_ns(process_hub_lag(player->hub)) - player->asked_lag_ns;
    uint64_t used_ns = uv_hrtime() - player->asked_ns;
    used_ns = used_ns > lag_ns ? used_ns - lag_ns : 0;
    int64_t allowed_ms = was_held_up(player) ? 2 * conversation_patience_ms(player)
                                             : conversation_patience_ms(player);
    return allowed_ms - (int64_t)(used_ns / NS_PER_MS);
}

PlayerTurn conversation_turn(const Player *player) {
    uint64_t elapsed_ns = uv_hrtime() - player->asked_ns;
    return (PlayerTurn){.time_us = (int64_t)(elapsed_ns / 1000),
                        .is_stalled = is_owing(player) &&
                                      (was_held_up(player) || is_read_late(player, elapsed_ns)),
                        .info = player->info,
                        .messages = player->messages_length > 0 ? player->messages : ""};
}

void conversation_drop(Player *player) {
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
    player->failed_turn = conversation_turn(player);
    player->state = STATE_FAILING;
    conversation_drop(player);
    conversation_note(player, '#', player->detail);
    conversation_set_deadline(player, 0);
}

static void on_deadline(uv_timer_t *timer) {
    Player *player = timer->data;
    PlayerTurn turn = conversation_turn(player);
    double start_s = (double)player->options->start_ms / 1000.0;
    if (is_owing(player)) {
        if (conversation_is_over_memory(player))
            return; /* too much memory explains the late answer; report it instead */
        int64_t owed_ms = time_owed_ms(player);
        if (owed_ms > 0) {
            conversation_set_deadline(player, owed_ms);
            return;
        }
    }
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
        player->events.on_failure(player->events.context, player->failure, player->detail,
                                  &player->failed_turn);
        break;
    case STATE_ENDING:
        if (player->process != NULL)
            conversation_note(player, '#', "did not exit; killed");
        conversation_drop(player);
        player->state = STATE_OFF;
        player->events.on_ended(player->events.context);
        break;
    case STATE_OFF:
    case STATE_IDLE:
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

void conversation_ask(Player *player, State state, int64_t limit_ms, int64_t tolerance_ms) {
    player->state = state;
    player->limit_ms = limit_ms;
    player->tolerance_ms = tolerance_ms;
    player->info = (MessageInfo){0};
    player->messages_length = 0;
    player->complaint[0] = '\0';
    process_resume(player->process);
    if (player->is_memory_watched)
        uv_timer_start(&player->memory_timer, on_memory_tick, MEMORY_TICK_MS, MEMORY_TICK_MS);
    player->asked_ns = uv_hrtime();
    player->asked_lag_ns = lag_total_ns(process_hub_lag(player->hub));
    conversation_set_deadline(player, conversation_patience_ms(player));
}

void conversation_ask_within(Player *player, State state, int64_t all_ms) {
    int64_t tolerance_ms = engine_options_tolerance_ms(player->options, all_ms);
    if (tolerance_ms > all_ms)
        tolerance_ms = all_ms;
    conversation_ask(player, state, all_ms - tolerance_ms, tolerance_ms);
}

void conversation_rest(Player *player) {
    player->state = STATE_IDLE;
    conversation_set_deadline(player, -1);
    uv_timer_stop(&player->memory_timer);
    if (player->is_suspended_idle)
        process_suspend(player->process);
}

void conversation_start(Player *player) {
    const PlayerGame *game = &player->game;
    conversation_ask_within(player, STATE_START, player->options->start_ms);
    if (game->width == game->height)
        conversation_send_line(player, "START %d", game->width);
    else
        conversation_send_line(player, "RECTSTART %d,%d", game->width, game->height);
}

void conversation_send_info(Player *player) {
    const EngineOptions *options = player->options;
    int rule = (int)player->game.rule + (player->game.is_continuous ? 2 : 0);
    conversation_send_line(player, "INFO rule %d", rule);
    if (options->turn_ms > 0)
        conversation_send_line(player, "INFO timeout_turn %" PRId64, options->turn_ms);
    conversation_send_line(player, "INFO timeout_match %" PRId64, options->match_ms);
    if (options->depth > 0)
        conversation_send_line(player, "INFO max_depth %d", options->depth);
    if (options->nodes > 0)
        conversation_send_line(player, "INFO max_node %" PRIu64, options->nodes);
    conversation_send_line(player, "INFO max_memory %" PRIu64, options->max_memory);
    if (options->threads > 0)
        conversation_send_line(player, "INFO thread_num %d", options->threads);
    for (size_t i = 0; i < options->option_count; i++) {
        const char *option = options->options[i], *equals = strchr(option, '=');
        if (equals == NULL)
            conversation_send_line(player, "INFO %s", option);
        else
            conversation_send_line(player, "INFO %.*s %s", (int)(equals - option), option,
                                   equals + 1);
    }
}
