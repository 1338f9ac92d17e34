#include "game/answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/conversation.h"
#include "shared/opening/text.h"

enum {
    MESSAGES_MAX = 64 * 1024, /* bytes of MESSAGE texts kept of one turn, the latest */
    US_PER_MS = 1000
};

static void keep_message(Player *player, const char *text) {
    size_t length = strlen(text);
    if (player->messages == NULL && (player->messages = malloc(MESSAGES_MAX)) == NULL)
        return;
    if (length >= MESSAGES_MAX / 4)
        length = MESSAGES_MAX / 4;
    if (player->messages_length + length + 2 > MESSAGES_MAX) {
        /* Drop the older half, in whole lines. */
        char *half = memchr(player->messages + MESSAGES_MAX / 2, '\n',
                            player->messages_length - MESSAGES_MAX / 2);
        size_t dropped =
            half == NULL ? player->messages_length : (size_t)(half + 1 - player->messages);
        memmove(player->messages, player->messages + dropped, player->messages_length - dropped);
        player->messages_length -= dropped;
    }
    char *at = player->messages + player->messages_length;
    memcpy(at, text, length);
    at[length] = '\0';
    message_clean(at);
    length = strlen(at);
    at[length] = '\n';
    at[length + 1] = '\0';
    player->messages_length += length + 1;
}

/* If the engine took more than its time, fails the conversation and returns true: a busy loop may
 * not have run the timer yet, or let the engine go on after having been held up. */
static bool is_late(Player *player, const PlayerTurn *turn) {
    if (turn->is_stalled || turn->time_us <= conversation_patience_ms(player) * US_PER_MS)
        return false;
    conversation_fail(player, GAME_REASON_TIME, "answered after %.3f s",
                      (double)turn->time_us / 1e6);
    return true;
}

static void take_move(Player *player, const char *line) {
    PlayerTurn turn = conversation_turn(player);
    int x, y;
    if (message_points(line, &x, &y, 1) != 1 || is_late(player, &turn) ||
        conversation_is_over_memory(player))
        return;
    player->known_stones++;
    conversation_rest(player);
    player->events.on_move(player->events.context, x, y, &turn);
}

static void take_opening(Player *player, const char *line) {
    PlayerTurn turn = conversation_turn(player);
    OpeningAnswer answer;
    if (!opening_answer_read(line, &answer) || is_late(player, &turn) ||
        conversation_is_over_memory(player))
        return;
    conversation_rest(player);
    player->events.on_opening(player->events.context, &answer, &turn);
}

static void take_about(Player *player, const char *line) {
    if (message_starts(line, "SUGGEST", NULL))
        return;
    if (!message_starts(line, "ERROR", NULL) && !message_starts(line, "UNKNOWN", NULL)) {
        PlayerAbout *about = &player->about;
        message_about(line, "name", about->name, sizeof about->name);
        message_about(line, "version", about->version, sizeof about->version);
        message_about(line, "author", about->author, sizeof about->author);
        message_about(line, "country", about->country, sizeof about->country);
        message_clean(about->name);
        message_clean(about->version);
        message_clean(about->author);
        message_clean(about->country);
    }
    conversation_start(player);
}

static void take_start(Player *player, const char *line) {
    if (message_starts(line, "ERROR", NULL)) {
        conversation_fail(player, GAME_REASON_START, "refused START: %.120s", line);
    } else if (message_starts(line, "OK", NULL)) {
        conversation_send_info(player);
        conversation_rest(player);
        player->events.on_ready(player->events.context);
    }
}

void answer_line(void *context, ProcessStream stream, const char *line, bool is_cut) {
    Player *player = context;
    conversation_note(player, stream == PROCESS_STDOUT ? '>' : '!', line);
    const char *text;
    bool is_owing = player->state == STATE_THINKING || player->state == STATE_OPENING;
    if (stream == PROCESS_STDERR || line[strspn(line, " \t")] == '\0')
        return;
    if (message_starts(line, "MESSAGE", &text)) {
        if (is_owing) {
            message_read(&player->info, text);
            keep_message(player, text);
        }
        return;
    }
    if (message_starts(line, "DEBUG", NULL) || is_cut)
        return;
    if (is_owing &&
        (message_starts(line, "ERROR", NULL) || message_starts(line, "UNKNOWN", NULL))) {
        snprintf(player->complaint, sizeof player->complaint, "%.100s", line);
        message_clean(player->complaint);
        return;
    }
    switch (player->state) {
    case STATE_ABOUT:
        take_about(player, line);
        break;
    case STATE_START:
        take_start(player, line);
        break;
    case STATE_THINKING:
        take_move(player, line);
        break;
    case STATE_OPENING:
        take_opening(player, line);
        break;
    case STATE_OFF:
    case STATE_IDLE:
    case STATE_FAILING:
    case STATE_ENDING:
        break;
    }
}
