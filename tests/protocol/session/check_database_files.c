/* The database's part of the dialogue, with the fake engine: files read and written, and files that
 * must stay as they are. */
#define _XOPEN_SOURCE 700
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/session/database_talk.h"
#include "protocol/support/change_file.h"
#include "protocol/support/linekind.h"
#include "protocol/support/talk.h"
#include "support/harness.h"

START_TEST(texts_leave_on_one_line_in_ascii) {
    write_in(folder, "in.txt",
             "kaname-positions 1\n"
             "freestyle\t15x15\twhite\th8\t\t0\t0\t0\t-\t0\ta\\tb\\nc\303\244\n");
    say("YXTXTTODB|@/in.txt|YXQUERYDATABASETEXT|7,7|DONE");
    ck_next("MESSAGE position database: 1 position read");
    ck_next("MESSAGE DATABASE TEXT \"a b c??\"");
}
END_TEST

/* Two stones of Black and none of White, Black to move: an edit in another program. */
START_TEST(positions_that_no_game_reaches_are_left_out_of_files) {
    write_in(folder, "in.txt",
             "kaname-positions 1\n"
             "freestyle\t15x15\twhite\th8\t\t0\t7\t0\t-\t0\t\n"
             "freestyle\t15x15\tblack\th8i9j9\t\t0\t8\t0\t-\t0\t\n");
    say("YXTXTTODB|@/in.txt|START 15|YXDBTOPOS|@/out.pos|YXDBTOLIB|@/out.lib");
    ck_next("MESSAGE position database: 2 positions read");
    ck_next("OK");
    ck_next("MESSAGE position database: 1 position written, 1 left out: no game reaches them");
    ck_next("MESSAGE position database: 1 position written, 1 left out: no game reaches them");
}
END_TEST

START_TEST(text_files_are_written_and_read) {
    say("YXEDITTVDDATABASE 7 119 -50 12|7,7|DONE|YXDBTOTXT|@/out.txt");
    ck_next("MESSAGE position database: 1 position written");
    say("YXSETDATABASE @/second.db \t|YXTXTTODB|@/out.txt |YXQUERYDATABASEONE|7,7|DONE");
    ck_next("MESSAGE position database opened, 0 positions");
    ck_next("MESSAGE position database: 1 position read");
    ck_next("MESSAGE DATABASE ONE 119 -50 12");
    char second[TEST_PATH_BYTES];
    path_in(second, folder, "second.db"); /* without the blanks behind the name */
    ck_assert_int_eq(access(second, F_OK), 0);
}
END_TEST

START_TEST(missing_and_foreign_files_are_told) {
    say("YXTXTTODB|@/nothing|YXLIBTODB|@/nothing|YXDBTOTXT|@/no/such/folder");
    ck_next("MESSAGE position database file not read: the file cannot be read");
    ck_next("MESSAGE position database file not read: the file cannot be read");
    ck_next("MESSAGE position database file not written: the file cannot be written");
    say("YXSETDATABASE|@/no/such/folder");
    const char *line = talk_line(talk);
    ck_assert_msg(strncmp(line, "MESSAGE position database not opened: ", 38) == 0, "%s", line);
    say("YXQUERYDATABASEALL|7,7|DONE|INFO timeout_turn 1|BEGIN");
    ck_assert_str_eq(talk_reply(talk), "7,7"); /* goes on without */
}
END_TEST

START_TEST(files_are_written_from_the_position_asked_for) {
    say("YXEDITTVDDATABASE 1 97 0 0|7,7|DONE|YXEDITTVDDATABASE 1 98 0 0|7,7|8,8|DONE");
    say("YXEDITTVDDATABASE 1 99 0 0|7,7|8,7|DONE");
    say("YXQUERYDATABASEONE|7,7|8,8|DONE|YXDBTOPOS|@/a.pos|YXDBSPLIT @/part.db|YXDBTOLIB @/a.lib");
    ck_next("MESSAGE DATABASE ONE 98 0 0");
    for (int i = 0; i < 3; i++)
        ck_next("MESSAGE position database: 1 position written");
    say("YXQUERYDATABASEONE|DONE|YXDBTOPOS|@/a.pos|YXDBSPLIT @/part.db|YXDBTOLIB @/a.lib");
    ck_next("MESSAGE DATABASE ONE 0 0 0");
    for (int i = 0; i < 3; i++)
        ck_next("MESSAGE position database: 3 positions written");
    say("YXSETDATABASE @/other.db|YXDBMERGE|@/part.db|YXQUERYDATABASEONE|7,7|8,8|DONE");
    ck_next("MESSAGE position database opened, 0 positions");
    ck_next("MESSAGE position database: 3 positions read");
    ck_next("MESSAGE DATABASE ONE 98 0 0");
    say("YXSETDATABASE @/third.db|YXLIBTODB|@/a.lib|YXQUERYDATABASEONE|7,7|8,8|DONE");
    ck_next("MESSAGE position database opened, 0 positions");
    ck_next("MESSAGE position database: 3 positions read");
    ck_next("MESSAGE DATABASE ONE 98 0 0");
}
END_TEST

/* A Renlib file has no values, another file or database may lack them. */
START_TEST(files_without_values_leave_those_of_the_user) {
    write_in(folder, "in.txt",
             "kaname-positions 1\n"
             "freestyle\t15x15\twhite\th8\t\t0\t0\t0\t-\t0\t\n");
    say("YXSETDATABASE|@/part.db|YXTXTTODB|@/in.txt|YXSETDATABASE|@/a file.db");
    ck_next("MESSAGE position database opened, 0 positions");
    ck_next("MESSAGE position database: 1 position read");
    ck_next("MESSAGE position database opened, 0 positions");
    say("YXEDITTVDDATABASE 2 0 500 0|7,7|DONE|YXQUERYDATABASEONE|DONE|YXDBTOLIB|@/x.lib");
    ck_next("MESSAGE DATABASE ONE 0 0 0");
    ck_next("MESSAGE position database: 1 position written");
    static const char *const files[] = {"YXLIBTODB|@/x.lib", "YXTXTTODB|@/in.txt",
                                        "YXDBMERGE|@/part.db"};
    for (int i = 0; i < 3; i++) {
        say(files[i]);
        ck_next("MESSAGE position database: 1 position read");
        say("YXQUERYDATABASEONE|7,7|DONE");
        ck_next("MESSAGE DATABASE ONE 0 500 0");
    }
}
END_TEST

/* Writes a Renlib file of h8 with a label of many letters and a comment of `length` bytes in
 * two-byte characters, the last byte of an odd one being a letter. */
static void write_renlib(const char *name, int length) {
    static const unsigned char start[] = {0xFF, 'R',  'e',  'n',  'L',  'i',  'b',  0xFF,
                                          3,    0,    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
                                          0xFF, 0xFF, 0xFF, 0xFF, 0x78, 0x49, 0x00, 0x01};
    char full[TEST_PATH_BYTES];
    path_in(full, folder, name);
    FILE *file = fopen(full, "wb");
    ck_assert_ptr_nonnull(file);
    fwrite(start, 1, sizeof start, file);
    for (int i = 0; i < length / 2; i++)
        fputs("\303\244", file);
    if (length % 2 != 0)
        fputc('x', file);
    fwrite("\0", 1, length % 2 != 0 ? 1 : 2, file);
    fwrite("a long label\0", 1, 14, file);
    ck_assert_int_eq(fclose(file), 0);
}

START_TEST(comments_of_renlib_that_are_cut_are_told) {
    enum { MOST = 1023 };
    write_renlib("fits.lib", MOST);
    write_renlib("long.lib", MOST + 1);
    write_renlib("huge.lib", 10 * MOST);
    say("YXLIBTODB|@/fits.lib|YXLIBTODB|@/long.lib|YXLIBTODB|@/huge.lib");
    ck_next("MESSAGE position database: 1 position read");
    ck_next("MESSAGE position database: 1 position read, comments are cut after 1023 bytes");
    ck_next("MESSAGE position database: 1 position read, comments are cut after 1023 bytes");
}
END_TEST

START_TEST(else_from_the_position_of_the_game) {
    say("YXEDITTVDDATABASE 1 97 0 0|7,7|DONE|YXEDITTVDDATABASE 1 98 0 0|7,7|8,8|DONE");
    say("YXBOARD|7,7,1|8,8,2|DONE|YXDBTOPOS|@/a.pos");
    ck_next("MESSAGE position database: 1 position written");
    say("START 15|YXDBTOPOS|@/a.pos");
    ck_next("OK");
    ck_next("MESSAGE position database: 2 positions written");
}
END_TEST

START_TEST(files_are_written_by_the_rule_of_now) {
    say("INFO rule 0|YXEDITTVDDATABASE 1 97 0 0|7,7|DONE|INFO rule 4|YXDBTOPOS|@/a.pos");
    ck_next("MESSAGE position database: 0 positions written");
    say("YXEDITTVDDATABASE 1 97 0 0|7,7|DONE|YXEDITTVDDATABASE 1 98 0 0|7,7|8,8|DONE");
    say("YXQUERYDATABASEONE|7,7|DONE|INFO rule 0|YXDBTOPOS|@/a.pos");
    ck_next("MESSAGE DATABASE ONE 97 0 0");
    ck_next("MESSAGE position database: 1 position written");
}
END_TEST

START_TEST(without_a_position_no_file_is_written) {
    say("INFO usedatabase 0|INFO timeout_turn 60000");
    talk_say(talk, "BEGIN");
    talk_say(talk, "YXDBTOPOS @/a.pos");
    const char *line = talk_line(talk);
    while (strncmp(line, "MESSAGE depth", 13) == 0)
        line = talk_line(talk);
    ck_assert_str_eq(line, "MESSAGE position database file not written: there is no position now");
    talk_ask(talk, "YXSTOP");
}
END_TEST

START_TEST(what_cannot_be_written_or_merged_is_told) {
    say("YXEDITTVDDATABASE 1 97 0 0|7,7|DONE|YXDBTOPOS|@/no/such|YXDBTOLIB|@/no/such");
    ck_next("MESSAGE position database file not written: the file cannot be written");
    ck_next("MESSAGE position database file not written: the file cannot be written");
    say("YXDBSPLIT|@/no/such|YXDBMERGE|@/no/such");
    ck_next("MESSAGE position database file not written: No such file or directory");
    ck_next("MESSAGE position database file not read: No such file or directory");
}
END_TEST

START_TEST(clients_that_write_rows_first_see_their_own_board_in_files) {
    unsigned char bytes[8];
    char file_name[TEST_PATH_BYTES];
    path_in(file_name, folder, "a.pos");
    say("INFO show_detail 1|YXSHOWINFO|START 15 15");
    while (*talk_line(talk) != '\0') {
    }
    say("YXEDITTVDDATABASE 1 97 0 0|2,9|DONE|YXDBTOPOS|@/a.pos");
    ck_next("MESSAGE position database: 1 position written");
    FILE *file = fopen(file_name, "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fread(bytes, 1, sizeof bytes, file), 2);
    fclose(file);
    ck_assert_int_eq(bytes[1], 9 * 15 + 2); /* row 2, column 9 */
}
END_TEST

START_TEST(check_and_fix_find_no_damage) {
    say("YXEDITTVDDATABASE 7 119 -50 12|7,7|DONE|YXDBCHECK|YXDBFIX|YXSAVEDATABASE");
    ck_next("MESSAGE position database: no damage found");
    ck_next("MESSAGE position database: no damage found");
    ck_next("");
}
END_TEST

START_TEST(fix_says_what_it_has_repaired) {
    static const char *const damage[] = {
        "CREATE INDEX i ON position (depth)", "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = 'CREATE INDEX i ON position (value)' WHERE name = 'i'"};
    say("YXEDITTVDDATABASE 7 119 -50 12|7,7|DONE|START 15");
    talk_free(talk);
    change_file(path, damage, 3);
    talk = talk_new();
    say("START 15|YXSETDATABASE|@/a file.db|YXDBCHECK|YXDBFIX|YXDBFIX|YXQUERYDATABASEONE|7,7|DONE");
    ck_next("OK");
    ck_next("MESSAGE position database opened, 1 position");
    const char *line = talk_line(talk);
    ck_assert_msg(strstr(line, "missing from index i") != NULL, "%s", line);
    ck_assert_msg(strstr(line, "repaired") == NULL, "%s", line);
    line = talk_line(talk);
    ck_assert_msg(strstr(line, "MESSAGE position database repaired, 1 fault: ") == line &&
                      strstr(line, "missing from index i") != NULL,
                  "%s", line);
    ck_next("MESSAGE position database: no damage found");
    ck_next("MESSAGE DATABASE ONE 119 -50 12");
    ck_next("");
}
END_TEST

START_TEST(a_damaged_database_is_closed_with_a_word) {
    enum { PAGE = 4096 };
    char damaged[TEST_PATH_BYTES], waste[PAGE];
    say("YXEDITTVDDATABASE 7 119 -50 12|7,7|DONE|YXSETDATABASE|@/other.db");
    ck_next("MESSAGE position database opened, 0 positions");
    path_in(damaged, folder, "a file.db");
    FILE *file = fopen(damaged, "r+b");
    ck_assert_ptr_nonnull(file);
    memset(waste, 0x5A, sizeof waste);
    ck_assert_int_eq(fseek(file, PAGE, SEEK_SET), 0); /* behind the page of the schema */
    for (int i = 0; i < 8; i++)
        ck_assert_uint_eq(fwrite(waste, 1, PAGE, file), PAGE);
    ck_assert_int_eq(fclose(file), 0);
    say("YXSETDATABASE|@/a file.db|YXQUERYDATABASEONE|7,7|DONE");
    const char *line = talk_line(talk);
    ck_assert_msg(strncmp(line, "MESSAGE position database closed: ", 34) == 0, "%s", line);
    ck_next("");
}
END_TEST

/* The commands that name a file, with a name of their own. */
static const char *const file_commands[] = {"YXSETDATABASE", "YXDBTOTXT", "YXDBTOTXTALL",
                                            "YXTXTTODB",     "YXLIBTODB", "YXDBTOLIB",
                                            "YXDBTOPOS",     "YXDBSPLIT", "YXDBMERGE"};
enum { FILE_COMMANDS = sizeof file_commands / sizeof file_commands[0] };

/* Says a line to a session without a database and returns the reply, "" if there is none. */
static const char *reply_without_a_database(Talk *other, const char *line) {
    talk_ask(other, line);
    while (!session_settle(other->session))
        ;
    return talk_line(other);
}

START_TEST(without_a_database_queries_and_edits_are_swallowed) {
    static const char *const lines[] = {"YXQUERYDATABASEALL 7,7 DONE", "YXQUERYDATABASEONE DONE",
                                        "YXEDITTVDDATABASE 7 1 1 1 7,7 DONE",
                                        "YXDELETEDATABASEONE 7,7 DONE"};
    Talk *other = talk_new();
    ck_assert_str_eq(reply_without_a_database(other, "START 15"), "OK");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        ck_assert_str_eq(reply_without_a_database(other, lines[i]), "");
    talk_free(other);
}
END_TEST

/* Neither before the first database nor after one that was not opened. */
START_TEST(without_a_database_files_are_refused_with_a_word) {
    static const char *const others[] = {"YXDBCHECK", "YXDBFIX", "YXSAVEDATABASE",
                                         "YXDELETEDATABASEALL 7,7 DONE"};
    char line[64];
    for (int i = 1; i < FILE_COMMANDS + 4; i++) {
        Talk *other = talk_new();
        ck_assert_str_eq(reply_without_a_database(other, "START 15"), "OK");
        for (int round = 0; round < 2; round++) {
            snprintf(line, sizeof line, i < FILE_COMMANDS ? "%s /nonexistent/x" : "%s",
                     i < FILE_COMMANDS ? file_commands[i] : others[i - FILE_COMMANDS]);
            ck_assert_str_eq(reply_without_a_database(other, line),
                             "MESSAGE position database: none is open");
            ck_assert_str_eq(talk_line(other), "");
            (void)reply_without_a_database(other, "YXSETDATABASE /nonexistent/x");
        }
        talk_free(other);
    }
}
END_TEST

START_TEST(a_name_too_long_is_told) {
    char line[5100], file_name[5001];
    memset(file_name, 'x', 5000);
    file_name[5000] = '\0';
    for (int i = 0; i < FILE_COMMANDS; i++) {
        snprintf(line, sizeof line, "%s %s", file_commands[i], file_name);
        talk_ask(talk, line);
        ck_next("MESSAGE position database: the name of the file is too long or contains a zero "
                "byte");
        ck_next("");
    }
}
END_TEST

/* All that write a file which the client names. */
static const char *const writers[] = {"YXHASHDUMP", "YXDBTOTXT", "YXDBTOLIB", "YXDBTOPOS",
                                      "YXDBSPLIT"};
/* And all that read one. */
static const char *const readers[] = {"YXHASHLOAD", "YXTXTTODB", "YXLIBTODB", "YXDBMERGE"};
enum { WRITERS = sizeof writers / sizeof writers[0], READERS = sizeof readers / sizeof readers[0] };

/* Gives the command this name in the folder; the reply must say that nothing was done. */
static void expect_refusal(const char *command, const char *name) {
    char lines[128];
    snprintf(lines, sizeof lines, "%s|@/%s", command, name);
    say(lines);
    const char *line = talk_line(talk);
    bool is_refused = strstr(line, " not written: ") != NULL ||
                      strstr(line, " not read: ") != NULL ||
                      strstr(line, " not opened: ") != NULL ||
                      (strncmp(line, "MESSAGE hash ", 13) == 0 && strstr(line, "done") == NULL);
    ck_assert_msg(is_refused, "%s %s: %s", command, name, line);
    ck_assert_int_ne(line_kind(line), LINE_UNKNOWN);
    ck_next("");
}

static struct stat look_at(const char *name) {
    char full[TEST_PATH_BYTES];
    struct stat about;
    path_in(full, folder, name);
    ck_assert_msg(lstat(full, &about) == 0, "%s is gone", name);
    return about;
}

static void put_file(const char *name, const char *text) {
    char full[TEST_PATH_BYTES];
    path_in(full, folder, name);
    FILE *file = fopen(full, "wb");
    ck_assert(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void ck_holds(const char *name, const char *text) {
    char full[TEST_PATH_BYTES], held[256] = "";
    path_in(full, folder, name);
    FILE *file = fopen(full, "rb");
    ck_assert_ptr_nonnull(file);
    held[fread(held, 1, sizeof held - 1, file)] = '\0';
    fclose(file);
    ck_assert_str_eq(held, text);
}

START_TEST(the_open_database_is_never_written_over) {
    static const char *const names[] = {"a file.db", "a file.db-wal", "a file.db-shm", "link",
                                        "twin"};
    char link_name[TEST_PATH_BYTES], twin[TEST_PATH_BYTES];
    path_in(link_name, folder, "link");
    path_in(twin, folder, "twin");
    ck_assert(symlink("a file.db", link_name) == 0 && link(path, twin) == 0);
    say("YXEDITTVDDATABASE 7 119 -50 12|7,7|DONE");
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        ino_t before = look_at(names[n]).st_ino;
        for (int i = 0; i < WRITERS; i++)
            expect_refusal(writers[i], names[n]);
        for (int i = 0; i < READERS; i++)
            expect_refusal(readers[i], names[n]);
        ck_assert(look_at(names[n]).st_ino == before);
    }
    say("YXQUERYDATABASEONE|7,7|DONE");
    ck_next("MESSAGE DATABASE ONE 119 -50 12");
    say("YXSETDATABASE|@/a file.db|YXQUERYDATABASEONE|7,7|DONE|YXDBCHECK");
    ck_next("MESSAGE position database opened, 1 position");
    ck_next("MESSAGE DATABASE ONE 119 -50 12");
    ck_next("MESSAGE position database: no damage found");
}
END_TEST

START_TEST(a_file_of_another_kind_is_never_written_over) {
    static const char *const texts[] = {"a letter to a friend\n", "x", "\377", "SQLite format 3"};
    say("YXEDITTVDDATABASE 7 119 -50 12|7,7|DONE|YXQUERYDATABASEONE|7,7|DONE");
    ck_next("MESSAGE DATABASE ONE 119 -50 12");
    for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++)
        for (int i = 0; i < WRITERS; i++) {
            bool is_begun = t == 2 && i == 2; /* Renlib's first byte: a file cut short */
            put_file("note", texts[t]);
            if (!is_begun)
                expect_refusal(writers[i], "note");
            ck_holds("note", texts[t]);
        }
    put_file("note.part", texts[0]); /* nor one beside it */
    say("YXDBTOTXT|@/new|YXDBTOTXT|@/new|YXDBTOPOS|@/pos|YXDBTOPOS|@/pos|YXHASHDUMP|@/hash|"
        "YXHASHDUMP|@/hash|YXDBTOLIB|@/lib|YXDBTOLIB|@/lib|YXDBTOTXT|@/note");
    for (int i = 0; i < 8; i++)
        ck_assert_ptr_nonnull(
            strstr(talk_line(talk), i / 2 == 2 ? "dump: done" : "1 position written"));
    ck_holds("note.part", texts[0]);
}
END_TEST

START_TEST(pipes_and_folders_are_refused_at_once) {
    char pipe_name[TEST_PATH_BYTES];
    path_in(pipe_name, folder, "pipe");
    ck_assert_int_eq(mkfifo(pipe_name, 0600), 0);
    for (int i = 0; i < WRITERS; i++) {
        expect_refusal(writers[i], "pipe");
        expect_refusal(writers[i], ".");
    }
    for (int i = 0; i < READERS; i++) {
        expect_refusal(readers[i], "pipe");
        expect_refusal(readers[i], ".");
    }
    expect_refusal("YXSETDATABASE", "pipe");
    ck_assert(S_ISFIFO(look_at("pipe").st_mode));
}
END_TEST

START_TEST(a_link_stays_when_its_target_is_written) {
    char link_name[TEST_PATH_BYTES];
    path_in(link_name, folder, "link");
    ck_assert_int_eq(symlink("target", link_name), 0);
    for (int i = 0; i < 2; i++) {
        say("YXDBTOTXT|@/link|YXEDITTVDDATABASE 7 119 -50 12|7,7|DONE");
        ck_assert_ptr_nonnull(strstr(talk_line(talk), " written"));
    }
    ck_assert(S_ISLNK(look_at("link").st_mode) && look_at("target").st_size > 60);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("database_files");
    TCase *tests = tcase_create("database_files");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, texts_leave_on_one_line_in_ascii);
    tcase_add_test(tests, positions_that_no_game_reaches_are_left_out_of_files);
    tcase_add_test(tests, text_files_are_written_and_read);
    tcase_add_test(tests, missing_and_foreign_files_are_told);
    tcase_add_test(tests, files_are_written_from_the_position_asked_for);
    tcase_add_test(tests, files_without_values_leave_those_of_the_user);
    tcase_add_test(tests, comments_of_renlib_that_are_cut_are_told);
    tcase_add_test(tests, else_from_the_position_of_the_game);
    tcase_add_test(tests, files_are_written_by_the_rule_of_now);
    tcase_add_test(tests, without_a_position_no_file_is_written);
    tcase_add_test(tests, what_cannot_be_written_or_merged_is_told);
    tcase_add_test(tests, clients_that_write_rows_first_see_their_own_board_in_files);
    tcase_add_test(tests, check_and_fix_find_no_damage);
    tcase_add_test(tests, fix_says_what_it_has_repaired);
    tcase_add_test(tests, a_damaged_database_is_closed_with_a_word);
    tcase_add_test(tests, without_a_database_queries_and_edits_are_swallowed);
    tcase_add_test(tests, without_a_database_files_are_refused_with_a_word);
    tcase_add_test(tests, a_name_too_long_is_told);
    tcase_add_test(tests, the_open_database_is_never_written_over);
    tcase_add_test(tests, a_file_of_another_kind_is_never_written_over);
    tcase_add_test(tests, pipes_and_folders_are_refused_at_once);
    tcase_add_test(tests, a_link_stays_when_its_target_is_written);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
