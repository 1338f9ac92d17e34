#include "grid/wire/encounter.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "game/message.h"
#include "grid/wire/wire_game.h"

enum {
    NUMBER_MAX = 10000000,
    ATTEMPTS_MAX = 1000000,
    MESSAGES_ROOM = 600000 /* bytes of a message left for the engines' messages */
};

/* ---- Encounters --------------------------------------------------------------------------- */

static bool add_games(cJSON *message, const Encounter *encounter) {
    cJSON *games = cJSON_AddArrayToObject(message, "games");
    for (int i = 0; i < encounter->count && games != NULL; i++) {
        const PlayTask *task = &encounter->games[i];
        cJSON *item = cJSON_CreateObject();
        if (item == NULL || !cJSON_AddItemToArray(games, item))
            return false;
        if (!wire_add_whole(item, "number", task->number) ||
            !wire_add_whole(item, "pair", task->pair) ||
            !wire_add_whole(item, "round", task->round) ||
            !wire_add_whole(item, "game", task->game) ||
            !wire_add_whole(item, "first", task->engine[0]) ||
            !wire_add_whole(item, "second", task->engine[1]) ||
            !wire_add_whole(item, "reversed", task->is_reversed) ||
            !wire_add_whole(item, "opening", task->opening_index) ||
            !wire_add_whole(item, "transform", task->transform) ||
            !wire_add_whole(item, "stop", task->stop_after))
            return false;
    }
    return games != NULL;
}

static bool add_stones(cJSON *message, const Opening *opening) {
    int flat[2 * OPENING_STONES_MAX];
    for (size_t i = 0; i < opening->count; i++) {
        flat[2 * i] = opening->stones[i].x;
        flat[2 * i + 1] = opening->stones[i].y;
    }
    return cJSON_AddItemToObject(message, "stones",
                                 cJSON_CreateIntArray(flat, 2 * (int)opening->count)) != 0;
}

static bool add_options(cJSON *message, const Encounter *encounter) {
    static const char *const names[2] = {"options0", "options1"};
    const EncounterOptions *options = encounter->options;
    for (int seat = 0; seat < 2 && options != NULL; seat++) {
        cJSON *list = cJSON_AddArrayToObject(message, names[seat]);
        for (int i = 0; i < options->count; i++)
            if (!cJSON_AddItemToArray(list, cJSON_CreateString(options->text[seat][i])))
                return false;
    }
    return true;
}

char *wire_encounter_print(const Encounter *encounter) {
    cJSON *message = wire_make("encounter");
    if (message != NULL && wire_add_whole(message, "id", encounter->id) &&
        wire_add_whole(message, "attempt", encounter->attempt) &&
        wire_add_text(message, "secret", encounter->secret) && add_games(message, encounter) &&
        add_stones(message, &encounter->opening) && add_options(message, encounter))
        return wire_print(message);
    cJSON_Delete(message);
    return NULL;
}

static bool read_task(const cJSON *item, int engines, PlayTask *task) {
    int is_reversed;
    if (!wire_whole(item, "number", 1, NUMBER_MAX, &task->number) ||
        !wire_whole(item, "pair", 0, NUMBER_MAX, &task->pair) ||
        !wire_int(item, "round", 0, INT_MAX, &task->round) ||
        !wire_int(item, "game", 0, INT_MAX, &task->game) ||
        !wire_int(item, "first", 0, engines - 1, &task->engine[0]) ||
        !wire_int(item, "second", 0, engines - 1, &task->engine[1]) ||
        !wire_int(item, "reversed", 0, 1, &is_reversed) ||
        !wire_whole(item, "opening", -1, INT64_C(1) << 53, &task->opening_index) ||
        !wire_int(item, "transform", 0, OPENING_TRANSFORMS - 1, &task->transform) ||
        !wire_int(item, "stop", 0, GAME_MAX_CELLS, &task->stop_after))
        return false;
    task->is_reversed = is_reversed != 0;
    return task->engine[0] != task->engine[1];
}

static bool read_stones(const cJSON *message, int width, int height, Opening *opening) {
    bool taken[GAME_MAX_CELLS] = {false};
    const cJSON *list = wire_array(message, "stones", 2 * OPENING_STONES_MAX), *item;
    if (list == NULL || cJSON_GetArraySize(list) % 2 != 0)
        return false;
    int at = 0;
    int64_t x = 0, y;
    cJSON_ArrayForEach(item, list) {
        if (at++ % 2 == 0) {
            if (!wire_item(item, 0, width - 1, &x))
                return false;
            continue;
        }
        if (!wire_item(item, 0, height - 1, &y) || taken[y * GAME_MAX_SIZE + x])
            return false;
        taken[y * GAME_MAX_SIZE + x] = true;
        opening->stones[opening->count].x = (uint8_t)x;
        opening->stones[opening->count++].y = (uint8_t)y;
    }
    return true;
}

/* Reads "KEY=VALUE" of one line, as in `-engine option.`. */
static bool read_option(const cJSON *item, char option[ENCOUNTER_OPTION_MAX]) {
    const char *text = cJSON_GetStringValue(item);
    if (text == NULL || strlen(text) >= ENCOUNTER_OPTION_MAX)
        return false;
    strcpy(option, text);
    message_clean(option);
    const char *equals = strchr(option, '=');
    return strcmp(option, text) == 0 && equals != NULL && equals != option;
}

static bool read_options(const cJSON *message, Encounter *encounter) {
    static const char *const names[2] = {"options0", "options1"};
    if (!cJSON_HasObjectItem(message, names[0]))
        return !cJSON_HasObjectItem(message, names[1]);
    encounter->options = calloc(1, sizeof *encounter->options);
    if (encounter->options == NULL)
        return false;
    for (int seat = 0; seat < 2; seat++) {
        const cJSON *list = wire_array(message, names[seat], ENCOUNTER_OPTIONS_MAX), *item;
        if (list == NULL)
            return false;
        int count = 0;
        cJSON_ArrayForEach(
            item,
            list) if (!read_option(item, encounter->options->text[seat][count++])) return false;
        if (seat == 1 && count != encounter->options->count)
            return false;
        encounter->options->count = count;
    }
    return true;
}

bool wire_encounter_read(const char *text, size_t length, int engines, int width, int height,
                         Encounter *encounter) {
    cJSON *message = wire_parse(text, length, "encounter");
    const cJSON *games = wire_array(message, "games", ENCOUNTER_GAMES_MAX), *item;
    *encounter = (Encounter){0};
    bool is_read = wire_whole(message, "id", 1, NUMBER_MAX, &encounter->id) &&
                   wire_int(message, "attempt", 1, ATTEMPTS_MAX, &encounter->attempt) &&
                   wire_secret(message, "secret", encounter->secret) && games != NULL &&
                   cJSON_GetArraySize(games) > 0 &&
                   read_stones(message, width, height, &encounter->opening) &&
                   read_options(message, encounter);
    if (is_read)
        cJSON_ArrayForEach(item, games) is_read =
            is_read && read_task(item, engines, &encounter->games[encounter->count++]);
    for (int i = 1; i < encounter->count && is_read; i++)
        is_read = encounter->games[i].number > encounter->games[i - 1].number &&
                  encounter->games[i].engine[0] == encounter->games[0].engine[0] &&
                  encounter->games[i].engine[1] == encounter->games[0].engine[1];
    cJSON_Delete(message);
    return is_read;
}

/* ---- Games played ------------------------------------------------------------------------- */

char *wire_played_print(const Played *played) {
    cJSON *message = wire_make("played"), *games = cJSON_AddArrayToObject(message, "games");
    size_t room = MESSAGES_ROOM;
    bool is_good = games != NULL && wire_add_whole(message, "id", played->id) &&
                   wire_add_whole(message, "attempt", played->attempt) &&
                   wire_add_text(message, "secret", played->secret) &&
                   wire_add_text(message, "token", played->token) &&
                   wire_add_whole(message, "check", played->check) &&
                   wire_add_text(message, "worker", played->worker) &&
                   wire_add_text(message, "hash0", played->hashes[0]) &&
                   wire_add_text(message, "hash1", played->hashes[1]) &&
                   cJSON_AddNumberToObject(message, "scale", played->scale) != NULL;
    for (int i = 0; i < played->count && is_good; i++)
        is_good = wire_game_append(games, &played->games[i], &room);
    if (is_good)
        return wire_print(message);
    cJSON_Delete(message);
    return NULL;
}

void wire_played_release(Played *played) {
    for (int i = 0; i < ENCOUNTER_GAMES_MAX; i++)
        game_record_release(&played->games[i]);
    played->count = 0;
}

bool wire_played_read(const char *text, size_t length, Played *played) {
    cJSON *message = wire_parse(text, length, "played");
    const cJSON *games = wire_array(message, "games", ENCOUNTER_GAMES_MAX), *item;
    *played = (Played){0};
    for (int i = 0; i < ENCOUNTER_GAMES_MAX; i++)
        game_record_init(&played->games[i]);
    int64_t check = 0;
    bool is_read = games != NULL && cJSON_GetArraySize(games) > 0 &&
                   wire_whole(message, "id", 1, NUMBER_MAX, &played->id) &&
                   wire_int(message, "attempt", 1, ATTEMPTS_MAX, &played->attempt) &&
                   wire_secret(message, "secret", played->secret) &&
                   wire_secret(message, "token", played->token) &&
                   wire_whole(message, "check", 0, UINT32_MAX, &check) &&
                   wire_text(message, "worker", played->worker, sizeof played->worker) &&
                   wire_is_name(played->worker) &&
                   wire_real(message, "scale", 1e-3, 1e3, &played->scale) &&
                   wire_text(message, "hash0", played->hashes[0], sizeof played->hashes[0]) &&
                   wire_text(message, "hash1", played->hashes[1], sizeof played->hashes[1]);
    played->check = (uint32_t)check;
    if (is_read)
        cJSON_ArrayForEach(item, games) is_read =
            is_read && wire_game_read(item, &played->games[played->count++]);
    cJSON_Delete(message);
    return is_read;
}
