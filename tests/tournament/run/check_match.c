/* The whole program, with engines that behave and engines that do not. Every test runs in a folder
 * of its own, reads the database that is left, and looks for processes left behind. */
#include <check.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "game/game_record.h"
#include "process/tree.h"
#include "shared/opening/rule.h"
#include "shared/referee/referee.h"
#include "shared/status/failure.h"
#include "store/store.h"
#include "support/harness.h"
#include "tournament/support/place.h"
#include "tournament/support/rows.h"

enum { GAMES_MAX = 1200 };

#define PUPPET "cmd=" KANAME_PUPPET
#define RIVAL "cmd=" KANAME_RIVAL
#define LATER(mark) "cmd=./later " mark " " KANAME_RIVAL
/* Short deadlines, so that engines that hang cost little; long enough for a busy machine. */
#define QUICK "-each tc=0/0.2 tolerance=0.8 starttimeout=4 endtimeout=0.5 "

static GameRecord games[GAMES_MAX];
static size_t game_count;

/* ---- Running ------------------------------------------------------------------------------ */

static void set_up(void) {
    place_begin();
    /* An executable file that cannot be executed. */
    write_text("broken", "#!/nonexistent/interpreter\n");
    ck_assert_int_eq(chmod(in_folder("broken"), 0755), 0);
    /* Starts well once, then as its words say; becomes the broken file after its first start. */
    write_text("later", "#!/bin/sh\n"
                        "if [ -e \"$1\" ]; then shift; exec \"$@\"; fi; : >\"$1\"; "
                        "exec " KANAME_RIVAL "\n");
    write_text("breaks", "#!/bin/sh\nmv -f broken breaks; exec " KANAME_RIVAL "\n");
    ck_assert_int_eq(chmod(in_folder("later"), 0755), 0);
    ck_assert_int_eq(chmod(in_folder("breaks"), 0755), 0);
    game_count = 0;
}

/* True if a process has this folder among its arguments or as its mark: engines are told it. */
static int count_processes_here(void) {
    static ProcTree tree;
    proctree_collect_all(&tree);
    int count = 0;
    for (size_t i = 0; i < tree.count; i++) {
        char value[TEST_PATH_BYTES];
        if (proctree_environment(tree.pids[i], PLACE_MARK, value, sizeof value) &&
            strcmp(value, place_folder()) == 0)
            count++;
    }
    return count;
}

static void tear_down(void) {
    for (size_t i = 0; i < game_count; i++)
        game_record_release(&games[i]);
    game_count = 0;
    /* What was killed may take a moment to be gone. */
    for (int i = 0; i < 100 && count_processes_here() > 0; i++)
        usleep(20000);
    ck_assert_int_eq(count_processes_here(), 0);
}

static bool keep_game(const GameRecord *game, void *context) {
    (void)context;
    ck_assert_uint_lt(game_count, GAMES_MAX);
    GameRecord *copy = &games[game_count++];
    *copy = *game;
    copy->moves = NULL;
    copy->move_count = 0;
    for (size_t i = 0; i < game->move_count; i++)
        ck_assert(game_record_append(copy, &game->moves[i]));
    return true;
}

/* Reads all games of the database. */
static void read_games(void) {
    Failure failure = FAILURE_NONE;
    for (size_t i = 0; i < game_count; i++)
        game_record_release(&games[i]);
    game_count = 0;
    Store *store = store_open_read_only(in_folder("kaname-tournament.db"), &failure);
    ck_assert_msg(store != NULL, "%s", failure.text);
    ck_assert(store_select_run(store, 0));
    ck_assert(store_each_game(store, STORE_EVERYTHING, keep_game, NULL));
    store_close(store);
}

static const GameRecord *only_game(void) {
    read_games();
    ck_assert_uint_eq(game_count, 1);
    return &games[0];
}

static void assert_ended(const GameRecord *game, GameResult result, GameReason reason) {
    ck_assert_msg(game->result == result && game->reason == reason,
                  "game %d: %s by %s (%s), expected %s by %s", (int)game->number,
                  game_result_word(game->result), game_reason_word(game->reason), game->detail,
                  game_result_word(result), game_reason_word(reason));
}

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

/* ---- Faults ------------------------------------------------------------------------------- */

typedef struct Fault {
    const char *name, *command;
    GameReason reason;
} Fault;

static const Fault faults[] = {
    {"crash", RIVAL " --crash-at 2", GAME_REASON_CRASH},
    {"hang", RIVAL " --hang-at 2", GAME_REASON_TIME},
    {"late", RIVAL " --late-ms 1500", GAME_REASON_TIME},
    {"illegal", RIVAL " --illegal-at 2", GAME_REASON_ILLEGAL},
    {"garbage", RIVAL " --garbage-at 2", GAME_REASON_TIME},
    {"half", RIVAL " --half-line-at 2", GAME_REASON_TIME},
    {"endless", RIVAL " --endless-line-at 2", GAME_REASON_TIME},
    {"memory", RIVAL " --memory-mb 300", GAME_REASON_MEMORY},
    {"about", LATER("about") " --silent-about", GAME_REASON_START},
    {"ok", LATER("ok") " --no-ok", GAME_REASON_START},
    {"exit", LATER("exit") " --exit-at-start", GAME_REASON_CRASH},
    {"broken", "cmd=./breaks", GAME_REASON_START},
    {"all", RIVAL " --flood-stderr --fork-children --no-exit --crash-at 3", GAME_REASON_CRASH},
};
enum { FAULTS = sizeof faults / sizeof *faults };

START_TEST(a_fault_loses_for_the_right_reason) {
    const Fault *fault = &faults[_i];
    ck_assert_int_eq(run(QUICK "maxmemory=100M -memory -games 2 -concurrency 2 -repeat "
                               "-openings none -engine '" RIVAL "' name=sound -engine '%s' name=%s",
                         fault->command, fault->name),
                     0);
    read_games();
    ck_assert_uint_eq(game_count, 2);
    for (int i = 0; i < 2; i++) {
        int faulty = games[i].engine[0] == 1 ? GAME_BLACK : GAME_WHITE;
        assert_ended(&games[i], faulty == GAME_BLACK ? GAME_WHITE_WINS : GAME_BLACK_WINS,
                     fault->reason);
        ck_assert(games[i].detail[0] != '\0');
    }
}
END_TEST

START_TEST(faults_that_break_no_rule_lose_nothing) {
    ck_assert_int_eq(run(QUICK "-games 2 -openings none -engine '" RIVAL "' -engine '" RIVAL
                               " --flood-stderr --fork-children --no-exit'"),
                     0);
    read_games();
    ck_assert_uint_eq(game_count, 2);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(games[i].reason, GAME_REASON_FIVE);
}
END_TEST

/* The words for engines with all faults, a sound one first. */
static size_t put_all_engines(char *words, size_t size) {
    size_t length = (size_t)snprintf(words, size, "-engine '" RIVAL " --seed 3' name=sound ");
    for (int i = 0; i < FAULTS; i++)
        length += (size_t)snprintf(words + length, size - length, "-engine '%s' name=%s ",
                                   faults[i].command, faults[i].name);
    return length;
}

static const GameRecord *game_by_number(int64_t number) {
    for (size_t i = 0; i < game_count; i++)
        if (games[i].number == number)
            return &games[i];
    return NULL;
}

/* A gauntlet against all faults: the sound engine wins all games, each for the fault's reason. */
static void check_gauntlet(int games_each) {
    read_games();
    ck_assert_uint_eq(game_count, (size_t)(FAULTS * games_each));
    for (int64_t number = 1; number <= FAULTS * games_each; number++) {
        const GameRecord *game = game_by_number(number);
        ck_assert_msg(game != NULL, "game %d is missing", (int)number);
        const Fault *fault = &faults[(number - 1) / games_each];
        int faulty = game->engine[0] == 0 ? GAME_WHITE : GAME_BLACK;
        /* The sound one may be quicker than a fault of a late move. */
        if (game->reason != GAME_REASON_FIVE)
            assert_ended(game, faulty == GAME_BLACK ? GAME_WHITE_WINS : GAME_BLACK_WINS,
                         fault->reason);
    }
}

START_TEST(all_faults_at_once_end_like_one_by_one) {
    static char words[TEXT_MAX];
    put_all_engines(words, sizeof words);
    int status = run(QUICK "maxmemory=100M -memory -games 2 -gauntlet -openings none "
                           "-concurrency 8 %s",
                     words);
    ck_assert_msg(status == 0, "status %d: %s", status, read_text("err"));
    check_gauntlet(2);
    ck_assert_str_eq(read_text("err"), "");
}
END_TEST

START_TEST(killed_and_resumed_each_game_is_played_once) {
    static char words[TEXT_MAX];
    size_t length = (size_t)snprintf(words, sizeof words,
                                     QUICK "maxmemory=100M -memory -games 4 -gauntlet -openings "
                                           "none -concurrency 4 -sgf g.sgf -seed 4 ");
    put_all_engines(words + length, sizeof words - length);
    for (int i = 0; i < 3; i++) {
        pid_t pid = start(words);
        wait_for_games(1 + 4 * i);
        kill(pid, SIGKILL);
        ck_assert_int_eq(finish(pid), 1000 + SIGKILL);
        if (i == 0)
            strcat(words, " -resume");
    }
    int status = run("%s", words);
    ck_assert_msg(status == 0, "status %d: %s", status, read_text("err"));
    check_gauntlet(4);
    /* The file holds all games once, in order, as if nothing had happened. */
    const char *at = read_text("g.sgf");
    for (int number = 1; number <= FAULTS * 4; number++) {
        char mark[32];
        snprintf(mark, sizeof mark, "GN[%d]", number);
        at = strstr(at, "GN[");
        ck_assert_ptr_nonnull(at);
        ck_assert_msg(strncmp(at, mark, strlen(mark)) == 0, "%.12s, expected %s", at, mark);
        at++;
    }
    ck_assert_ptr_null(strstr(at, "GN["));
}
END_TEST

START_TEST(an_answer_within_the_tolerance_is_in_time) {
    ck_assert_int_eq(run("-each tc=0/0.05 tolerance=2 -engine '" PUPPET
                         " late=100' -engine '" PUPPET " move=last' -openings none"),
                     0);
    assert_ended(only_game(), GAME_BLACK_WINS, GAME_REASON_FIVE);
    ck_assert_int_ge(games[0].moves[0].time_us, 100000);
}
END_TEST

START_TEST(an_engine_without_any_limit_is_named) {
    ck_assert_int_eq(run("-each maxwait=90 -engine '" PUPPET " name=Free' -engine '" PUPPET
                         " move=last name=Bound' nodes=5 -openings none"),
                     0);
    const char *text = read_text("err");
    ck_assert_msg(strstr(text, "has no limit (tc=, nodes=, depth=): a move may take up to maxwait, "
                               "90 s\n") != NULL,
                  "%s", text);
    ck_assert_ptr_eq(strstr(text, "has no limit"), strrchr(text, '(') - strlen("has no limit "));
}
END_TEST

START_TEST(games_without_tolerance_are_played) {
    ck_assert_int_eq(run("-each tc=0/5 tolerance=0 -engine '" PUPPET " late=20' -engine '" PUPPET
                         " late=20 move=last' -openings none"),
                     0);
    assert_ended(only_game(), GAME_BLACK_WINS, GAME_REASON_FIVE);
}
END_TEST

START_TEST(the_match_clock_runs_down_and_ends_the_game) {
    ck_assert_int_eq(run("-each tc=0.5/10 tolerance=0.05 -engine '" PUPPET
                         " late=200' -engine '" PUPPET " move=last' -openings none"),
                     0);
    assert_ended(only_game(), GAME_WHITE_WINS, GAME_REASON_TIME);
    ck_assert_uint_ge(games[0].move_count, 4);
    ck_assert_int_eq(games[0].left_us[GAME_BLACK], 0);
    ck_assert(games[0].left_us[GAME_WHITE] > 0 && games[0].left_us[GAME_WHITE] <= 500000);
    const char *left = "Left on match clocks: puppet mean 0.0 s, minimum 0.0 s; puppet (2) mean 0.";
    ck_assert_msg(strstr(read_text("out"), left) != NULL, "%s", read_text("out"));
}
END_TEST

START_TEST(the_increment_keeps_the_match_clock_up) {
    ck_assert_int_eq(run("-each tc=0.3/10+0.3 tolerance=0.05 -engine '" PUPPET
                         " late=200' -engine '" PUPPET " move=last' -openings none"),
                     0);
    assert_ended(only_game(), GAME_BLACK_WINS, GAME_REASON_FIVE);
    int64_t used_us = 0;
    for (size_t i = 0; i < games[0].move_count; i += 2)
        used_us += games[0].moves[i].time_us;
    ck_assert_int_eq(games[0].left_us[GAME_BLACK],
                     300000 + 300000 * (int64_t)((games[0].move_count + 1) / 2) - used_us);
}
END_TEST

START_TEST(an_engine_that_ends_after_its_move_loses_at_its_next) {
    ck_assert_int_eq(
        run("-engine '" PUPPET " die=3' -engine '" PUPPET " move=last' -openings none"), 0);
    assert_ended(only_game(), GAME_WHITE_WINS, GAME_REASON_CRASH);
    ck_assert_uint_eq(games[0].move_count, 6);
    ck_assert_msg(strstr(games[0].detail, "status 9") != NULL, "%s", games[0].detail);
}
END_TEST

START_TEST(an_engine_that_ends_is_not_charged_the_opponents_time) {
    ck_assert_int_eq(run("-each tc=10/0 -engine '" PUPPET " die=2' -engine '" PUPPET
                         " move=last late=500' -openings none"),
                     0);
    assert_ended(only_game(), GAME_WHITE_WINS, GAME_REASON_CRASH);
    ck_assert_int_gt(games[0].left_us[GAME_BLACK],
                     9550000 - games[0].moves[0].time_us - games[0].moves[2].time_us);
}
END_TEST

START_TEST(an_engine_that_ends_after_its_winning_move_has_won) {
    ck_assert_int_eq(
        run("-engine '" PUPPET " die=5' -engine '" PUPPET " move=last' -openings none -games 2"),
        0);
    read_games();
    assert_ended(&games[0], GAME_BLACK_WINS, GAME_REASON_FIVE);
    ck_assert_uint_eq(game_count, 2);
}
END_TEST

START_TEST(a_fatal_error_ends_the_run_if_so_wanted) {
    ck_assert_int_eq(run("-engine '" LATER("exit") " --exit-at-start' name=Bad -engine '" RIVAL
                                                   "' -games 20 -openings none -fatalerror"),
                     1);
    ck_assert_int_lt(count_games(), 20);
    ck_assert_msg(strstr(read_text("err"), "-fatalerror: game 1") != NULL, "%s", read_text("err"));
}
END_TEST

/* ---- Stopping ----------------------------------------------------------------------------- */

#define SLOW                                        \
    "-engine '" PUPPET " late=60' -engine '" PUPPET \
    " late=60 move=last' -openings none -games 40 -concurrency 3 -each tc=100/10 "

START_TEST(interrupted_once_it_finishes_the_running_games) {
    pid_t pid = start(SLOW);
    wait_for_games(1);
    kill(pid, SIGINT);
    ck_assert_int_eq(finish(pid), 3);
    int64_t done = count_games();
    ck_assert_int_ge(done, 3);
    ck_assert_int_lt(done, 40);
    read_games();
    for (size_t i = 0; i < game_count; i++)
        assert_ended(&games[i], GAME_BLACK_WINS, GAME_REASON_FIVE);
    ck_assert_int_eq(run(SLOW "-resume"), 0);
    read_games();
    ck_assert_uint_eq(game_count, 40);
}
END_TEST

START_TEST(interrupted_twice_it_stops_at_once) {
    pid_t pid = start("-engine '" PUPPET " late=60000' -engine '" PUPPET
                      " late=60000' -openings none -games 40 -concurrency 3 -each tc=100/100");
    for (int i = 0; i < 500 && strstr(read_text("out"), "Load engine") == NULL; i++)
        usleep(20000);
    usleep(200000);
    kill(pid, SIGINT);
    for (int i = 0; i < 500 && strstr(read_text("out"), "Stopping:") == NULL; i++)
        usleep(20000);
    kill(pid, SIGINT);
    ck_assert_int_eq(finish(pid), 3);
    ck_assert_int_eq(count_games(), 0);
}
END_TEST

START_TEST(terminated_it_stops_at_once_and_can_be_resumed) {
    pid_t pid = start(SLOW);
    wait_for_games(2);
    kill(pid, SIGTERM);
    ck_assert_int_eq(finish(pid), 3);
    ck_assert_int_eq(run(SLOW "-resume"), 0);
    read_games();
    ck_assert_uint_eq(game_count, 40);
}
END_TEST

START_TEST(another_tournament_is_not_resumed) {
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none"), 0);
    ck_assert_int_eq(
        run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none -rule 1 -resume"),
        1);
    ck_assert(read_text("err")[0] != '\0');
    ck_assert_int_eq(count_games(), 1);
    ck_assert_int_eq(
        run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none -seed 5 -resume"),
        1);
    ck_assert(strstr(read_text("err"), "-seed: "));
    /* The same once more: there is nothing left to do. */
    ck_assert_int_eq(
        run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none -resume"), 0);
    ck_assert_int_eq(count_games(), 1);
}
END_TEST

/* ---- Files that are there ------------------------------------------------------------------ */

static int count_of(const char *name, const char *words) {
    int count = 0;
    for (const char *at = read_text(name); (at = strstr(at, words)) != NULL; at++)
        count++;
    return count;
}

/* A match of two games, played or gone on with. */
static void play_games(const char *words) {
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET
                         " move=last' -openings none -seed 1 -games 2 %s",
                         words),
                     0);
}

START_TEST(output_asked_for_only_when_resuming_is_added_to_what_is_there) {
    play_games("");
    write_text("o", "foreign\n");
    play_games("-resume -pgn o -sgf o2 -msg o3 -sample file=o4 format=csv freq=1");
    ck_assert_int_eq(strncmp(read_text("o"), "foreign\n", 8), 0);
    ck_assert_int_eq(count_of("o", "[Event "), 2);
    ck_assert_int_eq(count_of("o2", "GN["), 2);
    ck_assert_int_eq(count_of("o3", "Game ID:"), 2);
    int lines = count_of("o4", "\n");
    ck_assert_int_gt(lines, 0);
    /* And once more: all of it is there. */
    play_games("-resume -pgn o -sgf o2 -msg o3 -sample file=o4 format=csv freq=1");
    ck_assert_int_eq(count_of("o", "[Event "), 2);
    ck_assert_int_eq(count_of("o2", "GN["), 2);
    ck_assert_int_eq(count_of("o3", "Game ID:"), 2);
    ck_assert_int_eq(count_of("o4", "\n"), lines);
}
END_TEST

#define PARTED                                      \
    "-engine '" PUPPET " late=40' -engine '" PUPPET \
    " late=40 move=last' -openings none -games 4 -each tc=100/10 -pgn o "

/* Begins a match of four games and stops it after some. */
static void play_part(const char *words, int games_before) {
    static char all[TEXT_MAX];
    snprintf(all, sizeof all, PARTED "%s", words);
    pid_t pid = start(all);
    for (int i = 0; i < 1000 && count_of("o", "[Event ") == games_before; i++)
        usleep(20000);
    kill(pid, SIGINT);
    ck_assert_int_eq(finish(pid), 3);
}

START_TEST(two_tournaments_may_write_to_one_file) {
    play_part("-db a", 0);
    int count = count_of("o", "[Event ");
    play_part("-db b", count);
    ck_assert_int_gt(count_of("o", "[Event "), count);
    ck_assert_int_lt(count_of("o", "[Event "), 8);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(run(PARTED "-resume -db a"), 0);
        ck_assert_int_eq(run(PARTED "-resume -db b"), 0);
        ck_assert_int_eq(count_of("o", "[Event "), 8);
    }
}
END_TEST

START_TEST(a_file_moved_away_is_written_again) {
    write_text("o", "foreign\n");
    play_games("-pgn o");
    char from[200];
    strcpy(from, in_folder("o"));
    ck_assert_int_eq(rename(from, in_folder("kept")), 0);
    for (int i = 0; i < 2; i++) {
        play_games("-pgn o -resume");
        ck_assert_int_eq(count_of("o", "[Event "), 2);
    }
    ck_assert_int_eq(count_of("kept", "[Event "), 2);
}
END_TEST

START_TEST(another_file_when_resuming_gets_all_games_and_loses_nothing) {
    play_games("-pgn o");
    write_text("other", "foreign\n");
    play_games("-pgn other -resume");
    ck_assert_int_eq(strncmp(read_text("other"), "foreign\n", 8), 0);
    ck_assert_int_eq(count_of("other", "[Event "), 2);
    play_games("-pgn o -resume");
    ck_assert_int_eq(count_of("o", "[Event "), 2);
}
END_TEST

START_TEST(a_game_cut_off_in_the_midst_is_made_whole) {
    play_games("-pgn o");
    static char whole[TEXT_MAX];
    strcpy(whole, read_text("o"));
    ck_assert_int_eq(truncate(in_folder("o"), (off_t)strlen(whole) - 20), 0);
    play_games("-pgn o -resume");
    ck_assert_str_eq(read_text("o"), whole);
}
END_TEST

START_TEST(packed_samples_are_kept_when_resuming) {
    play_games("");
    write_text("o", "foreign\n");
    play_games("-resume -sample file=o format=bin_lz4 freq=1");
    ck_assert_str_eq(read_text("o.1"), "foreign\n");
    play_games("-resume -sample file=o format=bin_lz4 freq=1");
    ck_assert_str_eq(read_text("o.1"), "foreign\n");
    ck_assert_int_eq(access(in_folder("o.2"), R_OK), 0);
}
END_TEST

/* ---- The world ---------------------------------------------------------------------------- */

START_TEST(a_wrong_word_ends_it_before_anything_begins) {
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET "' -nosuch"), 2);
    ck_assert(strstr(read_text("err"), "'-nosuch'"));
    ck_assert_int_ne(access(in_folder("kaname-tournament.db"), F_OK), 0);
}
END_TEST

START_TEST(a_missing_book_is_told_before_anything_begins) {
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET "' -openings file=nowhere"), 1);
    ck_assert_msg(strstr(read_text("err"), "nowhere: No such file") != NULL, "%s",
                  read_text("err"));
    ck_assert_ptr_null(strstr(read_text("out"), "Started"));
}
END_TEST

START_TEST(a_locked_database_is_told_and_stays_valid) {
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none"), 0);
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(in_folder("kaname-tournament.db"), &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none"), 1);
    ck_assert_msg(strstr(read_text("err"), "kaname-tournament.db: ") != NULL, "%s",
                  read_text("err"));
    ck_assert(strstr(read_text("err"), "locked"));
    sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_close(db);
    ck_assert_int_eq(count_games(), 1);
}
END_TEST

START_TEST(a_game_that_is_not_stored_is_not_told) {
    pid_t pid = start("-engine '" PUPPET " late=10' -engine '" PUPPET
                      " move=last' -openings none -games 500 -each tc=10/5");
    wait_for_games(1);
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(in_folder("kaname-tournament.db"), &db), SQLITE_OK);
    sqlite3_busy_timeout(db, 20000);
    ck_assert_int_eq(sqlite3_exec(db,
                                  "CREATE TRIGGER no_more BEFORE INSERT ON game BEGIN"
                                  " SELECT RAISE(ABORT, 'no more games'); END",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    ck_assert_int_eq(finish(pid), 1);
    ck_assert_ptr_nonnull(strstr(read_text("err"), "no more games"));
    ck_assert_int_eq(count_of("out", "Finished game "), count_games());
}
END_TEST

START_TEST(a_full_disk_ends_the_run_and_loses_nothing_written) {
    static char command[2000];
    /* No file may grow over 1 MiB: what the disk says when it is full. */
    snprintf(command, sizeof command,
             "cd %s && trap '' XFSZ; ulimit -f 2048; exec %s -engine '" RIVAL
             " --seed 5' -engine '" RIVAL
             " --seed 6' -openings none -games 3000 -concurrency 2 -each tc=10/5 >out 2>err",
             place_folder(), KANAME_TOURNAMENT);
    int status = system(command);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 1);
    ck_assert_msg(strstr(read_text("err"), "kaname-tournament.db: ") != NULL, "%s",
                  read_text("err"));
    int64_t kept = count_games();
    ck_assert_int_gt(kept, 10);
    sqlite3 *db;
    sqlite3_stmt *statement;
    ck_assert_int_eq(sqlite3_open(in_folder("kaname-tournament.db"), &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &statement, NULL),
                     SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    ck_assert_str_eq((const char *)sqlite3_column_text(statement, 0), "ok");
    sqlite3_finalize(statement);
    sqlite3_close(db);
    read_games();
    for (size_t i = 0; i < game_count && i < 20; i++)
        ck_assert_uint_gt(games[i].move_count, 8);
}
END_TEST

START_TEST(no_output_is_the_database_the_book_or_another_output) {
    static const char *const words[] = {"-db F -pgn F",
                                        "-db F -sgf ./F",
                                        "-db F -msg F-wal",
                                        "-db F -sample file=F format=bin freq=1",
                                        "-db F -sample file=F format=bin_lz4 freq=1",
                                        "-db F -html F",
                                        "-db G -html G",
                                        "-pgn G -sgf G",
                                        "-pgn G -html G",
                                        "-msg G -sample file=G format=csv freq=1",
                                        "-openings file=book type=pos -pgn book"};
    write_text("book", "h8i9\n");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        bool has_book = strstr(words[i], "-openings") != NULL;
        ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET " move=last' %s %s",
                             has_book ? "" : "-openings none", words[i]),
                         1);
        ck_assert_msg(strstr(read_text("err"), "in use") != NULL, "%s: %s", words[i],
                      read_text("err"));
        ck_assert(!is_there("G"));
        ck_assert_str_eq(read_text("book"), "h8i9\n");
        unlink(in_folder("err"));
    }
    /* What it has made of F is a database that is sound. */
    ck_assert_int_eq(
        run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none -db F -pgn o"), 0);
    ck_assert_int_eq(count_of("o", "[Event "), 1);
}
END_TEST

#define LOG "kaname-tournament.1.log"

/* A run with -log and these words is refused for the reason, and the log's place keeps its text. */
static void expect_no_log(const char *words, const char *reason, const char *text) {
    write_text("err", "");
    ck_assert_int_eq(run("-log %s -engine '" PUPPET "' -engine '" PUPPET " move=last'", words), 1);
    ck_assert_msg(strstr(read_text("err"), reason) != NULL, "%s: %s", words, read_text("err"));
    if (text != NULL)
        ck_assert_str_eq(read_text(LOG), text);
}

START_TEST(no_log_is_written_to_a_file_that_is_none) {
    static const char *const texts[] = {"h8i9\n", "{\"games\": 2}\n", "12:", "12 : x", ": x",
                                        "12x"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        bool is_cut = strcmp(texts[i], "12:") == 0;
        write_text(LOG, texts[i]);
        if (is_cut)
            ck_assert_int_eq(
                run("-log -openings none -engine '" PUPPET "' -engine '" PUPPET " move=last'"), 0);
        else
            expect_no_log("-openings none", LOG ": the file holds something else", texts[i]);
    }
}
END_TEST

START_TEST(no_log_is_a_file_of_the_run) {
    static const char book[] = "h8i9\n";
    write_text(LOG, book);
    expect_no_log("-openings file=" LOG " type=pos", LOG ": the file is in use", book);
    unlink(in_folder(LOG));
    expect_no_log("-openings none -pgn " LOG, LOG ": the file is in use", "");
    unlink(in_folder(LOG));
    expect_no_log("-openings none -db " LOG, LOG ": the file is in use", NULL);
    unlink(in_folder(LOG));
    ck_assert_int_eq(symlink("kaname-tournament.db-wal", in_folder(LOG)), 0);
    expect_no_log("-openings none", LOG ": the file is in use", NULL);
}
END_TEST

START_TEST(no_log_is_a_device_a_pipe_or_a_folder) {
    ck_assert_int_eq(mkfifo(in_folder(LOG), 0600), 0);
    expect_no_log("-openings none", LOG ": it is not a regular file", NULL);
    unlink(in_folder(LOG));
    ck_assert_int_eq(symlink("/dev/null", in_folder(LOG)), 0);
    expect_no_log("-openings none", LOG ": it is not a regular file", NULL);
    unlink(in_folder(LOG));
    ck_assert_int_eq(mkdir(in_folder(LOG), 0700), 0);
    expect_no_log("-openings none", LOG ": it is not a regular file", NULL);
}
END_TEST

START_TEST(logs_of_an_earlier_run_are_kept) {
    static const char words[] =
        "-log -openings none -engine '" PUPPET "' -engine '" PUPPET " move=last'";
    ck_assert_int_eq(run("%s", words), 0);
    int starts = count_of(LOG, "<- START 15");
    ck_assert_int_gt(starts, 0);
    ck_assert_int_eq(run("%s", words), 0);
    ck_assert_int_eq(count_of(LOG, "<- START 15"), 2 * starts);
}
END_TEST

START_TEST(no_output_is_added_to_a_file_that_is_no_text) {
    static const char bytes[] = "SQLite format 3\0and more";
    static const char *const words[] = {"-pgn o",
                                        "-sgf o",
                                        "-msg o",
                                        "-sample file=o format=bin freq=1",
                                        "-sample file=o format=binpack freq=1",
                                        "-sample file=o format=csv freq=1",
                                        "-sample file=o format=bin_lz4 freq=1"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        write_bytes("o", bytes, sizeof bytes);
        ck_assert_int_eq(
            run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none %s", words[i]),
            1);
        ck_assert_int_eq(memcmp(read_text("o"), bytes, sizeof bytes), 0);
    }
}
END_TEST

START_TEST(an_output_that_cannot_be_written_is_named) {
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET
                         " move=last' -openings none -pgn /nonexistent/x.pgn"),
                     1);
    ck_assert(strstr(read_text("err"), "/nonexistent/x.pgn: "));
    ck_assert_int_eq(
        run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none -sgf /dev/full"),
        1);
    ck_assert(strstr(read_text("err"), "/dev/full: "));
}
END_TEST

START_TEST(lost_standard_output_is_told) {
    char command[TEXT_MAX / 100];
    snprintf(command, sizeof command,
             "cd %s && " KANAME_TOURNAMENT " -engine '" PUPPET "' -engine '" PUPPET
             " move=last' -openings none >/dev/full 2>>err",
             place_folder());
    int status = system(command);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 1);
    ck_assert(strstr(read_text("err"), "standard output: "));
    ck_assert_int_eq(count_games(), 1);
}
END_TEST

START_TEST(resuming_creates_no_database) {
    ck_assert_int_eq(
        run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -resume -db missing.db"), 1);
    ck_assert(strstr(read_text("err"), "missing.db: "));
    ck_assert_int_eq(access(in_folder("missing.db"), F_OK), -1);
}
END_TEST

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

/* ---- Reproduction ------------------------------------------------------------------------- */

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

static TCase *add_case(Suite *suite, const char *name, int timeout_s) {
    TCase *tests = tcase_create(name);
    tcase_set_timeout(tests, timeout_s);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    suite_add_tcase(suite, tests);
    return tests;
}

static void add_games(Suite *suite) {
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
    tcase_add_test(tests, time_spent_in_an_opening_is_charged);
    tcase_add_test(tests, a_score_is_that_of_its_own_move);
    tcase_add_test(tests, an_illegal_move_is_no_move_of_the_game);
    tcase_add_test(tests, engines_that_tell_no_score_are_never_adjudicated);
    tcase_add_test(tests, even_scores_of_both_sides_are_a_draw);
    tcase_add_test(tests, an_announced_loss_counts_as_a_low_score);
    tcase_add_loop_test(tests, swap2_gives_colours_as_the_answers_say, 0,
                        (int)(sizeof swap2_cases / sizeof *swap2_cases));
    tcase_add_test(tests, no_answer_to_swap2_is_a_time_loss);
    tcase_add_loop_test(tests, opening_rules_give_colours_as_the_answers_say, 0,
                        (int)(sizeof opening_cases / sizeof *opening_cases));
    tcase_add_loop_test(tests, engines_that_answer_at_random_play_all_openings, 0, OPENING_RULES);
    tcase_add_test(tests, no_answer_to_an_opening_is_a_time_loss);
}

static void add_faults(Suite *suite) {
    TCase *tests = add_case(suite, "faults", 180);
    tcase_add_loop_test(tests, a_fault_loses_for_the_right_reason, 0, FAULTS);
    tcase_add_test(tests, faults_that_break_no_rule_lose_nothing);
    tcase_add_test(tests, all_faults_at_once_end_like_one_by_one);
    tcase_add_test(tests, killed_and_resumed_each_game_is_played_once);
    tcase_add_test(tests, an_answer_within_the_tolerance_is_in_time);
    tcase_add_test(tests, games_without_tolerance_are_played);
    tcase_add_test(tests, the_match_clock_runs_down_and_ends_the_game);
    tcase_add_test(tests, the_increment_keeps_the_match_clock_up);
    tcase_add_test(tests, an_engine_that_ends_after_its_move_loses_at_its_next);
    tcase_add_test(tests, an_engine_that_ends_is_not_charged_the_opponents_time);
    tcase_add_test(tests, an_engine_that_ends_after_its_winning_move_has_won);
    tcase_add_test(tests, a_fatal_error_ends_the_run_if_so_wanted);
    tcase_add_test(tests, interrupted_once_it_finishes_the_running_games);
    tcase_add_test(tests, interrupted_twice_it_stops_at_once);
    tcase_add_test(tests, terminated_it_stops_at_once_and_can_be_resumed);
    tcase_add_test(tests, another_tournament_is_not_resumed);
}

static void add_files(Suite *suite) {
    TCase *tests = add_case(suite, "files", 120);
    tcase_add_test(tests, output_asked_for_only_when_resuming_is_added_to_what_is_there);
    tcase_add_test(tests, two_tournaments_may_write_to_one_file);
    tcase_add_test(tests, a_file_moved_away_is_written_again);
    tcase_add_test(tests, another_file_when_resuming_gets_all_games_and_loses_nothing);
    tcase_add_test(tests, a_game_cut_off_in_the_midst_is_made_whole);
    tcase_add_test(tests, packed_samples_are_kept_when_resuming);
}

static void add_world(Suite *suite) {
    TCase *tests = add_case(suite, "world", 120);
    tcase_add_test(tests, a_wrong_word_ends_it_before_anything_begins);
    tcase_add_test(tests, a_missing_book_is_told_before_anything_begins);
    tcase_add_test(tests, a_locked_database_is_told_and_stays_valid);
    tcase_add_test(tests, a_game_that_is_not_stored_is_not_told);
    tcase_add_test(tests, a_full_disk_ends_the_run_and_loses_nothing_written);
    tcase_add_test(tests, no_output_is_the_database_the_book_or_another_output);
    tcase_add_test(tests, no_output_is_added_to_a_file_that_is_no_text);
    tcase_add_test(tests, no_log_is_written_to_a_file_that_is_none);
    tcase_add_test(tests, no_log_is_a_file_of_the_run);
    tcase_add_test(tests, no_log_is_a_device_a_pipe_or_a_folder);
    tcase_add_test(tests, logs_of_an_earlier_run_are_kept);
    tcase_add_test(tests, an_output_that_cannot_be_written_is_named);
    tcase_add_test(tests, lost_standard_output_is_told);
    tcase_add_test(tests, resuming_creates_no_database);
    tcase_add_test(tests, openings_with_a_zero_byte_are_refused);
    tcase_add_test(tests, openings_come_from_games_of_an_earlier_match);
    tcase_add_test(tests, an_opening_may_not_end_the_game_by_its_length);
    tcase_add_test(tests, the_seed_decides_the_games_not_the_concurrency);
    tcase_add_test(tests, lost_games_alone_are_written_if_so_wanted);
    tcase_add_test(tests, a_test_stops_when_it_is_decided);
    tcase_add_loop_test(tests, a_test_plays_pairs_until_it_is_decided, 0, 4);
    tcase_add_loop_test(tests, colors_are_level_whatever_the_openings, 0, 5);
    tcase_add_test(tests, an_engine_without_any_limit_is_named);
    tcase_add_loop_test(tests, every_format_comes_to_its_end, 0, 4);
    tcase_add_test(tests, suspending_pinning_and_watching_change_no_result);
}

int main(void) {
    Suite *suite = suite_create("match");
    add_games(suite);
    add_faults(suite);
    add_files(suite);
    add_world(suite);
    return run_suite(suite);
}
