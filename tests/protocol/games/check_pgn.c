/* PGN as kaname-tournament writes it. */
#include "protocol/games/games.h"

#include "games/write.h"
#include "shared/games/properties.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "shared/status/failure.h"
#include "support/harness.h"

#define HEAD "[Black \"a\"]\n"

static const char headers[] =
    "[Event \"7\"]\n[Date \"2024.01.02 03:04:05\"]\n[Round \"1.2\"]\n[Black \"a \\\"b\\\"\"]\n"
    "[White \"c\"]\n[Result \"0-1\"]\n[Termination \"Black win by five connection\"]\n"
    "[PlyCount \"9\"]\n0-1\n\n";
static const char good[] = "[Black \"a\"]\n[White \"b\"]\n[Rule \"renju\"]\n[Size \"15\"]\n"
                           "[Result \"1-0\"]\n\n1. h8 i9 {a comment} 2. j10 2... pass\n1-0\n\n";

START_TEST(headers_alone_are_a_game_without_moves) {
    Game game;
    read_whole(&game, headers, sizeof headers - 1);
    ck_assert_int_eq(game.format, GAME_PGN);
    ck_assert_str_eq(game.players[KANAME_BLACK], "a \"b\"");
    ck_assert_str_eq(game.players[KANAME_WHITE], "c");
    ck_assert_int_eq(game.end, GAME_END_BLACK);
    ck_assert_uint_eq(game.node_count, 1);
    game_release(&game);
}
END_TEST

START_TEST(moves_are_read) {
    Game game;
    read_whole(&game, good, sizeof good - 1);
    ck_assert_int_eq(game.rule, KANAME_RULE_RENJU);
    ck_assert_int_eq(game.end, GAME_END_WHITE);
    ck_assert_str_eq(line_of(&game), "h8 i9 j10 -");
    game_release(&game);
}
END_TEST

/* As kaname-tournament writes it. */
START_TEST(tags_and_comments_are_kept) {
    char fact[64];
    Game game;
    read_text(&game, "[Event \"7\"]\n[Date \"2026.01.02\"]\n[Round \"4.1\"]\n[Black \"A\"]\n"
                     "[White \"B\"]\n[Result \"0-1\"]\n[PlyCount \"4\"]\n[Rule \"caro-exact\"]\n"
                     "[BoardSize \"20x18\"]\n[Opening \"a15 a1\"]\n\n"
                     "1. a15 {book} a1 {book} 2. b15 {-31/9\n0.003s} b1! $3 (2... c3 3. d4) 0-1\n");
    ck_assert_int_eq(game.rule, KANAME_RULE_CARO_EXACT);
    ck_assert_int_eq(game.width, 20);
    ck_assert_int_eq(game.height, 18);
    ck_assert_str_eq(line_of(&game), "a15 a1 b15 b1");
    ck_assert_str_eq(game_comment(&game, 1), "book");
    ck_assert_str_eq(game_comment(&game, 3), "-31/9\n0.003s");
    ck_assert(game_fact(&game, "DT", fact, sizeof fact));
    ck_assert_str_eq(fact, "2026-01-02");
    ck_assert(game_fact(&game, "ON", fact, sizeof fact));
    ck_assert_str_eq(fact, "a15 a1");
    game_release(&game);
}
END_TEST

START_TEST(a_header_of_255_bytes_is_kept_whole) {
    enum { BYTES = 255 };
    char value[BYTES + 1] = "", text[BYTES + 64], fact[BYTES + 1];
    Game game;
    memset(value, 'x', BYTES);
    snprintf(text, sizeof text, "[Site \"%s\"]\n\n1. h8 *\n", value);
    read_text(&game, text);
    ck_assert(game_fact(&game, "PC", fact, sizeof fact));
    ck_assert_str_eq(fact, value);
    game_release(&game);
}
END_TEST

static const struct {
    const char *date, *fact;
} dates[] = {{"2024.05.06", "2024-05-06"},
             {"2024.05.??", "2024-05"},
             {"2024.??.??", "2024"},
             {"2024.1?.??", "2024"},
             {"202?.??.??", ""},
             {"????.??.??", ""},
             {"2024.05.06 07:08:09.5", "2024-05-06"},
             {"2024.05.06T07:08", "2024-05-06"},
             {"2024.05.06 ??:??", "2024-05-06"},
             {"2024.05.?? 07:08", "2024-05"},
             {"2024.05", "2024-05"}};
enum { DATES = sizeof dates / sizeof dates[0] };

START_TEST(a_date_is_kept_as_far_as_it_is_known) {
    char text[128], fact[64];
    Game game;
    snprintf(text, sizeof text, "[Date \"%s\"]\n\n1. h8 *\n", dates[_i].date);
    read_text(&game, text);
    ck_assert_int_eq(game_fact(&game, "DT", fact, sizeof fact), dates[_i].fact[0] != '\0');
    ck_assert_str_eq(fact, dates[_i].fact);
    game_release(&game);
}
END_TEST

START_TEST(the_time_of_day_behind_a_date_is_kept_apart) {
    char fact[64];
    Game game;
    read_text(&game, "[Date \"2024.05.06 07:08:09.5\"]\n\n1. h8 *\n");
    ck_assert(game_fact(&game, "TIME", fact, sizeof fact));
    ck_assert_str_eq(fact, "07:08:09.5");
    game_release(&game);
    read_text(&game, "[Date \"2024.05.06\"]\n[Time \"07:08:09\"]\n\n1. h8 *\n");
    ck_assert(game_fact(&game, "TIME", fact, sizeof fact));
    ck_assert_str_eq(fact, "07:08:09");
    game_release(&game);
}
END_TEST

START_TEST(time_controls_are_kept) {
    char fact[64];
    Game game;
    read_text(&game, "[Black \"A\"]\n[TimeControl \"60+0.25\"]\n[TurnLimit \"5\"]\n\n1. h8 *\n");
    ck_assert(game_fact(&game, "TIMECONTROL", fact, sizeof fact));
    ck_assert_str_eq(fact, "60+0.25");
    ck_assert(game_fact(&game, "TURNLIMIT", fact, sizeof fact));
    ck_assert_str_eq(fact, "5");
    game_release(&game);
    read_text(&game, "[Black \"A\"]\n[BlackTimeControl \"1/5\"]\n[WhiteTimeControl \"60\"]\n"
                     "[BlackTurnLimit \"3\"]\n[WhiteTurnLimit \"4\"]\n\n1. h8 *\n");
    ck_assert(game_fact(&game, "BLACKTIMECONTROL", fact, sizeof fact));
    ck_assert_str_eq(fact, "1/5");
    ck_assert(game_fact(&game, "WHITETIMECONTROL", fact, sizeof fact));
    ck_assert_str_eq(fact, "60");
    ck_assert(game_fact(&game, "BLACKTURNLIMIT", fact, sizeof fact));
    ck_assert(game_fact(&game, "WHITETURNLIMIT", fact, sizeof fact));
    game_release(&game);
}
END_TEST

START_TEST(termination_and_utc_are_kept) {
    char fact[64];
    Game game;
    read_text(&game, "[Date \"2026.01.02\"]\n[Termination \"Black win by time forfeit\"]\n"
                     "[UTCDate \"2026.01.01\"]\n[UTCTime \"23:04:05\"]\n\n1. h8 *\n");
    ck_assert(game_fact(&game, "TE", fact, sizeof fact));
    ck_assert_str_eq(fact, "Black win by time forfeit");
    ck_assert(game_fact(&game, "UTCDATE", fact, sizeof fact));
    ck_assert_str_eq(fact, "2026.01.01");
    ck_assert(game_fact(&game, "UTCTIME", fact, sizeof fact));
    ck_assert_str_eq(fact, "23:04:05");
    game_release(&game);
}
END_TEST

START_TEST(comments_to_the_end_of_the_line_are_kept) {
    Game game;
    read_text(&game, "[Black \"a\"]\n\n%escaped\n1. h8 ; first [x] {y\r\ni9;\n%j10\n"
                     "2. c3 ; (last\n1-0 ; end");
    ck_assert_str_eq(line_of(&game), "h8 i9 c3");
    ck_assert_str_eq(game_comment(&game, 1), " first [x] {y");
    ck_assert_str_eq(game_comment(&game, 2), "");
    ck_assert_int_eq(game.end, GAME_END_WHITE);
    game_release(&game);
}
END_TEST

START_TEST(a_comment_in_a_variation_may_hold_parentheses) {
    Game game;
    read_text(&game, HEAD "1. h8 i9 (1... i10 {x) y} (1... g7 ; )\n) j9) 2. j10 ( {(} ) 0-1\n");
    ck_assert_str_eq(line_of(&game), "h8 i9 j10");
    game_release(&game);
}
END_TEST

static const struct {
    const char *text, *lines;
} notes[] = {
    {HEAD "1. h8 i9 (1... g7) (1... g8) 2. j10 *\n", "h8 i9 j10 (note: variations are left out)"},
    {HEAD "[BlackElo \"2000\"]\n[Annotator \"me\"]\n1. h8 (1. i9) *\n",
     "h8 (note: unknown headers are left out; variations are left out)"},
    {HEAD "[BlackElo \"?\"]\n[Annotator \"\"]\n1. h8 *\n", "h8"},
    {"[Event \"1\"]\n[Site \"x\"]\n[Date \"2024.01.02\"]\n[Round \"1\"]\n" HEAD
     "[White \"b\"]\n[Result \"*\"]\n[Winner \"none\"]\n[Termination \"adjudication\"]\n"
     "[PlyCount \"1\"]\n[UTCDate \"2024.01.02\"]\n[UTCTime \"03:04:05\"]\n[Rule \"renju\"]\n"
     "[BoardSize \"15x15\"]\n[TimeControl \"60\"]\n[Opening \"h8\"]\n\n1. h8 {x} *\n",
     "h8"},
};
enum { NOTES = sizeof notes / sizeof notes[0] };

START_TEST(what_is_left_out_is_noted) {
    ck_assert_str_eq(lines_of_file(notes[_i].text, strlen(notes[_i].text)), notes[_i].lines);
}
END_TEST

START_TEST(no_stone_of_a_game_of_chess_is_kept) {
    static const char *const texts[] = {
        "[White \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 d5 1-0\n",
        "[White \"a\"]\n\n1. e4 d5 2. exd5 Qxd5 1-0\n", "[White \"a\"]\n\n1. e4 d5 2. O-O 1-0\n",
        "[Result \"1-0\"]\n[PlyCount \"21\"]\n\n1. e4 e5 1-0\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Failure failure = FAILURE_NONE;
        Game game;
        game_init(&game, KANAME_RULE_FREESTYLE, 15, 15);
        ck_assert_int_eq(game_read(texts[i], strlen(texts[i]), &game, &failure), GAME_READ_NOTHING);
        ck_assert_ptr_nonnull(strstr(failure.text, "moves of chess"));
        ck_assert_uint_eq(game.node_count, 0);
        game_release(&game);
    }
}
END_TEST

START_TEST(termination_names_the_winner_whatever_the_result) {
    Game game;
    read_text(&game, "[Result \"1-0\"]\n[Termination \"Black win by time forfeit\"]\n1-0\n");
    ck_assert_int_eq(game.end, GAME_END_BLACK);
    game_release(&game);
}
END_TEST

static const struct {
    const char *headers;
    GameEnd end;
} winners[] = {
    {"[Winner \"Black\"]\n", GAME_END_BLACK},
    {"[Result \"*\"]\n[Winner \"White\"]\n", GAME_END_WHITE},
    {"[Winner \"White\"]\n[Termination \"adjudication\"]\n", GAME_END_WHITE},
    {"[Termination \"Black win by points\"]\n[Winner \"White\"]\n", GAME_END_BLACK},
    {"[Winner \"White\"]\n[Termination \"Black win by points\"]\n", GAME_END_BLACK},
    {"[Result \"1/2-1/2\"]\n[Winner \"none\"]\n", GAME_END_DRAWN},
    {"[Winner \"Blackbird\"]\n", GAME_END_UNKNOWN},
    {"[Winner \"?\"]\n", GAME_END_UNKNOWN},
};
enum { WINNERS = sizeof winners / sizeof winners[0] };

START_TEST(the_header_winner_names_the_winner_unless_termination_does) {
    char text[128];
    Game game;
    snprintf(text, sizeof text, "%s\n1. h8 *\n", winners[_i].headers);
    read_text(&game, text);
    ck_assert_int_eq(game.end, winners[_i].end);
    game_release(&game);
}
END_TEST

START_TEST(games_behind_each_other_are_read_one_by_one) {
    static const char two[] = "[Black \"a\"]\n0-1\n\n[Black \"b\"]\n1-0\n";
    Game game;
    read_whole(&game, two, sizeof two - 1);
    ck_assert_str_eq(game.players[KANAME_BLACK], "a");
    size_t used = game.bytes_read;
    game_release(&game);
    read_whole(&game, two + used, sizeof two - 1 - used);
    ck_assert_str_eq(game.players[KANAME_BLACK], "b");
    game_release(&game);
}
END_TEST

static const struct {
    const char *text, *lines;
} files[] = {
    {HEAD "1. h8 ; see {\ni9 1-0\n\n" HEAD "1. g7 0-1\n", "h8 i9|g7"},
    {HEAD "%{\n1. h8 i9 1-0\n%{\n\n" HEAD "1. g7 0-1\n", "h8 i9|g7"},
    {HEAD "1. h8 {;} i9 {%\n[x]} 1-0\n\n" HEAD "1. g7 0-1\n", "h8 i9|g7"},
    {HEAD "1. h8 ; {\ri9 1-0\r\r" HEAD "%{\r1. g7 0-1\r", "h8 i9|g7"},
};
enum { FILES = sizeof files / sizeof files[0] };

START_TEST(a_game_ends_where_the_next_one_begins) {
    ck_assert_str_eq(lines_of_file(files[_i].text, strlen(files[_i].text)), files[_i].lines);
}
END_TEST

START_TEST(a_game_that_is_no_text_costs_none_before_it) {
    static const char text[] = HEAD "1. h8 *\n\n" HEAD "1. i9 {\x01} *\n";
    ck_assert_msg(strncmp(lines_of_file(text, sizeof text - 1), "h8|", 3) == 0, "%s",
                  lines_of_file(text, sizeof text - 1));
}
END_TEST

START_TEST(no_damage_goes_unnoticed_or_crashes) {
    expect_no_crash(headers, sizeof headers - 1);
    expect_no_crash(good, sizeof good - 1);
}
END_TEST

static const Damage damages[] = {
    DAMAGE("[Black \"", 0, "PGN, line 1: a header is written"),
    DAMAGE("[Black \"a", 0, "PGN, line 1: a header is written"),
    DAMAGE("[Black \"a\"", 0, "PGN, line 1: a header is written"),
    DAMAGE("[Black \"a\\\"]\n1-0\n", 0, "PGN, line 1: a header is written"),
    DAMAGE(HEAD "[White b]\n1-0\n", 0, "PGN, line 2: a header is written"),
    DAMAGE(HEAD "[White]\n1-0\n", 0, "PGN, line 2: a header is written"),
    DAMAGE(HEAD "[\n", 0, "PGN, line 2: a header is written"),
    DAMAGE(HEAD "[Rule \"chess\"]\n1-0\n", 0, "PGN, line 2: unknown rule"),
    DAMAGE(HEAD "[Size \"99\"]\n1-0\n", 0, "PGN, line 2: invalid size"),
    DAMAGE(HEAD "[Size \"\"]\n1-0\n", 0, "PGN, line 2: invalid size"),
    DAMAGE(HEAD, 0, "PGN, line 2: the result is missing"),
    DAMAGE(HEAD "\n\n", 0, "PGN, line 4: the result is missing"),
    DAMAGE(HEAD "1. h8 i9\n", 2, "PGN, line 3: the result is missing"),
    DAMAGE(HEAD "1. h8 i9\n[Black \"b\"]\n", 2, "PGN, line 3: the result is missing"),
    DAMAGE(HEAD "1. h8 Nf3\n1-0\n", 0, "PGN, line 2: moves of chess"),
    DAMAGE(HEAD "1. e4 e5 2. Nxe5#\n1-0\n", 0, "PGN, line 2: moves of chess"),
    DAMAGE(HEAD "1. h8 h8\n1-0\n", 1, "PGN, line 2: the point is occupied"),
    DAMAGE(HEAD "1. h8 h16\n1-0\n", 1, "PGN, line 2: the point lies off the board"),
    DAMAGE(HEAD "1. h8\n2-0\n", 1, "PGN, line 3: neither a move nor a result"),
    DAMAGE(HEAD "1. h8 {no end\n1-0\n", 1, "PGN, line 2: a comment does not end"),
    DAMAGE(HEAD "1. h8 (1. i9 {no end)\n1-0\n", 1, "PGN, line 2: a variation does not end"),
    DAMAGE(HEAD "1. h8 i9x\n1-0\n", 1, "PGN, line 2: neither a move nor a result"),
};
enum { DAMAGES = sizeof damages / sizeof damages[0] };

START_TEST(damage_is_told_with_its_place) {
    expect_damage(&damages[_i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pgn");
    TCase *tests = tcase_create("pgn");
    tcase_add_test(tests, headers_alone_are_a_game_without_moves);
    tcase_add_test(tests, moves_are_read);
    tcase_add_test(tests, tags_and_comments_are_kept);
    tcase_add_test(tests, a_header_of_255_bytes_is_kept_whole);
    tcase_add_loop_test(tests, a_date_is_kept_as_far_as_it_is_known, 0, DATES);
    tcase_add_test(tests, the_time_of_day_behind_a_date_is_kept_apart);
    tcase_add_test(tests, time_controls_are_kept);
    tcase_add_test(tests, termination_and_utc_are_kept);
    tcase_add_test(tests, comments_to_the_end_of_the_line_are_kept);
    tcase_add_test(tests, a_comment_in_a_variation_may_hold_parentheses);
    tcase_add_loop_test(tests, what_is_left_out_is_noted, 0, NOTES);
    tcase_add_test(tests, no_stone_of_a_game_of_chess_is_kept);
    tcase_add_test(tests, termination_names_the_winner_whatever_the_result);
    tcase_add_loop_test(tests, the_header_winner_names_the_winner_unless_termination_does, 0,
                        WINNERS);
    tcase_add_test(tests, games_behind_each_other_are_read_one_by_one);
    tcase_add_loop_test(tests, a_game_ends_where_the_next_one_begins, 0, FILES);
    tcase_add_test(tests, a_game_that_is_no_text_costs_none_before_it);
    tcase_add_test(tests, no_damage_goes_unnoticed_or_crashes);
    tcase_add_loop_test(tests, damage_is_told_with_its_place, 0, DAMAGES);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
