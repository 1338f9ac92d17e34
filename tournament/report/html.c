/* html.c: the page of a run: the data as JSON, put between the parts of page.html.
 *
 * Foreign text enters the page only as JSON, with every '<' escaped, and the page's script shows it
 * as text: no output of an engine can become code or markup. */
#include <cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/json_tools.h"
#include "report/run_page.h"
#include "report/writers.h"
#include "shared/page/page.h"
#include "shared/referee/referee.h"
#include "store/text.h"

typedef struct PageWriter {
    FILE *file;
    bool is_first, is_good;
} PageWriter;

static void put_script_text(FILE *file, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '<')
            fputs("\\u003c", file);
        else
            putc(*text, file);
    }
}

static bool add_number(cJSON *object, const char *name, double value) {
    return cJSON_AddNumberToObject(object, name, value) != NULL;
}

static bool append_wdl(cJSON *array, const Wdl *wdl) {
    cJSON *item = json_append_array(array);
    return json_append_number(item, (double)wdl->wins) &&
           json_append_number(item, (double)wdl->draws) &&
           json_append_number(item, (double)wdl->losses);
}

static bool append_counts(cJSON *array, const int64_t *counts, int count) {
    for (int i = 0; i < count; i++)
        if (!json_append_number(array, (double)counts[i]))
            return false;
    return true;
}

static bool add_engine(cJSON *list, const Summary *summary, int index) {
    const StoreEngine *about = &summary->run->engines[index];
    const SummaryEngine *engine = &summary->engines[index];
    const Rating *rating = ratings_get(summary->ratings, index);
    cJSON *item = json_append_object(list);
    cJSON *results = cJSON_AddArrayToObject(item, "results"); /* all, with black, with white */
    double moves = (double)engine->moves, scored = (double)engine->scored_moves;
    double clocks = (double)engine->clocks;
    return json_add_text(item, "name", about->name) &&
           json_add_text(item, "command", about->command) &&
           json_add_text(item, "version", about->version) &&
           json_add_text(item, "author", about->author) &&
           json_add_text(item, "country", about->country) && add_number(item, "elo", rating->elo) &&
           add_number(item, "error", rating->error) && append_wdl(results, &engine->all) &&
           append_wdl(results, &engine->color[0]) && append_wdl(results, &engine->color[1]) &&
           append_counts(cJSON_AddArrayToObject(item, "lostBy"), engine->lost_by,
                         GAME_REASON_COUNT) &&
           add_number(item, "moveMs", moves > 0 ? (double)engine->time_us / 1000 / moves : NAN) &&
           add_number(item, "slowestMs", moves > 0 ? (double)engine->slowest_us / 1000 : NAN) &&
           add_number(item, "depth", scored > 0 ? (double)engine->depth_sum / scored : NAN) &&
           add_number(item, "leftMs", clocks > 0 ? (double)engine->left_us / 1000 / clocks : NAN) &&
           add_number(item, "leastLeftMs", clocks > 0 ? (double)engine->least_left_us / 1000 : NAN);
}

static bool add_engines(cJSON *root, const Summary *summary) {
    cJSON *list = cJSON_AddArrayToObject(root, "engines");
    cJSON *cross = cJSON_AddArrayToObject(root, "cross");
    cJSON *order = cJSON_AddArrayToObject(root, "order");
    int n = summary->engine_count;
    int *places = summary_order(summary);
    bool is_good = places != NULL;
    for (int i = 0; i < n && is_good; i++) {
        is_good = json_append_number(order, places[i]) && add_engine(list, summary, i);
        cJSON *row = json_append_array(cross);
        for (int j = 0; j < n && is_good; j++)
            is_good = append_wdl(row, summary_cross(summary, i, j));
    }
    free(places);
    return is_good;
}

static bool add_estimate(cJSON *object, const char *name, EloEstimate estimate) {
    cJSON *pair = cJSON_AddArrayToObject(object, name);
    return json_append_number(pair, estimate.elo) && json_append_number(pair, estimate.error);
}

static bool add_test(cJSON *match, const Summary *summary) {
    static const char *const models[SPRT_MODELS] = {"trinomial", "pentanomial", "normalised"};
    const Sprt *sprt = &summary->run->sprt;
    if (!summary->run->has_sprt)
        return cJSON_AddNullToObject(match, "sprt") != NULL;
    cJSON *test = cJSON_AddObjectToObject(match, "sprt");
    double llr = summary_llr(summary);
    return json_add_text(test, "model", models[sprt->model]) &&
           add_number(test, "elo0", sprt->elo0) && add_number(test, "elo1", sprt->elo1) &&
           add_number(test, "llr", llr) && add_number(test, "lower", sprt_lower_bound(sprt)) &&
           add_number(test, "upper", sprt_upper_bound(sprt)) &&
           add_number(test, "verdict", summary_verdict(summary));
}

static bool add_course(cJSON *match, const Summary *summary) {
    cJSON *course = cJSON_AddArrayToObject(match, "course");
    for (int i = 0; i < summary->course_count; i++) {
        const SummaryPoint *point = &summary->course[i];
        cJSON *item = json_append_array(course);
        if (!json_append_number(item, (double)point->games) ||
            !json_append_number(item, point->elo) || !json_append_number(item, point->elo_error) ||
            !json_append_number(item, point->llr))
            return false;
    }
    return course != NULL;
}

/* Adds the match of two engines; null for other numbers of engines. */
static bool add_match(cJSON *root, const Summary *summary) {
    if (summary->engine_count != 2 || wdl_games(summary_cross(summary, 0, 1)) == 0)
        return cJSON_AddNullToObject(root, "match") != NULL;
    const Wdl *wdl = summary_cross(summary, 0, 1);
    const Pairs *pairs = summary_pairs(summary, 0, 1);
    bool has_pairs = pairs_count(pairs) > 1;
    cJSON *match = cJSON_AddObjectToObject(root, "match");
    return add_estimate(match, "elo", elo_of_match(wdl, pairs)) &&
           add_estimate(match, "normalised",
                        has_pairs ? pairs_normalised_elo(pairs) : wdl_normalised_elo(wdl)) &&
           add_number(match, "superior", has_pairs ? pairs_los(pairs) : wdl_los(wdl)) &&
           append_counts(cJSON_AddArrayToObject(match, "pairs"), pairs->count, 5) &&
           add_test(match, summary) && add_course(match, summary);
}

/* Writes "h8": letter of the column, row from 1 at the bottom. Returns the characters written. */
static int put_point(char *text, int x, int y, int height) {
    return snprintf(text, 8, "%c%d", 'a' + x, height - y);
}

static bool add_openings(cJSON *root, const Summary *summary) {
    cJSON *list = cJSON_AddArrayToObject(root, "openings");
    for (int i = 0; i < summary->opening_count; i++) {
        const SummaryOpening *opening = summary->openings[i];
        const int64_t counts[] = {opening->index,       opening->black_wins, opening->draws,
                                  opening->white_wins,  opening->first.wins, opening->first.draws,
                                  opening->first.losses};
        char stones[3 * GAME_MAX_CELLS + 8];
        int used = 0;
        stones[0] = '\0';
        for (int k = 0; k < opening->stone_count; k++)
            used += put_point(stones + used, opening->stones[k][0], opening->stones[k][1],
                              summary->run->height);
        cJSON *item = json_append_array(list);
        bool is_good = append_counts(item, counts, 7);
        is_good = is_good && (summary->lacks_moves ? cJSON_AddItemToArray(item, cJSON_CreateNull())
                                                   : json_append_text(item, stones));
        if (!is_good)
            return false;
    }
    return list != NULL;
}

static bool add_reasons(cJSON *root, const Summary *summary) {
    cJSON *list = cJSON_AddArrayToObject(root, "reasons");
    for (int i = 0; i < GAME_REASON_COUNT; i++) {
        cJSON *item = json_append_array(list);
        if (!json_append_text(item, game_reason_text((GameReason)i)) ||
            !json_append_number(item, (double)summary->reasons[i]))
            return false;
    }
    return list != NULL;
}

/* [engine, Elo], or null. */
static bool add_anchor(cJSON *root, const Summary *summary) {
    double elo;
    int anchor = ratings_get_anchor(summary->ratings, &elo);
    if (anchor < 0)
        return cJSON_AddNullToObject(root, "anchor") != NULL;
    cJSON *pair = cJSON_AddArrayToObject(root, "anchor");
    return json_append_number(pair, anchor) && json_append_number(pair, elo);
}

static cJSON *describe_run(const Summary *summary) {
    const StoreRun *run = summary->run;
    const int64_t totals[] = {summary->games,           summary->black_wins, summary->draws,
                              summary->white_wins,      summary->undecided,  summary->repeats,
                              wdl_games(&summary->late)};
    enum { TOTALS = sizeof totals / sizeof totals[0] };
    cJSON *root = cJSON_CreateObject();
    bool is_good =
        add_number(root, "run", (double)run->id) &&
        add_number(root, "started", (double)run->started) &&
        json_add_text(root, "rule", referee_rule_name(run->rule)) &&
        add_number(root, "width", run->width) && add_number(root, "height", run->height) &&
        add_number(root, "planned", (double)run->planned) &&
        add_number(root, "priorDraws", RATINGS_PRIOR_DRAWS) && add_anchor(root, summary) &&
        add_number(root, "groups", summary_groups(summary)) &&
        cJSON_AddBoolToObject(root, "knockout", summary_is_knockout(summary)) != NULL &&
        json_add_text(root, "settings", run->settings) &&
        append_counts(cJSON_AddArrayToObject(root, "totals"), totals, TOTALS) &&
        add_engines(root, summary) && add_match(root, summary) && add_openings(root, summary) &&
        add_reasons(root, summary);
    if (!is_good) {
        cJSON_Delete(root);
        return NULL;
    }
    return root;
}

/* ---- Games ---------------------------------------------------------------------------------- */

/* Finds the points of the winning row, as one text, by replaying the game on the referee. "" if no
 * row won, or in a continuous game. */
static void find_winning_row(const GameRecord *game, char *text) {
    Referee referee;
    text[0] = '\0';
    if (game->is_continuous || game->move_count == 0 ||
        !referee_init(&referee, (int)game->rule, game->width, game->height))
        return;
    for (size_t i = 0; i < game->move_count && !referee.is_over; i++)
        referee_play(&referee, game->moves[i].x, game->moves[i].y);
    const GameMove *last = &game->moves[game->move_count - 1];
    int points[4 * REFEREE_MAX_SIZE][2];
    size_t count = referee_winning_points(&referee, last->x, last->y, points, 4 * REFEREE_MAX_SIZE);
    for (size_t i = 0; i < count; i++)
        text += put_point(text, points[i][0], points[i][1], game->height);
}

/* Returns a game as an array; run.js names its members. */
static cJSON *describe_game(const GameRecord *game) {
    char moves[3 * GAME_MAX_CELLS + 8], row[3 * 4 * REFEREE_MAX_SIZE + 8];
    int used = 0;
    moves[0] = '\0';
    cJSON *item = cJSON_CreateArray();
    const int64_t head[] = {game->number,
                            game->round,
                            game->game,
                            game->engine[GAME_BLACK],
                            game->engine[GAME_WHITE],
                            (int64_t)game->result,
                            (int64_t)game->reason,
                            game->opening,
                            (int64_t)game->opening_count,
                            game->started_ms,
                            game->duration_ms,
                            game->width,
                            game->height};
    bool is_good = append_counts(item, head, sizeof(head) / sizeof(head[0])) &&
                   json_append_text(item, game->detail);
    for (size_t i = 0; i < game->move_count; i++)
        used += put_point(moves + used, game->moves[i].x, game->moves[i].y, game->height);
    find_winning_row(game, row);
    is_good = is_good && json_append_text(item, moves) && json_append_text(item, row);
    cJSON *times = json_append_array(item), *scores = json_append_array(item);
    cJSON *depths = json_append_array(item);
    for (size_t i = 0; i < game->move_count && is_good; i++) {
        const GameMove *move = &game->moves[i];
        is_good = json_append_number(times, round((double)move->time_us / 100) / 10) &&
                  json_append_number_if(scores, move->has_score, move->score) &&
                  json_append_number_if(depths, move->has_score, move->depth);
    }
    if (!is_good || depths == NULL) {
        cJSON_Delete(item);
        return NULL;
    }
    return item;
}

static bool write_game(const GameRecord *game, void *context) {
    PageWriter *writer = context;
    cJSON *item = describe_game(game);
    char *text = item != NULL ? cJSON_PrintUnformatted(item) : NULL;
    writer->is_good = text != NULL;
    if (text != NULL) {
        fputs(writer->is_first ? "\n" : ",\n", writer->file);
        put_script_text(writer->file, text);
    }
    writer->is_first = false;
    cJSON_free(text);
    cJSON_Delete(item);
    return writer->is_good && ferror(writer->file) == 0;
}

bool report_write_page_data(FILE *file, Store *store, const Summary *summary, int64_t first,
                            const char *live) {
    cJSON *root = describe_run(summary);
    char *text = root != NULL ? cJSON_PrintUnformatted(root) : NULL;
    cJSON_Delete(root);
    if (text == NULL)
        return false;
    text[strlen(text) - 1] = '\0'; /* the rest follows, before the closing brace */
    put_script_text(file, text);
    cJSON_free(text);
    if (live != NULL) {
        fputs(",\"live\":", file);
        put_script_text(file, live);
    }
    fputs(",\"games\":[", file);
    PageWriter writer = {file, true, true};
    bool is_read = store_each_game_from(store, STORE_MOVES, first, write_game, &writer);
    fputs("\n]}", file);
    return is_read && writer.is_good;
}

typedef struct WholeRun {
    Store *store;
    const Summary *summary;
} WholeRun;

static bool write_whole_run(FILE *file, void *context) {
    const WholeRun *run = context;
    return report_write_page_data(file, run->store, run->summary, 0, NULL);
}

static const char *const scripts[] = {run_js, plots_js, tables_js, games_js, live_js, NULL};
static const Page run_page = {.html = page_html, .css = live_css, .scripts = scripts, .policy = ""};

bool report_write_html(FILE *file, Store *store, const Summary *summary) {
    WholeRun run = {store, summary};
    Page page = run_page;
    page.write_data = write_whole_run;
    page.context = &run;
    return page_write(file, &page);
}

static bool write_text(FILE *file, void *context) {
    const char *const *text = context;
    return fputs(*text, file) >= 0;
}

bool report_write_live_html(FILE *file, const char *data) {
    Page page = run_page;
    page.write_data = write_text;
    page.context = &data;
    page.policy = "; connect-src 'self'";
    return page_write(file, &page);
}
