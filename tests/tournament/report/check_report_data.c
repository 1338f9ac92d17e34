/* The data of a report: JSON, and the page that shows the same. */
#include <cJSON.h>
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/harness.h"
#include "tournament/report/calls.h"
#include "tournament/report/page_data.h"
#include "tournament/support/place.h"
#include "tournament/support/samples.h"

START_TEST(json_lists_every_game_whole) {
    const StoreRun *run = sample_run(3);
    ck_assert(sample_database(in_folder("a.db"), 3, 60));
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-json", in_folder("a.json")), 0);
    char *text = slurp(in_folder("a.json"));
    cJSON *root = cJSON_Parse(text);
    ck_assert_ptr_nonnull(root);
    const cJSON *games = cJSON_GetObjectItem(root, "games");
    ck_assert_int_eq(cJSON_GetArraySize(games), 60);
    for (int i = 0; i < 60; i++) {
        GameRecord game;
        sample_game(&game, run, i + 1);
        const cJSON *item = cJSON_GetArrayItem(games, i);
        const char *winner = cJSON_GetStringValue(cJSON_GetObjectItem(item, "winner"));
        int winner_color = game_record_winner(&game);
        ck_assert((winner != NULL) == (winner_color >= 0));
        if (winner_color >= 0) {
            const cJSON *players = cJSON_GetObjectItem(item, "players");
            const cJSON *player = cJSON_GetArrayItem(players, winner_color);
            ck_assert_str_eq(winner, cJSON_GetStringValue(player));
        }
        ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(item, "reason")),
                         game_reason_word(game.reason));
        for (int color = 0; color < 2; color++) {
            const cJSON *left = cJSON_GetArrayItem(cJSON_GetObjectItem(item, "left_ms"), color);
            ck_assert(cJSON_IsNumber(left) == (game.left_us[color] >= 0));
            ck_assert(!cJSON_IsNumber(left) ||
                      left->valuedouble == (double)game.left_us[color] / 1000);
        }
        ck_assert_int_eq(cJSON_GetObjectItem(item, "opening_moves")->valueint,
                         (int)game.opening_count);
        ck_assert_int_eq(cJSON_GetObjectItem(item, "opening")->valueint, (int)game.opening);
        const cJSON *moves = cJSON_GetObjectItem(item, "moves");
        const cJSON *times = cJSON_GetObjectItem(item, "times");
        const cJSON *scores = cJSON_GetObjectItem(item, "scores");
        ck_assert_int_eq(cJSON_GetArraySize(moves), (int)game.move_count);
        ck_assert_int_eq(cJSON_GetArraySize(times), (int)game.move_count);
        ck_assert_int_eq(cJSON_GetArraySize(scores), (int)game.move_count);
        for (int k = 0; k < (int)game.move_count; k++) {
            const cJSON *point = cJSON_GetArrayItem(moves, k);
            const cJSON *score = cJSON_GetArrayItem(scores, k);
            ck_assert_int_eq(cJSON_GetArrayItem(point, 0)->valueint, game.moves[k].x);
            ck_assert_int_eq(cJSON_GetArrayItem(point, 1)->valueint, game.moves[k].y);
            ck_assert(fabs(cJSON_GetArrayItem(times, k)->valuedouble -
                           (double)game.moves[k].time_us / 1000) < 1e-9);
            ck_assert(cJSON_IsNumber(score) == game.moves[k].has_score);
            ck_assert(!game.moves[k].has_score || score->valueint == game.moves[k].score);
        }
        game_record_release(&game);
    }
    cJSON_Delete(root);
    free(text);
}
END_TEST

/* The game as the page shows it: its list names players, result, moves, winning row, times. */
static void compare_with_page(const cJSON *item, const GameRecord *game) {
    enum { BLACK_AT = 3, WHITE_AT, RESULT_AT, MOVES_AT = 14, ROW_AT, TIMES_AT };
    char moves[GAME_MOVES_MAX];
    game_record_moves(game, moves);
    ck_assert_int_eq(number_at(item, BLACK_AT), game->engine[GAME_BLACK]);
    ck_assert_int_eq(number_at(item, WHITE_AT), game->engine[GAME_WHITE]);
    ck_assert_int_eq(number_at(item, RESULT_AT), (int)game->result);
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetArrayItem(item, MOVES_AT)), moves);
    const char *row = cJSON_GetStringValue(cJSON_GetArrayItem(item, ROW_AT));
    bool is_five = game->reason == GAME_REASON_FIVE;
    ck_assert_int_eq(row[0] != '\0', is_five);
    if (is_five) { /* the row holds the last move */
        const GameMove *last = &game->moves[game->move_count - 1];
        char point[16];
        snprintf(point, sizeof point, "%c%d", 'a' + last->x, game->height - last->y);
        expect_text(row, point);
    }
    const cJSON *times = cJSON_GetArrayItem(item, TIMES_AT);
    for (int i = 0; i < (int)game->move_count; i++)
        ck_assert(fabs(cJSON_GetArrayItem(times, i)->valuedouble -
                       (double)game->moves[i].time_us / 1000) < 0.051);
}

START_TEST(json_lists_ratings_from_the_best_down) {
    ck_assert(sample_database(in_folder("a.db"), 3, 60));
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-json", in_folder("a.json")), 0);
    char *text = slurp(in_folder("a.json"));
    cJSON *root = cJSON_Parse(text);
    const cJSON *ratings = cJSON_GetObjectItem(root, "ratings"), *item;
    double last = HUGE_VAL, sum = 0;
    int games = 0;
    cJSON_ArrayForEach(item, ratings) {
        double elo = cJSON_GetNumberValue(cJSON_GetObjectItem(item, "elo"));
        ck_assert(elo <= last && cJSON_GetNumberValue(cJSON_GetObjectItem(item, "error")) > 0);
        ck_assert(cJSON_IsString(cJSON_GetObjectItem(item, "engine")));
        last = elo;
        sum += elo;
        int results = 0;
        for (int i = 0; i < 3; i++)
            results += (int)cJSON_GetNumberValue(
                cJSON_GetObjectItem(item, (const char *[]){"wins", "draws", "losses"}[i]));
        ck_assert_int_eq(results, (int)cJSON_GetNumberValue(cJSON_GetObjectItem(item, "games")));
        games += results;
    }
    ck_assert_int_eq(cJSON_GetArraySize(ratings), 3);
    ck_assert_int_gt(games, 100); /* of 60, two engines each; some have no result */
    ck_assert(fabs(sum) < 1e-6);
    cJSON_Delete(root);
    free(text);
}
END_TEST

START_TEST(page_shows_moves_and_rows_where_they_are) {
    const StoreRun *run = sample_run(3);
    ck_assert(sample_database(in_folder("a.db"), 3, 40));
    cJSON *root = page_data("a.db");
    const cJSON *games = cJSON_GetObjectItem(root, "games");
    int fives = 0;
    for (int i = 0; i < 40; i++) {
        GameRecord game;
        sample_game(&game, run, i + 1);
        compare_with_page(cJSON_GetArrayItem(games, i), &game);
        fives += game.reason == GAME_REASON_FIVE;
        game_record_release(&game);
    }
    ck_assert_int_gt(fives, 10);
    cJSON_Delete(root);
}
END_TEST

/* Counted from the games themselves. */
START_TEST(page_tells_totals_crosses_and_openings) {
    enum { ENGINES = 3, GAMES = 60, GAMES_AT = 0, BLACK_AT, DRAWS_AT, WHITE_AT };
    const StoreRun *run = sample_run(ENGINES);
    int wins[ENGINES][ENGINES] = {{0}}, results[4] = {0}, points[ENGINES] = {0};
    ck_assert(sample_database(in_folder("a.db"), ENGINES, GAMES));
    for (int i = 1; i <= GAMES; i++) {
        GameRecord game;
        sample_game(&game, run, i);
        int winner = game_record_winner(&game);
        results[game.result]++;
        if (winner >= 0)
            wins[game.engine[winner]][game.engine[1 - winner]]++;
        for (int color = 0; color < 2; color++)
            points[game.engine[color]] += winner == color ? 2 : winner < 0;
        game_record_release(&game);
    }
    cJSON *root = page_data("a.db");
    const cJSON *totals = cJSON_GetObjectItem(root, "totals");
    ck_assert_int_eq(number_at(totals, GAMES_AT), GAMES);
    ck_assert_int_eq(number_at(totals, BLACK_AT), results[GAME_BLACK_WINS]);
    ck_assert_int_eq(number_at(totals, DRAWS_AT), results[GAME_DRAWN]);
    ck_assert_int_eq(number_at(totals, WHITE_AT), results[GAME_WHITE_WINS]);
    ck_assert_int_ne(results[GAME_BLACK_WINS], results[GAME_WHITE_WINS]);
    bool differs = false;
    for (int i = 0; i < ENGINES; i++)
        for (int j = 0; j < ENGINES; j++) {
            const cJSON *row = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "cross"), i);
            ck_assert_int_eq(number_at(cJSON_GetArrayItem(row, j), 0), wins[i][j]);
            differs |= wins[i][j] != wins[j][i];
        }
    ck_assert(differs);
    const cJSON *order = cJSON_GetObjectItem(root, "order");
    for (int i = 0; i + 1 < ENGINES; i++)
        ck_assert_int_ge(points[number_at(order, i)], points[number_at(order, i + 1)]);
    cJSON_Delete(root);
}
END_TEST

START_TEST(page_holds_its_data_as_json_that_cannot_leave_it) {
    ck_assert(sample_database(in_folder("a.db"), 2, 30));
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-html", in_folder("a.html")), 0);
    char *text = slurp(in_folder("a.html"));
    const char *mark = "<script type=\"application/json\" id=\"data\">";
    char *data = strstr(text, mark);
    ck_assert_ptr_nonnull(data);
    data += strlen(mark);
    char *end = strstr(data, "</script>");
    ck_assert_ptr_nonnull(end);
    *end = '\0';
    ck_assert_ptr_null(strchr(data, '<'));
    cJSON *root = cJSON_Parse(data);
    ck_assert_ptr_nonnull(root);
    ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(root, "games")), 30);
    const cJSON *engine = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "engines"), 1);
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(engine, "name")),
                     "</script><b>\"B&'\xEF\xBF\xBD\xEF\xBF\xBD");
    cJSON_Delete(root);
    ck_assert_ptr_null(strstr(text, "@PAGE_"));
    ck_assert_ptr_null(strstr(text, "http://www.w3.org/1999")); /* nothing but the SVG name space */
    free(text);
}
END_TEST

int main(void) {
    TCase *reports = tcase_create("reports");
    tcase_set_timeout(reports, 60);
    tcase_add_checked_fixture(reports, place_begin, NULL);
    tcase_add_test(reports, json_lists_every_game_whole);
    tcase_add_test(reports, json_lists_ratings_from_the_best_down);
    tcase_add_test(reports, page_shows_moves_and_rows_where_they_are);
    tcase_add_test(reports, page_tells_totals_crosses_and_openings);
    tcase_add_test(reports, page_holds_its_data_as_json_that_cannot_leave_it);
    Suite *suite = suite_create("report_data");
    suite_add_tcase(suite, reports);
    return run_suite(suite);
}
