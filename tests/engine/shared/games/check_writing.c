/* Writes the syntax of SGF, PSQ and PGN, and reads it back with the readers of games. */
#include "shared/games/writing.h"

#include <check.h>
#include <string.h>

#include "shared/games/properties.h"
#include "shared/games/read.h"
#include "shared/status/failure.h"
#include "support/harness.h"

enum { TEXT_MAX = 40000 };

typedef struct Paper {
    FILE *file;
    char text[TEXT_MAX];
    size_t size;
} Paper;

static FILE *begin(Paper *paper) {
    paper->file = tmpfile();
    ck_assert_ptr_nonnull(paper->file);
    return paper->file;
}

static const char *finish(Paper *paper) {
    rewind(paper->file);
    paper->size = fread(paper->text, 1, TEXT_MAX - 1, paper->file);
    paper->text[paper->size] = '\0';
    ck_assert_int_eq(fclose(paper->file), 0);
    return paper->text;
}

static void read_back(Game *game, const Paper *paper) {
    Failure failure = FAILURE_NONE;
    game_init(game, KANAME_RULE_FREESTYLE, KANAME_MAX_SIZE, KANAME_MAX_SIZE);
    ck_assert_msg(game_read(paper->text, paper->size, game, &failure) == GAME_READ_WHOLE,
                  "%s in:\n%s", failure.text, paper->text);
}

START_TEST(sgf_escapes_what_would_end_a_value) {
    Paper paper;
    FILE *file = begin(&paper);
    sgf_put_value(file, "PB", "a]b\\c[d:e");
    sgf_put_part(file, "1:2]\\");
    sgf_put_value(file, "B", "");
    sgf_put_number(file, "GN", -3);
    sgf_put_size(file, 15, 15);
    sgf_put_size(file, 20, 12);
    sgf_put_move(file, KANAME_WHITE, (KanamePoint){2, 0});
    ck_assert_str_eq(finish(&paper), "PB[a\\]b\\\\c[d:e]1\\:2\\]\\\\B[]GN[-3]SZ[15]SZ[20:12]W[ca]");
}
END_TEST

START_TEST(sgf_is_read_again) {
    Paper paper;
    FILE *file = begin(&paper);
    fputs("(;FF[4]GM[4]", file);
    sgf_put_size(file, 20, 12);
    sgf_put_value(file, "PB", "a]b\\c");
    sgf_put_value(file, "EV", "x]");
    putc(';', file);
    sgf_put_move(file, KANAME_BLACK, (KanamePoint){19, 11});
    putc(')', file);
    Game game;
    char event[GAME_PLAYER_MAX];
    (void)finish(&paper);
    read_back(&game, &paper);
    ck_assert(game.width == 20 && game.height == 12 && game.node_count == 2);
    ck_assert(game.nodes[1].move.x == 19 && game.nodes[1].move.y == 11);
    ck_assert_str_eq(game.players[KANAME_BLACK], "a]b\\c");
    ck_assert(game_fact(&game, "EV", event, sizeof event));
    ck_assert_str_eq(event, "x]");
    game_release(&game);
}
END_TEST

START_TEST(psq_is_read_again) {
    Paper paper;
    FILE *file = begin(&paper);
    psq_put_header(file, 20, 15);
    psq_put_move(file, (KanamePoint){0, 14}, 0);
    psq_put_move(file, (KanamePoint){19, 0}, 1200);
    fputs("one\ntwo\n0\n", file);
    psq_put_result(file, 1, "renju");
    ck_assert_str_eq(finish(&paper),
                     "Piskvorky 20x15, 11:11, 0\n1,15,0\n20,1,1200\none\ntwo\n0\n1,renju\n");
    Game game;
    read_back(&game, &paper);
    ck_assert(game.width == 20 && game.height == 15 && game.node_count == 3);
    ck_assert(game.nodes[2].move.x == 19 && game.nodes[2].move.y == 0);
    ck_assert_int_eq(game.rule, KANAME_RULE_RENJU);
    game_release(&game);
}
END_TEST

START_TEST(pgn_escapes_what_would_end_a_value) {
    Paper paper;
    FILE *file = begin(&paper);
    pgn_put_tag(file, "Black", "a \"b\" \\c]");
    pgn_begin_tag(file, "Opening");
    fputs("h8 h9", file);
    pgn_end_tag(file);
    ck_assert_str_eq(finish(&paper), "[Black \"a \\\"b\\\" \\\\c]\"]\n[Opening \"h8 h9\"]\n");
}
END_TEST

START_TEST(moves_without_words_are_no_line) {
    Paper paper;
    PgnMoves moves = {.file = begin(&paper)};
    pgn_end_moves(&moves);
    (void)finish(&paper);
    ck_assert_uint_eq(paper.size, 0);
}
END_TEST

/* Words of all lengths fill lines of at most 80 bytes, and no line could hold the next word too. */
START_TEST(moves_fill_lines_of_80_bytes) {
    enum { WORDS = 500, LINE = 80 };
    Paper paper;
    PgnMoves moves = {.file = begin(&paper)};
    char word[LINE + 1];
    size_t written = 0;
    for (size_t i = 0; i < WORDS; i++) {
        size_t length = 1 + i * 7 % LINE;
        memset(word, 'a' + (int)(i % 26), length);
        word[length] = '\0';
        pgn_put_word(&moves, word);
        written += length;
    }
    pgn_end_moves(&moves);
    const char *text = finish(&paper);
    size_t found = 0;
    for (const char *line = text; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        const char *next = line + length + 1;
        ck_assert(length > 0 && length <= LINE);
        ck_assert(*next == '\0' || length + 1 + strcspn(next, " \n") > LINE);
        for (size_t i = 0; i < length; i++)
            found += line[i] != ' ';
        line = next;
    }
    ck_assert_uint_eq(found, written);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("writing");
    tcase_add_test(tests, sgf_escapes_what_would_end_a_value);
    tcase_add_test(tests, sgf_is_read_again);
    tcase_add_test(tests, psq_is_read_again);
    tcase_add_test(tests, pgn_escapes_what_would_end_a_value);
    tcase_add_test(tests, moves_without_words_are_no_line);
    tcase_add_test(tests, moves_fill_lines_of_80_bytes);
    Suite *suite = suite_create("writing");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
