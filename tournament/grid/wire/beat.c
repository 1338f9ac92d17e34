#include "grid/wire/beat.h"

#include <string.h>

char *wire_beat_print(const Beat *beat) {
    cJSON *message = wire_make("beat");
    cJSON *hashes = cJSON_AddArrayToObject(message, "hashes");
    cJSON *games = cJSON_AddArrayToObject(message, "games");
    cJSON *tasks = cJSON_AddArrayToObject(message, "tasks");
    bool is_good = hashes != NULL && games != NULL && tasks != NULL &&
                   wire_add_text(message, "worker", beat->worker) &&
                   wire_add_text(message, "cpu", beat->cpu) &&
                   cJSON_AddNumberToObject(message, "speed", beat->speed) != NULL &&
                   wire_add_whole(message, "tables", beat->tables) &&
                   wire_add_whole(message, "busy", beat->busy) &&
                   wire_add_text(message, "token", beat->token) &&
                   wire_add_whole(message, "empty_ms", beat->empty_ms) &&
                   cJSON_AddBoolToObject(message, "leaving", beat->is_leaving) != NULL;
    for (int i = 0; i < beat->hash_count && is_good; i++)
        is_good = cJSON_AddItemToArray(hashes, cJSON_CreateString(beat->hashes[i])) != 0;
    for (int i = 0; i < beat->task_count && is_good; i++)
        is_good = cJSON_AddItemToArray(tasks, cJSON_CreateNumber((double)beat->tasks[i])) != 0;
    for (int i = 0; i < beat->game_count && is_good; i++) {
        const BeatGame *game = &beat->games[i];
        cJSON *item = cJSON_CreateObject();
        is_good = item != NULL && cJSON_AddItemToArray(games, item) &&
                  wire_add_whole(item, "number", game->number) &&
                  wire_add_whole(item, "black", game->black) &&
                  wire_add_whole(item, "white", game->white) &&
                  wire_add_text(item, "moves", game->moves);
    }
    if (is_good)
        return wire_print(message);
    cJSON_Delete(message);
    return NULL;
}

static bool read_game(const cJSON *item, BeatGame *game) {
    static const char allowed[] = "abcdefghijklmnopqrstuv0123456789";
    return wire_whole(item, "number", 1, 10000000, &game->number) &&
           wire_int(item, "black", 0, BEAT_HASHES_MAX - 1, &game->black) &&
           wire_int(item, "white", 0, BEAT_HASHES_MAX - 1, &game->white) &&
           wire_text(item, "moves", game->moves, sizeof game->moves) &&
           game->moves[strspn(game->moves, allowed)] == '\0';
}

bool wire_beat_read(const char *text, size_t length, Beat *beat) {
    cJSON *message = wire_parse(text, length, "beat");
    const cJSON *hashes = wire_array(message, "hashes", BEAT_HASHES_MAX);
    const cJSON *games = wire_array(message, "games", BEAT_GAMES_MAX), *item;
    const cJSON *tasks = wire_array(message, "tasks", BEAT_TASKS_MAX);
    *beat = (Beat){0};
    bool is_read = hashes != NULL && games != NULL && tasks != NULL &&
                   wire_secret(message, "token", beat->token) &&
                   wire_whole(message, "empty_ms", -1, INT64_C(1) << 40, &beat->empty_ms) &&
                   wire_text(message, "worker", beat->worker, sizeof beat->worker) &&
                   wire_is_name(beat->worker) &&
                   wire_text(message, "cpu", beat->cpu, sizeof beat->cpu) &&
                   wire_real(message, "speed", 0, 1e9, &beat->speed) &&
                   wire_int(message, "tables", 0, BEAT_TABLES_MAX, &beat->tables) &&
                   wire_int(message, "busy", 0, BEAT_TABLES_MAX, &beat->busy) &&
                   wire_flag(message, "leaving", &beat->is_leaving);
    if (is_read) {
        cJSON_ArrayForEach(item, hashes) {
            const char *hash = cJSON_GetStringValue(item);
            is_read = is_read && hash != NULL && strlen(hash) < WIRE_HASH_MAX;
            if (is_read)
                strcpy(beat->hashes[beat->hash_count++], hash);
        }
        cJSON_ArrayForEach(item, tasks) is_read =
            is_read && wire_item(item, 1, 10000000, &beat->tasks[beat->task_count++]);
        cJSON_ArrayForEach(item, games) is_read =
            is_read && read_game(item, &beat->games[beat->game_count++]);
    }
    cJSON_Delete(message);
    return is_read;
}
