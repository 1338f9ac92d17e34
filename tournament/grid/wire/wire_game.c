#include "grid/wire/wire_game.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "game/message.h"
#include "grid/wire/read.h"
#include "run/option_fields.h"
#include "shared/opening/rule.h"
#include "shared/referee/referee.h"

enum {
    NUMBER_MAX = 10000000,
    MESSAGES_MAX = 16384, /* bytes of the messages of one move */
    MOVE_MEMBERS = 8
};

static const int64_t time_max_us = INT64_C(10) * 24 * 3600 * 1000000; /* of a game: ten days */
static const int64_t bytes_max = INT64_C(1) << 50;
static const int64_t count_max = INT64_C(1) << 53;

/* ---- Writing ------------------------------------------------------------------------------ */

static bool append_whole(cJSON *array, int64_t value) {
    cJSON *item = cJSON_CreateNumber((double)value);
    if (item == NULL)
        return false;
    cJSON_AddItemToArray(array, item);
    return true;
}

/* Appends [x, y, opening, microseconds, score or null, depth, nodes, messages if any]. */
static bool append_move(cJSON *moves, const GameMove *move, size_t *room) {
    cJSON *item = cJSON_CreateArray();
    if (item == NULL || !cJSON_AddItemToArray(moves, item))
        return false;
    if (!append_whole(item, move->x) || !append_whole(item, move->y) ||
        !append_whole(item, move->is_opening) || !append_whole(item, move->time_us))
        return false;
    cJSON *score = move->has_score ? cJSON_CreateNumber(move->score) : cJSON_CreateNull();
    if (score == NULL || !cJSON_AddItemToArray(item, score) || !append_whole(item, move->depth) ||
        !append_whole(item, move->nodes < (uint64_t)count_max ? (int64_t)move->nodes : count_max))
        return false;
    size_t length = move->messages != NULL ? strlen(move->messages) : 0;
    /* A byte becomes two at most: quotes, backslashes and line ends are escaped. */
    if (length == 0 || length >= MESSAGES_MAX || 2 * length > *room)
        return true;
    *room -= 2 * length;
    cJSON *holder = cJSON_CreateObject();
    bool is_added = holder != NULL && wire_add_text(holder, "m", move->messages);
    cJSON *text = is_added ? cJSON_DetachItemFromObject(holder, "m") : NULL;
    cJSON_Delete(holder);
    if (text == NULL)
        return false;
    /* Items of an array have no name. */
    return cJSON_AddItemToArray(item, text) != 0;
}

static int64_t whole_left(int64_t left_us) {
    return left_us < count_max ? left_us : count_max;
}

bool wire_game_append(cJSON *array, const GameRecord *game, size_t *room) {
    cJSON *item = cJSON_CreateObject();
    if (item == NULL || !cJSON_AddItemToArray(array, item))
        return false;
    const struct {
        const char *name;
        int64_t value;
    } members[] = {{"number", game->number},
                   {"round", game->round},
                   {"game", game->game},
                   {"pair", game->pair},
                   {"black", game->engine[GAME_BLACK]},
                   {"white", game->engine[GAME_WHITE]},
                   {"white_first", game->white_is_first},
                   {"opening_rule", game->opening_rule},
                   {"continuous", game->is_continuous},
                   {"rule", (int64_t)game->rule},
                   {"width", game->width},
                   {"height", game->height},
                   {"opening", game->opening},
                   {"transform", game->transform},
                   {"result", (int64_t)game->result},
                   {"started_ms", game->started_ms},
                   {"duration_ms", game->duration_ms},
                   {"black_memory", (int64_t)game->memory[GAME_BLACK]},
                   {"white_memory", (int64_t)game->memory[GAME_WHITE]},
                   {"black_left_us", whole_left(game->left_us[GAME_BLACK])},
                   {"white_left_us", whole_left(game->left_us[GAME_WHITE])},
                   {"black_match_ms", game->limit[GAME_BLACK].match_ms},
                   {"black_turn_ms", game->limit[GAME_BLACK].turn_ms},
                   {"black_increment_ms", game->limit[GAME_BLACK].increment_ms},
                   {"white_match_ms", game->limit[GAME_WHITE].match_ms},
                   {"white_turn_ms", game->limit[GAME_WHITE].turn_ms},
                   {"white_increment_ms", game->limit[GAME_WHITE].increment_ms},
                   {"opening_moves", (int64_t)game->opening_count}};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (!wire_add_whole(item, members[i].name, members[i].value))
            return false;
    cJSON *moves = cJSON_AddArrayToObject(item, "moves");
    bool is_good = moves != NULL && wire_add_text(item, "reason", game_reason_word(game->reason)) &&
                   wire_add_text(item, "detail", game->detail);
    for (size_t i = 0; i < game->move_count && is_good; i++)
        is_good = append_move(moves, &game->moves[i], room);
    return is_good;
}

/* ---- Reading ------------------------------------------------------------------------------ */

static bool read_bit(const cJSON *item, const char *name, bool *value) {
    int bit;
    if (!wire_int(item, name, 0, 1, &bit))
        return false;
    *value = bit != 0;
    return true;
}

/* Workers of earlier versions report neither the rest of a match clock nor time limits: *value is
 * unchanged. */
static bool read_time(const cJSON *item, const char *name, int64_t *value) {
    return cJSON_GetObjectItemCaseSensitive(item, name) == NULL ||
           wire_whole(item, name, -1, count_max, value);
}

static bool read_times(const cJSON *item, GameRecord *game) {
    GameTime *black = &game->limit[GAME_BLACK], *white = &game->limit[GAME_WHITE];
    return read_time(item, "black_left_us", &game->left_us[GAME_BLACK]) &&
           read_time(item, "white_left_us", &game->left_us[GAME_WHITE]) &&
           read_time(item, "black_match_ms", &black->match_ms) &&
           read_time(item, "black_turn_ms", &black->turn_ms) &&
           read_time(item, "black_increment_ms", &black->increment_ms) &&
           read_time(item, "white_match_ms", &white->match_ms) &&
           read_time(item, "white_turn_ms", &white->turn_ms) &&
           read_time(item, "white_increment_ms", &white->increment_ms);
}

static bool read_head(const cJSON *item, GameRecord *game) {
    char reason[32];
    int rule, result;
    int64_t memory[2];
    bool is_read = wire_whole(item, "number", 1, NUMBER_MAX, &game->number) &&
                   wire_int(item, "round", 0, INT_MAX, &game->round) &&
                   wire_int(item, "game", 0, INT_MAX, &game->game) &&
                   wire_whole(item, "pair", 0, NUMBER_MAX, &game->pair) &&
                   wire_int(item, "black", 0, OPTIONS_ENGINES_MAX - 1, &game->engine[GAME_BLACK]) &&
                   wire_int(item, "white", 0, OPTIONS_ENGINES_MAX - 1, &game->engine[GAME_WHITE]) &&
                   read_bit(item, "white_first", &game->white_is_first) &&
                   wire_int(item, "opening_rule", 0, OPENING_RULES, &game->opening_rule) &&
                   read_bit(item, "continuous", &game->is_continuous) &&
                   wire_int(item, "rule", 0, 9, &rule) &&
                   wire_int(item, "width", GAME_MIN_SIZE, GAME_MAX_SIZE, &game->width) &&
                   wire_int(item, "height", GAME_MIN_SIZE, GAME_MAX_SIZE, &game->height) &&
                   wire_whole(item, "opening", -1, count_max, &game->opening) &&
                   wire_int(item, "transform", 0, OPENING_TRANSFORMS - 1, &game->transform) &&
                   wire_int(item, "result", GAME_BLACK_WINS, GAME_DRAWN, &result) &&
                   wire_whole(item, "started_ms", 0, count_max, &game->started_ms) &&
                   wire_whole(item, "duration_ms", 0, count_max, &game->duration_ms) &&
                   wire_whole(item, "black_memory", 0, bytes_max, &memory[GAME_BLACK]) &&
                   wire_whole(item, "white_memory", 0, bytes_max, &memory[GAME_WHITE]) &&
                   read_times(item, game) && wire_text(item, "reason", reason, sizeof reason) &&
                   game_reason_parse(reason, &game->reason) &&
                   wire_text(item, "detail", game->detail, sizeof game->detail);
    if (!is_read || !referee_knows_rule(rule) || (rule & REFEREE_CONTINUOUS) != 0 ||
        game->engine[GAME_BLACK] == game->engine[GAME_WHITE])
        return false;
    game->rule = (GameRule)rule;
    game->result = (GameResult)result;
    game->memory[GAME_BLACK] = (uint64_t)memory[GAME_BLACK];
    game->memory[GAME_WHITE] = (uint64_t)memory[GAME_WHITE];
    bool is_draw = game->reason >= GAME_REASON_FULL_BOARD;
    /* A full board may also be a draw on points. */
    return game->reason != GAME_REASON_INTERRUPTED &&
           (is_draw == (game->result == GAME_DRAWN) || game->reason == GAME_REASON_POINTS);
}

/* Cleans each line; the line ends between them stay. */
static void clean_lines(char *text) {
    while (*text != '\0') {
        size_t end = strcspn(text, "\n");
        char kept = text[end];
        text[end] = '\0';
        message_clean(text);
        text[end] = kept;
        text += end + (kept != '\0');
    }
}

static bool read_move(const cJSON *item, const GameRecord *game, bool *taken, GameMove *move) {
    const cJSON *members[MOVE_MEMBERS] = {NULL}, *member;
    int count = 0;
    int64_t x, y, is_opening, score = 0, depth, nodes;
    if (!cJSON_IsArray(item))
        return false;
    cJSON_ArrayForEach(member, item) {
        if (count == MOVE_MEMBERS)
            return false;
        members[count++] = member;
    }
    if (!wire_item(members[0], 0, game->width - 1, &x) ||
        !wire_item(members[1], 0, game->height - 1, &y) ||
        !wire_item(members[2], 0, 1, &is_opening) ||
        !wire_item(members[3], 0, time_max_us, &move->time_us) ||
        !wire_item(members[5], 0, INT_MAX, &depth) || !wire_item(members[6], 0, count_max, &nodes))
        return false;
    move->has_score = !cJSON_IsNull(members[4]);
    if (move->has_score && !wire_item(members[4], INT_MIN, INT_MAX, &score))
        return false;
    bool *point = &taken[y * GAME_MAX_SIZE + x];
    if (*point && !game->is_continuous)
        return false;
    *point = true;
    move->x = (int)x;
    move->y = (int)y;
    move->is_opening = is_opening != 0;
    move->score = (int)score;
    move->depth = (int)depth;
    move->nodes = (uint64_t)nodes;
    char *messages = members[7] != NULL ? cJSON_GetStringValue(members[7]) : NULL;
    if (members[7] != NULL && (messages == NULL || strlen(messages) >= MESSAGES_MAX))
        return false;
    if (messages != NULL)
        clean_lines(messages);
    move->messages = messages;
    return true;
}

bool wire_game_read(const cJSON *item, GameRecord *game) {
    bool taken[GAME_MAX_CELLS] = {false};
    int opening_moves;
    const cJSON *moves = wire_array(item, "moves", GAME_MAX_CELLS), *each;
    if (moves == NULL || !read_head(item, game) ||
        !wire_int(item, "opening_moves", 0, cJSON_GetArraySize(moves), &opening_moves))
        return false;
    cJSON_ArrayForEach(each, moves) {
        GameMove move = {0};
        /* The opening's moves come first. */
        if (game->move_count >= (size_t)game->width * (size_t)game->height ||
            !read_move(each, game, taken, &move) ||
            move.is_opening != (game->move_count < (size_t)opening_moves) ||
            !game_record_append(game, &move))
            return false;
        game->opening_count += move.is_opening;
    }
    return true;
}
