/* json.c: writes a run as one JSON object. Builds, prints and frees games one at a time, so that
 * memory does not grow with the run. */
#include <cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "report/json_tools.h"
#include "report/writers.h"
#include "shared/opening/rule.h"
#include "shared/referee/referee.h"
#include "store/text.h"

typedef struct JsonWriter {
    FILE *file;
    bool is_first, is_good;
} JsonWriter;

static bool add_engines(cJSON *root, const StoreRun *run) {
    cJSON *list = cJSON_AddArrayToObject(root, "engines");
    for (int i = 0; i < run->engine_count && list != NULL; i++) {
        const StoreEngine *engine = &run->engines[i];
        cJSON *item = json_append_object(list);
        if (!json_add_text(item, "name", engine->name) ||
            !json_add_text(item, "command", engine->command) ||
            !json_add_text(item, "version", engine->version) ||
            !json_add_text(item, "author", engine->author) ||
            !json_add_text(item, "country", engine->country))
            return false;
    }
    return list != NULL;
}

static bool add_test(cJSON *root, const Summary *summary) {
    const StoreRun *run = summary->run;
    static const char *const models[SPRT_MODELS] = {"trinomial", "pentanomial", "normalised"};
    if (!run->has_sprt)
        return cJSON_AddNullToObject(root, "sprt") != NULL;
    cJSON *test = cJSON_AddObjectToObject(root, "sprt");
    return json_add_text(test, "model", models[run->sprt.model]) &&
           cJSON_AddNumberToObject(test, "elo0", run->sprt.elo0) != NULL &&
           cJSON_AddNumberToObject(test, "elo1", run->sprt.elo1) != NULL &&
           cJSON_AddNumberToObject(test, "alpha", run->sprt.alpha) != NULL &&
           cJSON_AddNumberToObject(test, "beta", run->sprt.beta) != NULL &&
           cJSON_AddNumberToObject(test, "lower", sprt_lower_bound(&run->sprt)) != NULL &&
           cJSON_AddNumberToObject(test, "upper", sprt_upper_bound(&run->sprt)) != NULL &&
           cJSON_AddNumberToObject(test, "llr", summary_llr(summary)) != NULL &&
           json_add_text(test, "verdict", summary_verdict_text(summary)) &&
           cJSON_AddNumberToObject(test, "late_games", (double)wdl_games(&summary->late)) != NULL;
}

/* Adds the ratings, in the order of the table; null where a number is unknown. */
static bool add_ratings(cJSON *root, const Summary *summary) {
    cJSON *list = cJSON_AddArrayToObject(root, "ratings");
    int *order = summary_order(summary);
    bool is_good = list != NULL && order != NULL;
    for (int place = 0; is_good && place < summary->engine_count; place++) {
        const Rating *rating = ratings_get(summary->ratings, order[place]);
        const Wdl *wdl = &summary->engines[order[place]].all;
        cJSON *item = json_append_object(list);
        is_good = json_add_text(item, "engine", summary->run->engines[order[place]].name) &&
                  cJSON_AddNumberToObject(item, "elo", rating->elo) != NULL &&
                  cJSON_AddNumberToObject(item, "error", rating->error) != NULL &&
                  cJSON_AddNumberToObject(item, "games", (double)wdl_games(wdl)) != NULL &&
                  cJSON_AddNumberToObject(item, "wins", (double)wdl->wins) != NULL &&
                  cJSON_AddNumberToObject(item, "draws", (double)wdl->draws) != NULL &&
                  cJSON_AddNumberToObject(item, "losses", (double)wdl->losses) != NULL;
    }
    free(order);
    return is_good;
}

/* Returns the object without its games; NULL if out of memory. */
static cJSON *describe_run(const Summary *summary) {
    const StoreRun *run = summary->run;
    cJSON *root = cJSON_CreateObject();
    char seed[32];
    snprintf(seed, sizeof(seed), "%llu", (unsigned long long)run->seed);
    bool is_good = cJSON_AddNumberToObject(root, "run", (double)run->id) != NULL &&
                   cJSON_AddNumberToObject(root, "started", (double)run->started) != NULL &&
                   cJSON_AddNumberToObject(root, "rule", run->rule) != NULL &&
                   json_add_text(root, "rule_name", referee_rule_name(run->rule)) &&
                   cJSON_AddNumberToObject(root, "width", run->width) != NULL &&
                   cJSON_AddNumberToObject(root, "height", run->height) != NULL &&
                   json_add_text(root, "seed", seed) && /* more digits than a double holds */
                   cJSON_AddNumberToObject(root, "planned", (double)run->planned) != NULL &&
                   json_add_text(root, "settings", run->settings) && add_test(root, summary) &&
                   add_engines(root, run) && add_ratings(root, summary);
    if (!is_good) {
        cJSON_Delete(root);
        return NULL;
    }
    return root;
}

static bool add_moves(cJSON *item, const GameRecord *game) {
    cJSON *moves = cJSON_AddArrayToObject(item, "moves");
    cJSON *times = cJSON_AddArrayToObject(item, "times");
    cJSON *scores = cJSON_AddArrayToObject(item, "scores");
    cJSON *depths = cJSON_AddArrayToObject(item, "depths");
    cJSON *nodes = cJSON_AddArrayToObject(item, "nodes");
    cJSON *messages = cJSON_AddArrayToObject(item, "messages");
    for (size_t i = 0; i < game->move_count; i++) {
        const GameMove *move = &game->moves[i];
        cJSON *point = cJSON_CreateIntArray((const int[]){move->x, move->y}, 2);
        if (!cJSON_AddItemToArray(moves, point)) {
            cJSON_Delete(point);
            return false;
        }
        if (!json_append_number(times, (double)move->time_us / 1000) ||
            !json_append_number_if(scores, move->has_score, move->score) ||
            !json_append_number_if(depths, move->has_score, move->depth) ||
            !json_append_number_if(nodes, move->has_score, (double)move->nodes) ||
            !json_append_text(messages, move->messages))
            return false;
    }
    return messages != NULL;
}

/* Adds the rest of each player's match clock at the end, in milliseconds; null without a clock. */
static bool add_clocks(cJSON *item, const GameRecord *game) {
    cJSON *left = cJSON_AddArrayToObject(item, "left_ms");
    return json_append_number_if(left, game->left_us[GAME_BLACK] >= 0,
                                 (double)game->left_us[GAME_BLACK] / 1000) &&
           json_append_number_if(left, game->left_us[GAME_WHITE] >= 0,
                                 (double)game->left_us[GAME_WHITE] / 1000);
}

static cJSON *describe_game(const GameRecord *game) {
    cJSON *item = cJSON_CreateObject();
    int winner = game_record_winner(game);
    const OpeningRule *rule =
        game->opening_rule > 0 ? opening_rule_at(game->opening_rule - 1) : NULL;
    cJSON *players = cJSON_AddArrayToObject(item, "players");
    bool is_good =
        json_append_text(players, game->name[GAME_BLACK]) &&
        json_append_text(players, game->name[GAME_WHITE]) &&
        cJSON_AddNumberToObject(item, "number", (double)game->number) != NULL &&
        cJSON_AddNumberToObject(item, "round", game->round) != NULL &&
        cJSON_AddNumberToObject(item, "game", game->game) != NULL &&
        cJSON_AddNumberToObject(item, "pair", (double)game->pair) != NULL &&
        json_add_text(item, "black", game->name[GAME_BLACK]) &&
        json_add_text(item, "white", game->name[GAME_WHITE]) &&
        json_add_text(item, "winner", winner >= 0 ? game->name[winner] : NULL) &&
        json_add_text(item, "result", game_result_word(game->result)) &&
        json_add_text(item, "reason", game_reason_word(game->reason)) &&
        json_add_text(item, "detail", game->detail) &&
        cJSON_AddBoolToObject(item, "late", game->test == GAME_AFTER_TEST) != NULL &&
        cJSON_AddNumberToObject(item, "rule", (int)game->rule | (game->is_continuous ? 2 : 0)) !=
            NULL &&
        cJSON_AddBoolToObject(item, "swap2", game->opening_rule == 1) != NULL &&
        json_add_text(item, "opening_rule", rule != NULL ? rule->name : NULL) &&
        cJSON_AddNumberToObject(item, "width", game->width) != NULL &&
        cJSON_AddNumberToObject(item, "height", game->height) != NULL &&
        cJSON_AddNumberToObject(item, "opening", (double)game->opening) != NULL &&
        cJSON_AddNumberToObject(item, "opening_moves", (double)game->opening_count) != NULL &&
        cJSON_AddNumberToObject(item, "started_ms", (double)game->started_ms) != NULL &&
        cJSON_AddNumberToObject(item, "duration_ms", (double)game->duration_ms) != NULL &&
        add_clocks(item, game) && add_moves(item, game);
    if (!is_good) {
        cJSON_Delete(item);
        return NULL;
    }
    return item;
}

static bool write_game(const GameRecord *game, void *context) {
    JsonWriter *writer = context;
    cJSON *item = describe_game(game);
    char *text = item != NULL ? cJSON_PrintUnformatted(item) : NULL;
    writer->is_good = text != NULL;
    if (text != NULL)
        fprintf(writer->file, "%s\n%s", writer->is_first ? "" : ",", text);
    writer->is_first = false;
    cJSON_free(text);
    cJSON_Delete(item);
    return writer->is_good && ferror(writer->file) == 0;
}

bool report_write_json(FILE *file, Store *store, const Summary *summary) {
    cJSON *root = describe_run(summary);
    char *text = root != NULL ? cJSON_PrintUnformatted(root) : NULL;
    cJSON_Delete(root);
    if (text == NULL)
        return false;
    /* The games follow as the last member, before the closing brace. */
    fwrite(text, 1, strlen(text) - 1, file);
    fputs(",\"games\":[", file);
    cJSON_free(text);
    JsonWriter writer = {file, true, true};
    bool is_read = store_each_game(store, STORE_EVERYTHING, write_game, &writer);
    fputs("\n]}\n", file);
    return is_read && writer.is_good;
}
