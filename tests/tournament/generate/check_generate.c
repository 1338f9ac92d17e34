/* Making openings: tournament/generate/generate.c. */
#include <check.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "game/openings/builtin.h"
#include "game/play.h"
#include "generate/candidates.h"
#include "generate/generate.h"
#include "shared/status/failure.h"
#include "store/store.h"
#include "support/harness.h"
#include "tournament/support/place.h"
#include "tournament/support/samples.h"

static const PlayerGame freestyle = {.rule = GAME_RULE_FREESTYLE, .width = 15, .height = 15};

START_TEST(turned_and_mirrored_copies_share_one_form) {
    char expected[400], text[400];
    Opening opening;
    candidate_make(&opening, &freestyle, 7, 5, (uint64_t)_i);
    candidate_form(&opening, 15, 15, expected, sizeof expected);
    for (int transform = 1; transform < OPENING_TRANSFORMS; transform++) {
        Opening turned = opening;
        opening_transform(&turned, transform, 15, 15);
        candidate_form(&turned, 15, 15, text, sizeof text);
        ck_assert_str_eq(text, expected);
    }
    /* The same stones in another order. */
    Opening reordered = opening;
    reordered.stones[0] = opening.stones[4];
    reordered.stones[4] = opening.stones[0];
    candidate_form(&reordered, 15, 15, text, sizeof text);
    ck_assert_str_eq(text, expected);
    /* Colours exchanged: another position. */
    reordered = opening;
    reordered.stones[0] = opening.stones[1];
    reordered.stones[1] = opening.stones[0];
    candidate_form(&reordered, 15, 15, text, sizeof text);
    ck_assert_str_ne(text, expected);
}
END_TEST

START_TEST(candidates_are_legal_near_and_reproducible) {
    static const GameRule rules[] = {GAME_RULE_FREESTYLE, GAME_RULE_STANDARD, GAME_RULE_RENJU,
                                     GAME_RULE_CARO, GAME_RULE_CARO_EXACT};
    PlayerGame game = {.rule = rules[_i % 5], .width = 15, .height = 15};
    for (uint64_t number = 0; number < 300; number++) {
        Opening opening, again;
        candidate_make(&opening, &game, 8, 3, number);
        candidate_make(&again, &game, 8, 3, number);
        ck_assert_mem_eq(opening.stones, again.stones, 8 * sizeof *opening.stones);
        ck_assert_uint_eq(opening.count, 8);
        candidate_make(&again, &game, 8, 3, number + 1);
        ck_assert(memcmp(opening.stones, again.stones, 8 * sizeof *opening.stones) != 0);
        ck_assert(play_accepts_opening(&game, &opening));
        ck_assert(!play_opening_has_four(&game, &opening));
        for (size_t i = 1; i < opening.count; i++) {
            int nearest = 99;
            for (size_t j = 0; j < i; j++) {
                int dx = abs(opening.stones[i].x - opening.stones[j].x);
                int dy = abs(opening.stones[i].y - opening.stones[j].y);
                int distance = dx > dy ? dx : dy;
                nearest = distance < nearest ? distance : nearest;
            }
            ck_assert_int_ge(nearest, 1);
            ck_assert_int_le(nearest, 2);
        }
    }
}
END_TEST

START_TEST(openings_with_a_four_are_told) {
    static const struct {
        const char *text;
        GameRule rule;
        bool has_four;
    } openings[] = {
        {"h8a1i9a3j10a5", GAME_RULE_FREESTYLE, false},       /* an open three */
        {"h8a1i9a3j10a5k11", GAME_RULE_FREESTYLE, true},     /* of the side that just moved */
        {"h8a1i9a3j10a5l12o15", GAME_RULE_FREESTYLE, true},  /* broken, of the side to move */
        {"h8g7i9m13j10a5k11a9", GAME_RULE_FREESTYLE, true},  /* one end is left */
        {"h8g7i9l12j10a5k11a9", GAME_RULE_FREESTYLE, false}, /* shut in */
        {"h8d4o1e4o3f4o5g4", GAME_RULE_FREESTYLE, true},     /* White's */
        {"h8a1i9a3j10a5m13a9k11l12n14a11", GAME_RULE_STANDARD, true}, /* g7 makes five */
        {"h8a1i9a3j10a5k11g7m13a9n14a13", GAME_RULE_STANDARD, false}, /* l12 makes seven */
    };
    PlayerGame game = {.rule = openings[_i].rule, .width = 15, .height = 15};
    OpeningList list;
    Failure failure = FAILURE_NONE;
    ck_assert_msg(
        opening_list_read(&list, openings[_i].text, "text", OPENING_POS, 15, 15, &failure), "%s",
        failure.text);
    ck_assert_int_eq(play_opening_has_four(&game, &list.openings[0]), openings[_i].has_four);
    opening_list_release(&list);
}
END_TEST

START_TEST(a_finished_game_is_no_opening) {
    OpeningList list;
    Failure failure = FAILURE_NONE;
    ck_assert(opening_list_read(&list, "h8a1i9a3j10a5k11a7\nh8a1i9a3j10a5k11a7l12\n", "text",
                                OPENING_POS, 15, 15, &failure));
    ck_assert(play_accepts_opening(&freestyle, &list.openings[0]));
    ck_assert(!play_accepts_opening(&freestyle, &list.openings[1]));
    opening_list_release(&list);
}
END_TEST

START_TEST(built_in_lists_are_long_distinct_and_legal) {
    static const struct {
        const char *text;
        GameRule rule;
        int size;
        unsigned least;
    } lists[] = {{builtin_freestyle15, GAME_RULE_FREESTYLE, 15, 500},
                 {builtin_freestyle20, GAME_RULE_FREESTYLE, 20, 500},
                 {builtin_standard15, GAME_RULE_STANDARD, 15, 500},
                 {builtin_renju15, GAME_RULE_RENJU, 15, 500},
                 {builtin_caro15, GAME_RULE_CARO, 15, 100}};
    int size = lists[_i].size;
    PlayerGame game = {.rule = lists[_i].rule, .width = size, .height = size};
    OpeningList list;
    Failure failure = FAILURE_NONE;
    ck_assert_msg(
        opening_list_read(&list, lists[_i].text, "list", OPENING_POS, size, size, &failure), "%s",
        failure.text);
    ck_assert_uint_ge(list.count, lists[_i].least);
    ck_assert_uint_lt(list.count, 1000);
    static char forms[1000][400];
    for (size_t i = 0; i < list.count; i++) {
        const Opening *opening = &list.openings[i];
        ck_assert_uint_ge(opening->count, 4);
        ck_assert_uint_le(opening->count, 8);
        ck_assert(play_accepts_opening(&game, opening));
        ck_assert_msg(!play_opening_has_four(&game, opening), "%zu has a four", i + 1);
        candidate_form(opening, size, size, forms[i], sizeof forms[i]);
        for (size_t j = 0; j < i; j++)
            ck_assert_msg(strcmp(forms[i], forms[j]) != 0, "%zu is %zu again", i + 1, j + 1);
    }
    opening_list_release(&list);
}
END_TEST

START_TEST(openings_are_written_over_a_book_alone) {
    static const char note[] = "Dear friend, this is no book.\n";
    const char *words = "openings -engine 'cmd=" KANAME_PUPPET " score=0' -count 1 -out ";
    char line[2000];
    place_begin();
    write_text("note", note);
    snprintf(line, sizeof line, "%s note", words);
    ck_assert_int_eq(finish(start(line)), 1);
    ck_assert(strstr(read_text("err"), "note: the file holds something else") != NULL);
    ck_assert_str_eq(read_text("note"), note);
    for (int i = 0; i < 2; i++) { /* the second time over its own */
        snprintf(line, sizeof line, "%s book -seed %d", words, i + 1);
        ck_assert_int_eq(finish(start(line)), 0);
        ck_assert_uint_gt(strlen(read_text("book")), 6);
    }
}
END_TEST

static int count_lines(const char *text, const char *word) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        count++;
    return count;
}

START_TEST(each_engine_must_find_an_opening_balanced) {
    place_begin();
    const char *words = "openings -engine 'cmd=" KANAME_PUPPET " score=%d log=%s/first' "
                        "-engine 'cmd=" KANAME_PUPPET " score=%d log=%s/second' -count 3 -tries 12";
    /* The second engine drops all that the first one keeps. */
    ck_assert_int_eq(run(words, 50, place_folder(), 51, place_folder()), 1);
    ck_assert_str_eq(read_text("out"), "");
    ck_assert(strstr(read_text("err"), "0 openings after 12 tries") != NULL);
    ck_assert_int_eq(count_lines(read_text("first"), "BOARD"), 12);
    ck_assert_int_eq(count_lines(read_text("second"), "BOARD"), 12);
    /* It is not asked about those that the first one drops. */
    place_begin();
    ck_assert_int_eq(run(words, -51, place_folder(), 0, place_folder()), 1);
    ck_assert_int_eq(count_lines(read_text("first"), "BOARD"), 12);
    ck_assert(!is_there("second"));
    place_begin();
    ck_assert_int_eq(run(words, -50, place_folder(), 50, place_folder()), 0);
    ck_assert_int_eq(count_lines(read_text("out"), "\n"), 3);
}
END_TEST

START_TEST(progress_is_ten_lines_where_no_terminal_is) {
    place_begin();
    ck_assert_int_eq(run("openings -engine 'cmd=" KANAME_PUPPET " score=0' -count 40"), 0);
    const char *err = read_text("err");
    ck_assert_int_eq(count_lines(err, "\n"), 10);
    ck_assert_int_eq(strncmp(err, "4 of 40, ", 9), 0);
    ck_assert(strstr(err, "\n40 of 40, ") != NULL);
    ck_assert(strchr(err, '\r') == NULL);
}
END_TEST

START_TEST(openings_found_before_a_signal_are_kept) {
    static const int signums[] = {SIGINT, SIGTERM};
    for (int i = 0; i < 2; i++) {
        place_begin();
        pid_t pid =
            start("openings -engine 'cmd=" KANAME_PUPPET " score=0 late=10' -count 1000 -out book");
        while (strstr(read_text("err"), "100 of 1000") == NULL)
            usleep(10000);
        ck_assert_int_eq(kill(pid, signums[i]), 0);
        ck_assert_int_eq(finish(pid), 3);
        ck_assert_int_ge(count_lines(read_text("book"), "\n"), 100);
        ck_assert_int_lt(count_lines(read_text("book"), "\n"), 1000);
    }
}
END_TEST

START_TEST(an_engine_without_scores_ends_the_search) {
    place_begin();
    ck_assert_int_eq(run("openings -engine 'cmd=" KANAME_PUPPET " score=0' "
                         "-engine 'cmd=" KANAME_PUPPET " name=mute'"),
                     1);
    ck_assert(strstr(read_text("err"), "mute reports no score") != NULL);
    place_begin();
    ck_assert_int_eq(run("openings"), 2);
    ck_assert(strstr(read_text("err"), "expected an engine or more, got 0") != NULL);
}
END_TEST

/* Looks for a game of the run that begins with these stones. */
typedef struct Search {
    const Opening *opening;
    bool is_found;
} Search;

static bool compare_start(const GameRecord *game, void *context) {
    Search *search = context;
    const Opening *opening = search->opening;
    bool is_same = game->move_count > opening->count;
    for (size_t i = 0; is_same && i < opening->count; i++)
        is_same =
            game->moves[i].x == opening->stones[i].x && game->moves[i].y == opening->stones[i].y;
    search->is_found = search->is_found || is_same;
    return !search->is_found;
}

START_TEST(positions_come_from_the_games_of_a_run) {
    Failure failure = FAILURE_NONE;
    place_begin();
    ck_assert(sample_database(in_folder("games.db"), 2, 40));
    Store *store = store_open_read_only(in_folder("games.db"), &failure);
    ck_assert_msg(store != NULL, "%s", failure.text);
    ck_assert(store_select_run(store, 0));
    const StoreRun *run_of = store_run(store);
    ck_assert_int_eq(run("openings -engine 'cmd=" KANAME_PUPPET " score=0' -from games.db "
                         "-stones 10 24 -count 30 -type pos -rule %d -boardsize %dx%d",
                         run_of->rule, run_of->width, run_of->height),
                     0);
    PlayerGame game = {
        .rule = (GameRule)run_of->rule, .width = run_of->width, .height = run_of->height};
    OpeningList list;
    ck_assert_msg(opening_list_read(&list, read_text("out"), "out", OPENING_POS, game.width,
                                    game.height, &failure),
                  "%s", failure.text);
    ck_assert_uint_eq(list.count, 30);
    size_t longer = 0;
    for (size_t i = 0; i < list.count; i++) {
        Search search = {.opening = &list.openings[i]};
        ck_assert_uint_ge(list.openings[i].count, 10);
        ck_assert_uint_le(list.openings[i].count, 24);
        longer += list.openings[i].count > 10;
        ck_assert(!play_opening_has_four(&game, &list.openings[i]));
        ck_assert(store_each_game(store, STORE_MOVES, compare_start, &search));
        ck_assert(search.is_found);
    }
    ck_assert_uint_gt(longer, 10);
    opening_list_release(&list);
    store_close(store);
}
END_TEST

START_TEST(a_database_without_a_position_is_refused) {
    static const char *const words[] = {"-from nothing.db",
                                        "-from games.db -boardsize 19",
                                        "-from games.db -stones 100 100",
                                        "-from note",
                                        "-stones 4 21",
                                        "-from games.db -rule 4"};
    static const char *const reasons[] = {
        "nothing.db", "no position of 4 to 8 stones",      "no position of 100 to 100 stones",
        "note",       "expected at most 20 without -from", "no position of 4 to 8 stones"};
    place_begin();
    write_text("note", "no database");
    ck_assert(sample_database(in_folder("games.db"), 2, 4));
    int status = run("openings -engine 'cmd=" KANAME_PUPPET " score=0' %s", words[_i]);
    ck_assert_int_eq(status, _i == 4 ? 2 : 1);
    ck_assert_msg(strstr(read_text("err"), reasons[_i]) != NULL, "%s", read_text("err"));
    ck_assert_str_eq(read_text("out"), "");
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("generator");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, turned_and_mirrored_copies_share_one_form, 0, 20);
    tcase_add_loop_test(tests, candidates_are_legal_near_and_reproducible, 0, 5);
    tcase_add_loop_test(tests, openings_with_a_four_are_told, 0, 8);
    tcase_add_test(tests, a_finished_game_is_no_opening);
    tcase_add_loop_test(tests, built_in_lists_are_long_distinct_and_legal, 0, 5);
    tcase_add_test(tests, openings_are_written_over_a_book_alone);
    tcase_add_test(tests, each_engine_must_find_an_opening_balanced);
    tcase_add_test(tests, progress_is_ten_lines_where_no_terminal_is);
    tcase_add_test(tests, openings_found_before_a_signal_are_kept);
    tcase_add_test(tests, an_engine_without_scores_ends_the_search);
    tcase_add_test(tests, positions_come_from_the_games_of_a_run);
    tcase_add_loop_test(tests, a_database_without_a_position_is_refused, 0, 6);
    Suite *suite = suite_create("generator");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
