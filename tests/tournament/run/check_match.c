/* A match: its games, the lines printed about them, and games that the scores of both end. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "game/game_record.h"
#include "shared/referee/referee.h"
#include "support/harness.h"
#include "tournament/support/matches.h"
#include "tournament/support/place.h"
#include "tournament/support/rows.h"

/* ---- Games -------------------------------------------------------------------------------- */

START_TEST(two_games_are_played_recorded_and_told) {
    ck_assert_int_eq(run("-engine '" PUPPET " name=Row' -engine '" PUPPET
                         " move=last name=Last' -games 2 -repeat -openings none -pgn g.pgn -sgf "
                         "g.sgf -msg g.msg -each tc=10/1"),
                     0);
    read_games();
    ck_assert_uint_eq(game_count, 2);
    for (int i = 0; i < 2; i++) {
        const GameRecord *game = &games[i];
        assert_ended(game, GAME_BLACK_WINS, GAME_REASON_FIVE);
        ck_assert_int_eq(game->number, i + 1);
        ck_assert_int_eq(game->pair, 1);
        ck_assert_int_eq(game->engine[GAME_BLACK], i);
        ck_assert_int_eq(game->white_is_first, i == 1);
        ck_assert_str_eq(game->name[GAME_BLACK], i == 0 ? "Row" : "Last");
        ck_assert_uint_eq(game->move_count, 9);
        ck_assert_uint_eq(game->opening_count, 0);
        ck_assert_int_gt(game->moves[0].time_us, 0);
    }
    ck_assert_int_eq(games[0].moves[8].x, 4);
    ck_assert_int_eq(games[0].moves[8].y, 0);
    ck_assert(strstr(read_text("out"), "Finished game 1 (Row vs Last): 1-0 {Black win by five"));
    ck_assert(strstr(read_text("out"), "Score of Row vs Last: 1 - 1 - 0  [0.500] 2"));
    /* A game is told when it is stored, and the next one starts meanwhile: the order is kept. */
    const char *told = strstr(read_text("out"), "Finished game 1 ");
    ck_assert_ptr_nonnull(told = strstr(told, "Score of Row vs Last: 1 - 0 - 0  [1.000] 1"));
    ck_assert_ptr_nonnull(told = strstr(told, "Started game 2 "));
    ck_assert_ptr_nonnull(strstr(told, "Score of Row vs Last: 1 - 1 - 0  [0.500] 2"));
    ck_assert(strstr(read_text("g.pgn"), "[Result \"0-1\"]"));
    ck_assert(strstr(read_text("g.sgf"), ";B[aa]"));
    ck_assert_str_eq(read_text("err"), "");
}
END_TEST

#define LONG_NAME                                                            \
    "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggg" \
    "hhhhhhhhhhiiiiii" /* 86 bytes */

/* 88 bytes: the last character does not fit. */
START_TEST(a_long_name_is_cut_between_characters) {
    ck_assert_int_eq(run("-engine '" PUPPET " name=" LONG_NAME "\xC3\xA9' -engine '" PUPPET
                         " move=last name=" LONG_NAME "\xC3\xA9' -openings none"),
                     0);
    read_games();
    ck_assert_str_eq(games[0].name[GAME_BLACK], LONG_NAME);
    ck_assert_str_eq(games[0].name[GAME_WHITE], LONG_NAME " (2)");
}
END_TEST

/* Workers look for it. */
START_TEST(a_given_name_is_kept_whole_or_refused) {
    ck_assert_int_eq(run("-engine '" PUPPET "' name=1" LONG_NAME " -engine '" PUPPET
                         " move=last' name=2" LONG_NAME " -openings none"),
                     0);
    read_games();
    ck_assert_str_eq(games[0].name[GAME_BLACK], "1" LONG_NAME);
    ck_assert_str_eq(games[0].name[GAME_WHITE], "2" LONG_NAME);
    ck_assert_int_eq(run("-engine '" PUPPET "' name=12" LONG_NAME " -engine '" PUPPET "'"), 2);
    ck_assert_ptr_nonnull(strstr(read_text("err"), "expected 1 to 87 bytes"));
}
END_TEST

START_TEST(scores_and_ratings_are_told_as_often_as_is_wanted) {
    ck_assert_int_eq(run("-engine '" PUPPET " name=Row' -engine '" PUPPET
                         " move=last name=Last' -games 2 -rounds 3 -repeat -openings none "
                         "-scoreinterval 3 -ratinginterval 2 -each tc=10/1"),
                     0);
    const char *out = read_text("out");
    for (int played = 1; played <= 6; played++) {
        char score[64], ratings[64];
        snprintf(score, sizeof score, "] %d\n", played);
        snprintf(ratings, sizeof ratings, "\nRatings after %d games:\n#  engine", played);
        bool has_score = false;
        for (const char *at = out; (at = strstr(at, "Score of ")) != NULL; at++)
            has_score |= strncmp(strstr(at, "] "), score, strlen(score)) == 0;
        ck_assert_msg(has_score == (played % 3 == 0), "score after %d games: %s", played, out);
        ck_assert_msg((strstr(out, ratings) != NULL) == (played % 2 == 0),
                      "ratings after %d games: %s", played, out);
    }
    write_text("out", "");
    ck_assert_int_eq(run("-engine '" PUPPET " name=Row' -engine '" PUPPET
                         " move=last name=Last' -games 2 -repeat -openings none -scoreinterval 0 "
                         "-each tc=10/1 -db other.db"),
                     0);
    ck_assert_ptr_null(strstr(read_text("out"), "Score of"));
    ck_assert_ptr_null(strstr(read_text("out"), "Ratings after"));
}
END_TEST

/* Sides change: each game's tags follow the engines. */
START_TEST(time_controls_reach_the_pgn_of_the_match_and_of_a_report) {
    ck_assert_int_eq(run("-engine '" PUPPET " name=Row' tc=0/5 -engine '" PUPPET
                         " move=last name=Last' tc=60/20+1.5 -games 2 -repeat -openings none"
                         " -pgn g.pgn"),
                     0);
    ck_assert(strstr(read_text("g.pgn"), "[BlackTimeControl \"1/5\"]\n"
                                         "[WhiteTimeControl \"60+1.5\"]\n"
                                         "[WhiteTurnLimit \"20\"]\n"));
    ck_assert(strstr(read_text("g.pgn"), "[BlackTimeControl \"60+1.5\"]\n"
                                         "[BlackTurnLimit \"20\"]\n"
                                         "[WhiteTimeControl \"1/5\"]\n"));
    read_games();
    ck_assert_uint_eq(game_count, 2);
    ck_assert_int_eq(games[1].limit[GAME_BLACK].match_ms, 60000);
    ck_assert_int_eq(games[1].limit[GAME_WHITE].turn_ms, 5000);
}
END_TEST

#define INFO_OF_THE_AGREED                                                              \
    "INFO rule 0\nINFO timeout_turn 1000\nINFO timeout_match 10000\n"                   \
    "INFO max_depth 3\nINFO max_node 500\nINFO max_memory 1000000\nINFO thread_num 2\n" \
    "INFO hash_size 8\n"

START_TEST(the_conversation_is_the_agreed_one) {
    ck_assert_int_eq(run("-engine '" PUPPET " log=%s/a.log' tc=10/1+2 nodes=500 depth=3 thread=2 "
                         "maxmemory=1000000 option.hash_size=8 -engine '" PUPPET
                         " move=last' -openings none",
                         place_folder()),
                     0);
    const char *text = read_text("a.log");
    static const char expected[] =
        /* It is tried once before the first game. */
        "ABOUT\nSTART 15\n" INFO_OF_THE_AGREED "END\n"
        "ABOUT\nSTART 15\n" INFO_OF_THE_AGREED "INFO time_left 12000\nBEGIN\n";
    ck_assert_msg(strncmp(text, expected, strlen(expected)) == 0, "%s", text);
    ck_assert(strstr(text, "\nTURN 14,14\n"));
    ck_assert_msg(strcmp(text + strlen(text) - 5, "\nEND\n") == 0, "%s", text);
}
END_TEST

START_TEST(by_board_every_position_is_sent_whole) {
    ck_assert_int_eq(run("-engine '" PUPPET " log=%s/a.log' -engine '" PUPPET
                         " move=last' -openings none -sendbyboard",
                         place_folder()),
                     0);
    const char *text = read_text("a.log");
    ck_assert_ptr_null(strstr(text, "TURN"));
    ck_assert(strstr(text, "BOARD\n0,0,1\n14,14,2\nDONE\n"));
    ck_assert(strstr(text, "BOARD\n0,0,1\n14,14,2\n1,0,1\n13,14,2\nDONE\n"));
    ck_assert(strstr(text, "INFO time_left 2147483647\n"));
}
END_TEST

START_TEST(after_an_opening_the_first_engine_moves_first) {
    write_text("book", "h8i9j10\nh8i10\n");
    ck_assert_int_eq(run("-engine '" PUPPET " log=%s/a.log' name=A -engine '" PUPPET
                         " move=last' name=B -openings file=book type=pos -games 4 -repeat",
                         place_folder()),
                     0);
    read_games();
    ck_assert_uint_eq(game_count, 4);
    static const char *const blacks[] = {"B", "A", "A", "B"};
    for (int i = 0; i < 4; i++) {
        ck_assert_str_eq(games[i].name[GAME_BLACK], blacks[i]);
        ck_assert_int_eq(games[i].opening, i / 2);
        ck_assert_uint_eq(games[i].opening_count, i < 2 ? 3 : 2);
        ck_assert(games[i].moves[1].is_opening && !games[i].moves[3].is_opening);
    }
    ck_assert(strstr(read_text("a.log"), "BOARD\n7,7,2\n8,8,1\n9,9,2\nDONE\n"));
}
END_TEST

START_TEST(oblong_boards_are_announced_as_such) {
    ck_assert_int_eq(run("-engine '" PUPPET " log=%s/a.log' -engine '" PUPPET
                         " move=last' -openings none -boardsize 12x7",
                         place_folder()),
                     0);
    ck_assert(strstr(read_text("a.log"), "RECTSTART 12,7\n"));
    ck_assert_int_eq(only_game()->height, 7);
}
END_TEST

static void count_fives(const GameRecord *game, int points[2]) {
    Referee referee;
    ck_assert(
        referee_init(&referee, (int)game->rule + REFEREE_CONTINUOUS, game->width, game->height));
    for (size_t i = 0; i < game->move_count; i++)
        referee_play(&referee, game->moves[i].x, game->moves[i].y);
    points[GAME_BLACK] = referee.points[0];
    points[GAME_WHITE] = referee.points[1];
}

START_TEST(continuous_games_go_on_to_the_last_point) {
    ck_assert_int_eq(run("-engine '" PUPPET " log=%s/a.log' -engine '" PUPPET
                         " move=last' -openings none -rule 2 -boardsize 5",
                         place_folder()),
                     0);
    const GameRecord *game = only_game();
    ck_assert_uint_eq(game->move_count, 25);
    ck_assert(game->is_continuous);
    ck_assert_msg(game->reason == GAME_REASON_POINTS || game->reason == GAME_REASON_FULL_BOARD,
                  "%s", game_reason_word(game->reason));
    ck_assert(strstr(read_text("a.log"), "INFO rule 2\n"));
}
END_TEST

START_TEST(a_continuous_game_is_won_on_points) {
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET
                         " move=0,4/2,4/4,4/5,4 log=%s/a.log' -openings none -rule 2 -boardsize 6"
                         " -sendbyboard",
                         place_folder()),
                     0);
    ck_assert(strstr(read_text("a.log"), ",3\n")); /* stones of a five are walls now */
    const GameRecord *game = only_game();
    ck_assert_int_eq(game->reason, GAME_REASON_POINTS);
    int points[2], black, white;
    count_fives(game, points);
    ck_assert_int_eq(sscanf(game->detail, "%d to %d", &black, &white), 2);
    ck_assert_int_eq(black, points[GAME_BLACK]);
    ck_assert_int_eq(white, points[GAME_WHITE]);
    ck_assert_int_ne(black, white);
    ck_assert_int_eq(game->result, black > white ? GAME_BLACK_WINS : GAME_WHITE_WINS);
}
END_TEST

START_TEST(a_game_is_drawn_after_the_given_number_of_stones) {
    ck_assert_int_eq(
        run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none -drawafter 6"), 0);
    assert_ended(only_game(), GAME_DRAWN, GAME_REASON_DRAW_AFTER);
    ck_assert_uint_eq(games[0].move_count, 6);
}
END_TEST

START_TEST(a_fine_game_of_renju_knows_fouls) {
    /* Black makes an overline without a five. */
    ck_assert_int_eq(run("-engine '" PUPPET " move=0,0/1,0/2,0/4,0/5,0/3,0' -engine '" PUPPET
                         " move=0,14/2,14/4,14/6,14/8,14/10,14' -openings none -rule 4"),
                     0);
    assert_ended(only_game(), GAME_WHITE_WINS, GAME_REASON_OVERLINE);
}
END_TEST

/* The engine named first has the name without a number, also if it is the last to be ready. */
START_TEST(names_are_told_apart_by_the_order_of_the_line) {
    static const char *const slow[] = {"400", "0"};
    ck_assert_int_eq(run("-engine '" PUPPET " name=Same slow=%s' -engine '" PUPPET
                         " name=Same move=last slow=%s' -openings none",
                         slow[_i], slow[!_i]),
                     0);
    const GameRecord *game = only_game();
    ck_assert_str_eq(game->name[GAME_BLACK], "Same");
    ck_assert_str_eq(game->name[GAME_WHITE], "Same (2)");
}
END_TEST

START_TEST(repeated_games_are_told) {
    write_text("one.txt", "1,2\n");
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET
                         " move=last' -openings file=%s -rounds 2 -games 2 -repeat%s",
                         in_folder("one.txt"), _i == 0 ? "" : " -transform"),
                     0);
    const char *out = read_text("out");
    const char *first = strstr(out, "Game 3 has the players and all moves of an earlier one");
    const char *sum = strstr(out, "Repeated: 2 games");
    ck_assert_msg((first != NULL) == (_i == 0), "%s", out);
    ck_assert_msg((sum != NULL) == (_i == 0), "%s", out);
    ck_assert_ptr_null(strstr(out, "Game 4 has"));
    ck_assert_int_eq(run("report kaname-tournament.db"), 0);
    out = read_text("out");
    ck_assert_msg((strstr(out, "Repeated: 2 games") != NULL) == (_i == 0), "%s", out);
}
END_TEST

/* ---- Adjudication ------------------------------------------------------------------------- */

START_TEST(who_tells_a_lost_score_often_enough_has_lost) {
    ck_assert_int_eq(run("-engine '" PUPPET " score=600' -engine '" PUPPET
                         " move=last score=-400' -openings none -resign 3 400"),
                     0);
    assert_ended(only_game(), GAME_BLACK_WINS, GAME_REASON_RESIGN);
    ck_assert_uint_eq(games[0].move_count, 6);
    ck_assert(games[0].moves[5].has_score);
    ck_assert_int_eq(games[0].moves[5].score, -400);
    ck_assert_int_eq(games[0].moves[5].depth, 1);
    ck_assert_uint_eq(games[0].moves[5].nodes, 7);
    ck_assert_str_eq(games[0].moves[5].messages, "depth 1 ev -400 n 7\n");
}
END_TEST

START_TEST(a_score_above_the_bound_resigns_nothing) {
    ck_assert_int_eq(run("-engine '" PUPPET " score=600' -engine '" PUPPET
                         " move=last score=-399' -openings none -resign 3 400"),
                     0);
    assert_ended(only_game(), GAME_BLACK_WINS, GAME_REASON_FIVE);
}
END_TEST

/* Scores of both engines, and what becomes of the game: who ends it, why, after which stone. */
static const struct {
    const char *black, *white, *options;
    GameResult result;
    GameReason reason;
    size_t stones;
} adjudications[] = {
    {"600", "-400/-400/5/-400", "-resign 3 400", GAME_BLACK_WINS, GAME_REASON_FIVE, 9},
    {"600", "-400/5/-400/-400", "-resign 3 400", GAME_BLACK_WINS, GAME_REASON_FIVE, 9},
    {"-400", "-400", "-resign 3 400", GAME_WHITE_WINS, GAME_REASON_RESIGN, 5},
    {"-400", "-400", "-resign 4 400", GAME_WHITE_WINS, GAME_REASON_RESIGN, 7},
    {"600", "-10000", "-draw 3 5", GAME_BLACK_WINS, GAME_REASON_FIVE, 9},
    {"5/300/5/300/5", "-5", "-draw 2 5", GAME_BLACK_WINS, GAME_REASON_FIVE, 9},
    {"300/5/5", "-5", "-draw 2 5", GAME_DRAWN, GAME_REASON_DRAW_ADJUDICATED, 5},
    {"-300", "-300", "-draw 2 5", GAME_BLACK_WINS, GAME_REASON_FIVE, 9},
    {"6", "6", "-draw 2 5", GAME_BLACK_WINS, GAME_REASON_FIVE, 9},
};

START_TEST(scores_adjudicate_only_in_an_unbroken_row) {
    ck_assert_int_eq(run("-engine '" PUPPET " score=%s' -engine '" PUPPET
                         " move=last score=%s' -openings none %s",
                         adjudications[_i].black, adjudications[_i].white,
                         adjudications[_i].options),
                     0);
    assert_ended(only_game(), adjudications[_i].result, adjudications[_i].reason);
    ck_assert_uint_eq(games[0].move_count, adjudications[_i].stones);
}
END_TEST

START_TEST(a_score_is_that_of_its_own_move) {
    ck_assert_int_eq(
        run("-engine '" PUPPET " score=5/' -engine '" PUPPET " move=last' -openings none"), 0);
    const GameRecord *game = only_game();
    ck_assert(game->moves[0].has_score && !game->moves[2].has_score);
    ck_assert_str_eq(game->moves[0].messages, "depth 1 ev 5 n 7\n");
    ck_assert_ptr_null(game->moves[2].messages);
}
END_TEST

START_TEST(an_illegal_move_is_no_move_of_the_game) {
    ck_assert_int_eq(
        run("-engine '" PUPPET " move=3,4' -engine '" PUPPET " move=3,4' -openings none"), 0);
    assert_ended(only_game(), GAME_BLACK_WINS, GAME_REASON_ILLEGAL);
    ck_assert_uint_eq(games[0].move_count, 1);
    ck_assert_str_eq(games[0].detail, "3,4 is occupied");
}
END_TEST

START_TEST(engines_that_tell_no_score_are_never_adjudicated) {
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET
                         " move=last' -openings none -resign 1 0 -draw 1 10000"),
                     0);
    assert_ended(only_game(), GAME_BLACK_WINS, GAME_REASON_FIVE);
}
END_TEST

START_TEST(even_scores_of_both_sides_are_a_draw) {
    ck_assert_int_eq(run("-engine '" PUPPET " score=5' -engine '" PUPPET
                         " move=last score=-5' -openings none -draw 3 5"),
                     0);
    assert_ended(only_game(), GAME_DRAWN, GAME_REASON_DRAW_ADJUDICATED);
    ck_assert_uint_eq(games[0].move_count, 6);
}
END_TEST

START_TEST(an_announced_loss_counts_as_a_low_score) {
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET
                         " move=last score=-M6' -openings none -resign 2 5000"),
                     0);
    assert_ended(only_game(), GAME_BLACK_WINS, GAME_REASON_RESIGN);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("match");
    TCase *tests = add_case(suite, "games", 60);
    tcase_add_test(tests, two_games_are_played_recorded_and_told);
    tcase_add_test(tests, a_long_name_is_cut_between_characters);
    tcase_add_test(tests, a_given_name_is_kept_whole_or_refused);
    tcase_add_test(tests, scores_and_ratings_are_told_as_often_as_is_wanted);
    tcase_add_test(tests, time_controls_reach_the_pgn_of_the_match_and_of_a_report);
    tcase_add_test(tests, the_conversation_is_the_agreed_one);
    tcase_add_test(tests, by_board_every_position_is_sent_whole);
    tcase_add_test(tests, after_an_opening_the_first_engine_moves_first);
    tcase_add_test(tests, oblong_boards_are_announced_as_such);
    tcase_add_test(tests, continuous_games_go_on_to_the_last_point);
    tcase_add_test(tests, a_continuous_game_is_won_on_points);
    tcase_add_test(tests, a_game_is_drawn_after_the_given_number_of_stones);
    tcase_add_test(tests, a_fine_game_of_renju_knows_fouls);
    tcase_add_loop_test(tests, names_are_told_apart_by_the_order_of_the_line, 0, 2);
    tcase_add_loop_test(tests, repeated_games_are_told, 0, 2);
    tcase_add_test(tests, who_tells_a_lost_score_often_enough_has_lost);
    tcase_add_test(tests, a_score_above_the_bound_resigns_nothing);
    tcase_add_loop_test(tests, scores_adjudicate_only_in_an_unbroken_row, 0,
                        sizeof adjudications / sizeof *adjudications);
    tcase_add_test(tests, a_score_is_that_of_its_own_move);
    tcase_add_test(tests, an_illegal_move_is_no_move_of_the_game);
    tcase_add_test(tests, engines_that_tell_no_score_are_never_adjudicated);
    tcase_add_test(tests, even_scores_of_both_sides_are_a_draw);
    tcase_add_test(tests, an_announced_loss_counts_as_a_low_score);
    return run_suite(suite);
}
