/* Reports: what the writers make of known games, of hostile names, of bad command lines. */
#include "report/report.h"

#include <cJSON.h>
#include <check.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shared/status/failure.h"
#include "stats/summary.h"
#include "store/formats.h"
#include "store/text.h"
#include "support/harness.h"
#include "tournament/report/calls.h"
#include "tournament/support/place.h"
#include "tournament/support/samples.h"

/* ---- Formats -------------------------------------------------------------------------------- */

/* Five moves of black along the first row, after an opening of two. */
static GameRecord short_game(void) {
    GameRecord game;
    game_record_init(&game);
    game.number = 7;
    game.round = 4;
    game.game = 1;
    game.width = game.height = 15;
    game.result = GAME_BLACK_WINS;
    game.reason = GAME_REASON_FIVE;
    snprintf(game.name[0], GAME_NAME_MAX, "A \"quoted\" \\ ]");
    snprintf(game.name[1], GAME_NAME_MAX, "B");
    for (int i = 0; i < 12; i++) {
        GameMove move = {.x = i / 2, .y = i % 2 * 14, .is_opening = i < 2, .time_us = 1500 * i};
        ck_assert(game_record_append(&game, &move));
    }
    game.opening_count = 2;
    game.rule = GAME_RULE_RENJU;
    game.started_ms = INT64_C(1767323045000); /* 2026-01-02 03:04:05 UTC */
    for (int i = 2; i < 5; i++)
        game.moves[i].has_score = true;
    game.moves[2].score = -31;
    game.moves[2].depth = 9;
    game.moves[3].score = GAME_SCORE_MATE - 7;
    game.moves[3].depth = 4;
    game.moves[4].score = -GAME_SCORE_MATE + 2;
    game.moves[4].depth = 3;
    return game;
}

static char *formatted(void (*format)(FILE *file, const GameRecord *game), const GameRecord *game) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(file);
    format(file, game);
    fclose(file);
    return text;
}

START_TEST(pgn_has_c_gomoku_clis_tags_whites_result_and_the_moves) {
    GameRecord game = short_game();
    char *text = formatted(format_pgn, &game);
    expect_text(text, "[Event \"7\"]\n[Date \"");
    expect_text(text, "\"]\n[Round \"4.1\"]\n[Black \"A \\\"quoted\\\" \\\\ ]\"]\n[White \"B\"]\n"
                      "[Result \"0-1\"]\n[Winner \"Black\"]\n"
                      "[Termination \"Black win by five connection\"]\n[PlyCount \"12\"]\n"
                      "[UTCDate \"2026.01.02\"]\n[UTCTime \"03:04:05\"]\n[Rule \"renju\"]\n"
                      "[BoardSize \"15x15\"]\n[TimeControl \"?\"]\n[Opening \"a15 a1\"]\n\n"
                      "1. a15 {book} a1 {book} 2. b15 {-31/9 0.003s} b1 {+M7/4 0.004s} 3. c15\n"
                      "{-M2/3 0.006s} c1 {0.007s}");
    expect_text(text, "f1 {0.017s}\n0-1\n\n");
    free(text);
    game.result = GAME_DRAWN;
    game.reason = GAME_REASON_FULL_BOARD;
    text = formatted(format_pgn, &game);
    expect_text(text, "[Result \"1/2-1/2\"]\n[Winner \"none\"]\n"
                      "[Termination \"Draw by full board\"]");
    free(text);
    for (int i = 0; i < 100; i++)
        ck_assert(game_record_append(&game, &(GameMove){.x = i % 15, .y = 7}));
    text = formatted(format_pgn, &game);
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1)
        ck_assert_uint_le(strcspn(line, "\n"), 80);
    expect_text(text, " 56. ");
    free(text);
    game_record_release(&game);
}
END_TEST

static void expect_time_controls(const GameTime limit[2], const char *tags) {
    char wanted[200];
    GameRecord game = short_game();
    memcpy(game.limit, limit, sizeof game.limit);
    char *text = formatted(format_pgn, &game);
    snprintf(wanted, sizeof wanted, "[BoardSize \"15x15\"]\n%s[Opening ", tags);
    expect_text(text, wanted);
    free(text);
    game_record_release(&game);
}

/* "-": none; "1/S": S seconds for each move; "S" or "S+I": S seconds for all moves, I added for
 * each; "?": not known. As other managers do, different ones stand in tags of their own. */
START_TEST(pgn_has_the_time_control_in_the_standards_form) {
    static const GameTime none = {0, 0, 0}, unknown = {-1, -1, -1}, turn = {0, 500, 0},
                          match = {180000, 180000, 0}, added = {10000, 0, 100},
                          both = {60000, 5000, 250};
    expect_time_controls((GameTime[]){none, none}, "[TimeControl \"-\"]\n");
    expect_time_controls((GameTime[]){unknown, unknown}, "[TimeControl \"?\"]\n");
    expect_time_controls((GameTime[]){turn, turn}, "[TimeControl \"1/0.5\"]\n");
    expect_time_controls((GameTime[]){match, match}, "[TimeControl \"180\"]\n");
    expect_time_controls((GameTime[]){added, added}, "[TimeControl \"10+0.1\"]\n");
    expect_time_controls((GameTime[]){both, both},
                         "[TimeControl \"60+0.25\"]\n[TurnLimit \"5\"]\n");
    expect_time_controls((GameTime[]){turn, both}, "[BlackTimeControl \"1/0.5\"]\n"
                                                   "[WhiteTimeControl \"60+0.25\"]\n"
                                                   "[WhiteTurnLimit \"5\"]\n");
    expect_time_controls((GameTime[]){none, match}, "[BlackTimeControl \"-\"]\n"
                                                    "[WhiteTimeControl \"180\"]\n");
}
END_TEST

START_TEST(sgf_has_c_gomoku_clis_nodes_and_lines) {
    GameRecord game = short_game();
    char *text = formatted(format_sgf, &game);
    expect_text(text, "(;FF[4]GM[4]GN[7]EV[A \"quoted\" \\\\ \\] x B]DT[");
    expect_text(text, "]RO[4.1]RU[4]SZ[15]PB[A \"quoted\" \\\\ \\]]PW[B]RE[B+1]"
                      "TE[Black win by five connection]\n"
                      ";B[aa]C[opening move];W[ao]C[opening move]\n"
                      ";B[ba]C[3ms];W[bo]C[4ms];B[ca]C[6ms];W[co]C[7ms];B[da]C[9ms];W[do]C[10ms]"
                      ";B[ea]C[12ms];W[eo]C[13ms]\n"
                      ";B[fa]C[15ms];W[fo]C[16ms])\n\n");
    free(text);
    game_record_release(&game);
}
END_TEST

START_TEST(psq_is_what_piskvork_reads) {
    GameRecord game = short_game();
    snprintf(game.name[1], GAME_NAME_MAX, "two\nlines");
    char *text = formatted(format_psq, &game);
    expect_text(text, "Piskvorky 15x15, 11:11, 0\n1,1,0\n1,15,0\n2,1,3\n");
    expect_text(text, "\n6,15,16\nA \"quoted\" \\ ]\ntwo lines\n0\n1,renju\n");
    free(text);
    game.opening_count = 3; /* White makes the next move, so is player 1 */
    text = formatted(format_psq, &game);
    expect_text(text, "\ntwo lines\nA \"quoted\" \\ ]\n0\n2,renju\n");
    free(text);
    game.opening_count = 2;
    game.reason = GAME_REASON_TIME;
    text = formatted(format_psq, &game);
    expect_text(text, "\n15\n");
    free(text);
    /* Else these names would be read as a code of the end and as a move. */
    snprintf(game.name[0], GAME_NAME_MAX, "7");
    snprintf(game.name[1], GAME_NAME_MAX, "5,5");
    text = formatted(format_psq, &game);
    expect_text(text, "\n_7\n_5,5\n15\n");
    free(text);
    game_record_release(&game);
}
END_TEST

START_TEST(every_end_of_a_game_has_words) {
    GameRecord game = short_game();
    for (int result = GAME_UNDECIDED; result <= GAME_DRAWN; result++)
        for (int reason = 0; reason < GAME_REASON_COUNT; reason++) {
            game.result = (GameResult)result;
            game.reason = (GameReason)reason;
            ck_assert_ptr_nonnull(format_termination(&game));
        }
    game.result = GAME_WHITE_WINS;
    game.reason = GAME_REASON_DOUBLE_THREE;
    ck_assert_str_eq(format_termination(&game), "Black play forbidden move - double three");
    game.reason = GAME_REASON_POINTS;
    ck_assert_str_eq(format_termination(&game), "White win by points");
    game.result = GAME_UNDECIDED;
    game.reason = GAME_REASON_INTERRUPTED;
    ck_assert_str_eq(format_termination(&game), "Unterminated");
    game_record_release(&game);
}
END_TEST

START_TEST(any_bytes_become_utf8) {
    const struct {
        const char *from, *to;
    } texts[] = {
        {"plain", "plain"},
        {"tab\tline\n", "tab\tline\n"},
        {"\x01\x1b[31m\x7f", "\xEF\xBF\xBD\xEF\xBF\xBD[31m\xEF\xBF\xBD"},
        {"\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80", "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"},
        {"cut \xE2\x82", "cut \xEF\xBF\xBD\xEF\xBF\xBD"},
        {"\xC0\xAF", "\xEF\xBF\xBD\xEF\xBF\xBD"},                 /* over-long */
        {"\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"}, /* surrogate */
        {"\xF4\x90\x80\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
        {"a\xE2\x80\xAE"
         "b",
         "a\xEF\xBF\xBD"
         "b"}, /* right to left */
        {"", ""},
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        char *made = text_to_utf8(texts[i].from);
        ck_assert_str_eq(made, texts[i].to);
        free(made);
    }
    char *line = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&line, &size);
    ck_assert_ptr_nonnull(file);
    text_put_line(file, "\"a\"\xE2\x80\xAE"
                        "b\xFF\t\x1B.\nnext");
    fclose(file);
    ck_assert_str_eq(line, "\"a\"\xEF\xBF\xBD"
                           "b\xEF\xBF\xBD  .");
    free(line);
}
END_TEST

/* ---- Summary -------------------------------------------------------------------------------- */

static void add_game(Summary *summary, int64_t number, bool is_swapped, GameResult result,
                     GameReason reason) {
    GameRecord game;
    game_record_init(&game);
    game.number = number;
    game.pair = (number + 1) / 2;
    game.engine[GAME_BLACK] = is_swapped ? 1 : 0;
    game.engine[GAME_WHITE] = is_swapped ? 0 : 1;
    game.result = result;
    game.reason = reason;
    game.opening = 5;
    ck_assert(summary_add(summary, &game));
}

START_TEST(games_are_counted_by_engine_colour_and_pair) {
    Summary summary;
    ck_assert(summary_init(&summary, sample_run(2)));
    add_game(&summary, 1, false, GAME_BLACK_WINS, GAME_REASON_FIVE); /* first engine wins */
    add_game(&summary, 2, true, GAME_WHITE_WINS, GAME_REASON_TIME);  /* and again */
    add_game(&summary, 4, true, GAME_BLACK_WINS, GAME_REASON_FIVE);  /* loses */
    add_game(&summary, 3, false, GAME_DRAWN, GAME_REASON_FULL_BOARD);
    add_game(&summary, 5, false, GAME_WHITE_WINS, GAME_REASON_CRASH); /* loses, pair unfinished */
    add_game(&summary, 6, true, GAME_UNDECIDED, GAME_REASON_INTERRUPTED);
    ck_assert(summary_finish(&summary));
    const Wdl *wdl = summary_cross(&summary, 0, 1), *other = summary_cross(&summary, 1, 0);
    ck_assert(wdl->wins == 2 && wdl->draws == 1 && wdl->losses == 2);
    ck_assert(other->wins == 2 && other->draws == 1 && other->losses == 2);
    const int64_t pairs[5] = {0, 1, 0, 0, 1}, mirrored[5] = {1, 0, 0, 1, 0};
    ck_assert_mem_eq(summary_pairs(&summary, 0, 1)->count, pairs, sizeof(pairs));
    ck_assert_mem_eq(summary_pairs(&summary, 1, 0)->count, mirrored, sizeof(mirrored));
    ck_assert(summary.games == 5 && summary.undecided == 1);
    ck_assert(summary.black_wins == 2 && summary.white_wins == 2 && summary.draws == 1);
    ck_assert(summary.engines[0].color[GAME_BLACK].wins == 1);
    ck_assert(summary.engines[0].color[GAME_WHITE].wins == 1);
    ck_assert(summary.engines[1].lost_by[GAME_REASON_TIME] == 1);
    ck_assert(summary.engines[0].lost_by[GAME_REASON_CRASH] == 1);
    ck_assert(summary.opening_count == 1 && summary.openings[0]->index == 5);
    ck_assert(summary.openings[0]->black_wins == 2 && summary.openings[0]->first.wins == 2);
    summary_release(&summary);
}
END_TEST

START_TEST(course_of_a_long_match_is_thinned_out_evenly) {
    static Summary summary;
    ck_assert(summary_init(&summary, sample_run(2)));
    for (int64_t number = 1; number <= 12345; number++)
        add_game(&summary, number, number % 2 == 0, number % 3 ? GAME_BLACK_WINS : GAME_DRAWN,
                 GAME_REASON_FIVE);
    ck_assert_int_le(summary.course_count, SUMMARY_COURSE_MAX + 1);
    ck_assert_int_ge(summary.course_count, SUMMARY_COURSE_MAX / 2);
    ck_assert_int_eq(summary.course[summary.course_count - 1].games, 12345);
    for (int i = 1; i + 1 < summary.course_count; i++)
        ck_assert_int_eq(summary.course[i].games - summary.course[i - 1].games,
                         summary.course_step);
    summary_release(&summary);
}
END_TEST

/* ---- Whole reports -------------------------------------------------------------------------- */

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

/* The data of a page made of this database; to be deleted. */
static cJSON *page_data(const char *database) {
    static const char mark[] = "<script type=\"application/json\" id=\"data\">";
    ck_assert_int_eq(REPORT(in_folder(database), "-html", in_folder("page.html")), 0);
    char *text = slurp(in_folder("page.html")), *data = strstr(text, mark);
    ck_assert_ptr_nonnull(data);
    data += strlen(mark);
    *strstr(data, "</script>") = '\0';
    cJSON *root = cJSON_Parse(data);
    ck_assert_ptr_nonnull(root);
    free(text);
    return root;
}

static int number_at(const cJSON *list, int index) {
    const cJSON *item = cJSON_GetArrayItem(list, index);
    ck_assert(cJSON_IsNumber(item));
    return item->valueint;
}

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

/* With a game whose pair is unfinished. */
START_TEST(the_curve_of_a_match_ends_at_its_elo) {
    ck_assert(sample_database(in_folder("a.db"), 2, 41));
    cJSON *root = page_data("a.db");
    const cJSON *match = cJSON_GetObjectItem(root, "match");
    const cJSON *elo = cJSON_GetObjectItem(match, "elo");
    const cJSON *course = cJSON_GetObjectItem(match, "course");
    const cJSON *last = cJSON_GetArrayItem(course, cJSON_GetArraySize(course) - 1);
    ck_assert_int_eq(number_at(last, 0), 41);
    for (int i = 0; i < 2; i++)
        ck_assert_double_eq(cJSON_GetArrayItem(last, i + 1)->valuedouble,
                            cJSON_GetArrayItem(elo, i)->valuedouble);
    cJSON_Delete(root);
}
END_TEST

/* The bounds of the test in both files: the lower one is that of H0. */
START_TEST(bounds_of_the_test_are_those_of_its_kind) {
    ck_assert(sample_database(in_folder("a.db"), 2, 12));
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-json", in_folder("a.json")), 0);
    char *text = slurp(in_folder("a.json"));
    cJSON *roots[] = {cJSON_Parse(text), page_data("a.db")};
    const cJSON *tests[] = {cJSON_GetObjectItem(roots[0], "sprt"),
                            cJSON_GetObjectItem(cJSON_GetObjectItem(roots[1], "match"), "sprt")};
    for (int i = 0; i < 2; i++) {
        ck_assert_double_lt(cJSON_GetObjectItem(tests[i], "lower")->valuedouble, 0);
        ck_assert_double_gt(cJSON_GetObjectItem(tests[i], "upper")->valuedouble, 0);
        ck_assert_double_lt(cJSON_GetObjectItem(tests[i], "elo0")->valuedouble,
                            cJSON_GetObjectItem(tests[i], "elo1")->valuedouble);
        cJSON_Delete(roots[i]);
    }
    free(text);
}
END_TEST

/* Nothing else is written there. */
START_TEST(a_file_on_standard_output_is_alone_there) {
    ck_assert(sample_database(in_folder("a.db"), 2, 4));
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-json", "-"), 0);
    char *text = slurp(in_folder("stdout"));
    cJSON *root = cJSON_ParseWithOpts(text, NULL, true);
    ck_assert_msg(root != NULL, "%.300s", text);
    cJSON_Delete(root);
    free(text);
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-json", "-", "-pgn", "-"), 1);
    expect_in_file("stderr", "-: cannot be written: ");
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

START_TEST(all_files_come_from_one_call) {
    ck_assert(sample_database(in_folder("a.db"), 2, 12));
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-pgn", in_folder("a.pgn"), "-sgf",
                            in_folder("a.sgf"), "-psq", in_folder("psq")),
                     0);
    expect_in_file("a.pgn", "[Event \"12\"]");
    expect_in_file("a.sgf", "GN[12]");
    expect_in_file("psq/000012.psq", "Piskvorky 15x15");
    expect_in_file("stdout", "12 games of 200");
    expect_in_file("stdout", "SPRT [0, 30] pentanomial: LLR");
    expect_in_file("stdout", "Alpha vs ");
    expect_in_file("stdout", "Left on match clocks: Alpha mean 59.4 s, minimum 58.8 s\n");
}
END_TEST

START_TEST(earlier_runs_can_be_told) {
    ck_assert(sample_database(in_folder("a.db"), 2, 4));
    ck_assert(sample_database(in_folder("a.db"), 2, 8));
    ck_assert_int_eq(REPORT(in_folder("a.db")), 0);
    expect_in_file("stdout", "Run 2: freestyle 15x15, 8 games");
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-run", "1"), 0);
    expect_in_file("stdout", "Run 1: freestyle 15x15, 4 games");
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-run", "3"), 1);
    expect_in_file("stderr", "no run 3");
}
END_TEST

START_TEST(run_without_games_is_told_too) {
    ck_assert(sample_database(in_folder("a.db"), 2, 0));
    ck_assert_int_eq(
        REPORT(in_folder("a.db"), "-html", in_folder("a.html"), "-json", in_folder("a.json")), 0);
    expect_in_file("stdout", "0 games of 200");
    char *text = slurp(in_folder("a.json"));
    cJSON *root = cJSON_Parse(text);
    ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(root, "games")), 0);
    cJSON_Delete(root);
    free(text);
}
END_TEST

START_TEST(wrong_words_are_named_before_anything_is_done) {
    ck_assert_int_eq(report((const char *const[]){NULL}), 2);
    ck_assert_int_eq(REPORT("a.db", "-html"), 2);
    expect_in_file("stderr", "-html: expected a value");
    ck_assert_int_eq(REPORT("a.db", "-xml", "x"), 2);
    expect_in_file("stderr", "'-xml'");
    ck_assert_int_eq(REPORT("a.db", "b.db", "-sgf", "x"), 2);
    expect_in_file("stderr", "only -anchor and -csv go with several databases");
    ck_assert_int_eq(REPORT("a.db", "-run", "0x1"), 2);
    expect_in_file("stderr", "'0x1'");
    ck_assert_int_eq(REPORT("a.db", "-run", "99999999999999999999"), 2);
    ck_assert_int_eq(REPORT(in_folder("none.db")), 1);
    expect_in_file("stderr", "none.db");
}
END_TEST

START_TEST(an_engine_can_be_the_anchor_of_ratings) {
    ck_assert(sample_database(in_folder("a.db"), 3, 60));
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-html", in_folder("a.html")), 0);
    expect_in_file("stdout", "Elo relative to the mean of all engines");
    expect_in_file("a.html", "\"anchor\":null");
    Failure failure;
    Store *store = store_open_read_only(in_folder("a.db"), &failure);
    ck_assert(store != NULL && store_select_run(store, 0));
    char name[GAME_NAME_MAX], words[GAME_NAME_MAX + 60];
    snprintf(name, sizeof name, "%s", store_run(store)->engines[0].name);
    store_close(store);
    ck_assert_int_eq(
        REPORT(in_folder("a.db"), "-html", in_folder("a.html"), "-anchor", name, "2000.5"), 0);
    snprintf(words, sizeof words, "Elo relative to %s at 2000.5, with", name);
    expect_in_file("stdout", words);
    expect_in_file("a.html", "\"anchor\":[0,2000.5]");
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-anchor", "nobody", "0"), 1);
    expect_in_file("stderr", "the run has no engine 'nobody'");
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-anchor", name), 2);
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-anchor", name, "x"), 2);
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-anchor", name, "-100000"), 0);
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-anchor", name, "1e300"), 2);
    expect_in_file("stderr", "an Elo from -100000 to 100000");
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-anchor", name, "-100001"), 2);
}
END_TEST

START_TEST(files_that_cannot_be_written_are_told) {
    ck_assert(sample_database(in_folder("a.db"), 2, 40));
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-json", "/nowhere/a.json"), 1);
    expect_in_file("stderr", "/nowhere/a.json");
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-psq", "/nowhere/psq"), 1);
    ck_assert_int_eq(access("/dev/full", W_OK), 0);
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-html", "/dev/full"), 1);
    expect_in_file("stderr", "No space left");
    ck_assert_int_eq(REPORT(in_folder("a.db"), "-pgn", "/dev/full"), 1);
}
END_TEST

/* ---- Files ---------------------------------------------------------------------------------- */

START_TEST(a_report_writes_over_no_database_and_no_other_kind) {
    static const char *const options[] = {"-csv", "-json", "-pgn", "-sgf", "-html"};
    enum { OPTIONS = sizeof options / sizeof *options };
    static const char *const names[] = {"a.db", "link", "twin", "note", "other page", "pipe"};
    const char *const note = "a letter to a friend\n";
    const char *const other = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<title>Gomoku\n";
    ck_assert(sample_database(in_folder("a.db"), 2, 4));
    ck_assert_int_eq(symlink("a.db", in_folder("link")), 0);
    ck_assert_int_eq(link(in_folder("a.db"), in_folder("twin")), 0);
    ck_assert_int_eq(mkfifo(in_folder("pipe"), 0600), 0);
    write_text("note", note);
    write_text("other page", other);
    for (size_t i = 0; i < OPTIONS; i++)
        for (size_t n = 0; n < sizeof names / sizeof *names; n++)
            ck_assert_int_eq(REPORT(in_folder("a.db"), options[i], in_folder(names[n])), 1);
    ck_assert_int_eq(
        REPORT(in_folder("a.db"), "-json", in_folder("new"), "-html", in_folder("new")), 1);
    ck_assert(!is_there("new"));
    ck_assert_str_eq(read_text("note"), note);
    ck_assert_str_eq(read_text("other page"), other);
    for (size_t i = 0; i < OPTIONS; i++) {
        /* A report replaces its own kind, and makes none of the database's files. */
        ck_assert_int_eq(REPORT(in_folder("a.db"), options[i], in_folder(options[i])), 0);
        ck_assert_int_eq(REPORT(in_folder("a.db"), options[i], in_folder(options[i])), 0);
        ck_assert_int_eq(REPORT(in_folder("a.db"), options[i], in_folder("a.db-wal")), 1);
        ck_assert(!is_there("a.db-wal"));
    }
}
END_TEST

int main(void) {
    TCase *parts = tcase_create("parts");
    tcase_add_test(parts, pgn_has_c_gomoku_clis_tags_whites_result_and_the_moves);
    tcase_add_test(parts, pgn_has_the_time_control_in_the_standards_form);
    tcase_add_test(parts, sgf_has_c_gomoku_clis_nodes_and_lines);
    tcase_add_test(parts, psq_is_what_piskvork_reads);
    tcase_add_test(parts, every_end_of_a_game_has_words);
    tcase_add_test(parts, any_bytes_become_utf8);
    tcase_add_test(parts, games_are_counted_by_engine_colour_and_pair);
    tcase_add_test(parts, course_of_a_long_match_is_thinned_out_evenly);
    TCase *reports = tcase_create("reports");
    tcase_set_timeout(reports, 60);
    tcase_add_checked_fixture(reports, place_begin, NULL);
    tcase_add_test(reports, json_lists_every_game_whole);
    tcase_add_test(reports, json_lists_ratings_from_the_best_down);
    tcase_add_test(reports, page_shows_moves_and_rows_where_they_are);
    tcase_add_test(reports, page_tells_totals_crosses_and_openings);
    tcase_add_test(reports, the_curve_of_a_match_ends_at_its_elo);
    tcase_add_test(reports, bounds_of_the_test_are_those_of_its_kind);
    tcase_add_test(reports, a_file_on_standard_output_is_alone_there);
    tcase_add_test(reports, page_holds_its_data_as_json_that_cannot_leave_it);
    tcase_add_test(reports, all_files_come_from_one_call);
    tcase_add_test(reports, earlier_runs_can_be_told);
    tcase_add_test(reports, run_without_games_is_told_too);
    tcase_add_test(reports, wrong_words_are_named_before_anything_is_done);
    tcase_add_test(reports, an_engine_can_be_the_anchor_of_ratings);
    tcase_add_test(reports, files_that_cannot_be_written_are_told);
    tcase_add_test(reports, a_report_writes_over_no_database_and_no_other_kind);
    Suite *suite = suite_create("report");
    suite_add_tcase(suite, parts);
    suite_add_tcase(suite, reports);
    return run_suite(suite);
}
