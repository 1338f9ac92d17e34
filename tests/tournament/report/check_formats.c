/* The formats of a game in reports: PGN, SGF, PSQ, and words for its end. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/formats.h"
#include "store/text.h"
#include "support/harness.h"
#include "tournament/report/calls.h"

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

int main(void) {
    TCase *parts = tcase_create("parts");
    tcase_add_test(parts, pgn_has_c_gomoku_clis_tags_whites_result_and_the_moves);
    tcase_add_test(parts, pgn_has_the_time_control_in_the_standards_form);
    tcase_add_test(parts, sgf_has_c_gomoku_clis_nodes_and_lines);
    tcase_add_test(parts, psq_is_what_piskvork_reads);
    tcase_add_test(parts, every_end_of_a_game_has_words);
    tcase_add_test(parts, any_bytes_become_utf8);
    Suite *suite = suite_create("formats");
    suite_add_tcase(suite, parts);
    return run_suite(suite);
}
