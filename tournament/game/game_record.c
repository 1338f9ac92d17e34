#include "game/game_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REASON_WORD(name, word, text) [GAME_REASON_##name] = word,
#define REASON_TEXT(name, word, text) [GAME_REASON_##name] = text,
static const char *const reason_words[GAME_REASON_COUNT] = {GAME_REASONS(REASON_WORD)};
static const char *const reason_texts[GAME_REASON_COUNT] = {GAME_REASONS(REASON_TEXT)};

const char *game_reason_word(GameReason reason) {
    return reason_words[reason];
}

const char *game_reason_text(GameReason reason) {
    return reason_texts[reason];
}

bool game_reason_parse(const char *word, GameReason *reason) {
    for (int i = 0; i < GAME_REASON_COUNT; i++) {
        if (strcmp(word, reason_words[i]) == 0) {
            *reason = (GameReason)i;
            return true;
        }
    }
    return false;
}

const char *game_result_word(GameResult result) {
    switch (result) {
    case GAME_BLACK_WINS:
        return "black";
    case GAME_WHITE_WINS:
        return "white";
    case GAME_DRAWN:
        return "draw";
    case GAME_UNDECIDED:
        break;
    }
    return "undecided";
}

void game_record_init(GameRecord *record) {
    *record = (GameRecord){.reason = GAME_REASON_INTERRUPTED,
                           .opening = -1,
                           .left_us = {-1, -1},
                           .limit = {{-1, -1, -1}, {-1, -1, -1}}};
}

void game_record_release(GameRecord *record) {
    for (size_t i = 0; i < record->move_count; i++)
        free(record->moves[i].messages);
    free(record->moves);
    game_record_init(record);
}

bool game_record_append(GameRecord *record, const GameMove *move) {
    char *messages = NULL;
    if (move->messages != NULL && (messages = strdup(move->messages)) == NULL)
        return false;
    /* Grows at each power of two. */
    size_t count = record->move_count;
    if ((count & (count - 1)) == 0) {
        GameMove *moves = realloc(record->moves, (count == 0 ? 1 : 2 * count) * sizeof *moves);
        if (moves == NULL) {
            free(messages);
            return false;
        }
        record->moves = moves;
    }
    record->moves[count] = *move;
    record->moves[count].messages = messages;
    record->move_count++;
    return true;
}

void game_record_moves(const GameRecord *record, char *text) {
    int used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < record->move_count && i < GAME_MAX_CELLS; i++)
        used += snprintf(text + used, (size_t)(GAME_MOVES_MAX - used), "%c%d",
                         'a' + record->moves[i].x, record->height - record->moves[i].y);
}

int game_record_winner(const GameRecord *record) {
    switch (record->result) {
    case GAME_BLACK_WINS:
        return GAME_BLACK;
    case GAME_WHITE_WINS:
        return GAME_WHITE;
    case GAME_DRAWN:
    case GAME_UNDECIDED:
        break;
    }
    return -1;
}

bool game_record_copy(GameRecord *copy, const GameRecord *game) {
    *copy = *game;
    copy->moves = NULL;
    copy->move_count = 0;
    for (size_t i = 0; i < game->move_count; i++) {
        if (!game_record_append(copy, &game->moves[i])) {
            game_record_release(copy);
            return false;
        }
    }
    return true;
}
