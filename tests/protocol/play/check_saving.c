/* `play`: games saved to files, and what is in a file already. */
#define _XOPEN_SOURCE 700
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/play/person.h"
#include "support/harness.h"

START_TEST(a_saved_game_comes_back) {
    name_a_file();
    say_with_file("rule renju\nsize 17x9\nside both\nh8\nh9\ni3\n", "save", "");
    ck_shows("Saved 3 moves.");
    say_with_file("", "load", "moves\n");
    ck_shows("h8 h9 i3\n");
    ck_assert_int_eq(kaname_rule(person.engine), KANAME_RULE_RENJU);
    ck_assert_int_eq(kaname_width(person.engine), 17);
    ck_assert_int_eq(kaname_height(person.engine), 9);
    expect_no_other_file();
}
END_TEST

/* .pos holds no rule, PSQ only in the line of a result. */
START_TEST(a_rule_that_the_file_does_not_hold_is_told) {
    static const struct {
        const char *rule, *name, *said;
    } saves[] = {
        {"renju", "g.psq", "Saved 1 move. The file does not hold the rule, renju."},
        {"caro-exact", "g.pos", "Saved 1 move. The file does not hold the rule, caro-exact."},
        {"renju", "g.sgf", "Saved 1 move.\n"},
        {"renju", "g.txt", "Saved 1 move.\n"},
        {"freestyle", "g.psq", "Saved 1 move.\n"}};
    for (size_t i = 0; i < sizeof saves / sizeof saves[0]; i++) {
        char before[64];
        make_folder(folder);
        path_in(file_name, folder, saves[i].name);
        snprintf(before, sizeof before, "rule %s\nside both\nh8\n", saves[i].rule);
        say_with_file(before, "save", "");
        ck_shows(saves[i].said);
        expect_no_other_file();
    }
}
END_TEST

START_TEST(saving_follows_links_and_keeps_other_files) {
    char target[TEST_PATH_BYTES], text[8] = "";
    struct stat about;
    name_a_file();
    path_in(target, folder, "target");
    ck_assert_int_eq(symlink("target", file_name), 0);
    say_with_file("side both\nh8\nh9\ni3\n", "save", "");
    ck_shows("Saved 3 moves.");
    ck_assert(lstat(file_name, &about) == 0 && S_ISLNK(about.st_mode));
    FILE *file = fopen(target, "wb");
    ck_assert(file != NULL && fputs("letter", file) >= 0 && fclose(file) == 0);
    say_with_file("side both\nh8\n", "save", "");
    ck_shows("Not saved: the file holds something else and is kept.");
    file = fopen(target, "rb");
    ck_assert(file != NULL && fread(text, 1, sizeof text - 1, file) == 6);
    fclose(file);
    ck_assert_str_eq(text, "letter");
    ck_assert(remove(target) == 0 && mkfifo(target, 0600) == 0);
    say_with_file("", "load", "");
    ck_shows("Not loaded: it is not a regular file.");
    ck_assert_int_eq(remove(target), 0);
    expect_no_other_file();
}
END_TEST

START_TEST(saving_replaces_the_file) {
    static const char *const names[] = {"a game.txt", "a game.pos"};
    make_folder(folder);
    path_in(file_name, folder, names[_i]);
    say_with_file("side both\nh8\nh9\ni3\n", "save", "");
    say_with_file("side both\nh8\n", "save", "");
    ck_shows("Not saved: the file holds moves");
    say_with_file("", "load", "moves\n");
    ck_shows("h8 h9 i3\n");
    char said[2 * TEST_PATH_BYTES + 64];
    snprintf(said, sizeof said, "side both\nh8\nsave %s\nsave %s\n", file_name, file_name);
    play(said);
    ck_shows("The same command again replaces it.");
    ck_shows("Saved 1 move.");
    say_with_file("", "load", "moves\n");
    ck_shows("h8\n");
    ck_hides("h9");
    expect_no_other_file();
}
END_TEST

/* The game may be another one by then. */
START_TEST(another_command_takes_back_what_save_has_asked) {
    static const char *const between[] = {"i9", "new\na1", "moves"};
    char said[2 * TEST_PATH_BYTES + 64];
    make_folder(folder);
    path_in(file_name, folder, "game.txt");
    say_with_file("side both\nh8\nh9\ni3\n", "save", "");
    snprintf(said, sizeof said, "side both\nh8\nsave %s\n%s\nsave %s\n", file_name, between[_i],
             file_name);
    play(said);
    ck_hides("Saved");
    say_with_file("", "load", "moves\n");
    ck_shows("h8 h9 i3\n");
    expect_no_other_file();
}
END_TEST

START_TEST(blanks_around_a_file_name_do_not_count) {
    char said[512];
    name_a_file();
    snprintf(said, sizeof said, "side both\nh8\nsave   %s  \n", file_name);
    play(said);
    ck_shows("Saved 1 move.");
    expect_no_other_file();
}
END_TEST

START_TEST(what_cannot_be_written_is_told) {
    play("save /nonexistent/folder/x.txt\n");
    ck_shows("Not saved: the file cannot be written.");
    play("load /nonexistent/folder/x\n");
    ck_shows("Not loaded: the file cannot be read.");
}
END_TEST

START_TEST(the_formats_are_named_where_a_file_is_refused) {
    play("save -\nsave game.doc\nsave\nload\n");
    ck_shows("Not saved: the name must end in .psq (Piskvork), .sgf");
    ck_shows("save FILE; the name ends in .psq");
    ck_shows("load FILE: PSQ (Piskvork), SGF");
}
END_TEST

static const struct {
    const char *ending, *before, *moves;
} formats[] = {
    {".psq", "size 17x9\nside both\nh8\nh9\ni3\n", "h8 h9 i3\n"},
    {".sgf", "size 17x9\nside both\nh8\nh9\ni3\n", "h8 h9 i3\n"},
    {".txt", "size 17x9\nside both\nh8\nh9\ni3\n", "h8 h9 i3\n"},
    {".pos", "side both\nh8\nh9\ni3\n", "h8 h9 i3\n"},
    {".SGF", "side both\na1\n", "a1\n"},
};
enum { FORMATS = sizeof formats / sizeof formats[0] };

START_TEST(a_game_comes_back_in_every_format) {
    char name[32];
    snprintf(name, sizeof name, "game%s", formats[_i].ending);
    make_folder(folder);
    path_in(file_name, folder, name);
    say_with_file(formats[_i].before, "save", "");
    ck_shows("Saved");
    say_with_file("", "load", "moves\n");
    ck_shows(formats[_i].moves);
    expect_no_other_file();
}
END_TEST

START_TEST(setup_walls_and_passes_are_saved) {
    char said[4 * TEST_PATH_BYTES], other[TEST_PATH_BYTES];
    write_named_file("(;GM[4]SZ[9]AB[aa][bb]WALL[ii];W[ee];B[];W[ff];B[gg])");
    path_in(other, folder, "other.sgf");
    snprintf(said, sizeof said, "load %s\nsave %s\nnew\nload %s\nmoves\n", file_name, other, other);
    play(said);
    ck_shows("set up: black a9, b8; walls i1\ne5 pass f4 g3\n");
    ck_assert_int_eq(kaname_at(person.engine, 8, 8), KANAME_WALL);
    ck_assert_int_eq(kaname_at(person.engine, 5, 5), KANAME_WHITE);
    ck_assert_int_eq(kaname_to_move(person.engine), KANAME_WHITE);
    ck_assert_int_eq(remove(other), 0);
    path_in(other, folder, "other.psq");
    snprintf(said, sizeof said, "load %s\nsave %s\n", file_name, other);
    play(said);
    ck_shows("Not saved: the format cannot hold walls and setup stones.");
    expect_no_other_file();
}
END_TEST

START_TEST(setup_that_was_taken_back_is_not_saved) {
    char said[4 * TEST_PATH_BYTES], other[TEST_PATH_BYTES];
    name_an_sgf("(;GM[4]SZ[15]AB[hh][ii]AW[gg])");
    path_in(other, folder, "other.sgf");
    snprintf(said, sizeof said,
             "side both\nload %s\nundo\na1\nmoves\nsave %s\nnew\nload %s\nmoves\n", file_name,
             other, other);
    play(said);
    ck_shows("\nh8 i7 a1\n");
    ck_hides("set up:");
    ck_assert_int_eq(kaname_at(person.engine, 8, 8), KANAME_BLACK);
    ck_assert_int_eq(kaname_at(person.engine, 0, 14), KANAME_WHITE);
    ck_assert_int_eq(kaname_at(person.engine, 6, 6), KANAME_EMPTY);
    ck_assert_int_eq(remove(other), 0);
    expect_no_other_file();
}
END_TEST

/* SGF holds them, other formats hold one line. */
START_TEST(moves_taken_back_are_saved_as_sgf_alone) {
    static const struct {
        const char *name, *moves;
    } saves[] = {{"other.psq", "\nh8 h9 i7\n"},
                 {"other.txt", "\nh8 h9 i7\n"},
                 {"other.pos", "\nh8 h9 i7\n"},
                 {"other.sgf", "\nh8 h9 i7 j6 a15\n"}};
    char said[4 * TEST_PATH_BYTES], other[TEST_PATH_BYTES];
    for (size_t i = 0; i < sizeof saves / sizeof saves[0]; i++) {
        name_an_sgf("(;GM[4]SZ[15]RE[B+R];B[hh];W[hg](;B[ii];W[jj](;B[aa])(;B[ab]))(;B[cc]))");
        path_in(other, folder, saves[i].name);
        snprintf(said, sizeof said,
                 "side both\nload %s\nundo\nundo\nsave %s\nnew\nload %s\nmoves\n", file_name, other,
                 other);
        play(said);
        ck_shows("Saved 3 moves.");
        ck_shows(saves[i].moves);
        ck_assert_int_eq(remove(other), 0);
        expect_no_other_file();
    }
}
END_TEST

static char *file_text(void) {
    static char text[4096];
    FILE *file = fopen(file_name, "rb");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

#define TREE                                                                                      \
    "(;FF[4]GM[4]SZ[15]RU[renju]PB[A]PW[B]EV[Cup]DT[2020-02-02]RE[B+R]XY[\\]]C[root];B[hh]TR[hh]" \
    "C[one](;W[ii];B[jj]C[end])(;W[gg]LB[aa:1]))"

START_TEST(what_a_file_holds_is_saved_again) {
    static const char *const parts[] = {"RU[renju]",          "PB[A]PW[B]",     "EV[Cup]",
                                        "DT[2020-02-02]",     "XY[\\]]",        "C[root]",
                                        ";B[hh]TR[hh]C[one]", ";W[gg]LB[aa:1]", ";B[jj]C[end]"};
    char said[4 * TEST_PATH_BYTES + 64];
    for (int i = 0; i < 3; i++) {
        static const char *const played[] = {"", "side both\na1\n", "side both\nundo\nundo\na2\n"};
        name_an_sgf(TREE);
        snprintf(said, sizeof said, "load %s\n%ssave %s\nnew\nload %s\nmoves\n", file_name,
                 played[i], file_name, file_name);
        play(said);
        ck_shows("Saved");
        ck_shows(i == 0 ? "h8 i7 j6\n" : i == 1 ? "h8 i7 j6 a1\n" : "h8 a2\n");
        for (size_t j = 0; j < sizeof parts / sizeof parts[0]; j++)
            ck_assert_msg(strstr(file_text(), parts[j]) != NULL, "no %s in %s", parts[j],
                          file_text());
        ck_assert_int_eq(strstr(file_text(), "RE[B+R]") != NULL, i == 0);
        expect_no_other_file();
    }
}
END_TEST

START_TEST(a_file_that_holds_more_is_replaced_only_on_demand) {
    static const char *const held[] = {(TREE),
                                       "(;GM[4];B[hh])(;GM[4];B[ii])",
                                       "(;GM[4]C[x];B[hh])",
                                       "(;GM[4]PB[x];B[hh])",
                                       "(;GM[4]XX[x];B[hh])",
                                       "(;GM[4];B[hh](;W[ii])(;W[jj]))",
                                       "(;GM[4];B[hh];W[aa])",
                                       "(;GM[4]SZ[15];B[hh];W[zz])",
                                       "(;GM[4]SZ[99])"};
    char said[3 * TEST_PATH_BYTES + 64];
    for (size_t i = 0; i < sizeof held / sizeof held[0]; i++) {
        name_an_sgf(held[i]);
        say_with_file("side both\nh8\n", "save", "");
        ck_shows("Not saved: the file holds");
        ck_assert_str_eq(file_text(), held[i]);
        snprintf(said, sizeof said, "side both\nh8\nsave %s\nsave %s\n", file_name, file_name);
        play(said);
        ck_shows("Saved 1 move.");
        expect_no_other_file();
    }
    name_an_sgf("(;GM[4];B[hh])");
    say_with_file("side both\nh8\ni7\n", "save", "");
    ck_shows("Saved 2 moves.");
    expect_no_other_file();
    /* What was asked of one file is no word about another. */
    name_an_sgf(TREE);
    char other[TEST_PATH_BYTES];
    path_in(other, folder, "other.sgf");
    write_in(folder, "other.sgf", TREE);
    snprintf(said, sizeof said, "side both\nh8\nsave %s\nsave %s\n", other, file_name);
    play(said);
    ck_hides("Saved");
    ck_assert_str_eq(file_text(), TREE);
    ck_assert_int_eq(remove(other), 0);
    expect_no_other_file();
}
END_TEST

START_TEST(a_resigned_game_is_not_saved_yet) {
    person.io.is_interactive = true;
    char said[TEST_PATH_BYTES + 64];
    make_folder(folder);
    path_in(file_name, folder, "game.sgf");
    snprintf(said, sizeof said, "side both\nh8\nsave %s\n\003\n", file_name);
    play(said);
    ck_hides("The game is not saved");
    snprintf(said, sizeof said, "side both\nh8\nsave %s\nresign\n\003\n", file_name);
    ck_assert_int_eq(remove(file_name), 0);
    play(said);
    ck_shows("The game is not saved");
    expect_no_other_file();
}
END_TEST

START_TEST(the_result_is_saved) {
    make_folder(folder);
    path_in(file_name, folder, "game.sgf");
    say_with_file("side both\nh8\nresign\n", "save", "");
    ck_assert_msg(strstr(file_text(), "RE[B+") != NULL, "%s", file_text());
    expect_no_other_file();
}
END_TEST

START_TEST(a_pass_at_the_end_is_saved) {
    char line[3 * TEST_PATH_BYTES], text[256];
    name_a_file();
    write_in(folder, "pass.sgf", "(;GM[4]SZ[15];B[hh];W[])");
    snprintf(line, sizeof line, "load %s/pass.sgf\nsave %s/saved.sgf\n", folder, folder);
    play(line);
    path_in(line, folder, "saved.sgf");
    FILE *file = fopen(line, "rb");
    ck_assert_msg(file != NULL, "%s", shown_end());
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    ck_assert_msg(strstr(text, ";B[hh]") != NULL && strstr(text, ";W[]") != NULL, "%s", text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("play_saving");
    TCase *tests = add_case(suite, "files");
    tcase_add_test(tests, a_saved_game_comes_back);
    tcase_add_test(tests, a_rule_that_the_file_does_not_hold_is_told);
    tcase_add_test(tests, saving_follows_links_and_keeps_other_files);
    tcase_add_loop_test(tests, saving_replaces_the_file, 0, 2);
    tcase_add_loop_test(tests, another_command_takes_back_what_save_has_asked, 0, 3);
    tcase_add_test(tests, blanks_around_a_file_name_do_not_count);
    tcase_add_test(tests, what_cannot_be_written_is_told);
    tcase_add_test(tests, what_a_file_holds_is_saved_again);
    tcase_add_test(tests, a_file_that_holds_more_is_replaced_only_on_demand);
    tcase_add_test(tests, a_resigned_game_is_not_saved_yet);
    tcase_add_test(tests, the_result_is_saved);
    tcase_add_test(tests, a_pass_at_the_end_is_saved);
    tcase_add_loop_test(tests, a_game_comes_back_in_every_format, 0, FORMATS);
    tcase_add_test(tests, the_formats_are_named_where_a_file_is_refused);
    tcase_add_test(tests, setup_walls_and_passes_are_saved);
    tcase_add_test(tests, setup_that_was_taken_back_is_not_saved);
    tcase_add_test(tests, moves_taken_back_are_saved_as_sgf_alone);
    return run_suite(suite);
}
