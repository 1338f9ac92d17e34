#include "run/live_file.h"

#include <cJSON.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

bool live_file_path(const char *database, char *path, size_t size) {
    return snprintf(path, size, "%s-live", database) < (int)size;
}

typedef struct Writer {
    cJSON *games, *workers;
    int game_count;
} Writer;

static void add_game(void *context, const AwayLive *live) {
    Writer *writer = context;
    if (writer->game_count++ >= LIVE_GAMES_MAX)
        return;
    cJSON *item = cJSON_CreateObject();
    cJSON_AddItemToArray(writer->games, item);
    cJSON_AddStringToObject(item, "place", live->place);
    cJSON_AddNumberToObject(item, "number", (double)live->number);
    cJSON_AddNumberToObject(item, "black", live->engine[GAME_BLACK]);
    cJSON_AddNumberToObject(item, "white", live->engine[GAME_WHITE]);
    cJSON_AddStringToObject(item, "moves", live->moves);
}

static void add_worker(void *context, const AwayWorker *worker) {
    Writer *writer = context;
    cJSON *item = cJSON_CreateObject();
    cJSON_AddItemToArray(writer->workers, item);
    cJSON_AddStringToObject(item, "name", worker->name);
    cJSON_AddStringToObject(item, "cpu", worker->cpu);
    cJSON_AddNumberToObject(item, "speed", worker->speed);
    cJSON_AddNumberToObject(item, "tables", worker->tables);
    cJSON_AddNumberToObject(item, "busy", worker->busy);
    cJSON_AddNumberToObject(item, "games", (double)worker->games);
    cJSON_AddNumberToObject(item, "faults", (double)worker->faults);
    cJSON_AddNumberToObject(item, "seenMs", (double)worker->seen_ms);
    cJSON_AddBoolToObject(item, "aside", worker->is_aside);
}

static void add_table(Writer *writer, const GameRecord *game, int table) {
    char place[32], moves[GAME_MOVES_MAX];
    game_record_moves(game, moves);
    snprintf(place, sizeof place, "table %d", table);
    AwayLive live = {.place = place,
                     .number = game->number,
                     .engine = {game->engine[GAME_BLACK], game->engine[GAME_WHITE]},
                     .moves = moves};
    add_game(writer, &live);
}

static void replace(const char *path, const char *text) {
    char temporary[PATH_MAX];
    if (snprintf(temporary, sizeof temporary, "%s.new", path) >= (int)sizeof temporary)
        return;
    FILE *file = fopen(temporary, "w");
    if (file == NULL)
        return;
    bool is_written = fputs(text, file) >= 0;
    if (fclose(file) != 0 || !is_written || rename(temporary, path) != 0)
        unlink(temporary);
}

void live_file_write(const char *database, const char *text) {
    char path[PATH_MAX];
    if (live_file_path(database, path, sizeof path))
        replace(path, text);
}

char *live_file_text(int64_t run, const Arena *arena, const Dealer *dealer) {
    struct timeval now;
    cJSON *root = cJSON_CreateObject();
    Writer writer = {.games = cJSON_AddArrayToObject(root, "games"),
                     .workers = cJSON_AddArrayToObject(root, "workers")};
    gettimeofday(&now, NULL);
    cJSON_AddNumberToObject(root, "run", (double)run);
    cJSON_AddNumberToObject(root, "time", (double)now.tv_sec);
    for (int table = 1; table <= dealer->tables; table++) {
        const GameRecord *game = arena_game(arena, table);
        if (game != NULL)
            add_table(&writer, game, table);
    }
    dealer_each_live(dealer, add_game, &writer);
    dealer_each_worker(dealer, add_worker, &writer);
    char *text = cJSON_PrintUnformatted(root);
    cJSON_Delete(root);
    return text;
}

void live_file_remove(const char *database) {
    char path[PATH_MAX];
    if (live_file_path(database, path, sizeof path))
        unlink(path);
}
