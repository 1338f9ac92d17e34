/* A match with opening rules, and with openings of a file. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "game/game_record.h"
#include "shared/opening/rule.h"
#include "support/harness.h"
#include "tournament/support/matches.h"
#include "tournament/support/place.h"
#include "tournament/support/rows.h"

/* ---- Swap2 -------------------------------------------------------------------------------- */

typedef struct Swap2Case {
    const char *first, *second; /* answers to 0/3/5 stones */
    GameResult result;          /* of a fault; GAME_UNDECIDED: the game is played */
    int black;                  /* engine that has black then */
    size_t opening;             /* stones of the dialogue */
    int next;                   /* engine that plays the first stone after them */
    const char *next_move;      /* "x,y" or NULL: any */
} Swap2Case;

static const Swap2Case swap2_cases[] = {
    {"7,7_8,7_9,9", "SWAP/SWAP", GAME_UNDECIDED, 1, 3, 0, NULL},
    {"7,7_8,7_9,9", "SWAP/5,5", GAME_UNDECIDED, 0, 3, 1, "5,5"},
    {"7,7_8,7_9,9/SWAP/SWAP", "x/5,5_6,6", GAME_UNDECIDED, 0, 5, 1, NULL},
    {"7,7_8,7_9,9/SWAP/4,4", "x/5,5_6,6", GAME_UNDECIDED, 1, 5, 0, "4,4"},
    /* The first engine is at fault: it has black until colours are settled. */
    {"7,7_8,7", "SWAP/SWAP", GAME_WHITE_WINS, 0, 0, 0, NULL},
    {"SWAP", "SWAP/SWAP", GAME_WHITE_WINS, 0, 0, 0, NULL},
    {"7,7_8,7_7,7", "SWAP/SWAP", GAME_WHITE_WINS, 0, 0, 0, NULL},
    {"7,7_8,7_15,3", "SWAP/SWAP", GAME_WHITE_WINS, 0, 0, 0, NULL},
    {"7,7_8,7_9,9/SWAP/4,4_3,3", "x/5,5_6,6", GAME_WHITE_WINS, 0, 5, 0, NULL},
    /* The second. */
    {"7,7_8,7_9,9", "x/1,1_2,2_3,3", GAME_BLACK_WINS, 0, 3, 0, NULL},
    {"7,7_8,7_9,9", "x/7,7", GAME_BLACK_WINS, 0, 3, 0, NULL},
};

START_TEST(swap2_gives_colours_as_the_answers_say) {
    const Swap2Case *c = &swap2_cases[_i];
    ck_assert_int_eq(run(QUICK "-swap2 -engine '" PUPPET " swap2=%s' name=A -engine '" PUPPET
                               " move=last swap2=%s' name=B",
                         c->first, c->second),
                     0);
    const GameRecord *game = only_game();
    ck_assert_int_eq(game->opening_rule, 1);
    ck_assert_uint_eq(game->opening_count, c->opening);
    if (c->result != GAME_UNDECIDED) {
        assert_ended(game, c->result, GAME_REASON_ILLEGAL);
        return;
    }
    ck_assert_int_eq(game->reason, GAME_REASON_FIVE);
    ck_assert_int_eq(game->engine[GAME_BLACK], c->black);
    ck_assert_str_eq(game->name[GAME_BLACK], c->black == 0 ? "A" : "B");
    ck_assert_int_eq(game->white_is_first, c->black == 1);
    ck_assert_int_eq(game->engine[c->opening % 2], c->next);
    if (c->next_move != NULL) {
        char text[32];
        const GameMove *move = &game->moves[c->opening];
        snprintf(text, sizeof text, "%d,%d", move->x, move->y);
        ck_assert_str_eq(text, c->next_move);
    }
}
END_TEST

/* Without increments, each clock has lost the time of its engine's answers and moves. */
START_TEST(time_spent_in_an_opening_is_charged) {
    enum { MATCH_US = 100 * 1000000 };
    ck_assert_int_eq(run("-swap2 -openings none -each tc=100/50 -engine '" PUPPET
                         " swap2=7,7_8,7_9,9' name=A -engine '" PUPPET
                         " move=last swap2=x/5,5' name=B"),
                     0);
    const GameRecord *game = only_game();
    int64_t first_us = 0;
    for (size_t i = 0; i < game->move_count; i++)
        first_us += i < 3 || i % 2 == 0 ? game->moves[i].time_us : 0;
    ck_assert_int_eq(game->engine[GAME_BLACK], 0);
    ck_assert_int_gt(game->moves[0].time_us, 0);
    ck_assert_int_eq(game->left_us[GAME_BLACK], MATCH_US - first_us);
}
END_TEST

START_TEST(no_answer_to_swap2_is_a_time_loss) {
    ck_assert_int_eq(run(QUICK "-swap2 -engine '" PUPPET " swap2=' -engine '" PUPPET " swap2='"),
                     0);
    assert_ended(only_game(), GAME_WHITE_WINS, GAME_REASON_TIME);
}
END_TEST

/* ---- Other opening rules ------------------------------------------------------------------- */

typedef struct OpeningCase {
    const char *rule, *first, *second; /* each engine's answers in their order */
    const char *fault;                 /* what the detail says; NULL: the game is played */
    int black;                         /* engine that has black at the end */
    size_t opening;                    /* stones of the dialogue */
    int next;                          /* engine that plays the first stone behind them */
} OpeningCase;

#define PATTERN "7,7_7,6_7,5"
static const OpeningCase opening_cases[] = {
    {"swap1", "3,3", "SWAP", NULL, 1, 1, 0},
    {"swap1", "3,3", "7,7", NULL, 0, 1, 1},
    {"rif", PATTERN "/2,2_3,3", "9,9/3,3", NULL, 0, 5, 1},
    {"rif", PATTERN "/9,9/2,2", "SWAP/2,2_3,3", NULL, 1, 5, 0},
    {"yamaguchi", PATTERN "_3/1,1_1,2_1,3", "9,9/1,2", NULL, 0, 5, 1},
    {"taraguchi10", "7,7/9,9/11,11", "8,8/10,10/SWAP", NULL, 1, 5, 0},
    {"taraguchi10", "7,7/SWAP/10,10/11,11", "8,8/9,9/SWAP/0,0", NULL, 0, 5, 1},
    {"taraguchi10", "7,7/9,7/1,1_2,1_3,1_4,1_5,2_6,2_7,2_8,2_9,2_10,2", "8,8/4,6/7,2", NULL, 0, 5,
     1},
    {"soosorv8", PATTERN "/SWAP/2,2", "9,9_2/2,2_3,3", NULL, 1, 5, 0},
    /* Faults: the one who gave the answer loses as what it had. */
    {"rif", "7,7_7,6_7,4", "SWAP", "7,4 lies outside the central 5x5", 0, 0, 0},
    {"rif", PATTERN "/9,9", "SWAP/1,1", "expected 2 fifth moves", 1, 4, 0},
    {"rif", PATTERN "/7,2", "SWAP/5,3_9,3", "5,3 and 9,3 are symmetrical", 1, 4, 0},
    {"rif", PATTERN "/5,3_9,4", "7,2/9,3", "9,3 is none of the fifth moves offered", 0, 4, 0},
    {"yamaguchi", PATTERN "_13", "SWAP", "must be 1 to 12, not 13", 0, 0, 0},
    {"soosorv8", PATTERN, "9,9", "must be 1 to 8, not 0", 0, 3, 0},
    {"taraguchi10", "7,7/SWAP", "SWAP", "expected 1 stone", 1, 1, 0},
};

/* The detail of a fault names the answer too. */
START_TEST(opening_rules_give_colours_as_the_answers_say) {
    const OpeningCase *c = &opening_cases[_i];
    ck_assert_int_eq(run(QUICK "-rule 4 -openingrule %s -engine '" PUPPET
                               " opening=%s' name=A -engine '" PUPPET
                               " move=last opening=%s' name=B",
                         c->rule, c->first, c->second),
                     0);
    const GameRecord *game = only_game();
    ck_assert_str_eq(opening_rule_at(game->opening_rule - 1)->name, c->rule);
    ck_assert_uint_eq(game->opening_count, c->opening);
    ck_assert_int_eq(game->engine[GAME_BLACK], c->black);
    ck_assert_str_eq(game->name[GAME_BLACK], c->black == 0 ? "A" : "B");
    ck_assert_int_eq(game->white_is_first, c->black == 1);
    if (c->fault != NULL) {
        ck_assert_int_eq(game->reason, GAME_REASON_ILLEGAL);
        ck_assert_msg(strstr(game->detail, c->fault) != NULL, "%s", game->detail);
        ck_assert_msg(strstr(game->detail, c->rule) != NULL, "%s", game->detail);
        return;
    }
    ck_assert_int_ne(game->reason, GAME_REASON_ILLEGAL);
    ck_assert_uint_gt(game->move_count, game->opening_count);
    ck_assert_int_eq(game->engine[game->opening_count % 2], c->next);
}
END_TEST

START_TEST(engines_that_answer_at_random_play_all_openings) {
    const OpeningRule *rule = opening_rule_at(_i);
    ck_assert_int_eq(run("-rule 4 -openingrule %s -games 20 -repeat -drawafter 20 -each tc=0/5 "
                         "-engine '" RIVAL " --seed 1' name=A -engine '" RIVAL " --seed 2' name=B",
                         rule->name),
                     0);
    read_games();
    ck_assert_uint_eq(game_count, 20);
    for (size_t i = 0; i < game_count; i++)
        ck_assert_msg(games[i].reason != GAME_REASON_ILLEGAL, "%s", games[i].detail);
}
END_TEST

START_TEST(no_answer_to_an_opening_is_a_time_loss) {
    ck_assert_int_eq(run(QUICK "-openingrule rif -engine '" PUPPET " opening=no' -engine '" PUPPET
                               " opening=no'"),
                     0);
    assert_ended(only_game(), GAME_WHITE_WINS, GAME_REASON_TIME);
}
END_TEST

/* ---- The world ---------------------------------------------------------------------------- */

START_TEST(openings_with_a_zero_byte_are_refused) {
    write_bytes("book", "h8\n\0i9\n", 7);
    ck_assert_int_eq(
        run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings file=book type=pos"), 1);
    ck_assert(strstr(read_text("err"), "book: contains a zero byte"));
}
END_TEST

/* The games of a match are openings of the next one. */
START_TEST(openings_come_from_games_of_an_earlier_match) {
    const char *players = "-engine '" PUPPET " name=Row' -engine '" PUPPET " move=last name=Last'";
    ck_assert_int_eq(run("%s -games 2 -repeat -openings none -pgn g.pgn -sgf g.sgf", players), 0);
    for (int i = 0; i < 2; i++) {
        const char *type = i == 0 ? "sgf" : "pgn";
        write_text("out", "");
        ck_assert_int_eq(run("%s -openings file=g.%s type=%s plies=3 -db %s.db -pgn %s.pgn",
                             players, type, type, type, type),
                         0);
        char name[16];
        snprintf(name, sizeof name, "%s.pgn", type);
        ck_assert_ptr_nonnull(strstr(read_text(name), "[Opening \"a15 o1 b15\"]"));
        write_text("err", "");
        ck_assert_int_eq(
            run("%s -openings file=g.%s type=%s plies=9 -db over.db", players, type, type), 1);
        ck_assert_ptr_nonnull(strstr(read_text("err"), "the game is over after the opening"));
    }
}
END_TEST

START_TEST(an_opening_may_not_end_the_game_by_its_length) {
    write_text("book", "h8i9j10k11\n");
    const char *line = "-engine '" PUPPET "' -engine '" PUPPET
                       " move=last' -openings file=book type=pos -games 2 -drawafter";
    ck_assert_int_eq(run("%s 4", line), 1);
    ck_assert_ptr_nonnull(strstr(read_text("err"), "h8i9j10k11, by -drawafter"));
    ck_assert_int_eq(run("%s 5", line), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("match_openings");
    TCase *tests = add_case(suite, "openings", 120);
    tcase_add_loop_test(tests, swap2_gives_colours_as_the_answers_say, 0,
                        (int)(sizeof swap2_cases / sizeof *swap2_cases));
    tcase_add_test(tests, time_spent_in_an_opening_is_charged);
    tcase_add_test(tests, no_answer_to_swap2_is_a_time_loss);
    tcase_add_loop_test(tests, opening_rules_give_colours_as_the_answers_say, 0,
                        (int)(sizeof opening_cases / sizeof *opening_cases));
    tcase_add_loop_test(tests, engines_that_answer_at_random_play_all_openings, 0, OPENING_RULES);
    tcase_add_test(tests, no_answer_to_an_opening_is_a_time_loss);
    tcase_add_test(tests, openings_with_a_zero_byte_are_refused);
    tcase_add_test(tests, openings_come_from_games_of_an_earlier_match);
    tcase_add_test(tests, an_opening_may_not_end_the_game_by_its_length);
    return run_suite(suite);
}
