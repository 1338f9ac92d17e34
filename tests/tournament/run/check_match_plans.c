/* Which games a match plays: seeds, pairs, formats, and tests that are decided. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "game/game_record.h"
#include "support/harness.h"
#include "tournament/support/matches.h"
#include "tournament/support/place.h"
#include "tournament/support/rows.h"

START_TEST(the_seed_decides_the_games_not_the_concurrency) {
    FILE *file = fopen(in_folder("book"), "w");
    ck_assert_ptr_nonnull(file);
    for (int i = 0; i < 30; i++)
        fprintf(file, "%c%dk%d\n", 'c' + i % 5, 1 + i / 5, 8 + i % 3);
    fclose(file);
    static GameRecord first[24];
    static const char words[] =
        "-engine '" RIVAL " --seed 5' restart=on -engine '" RIVAL
        " --seed 6' restart=on -games 24 -openings file=book type=pos order=random -transform "
        "-sample freq=0.3 format=csv -sgf g.sgf -seed %d -concurrency %d";
    ck_assert_int_eq(run(words, 11, 1), 0);
    read_games();
    ck_assert_uint_eq(game_count, 24);
    memcpy(first, games, sizeof first);
    game_count = 0;
    static char samples[TEXT_MAX];
    strcpy(samples, read_text("sample.csv"));
    ck_assert_uint_gt(strlen(samples), 100);
    ck_assert_int_eq(unlink(in_folder("sample.csv")), 0);
    ck_assert_int_eq(run(words, 11, 4), 0);
    read_games();
    ck_assert_uint_eq(game_count, 24);
    for (size_t i = 0; i < 24; i++) {
        ck_assert_int_eq(first[i].opening, games[i].opening);
        ck_assert_uint_eq(first[i].move_count, games[i].move_count);
        for (size_t j = 0; j < first[i].move_count; j++) {
            ck_assert_int_eq(first[i].moves[j].x, games[i].moves[j].x);
            ck_assert_int_eq(first[i].moves[j].y, games[i].moves[j].y);
        }
        game_record_release(&first[i]);
    }
    ck_assert_str_eq(read_text("sample.csv"), samples);
    ck_assert_int_eq(run(words, 12, 4), 0);
    memcpy(first, games, sizeof first);
    game_count = 0;
    read_games();
    bool is_same = true;
    for (size_t i = 0; i < 24; i++) {
        is_same = is_same && first[i].moves[0].x == games[i].moves[0].x &&
                  first[i].moves[0].y == games[i].moves[0].y;
        game_record_release(&first[i]);
    }
    ck_assert(!is_same);
}
END_TEST

START_TEST(lost_games_alone_are_written_if_so_wanted) {
    ck_assert_int_eq(run("-gauntlet -loseonly -sgf g.sgf -games 2 -openings none -engine '" PUPPET
                         "' name=Row -engine '" PUPPET " move=last' name=Last"),
                     0);
    const char *text = read_text("g.sgf");
    ck_assert(strstr(text, "PB[Last]PW[Row]"));
    ck_assert_ptr_null(strstr(text, "PB[Row]"));
    read_games();
    ck_assert_uint_eq(game_count, 2);
}
END_TEST

START_TEST(a_test_stops_when_it_is_decided) {
    /* Black always wins: the two win in turn. After 37 of each the ratio of the scores 0.640 and
     * 0.5 first goes below -2.94: 37 ln(0.640 / 0.5) + 37 ln(0.360 / 0.5) = -3.02. */
    ck_assert_int_eq(run("-engine '" PUPPET "' name=A -engine '" PUPPET
                         " move=last' name=B -games 1000 -openings none -sprt elo0=0 elo1=100 "
                         "model=trinomial"),
                     0);
    ck_assert(strstr(read_text("out"), "SPRT: H0 was accepted"));
    ck_assert_int_eq(count_games(), 74);
}
END_TEST

/* Without -games: pairs without end, for every spelling of the same test. */
START_TEST(a_test_plays_pairs_until_it_is_decided) {
    static const char *const words[] = {"", "-repeat", "-repeat -sprt model=normalised",
                                        "-repeat -games 1 -rounds 400"};
    ck_assert_int_eq(run("-engine '" PUPPET "' name=A -engine '" PUPPET
                         " move=last' name=B -sprt elo0=0 elo1=100 %s",
                         words[_i]),
                     0);
    ck_assert(strstr(read_text("out"), "SPRT: H0 was accepted"));
    read_games();
    ck_assert_uint_gt(game_count, 2);
    for (size_t i = 0; i + 1 < game_count; i += 2) {
        ck_assert_int_eq(games[i].pair, games[i + 1].pair);
        ck_assert_int_eq(games[i].opening, games[i + 1].opening);
        ck_assert_int_eq(games[i].engine[GAME_BLACK], games[i + 1].engine[GAME_WHITE]);
    }
}
END_TEST

/* Openings with odd and even numbers of stones: the engines have Black equally often, and with
 * -repeat each opening once each. */
START_TEST(colors_are_level_whatever_the_openings) {
    static const char *const words[] = {"-games 1 -rounds 9", "-games 3 -rounds 3", "-games 9",
                                        "-repeat -games 3 -rounds 3", "-repeat -rounds 4"};
    write_text("book", "h8\nh8i8\nh8i8j8\nh8i9j8k9\nh8g8f8\n");
    ck_assert_int_eq(run("-engine '" PUPPET "' name=A -engine '" PUPPET
                         " move=last' name=B -openings file=book type=pos %s",
                         words[_i]),
                     0);
    read_games();
    int blacks[2] = {0};
    for (size_t i = 0; i < game_count; i++) {
        blacks[games[i].engine[GAME_BLACK]]++;
        ck_assert_int_le(abs(blacks[0] - blacks[1]), 1);
        if (_i >= 3 && i % 2 == 1)
            ck_assert_int_eq(games[i].opening, games[i - 1].opening);
    }
    ck_assert_uint_eq(game_count, _i < 3 ? 9 : _i == 3 ? 10 : 8);
}
END_TEST

START_TEST(every_format_comes_to_its_end) {
    static const char *const formats[] = {"roundrobin", "gauntlet", "swiss", "knockout"};
    static const int counts[] = {20, 8, 12, 0};
    ck_assert_int_eq(run("-format %s -games 2 -repeat -openings none -concurrency 3 -each tc=10/5 "
                         "-engine '" RIVAL " --seed 1' -engine '" RIVAL " --seed 2' -engine '" RIVAL
                         " --seed 3' -engine '" RIVAL " --seed 4' -engine '" RIVAL " --seed 5'",
                         formats[_i]),
                     0);
    read_games();
    if (counts[_i] > 0 && _i != 2)
        ck_assert_uint_eq(game_count, (size_t)counts[_i]);
    if (_i == 2) /* four rounds of two encounters */
        ck_assert_uint_eq(game_count, 16);
    if (_i == 3)
        ck_assert(strstr(read_text("out"), "Winner: "));
}
END_TEST

/* Returns whether the table lists the engines in this order. */
static bool is_ranked(const char *text, const char *first, const char *second, const char *third) {
    const char *places[] = {first, second, third};
    char row[40];
    for (int i = 0; i < 3; i++) {
        snprintf(row, sizeof row, "\n%d  %-6s  ", i + 1, places[i]);
        text = strstr(text, row);
        if (text == NULL)
            return false;
    }
    return true;
}

/* The first engine advances without games to a final that stays level through all replays, so that
 * it wins as the better seed. The other finalist has the higher Elo: it has won games before. */
START_TEST(a_knockout_is_ranked_by_how_far_each_engine_came) {
    ck_assert_int_eq(run("-format knockout -games 2 -repeat -openings none -engine '" PUPPET
                         "' name=Winner -engine '" PUPPET " move=last' name=Second -engine '" PUPPET
                         " move=7,7/7,7' name=Third"),
                     0);
    const char *text = read_text("out");
    ck_assert(strstr(text, "Winner: Winner\n"));
    ck_assert(is_ranked(text, "Winner", "Second", "Third"));
    ck_assert(strstr(text, "Ranked by how far each engine came in the knockout, then by Elo."));
    write_text("out", "");
    ck_assert_int_eq(run("report kaname-tournament.db"), 0);
    text = read_text("out");
    ck_assert(is_ranked(text, "Winner", "Second", "Third"));
}
END_TEST

START_TEST(suspending_pinning_and_watching_change_no_result) {
    ck_assert_int_eq(run("-suspend -pin -memory -log -games 2 -openings none -concurrency 2 "
                         "-engine '" PUPPET "' -engine '" PUPPET " move=last'"),
                     0);
    read_games();
    ck_assert_uint_eq(game_count, 2);
    for (int i = 0; i < 2; i++) {
        assert_ended(&games[i], GAME_BLACK_WINS, GAME_REASON_FIVE);
        ck_assert_uint_gt(games[i].memory[0], 0);
    }
    ck_assert(strstr(read_text("kaname-tournament.1.log"), "<- START 15"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("match_plans");
    TCase *tests = add_case(suite, "plans", 120);
    tcase_add_test(tests, the_seed_decides_the_games_not_the_concurrency);
    tcase_add_test(tests, lost_games_alone_are_written_if_so_wanted);
    tcase_add_test(tests, a_test_stops_when_it_is_decided);
    tcase_add_loop_test(tests, a_test_plays_pairs_until_it_is_decided, 0, 4);
    tcase_add_loop_test(tests, colors_are_level_whatever_the_openings, 0, 5);
    tcase_add_loop_test(tests, every_format_comes_to_its_end, 0, 4);
    tcase_add_test(tests, a_knockout_is_ranked_by_how_far_each_engine_came);
    tcase_add_test(tests, suspending_pinning_and_watching_change_no_result);
    return run_suite(suite);
}
