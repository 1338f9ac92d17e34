/* No write harms a file: what may be replaced, and what stands after a failure. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shared/files/input.h"
#include "shared/files/place.h"
#include "shared/files/replace.h"
#include "shared/status/status.h"
#include "support/expect.h"
#include "support/harness.h"

static char top[TEST_PATH_BYTES], path[TEST_PATH_BYTES], other[TEST_PATH_BYTES];

static const FilesRules any = {.busy_count = 0};
static const FilesRules notes = {.kind = FILES_KIND_OF("note:")};

static void set_up(void) {
    make_folder(top);
    path_in(path, top, "file");
    path_in(other, top, "other");
}

static void put(const char *at, const char *text) {
    FILE *file = fopen(at, "wb");
    expect(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void expect_text(const char *at, const char *text) {
    unsigned char *bytes;
    size_t size;
    expect_equal(files_read_whole(at, 1 << 20, &bytes, &size), STATUS_OK);
    ck_assert_str_eq((const char *)bytes, text);
    free(bytes);
}

static int entries(void) {
    int count = 0;
    DIR *folder = opendir(top);
    expect(folder != NULL);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        count += entry->d_name[0] != '.' || strlen(entry->d_name) > 2;
    closedir(folder);
    return count;
}

static mode_t mode_of(const char *at) {
    struct stat about;
    expect(lstat(at, &about) == 0);
    return about.st_mode;
}

static Status replace(const char *at, const char *text, const FilesRules *rules) {
    return files_replace(at, text, strlen(text), rules);
}

START_TEST(a_missing_file_is_made_as_the_umask_says) {
    mode_t mask = umask(027);
    expect_equal(replace(path, "new", &notes), STATUS_OK);
    umask(mask);
    expect_text(path, "new");
    expect_equal(mode_of(path) & 0777, 0640);
    expect_equal(entries(), 1);
}
END_TEST

START_TEST(an_old_file_keeps_its_mode) {
    put(path, "note: old");
    expect(chmod(path, 0604) == 0);
    expect_equal(replace(path, "note: new", &notes), STATUS_OK);
    expect_text(path, "note: new");
    expect_equal(mode_of(path) & 0777, 0604);
}
END_TEST

START_TEST(a_link_stays_and_its_target_is_replaced) {
    char second[TEST_PATH_BYTES];
    path_in(second, top, "second");
    put(other, "note: old");
    expect(symlink("other", second) == 0 && symlink(second, path) == 0);
    expect_equal(replace(path, "note: new", &notes), STATUS_OK);
    expect(S_ISLNK(mode_of(path)) && S_ISLNK(mode_of(second)) && S_ISREG(mode_of(other)));
    expect_text(other, "note: new");
    expect(remove(other) == 0);
    expect_equal(replace(path, "made", &notes), STATUS_OK);
    expect_text(other, "made");
    expect_equal(entries(), 3);
}
END_TEST

START_TEST(a_circle_of_links_is_an_error) {
    expect(symlink(path, other) == 0 && symlink(other, path) == 0);
    expect_equal(replace(path, "text", &any), STATUS_UNWRITABLE);
    expect_equal(entries(), 2);
}
END_TEST

START_TEST(only_files_of_the_kind_are_replaced) {
    put(path, "something else");
    expect_equal(files_check(path, &notes), STATUS_OTHER_KIND);
    expect_equal(replace(path, "note:", &notes), STATUS_OTHER_KIND);
    expect_text(path, "something else");
    put(path, "");
    expect_equal(replace(path, "note: 1", &notes), STATUS_OK);
    put(path, "not"); /* torn in its prefix */
    expect_equal(replace(path, "note: 2", &notes), STATUS_OK);
    expect_text(path, "note: 2");
    put(path, "something else");
    expect_equal(replace(path, "any", &any), STATUS_OK);
    expect_equal(entries(), 1);
}
END_TEST

/* Before hours of work, not after them. */
START_TEST(a_missing_folder_is_told_at_once) {
    char inside[sizeof path + 8];
    snprintf(inside, sizeof inside, "%s/x", path);
    expect_equal(files_check(path, &any), STATUS_OK);
    expect_equal(files_check(inside, &any), STATUS_UNWRITABLE);
    expect(symlink(inside, other) == 0);
    expect_equal(files_check(other, &any), STATUS_UNWRITABLE);
    expect_equal(entries(), 1);
}
END_TEST

static bool is_sevens(const unsigned char *head, size_t size, bool is_whole) {
    for (size_t i = 0; i < size; i++)
        if (head[i] != '7')
            return false;
    return is_whole;
}

START_TEST(a_kind_may_be_told_by_a_function) {
    const FilesRules rules = {.kind = {.matches = is_sevens}};
    put(path, "777");
    expect_equal(files_check(path, &rules), STATUS_OK);
    put(path, "778");
    expect_equal(files_check(path, &rules), STATUS_OTHER_KIND);
}
END_TEST

START_TEST(folders_pipes_and_sockets_stay) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    int end = socket(AF_UNIX, SOCK_STREAM, 0);
    expect(strlen(path) < sizeof name.sun_path);
    memcpy(name.sun_path, path, strlen(path) + 1);
    expect(end >= 0 && bind(end, (struct sockaddr *)&name, sizeof name) == 0);
    expect_equal(replace(path, "text", &any), STATUS_NOT_REGULAR);
    expect(S_ISSOCK(mode_of(path)));
    close(end);
    expect(remove(path) == 0 && mkdir(path, 0700) == 0);
    expect_equal(replace(path, "text", &any), STATUS_NOT_REGULAR);
    expect(S_ISDIR(mode_of(path)) && rmdir(path) == 0);
    expect(mkfifo(path, 0600) == 0);
    expect_equal(replace(path, "text", &any), STATUS_NOT_REGULAR);
    expect(S_ISFIFO(mode_of(path)));
    expect_equal(entries(), 1);
}
END_TEST

START_TEST(a_pipe_is_written_to_where_streams_are_allowed) {
    const FilesRules rules = {.may_stream = true};
    char text[8] = "";
    expect(mkfifo(path, 0600) == 0);
    expect_equal(replace(path, "lost", &rules), STATUS_UNWRITABLE); /* nobody reads */
    expect_equal(errno, ENXIO);
    FILE *reader = fopen(path, "r+b"); /* does not wait, on Linux */
    expect(reader != NULL);
    expect_equal(replace(path, "text", &rules), STATUS_OK);
    expect_equal(fread(text, 1, 4, reader), 4);
    ck_assert_str_eq(text, "text");
    fclose(reader);
    expect(S_ISFIFO(mode_of(path)));
}
END_TEST

START_TEST(busy_files_stay_by_any_name) {
    char link_name[TEST_PATH_BYTES], odd[TEST_PATH_BYTES + 8];
    const char *busy[] = {NULL, path};
    const FilesRules rules = {.busy = busy, .busy_count = 2};
    path_in(link_name, top, "soft");
    snprintf(odd, sizeof odd, "%s/./file", top);
    expect_equal(replace(odd, "text", &rules), STATUS_IN_USE); /* though it is missing */
    put(path, "old");
    expect(link(path, other) == 0 && symlink(other, link_name) == 0);
    const char *const names[] = {path, other, link_name, odd};
    FILE *file;
    for (int i = 0; i < 4; i++) {
        expect_equal(replace(names[i], "text", &rules), STATUS_IN_USE);
        expect_equal(files_open_append(names[i], &rules, &file), STATUS_IN_USE);
        expect(file == NULL);
    }
    expect_text(path, "old");
    expect(!files_are_same(path, top) && !files_are_same(NULL, NULL));
}
END_TEST

START_TEST(a_databases_files_are_known_by_any_name) {
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    expect(symlink(path, other) == 0);
    for (int i = 0; i < 4; i++) {
        char part[TEST_PATH_BYTES + 8];
        snprintf(part, sizeof part, "%s%s", path, endings[i]);
        expect(files_are_of_database(path, part) && files_are_of_database(other, part));
    }
    path_in(path, top, "file.db");
    expect(!files_are_of_database(other, path) && !files_are_of_database("", path));
}
END_TEST

START_TEST(only_databases_go_to_sqlite) {
    expect_equal(files_check_database(path), STATUS_OK);
    put(path, "");
    expect_equal(files_check_database(path), STATUS_OK);
    put(path, "x");
    expect_equal(files_check_database(path), STATUS_OTHER_KIND);
    char header[101] = "";
    memset(header, 'x', 100);
    put(path, header); /* for SQLite to tell */
    expect_equal(files_check_database(path), STATUS_OK);
    expect(remove(path) == 0 && mkfifo(path, 0600) == 0);
    expect_equal(files_check_database(path), STATUS_NOT_REGULAR);
}
END_TEST

START_TEST(a_foreign_part_file_is_left_alone) {
    char part[TEST_PATH_BYTES];
    path_in(part, top, "file.part");
    put(part, "foreign");
    expect_equal(replace(path, "text", &any), STATUS_OK);
    expect_text(part, "foreign");
    expect_equal(entries(), 2);
}
END_TEST

START_TEST(after_a_failure_the_old_file_stands) {
    FilesDraft draft;
    put(path, "old");
    expect_equal(files_draft_begin(&draft, path, &any), STATUS_OK);
    fputs("new", draft.file);
    expect_equal(entries(), 2);
    expect_equal(files_draft_finish(&draft, false), STATUS_UNWRITABLE);
    expect(draft.file == NULL);
    expect_text(path, "old");
    expect_equal(entries(), 1);
}
END_TEST

START_TEST(a_draft_is_known_by_its_name) {
    FilesDraft draft;
    expect_equal(files_draft_begin(&draft, path, &any), STATUS_OK);
    expect(files_is_draft(strrchr(draft.beside, '/') + 1));
    expect_equal(files_draft_finish(&draft, false), STATUS_UNWRITABLE);
    expect(!files_is_draft(strrchr(draft.target, '/') + 1));
    expect(!files_is_draft(".kaname-0123456789abcde.part"));
    expect(!files_is_draft(".kaname-0123456789abcdef0.part"));
    expect(!files_is_draft(".kaname-0123456789abcdef.part2"));
    expect(!files_is_draft("kaname-0123456789abcdef.part"));
}
END_TEST

START_TEST(a_write_cut_short_changes_nothing) {
    enum { LIMIT = 4096 };
    static char text[4 * LIMIT];
    struct rlimit before;
    memset(text, 'x', sizeof text);
    put(path, "old");
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    expect(getrlimit(RLIMIT_FSIZE, &before) == 0);
    struct rlimit small = {LIMIT, before.rlim_max};
    expect(setrlimit(RLIMIT_FSIZE, &small) == 0);
    Status status = files_replace(path, text, sizeof text, &any);
    expect(setrlimit(RLIMIT_FSIZE, &before) == 0);
    signal(SIGXFSZ, handler);
    expect_equal(status, STATUS_UNWRITABLE);
    expect_text(path, "old");
    expect_equal(entries(), 1);
}
END_TEST

START_TEST(what_comes_into_the_place_meanwhile_stays) {
    FilesDraft draft;
    expect_equal(files_draft_begin(&draft, path, &notes), STATUS_OK);
    fputs("note: new", draft.file);
    put(path, "another program's");
    expect_equal(files_draft_finish(&draft, true), STATUS_OTHER_KIND);
    expect_text(path, "another program's");
    expect_equal(entries(), 1);
}
END_TEST

START_TEST(no_folder_is_made) {
    path_in(path, top, "no/file");
    expect_equal(replace(path, "text", &any), STATUS_UNWRITABLE);
    expect_equal(errno, ENOENT);
    ck_assert_str_eq(status_reason(STATUS_UNWRITABLE), strerror(ENOENT));
    expect_equal(entries(), 0);
}
END_TEST

START_TEST(a_file_grows_at_its_end) {
    FILE *file;
    for (int i = 0; i < 2; i++) {
        expect_equal(files_open_append(path, &notes, &file), STATUS_OK);
        expect(fputs(i == 0 ? "note: 1" : " 2", file) >= 0 && fclose(file) == 0);
    }
    expect_text(path, "note: 1 2");
    put(path, "foreign");
    expect_equal(files_open_append(path, &notes, &file), STATUS_OTHER_KIND);
    expect(file == NULL);
    expect(remove(path) == 0 && mkfifo(path, 0600) == 0);
    expect_equal(files_open_append(path, &notes, &file), STATUS_NOT_REGULAR);
}
END_TEST

START_TEST(reading_takes_regular_files_alone_and_never_waits) {
    unsigned char *bytes;
    size_t size;
    FILE *file;
    expect(mkfifo(path, 0600) == 0);
    expect_equal(files_open_input(path, &file), STATUS_NOT_REGULAR);
    expect(file == NULL);
    expect_equal(files_read_whole(top, 100, &bytes, &size), STATUS_NOT_REGULAR);
    expect_equal(files_read_whole(other, 100, &bytes, &size), STATUS_UNREADABLE);
    expect(bytes == NULL);
}
END_TEST

START_TEST(reading_keeps_to_the_limit) {
    unsigned char *bytes;
    size_t size;
    put(path, "12345");
    expect_equal(files_read_whole(path, 4, &bytes, &size), STATUS_TOO_LARGE);
    expect(bytes == NULL);
    expect_equal(files_read_whole(path, 5, &bytes, &size), STATUS_OK);
    expect_equal(size, 5);
    ck_assert_str_eq((const char *)bytes, "12345");
    free(bytes);
    put(path, "");
    expect_equal(files_read_whole(path, 0, &bytes, &size), STATUS_OK);
    expect(bytes != NULL && size == 0);
    free(bytes);
}
END_TEST

#ifdef __linux__
START_TEST(a_file_that_tells_no_size_is_read_to_its_end) {
    unsigned char *bytes;
    size_t size;
    expect_equal(files_read_whole("/proc/self/status", 1 << 20, &bytes, &size), STATUS_OK);
    expect(size > 0 && strlen((const char *)bytes) == size);
    expect(strncmp((const char *)bytes, "Name:", 5) == 0 && bytes[size - 1] == '\n');
    free(bytes);
    expect_equal(files_read_whole("/proc/self/status", 40, &bytes, &size), STATUS_TOO_LARGE);
    expect_equal(files_read_whole("/proc/self/mem", 40, &bytes, &size), STATUS_UNREADABLE);
    expect_equal(errno, EIO);
    expect(bytes == NULL);
}
END_TEST
#endif

START_TEST(what_no_name_leads_to_is_no_file_of_a_database) {
    static char name[FILES_PATH_MAX + 1];
    expect(symlink(path, other) == 0 && symlink(other, path) == 0);
    expect(!files_are_of_database(path, other));
    expect_equal(errno, ELOOP);
    memset(name, 'a', FILES_PATH_MAX);
    expect(!files_are_of_database(name, other));
    expect_equal(errno, ENAMETOOLONG);
}
END_TEST

START_TEST(a_link_to_too_long_a_name_is_an_error) {
    enum { TARGET = 4090 };
    char target[TARGET + 1];
    memset(target, 'a', TARGET);
    target[TARGET] = '\0';
    expect(symlink(target, path) == 0);
    expect(!files_are_of_database(path, other));
    expect_equal(errno, ENAMETOOLONG);
    expect_equal(replace(path, "text", &any), STATUS_UNWRITABLE);
    expect_equal(entries(), 1);
}
END_TEST

START_TEST(the_file_of_standard_output_is_written_to_as_a_stream_alone) {
    const FilesRules rules = {.may_stream = true};
    put(path, "old ");
    fflush(stdout);
    int number = open(path, O_WRONLY | O_APPEND), before = dup(STDOUT_FILENO);
    expect(number >= 0 && before >= 0 && dup2(number, STDOUT_FILENO) >= 0);
    Status refused = replace(path, "lost", &any), taken = replace(path, "new", &rules);
    expect(dup2(before, STDOUT_FILENO) >= 0 && close(before) == 0 && close(number) == 0);
    expect_equal(refused, STATUS_IN_USE);
    expect_equal(taken, STATUS_OK);
    expect_text(path, "old new");
    expect_equal(entries(), 1);
}
END_TEST

/* Replaces the file as a user who owns nothing, where the tests run as root. The path to the folder
 * is closed to him: he starts in it. */
static Status replace_as_other_user(const char *text) {
    int status;
    fflush(NULL);
    pid_t child = fork();
    expect(child >= 0);
    if (child == 0) {
        bool is_there = chdir(top) == 0 && (geteuid() != 0 || setuid(65534) == 0);
        _exit(is_there ? (int)replace("file", text, &any) : 100);
    }
    expect(waitpid(child, &status, 0) == child && WIFEXITED(status));
    return (Status)WEXITSTATUS(status);
}

START_TEST(a_file_that_may_not_be_written_to_stays) {
    put(path, "old");
    expect(chmod(path, 0444) == 0 && chmod(top, 0777) == 0);
    expect_equal(replace_as_other_user("new"), STATUS_UNWRITABLE);
    expect_text(path, "old");
    expect_equal(entries(), 1);
}
END_TEST

START_TEST(a_file_of_another_user_becomes_the_writers) {
    struct stat about;
    put(path, "old");
    expect(chmod(path, 0666) == 0 && chmod(top, 0777) == 0);
    expect_equal(replace_as_other_user("new"), STATUS_OK);
    expect_text(path, "new");
    expect(stat(path, &about) == 0);
    expect_equal(about.st_mode & 0777, 0666);
    expect_equal(about.st_uid, geteuid() == 0 ? 65534 : geteuid());
}
END_TEST

int main(void) {
    Suite *suite = suite_create("files");
    TCase *files = tcase_create("files");
    tcase_add_checked_fixture(files, set_up, NULL);
    tcase_add_test(files, a_missing_file_is_made_as_the_umask_says);
    tcase_add_test(files, an_old_file_keeps_its_mode);
    tcase_add_test(files, a_link_stays_and_its_target_is_replaced);
    tcase_add_test(files, a_circle_of_links_is_an_error);
    tcase_add_test(files, only_files_of_the_kind_are_replaced);
    tcase_add_test(files, a_missing_folder_is_told_at_once);
    tcase_add_test(files, a_kind_may_be_told_by_a_function);
    tcase_add_test(files, folders_pipes_and_sockets_stay);
    tcase_add_test(files, a_pipe_is_written_to_where_streams_are_allowed);
    tcase_add_test(files, busy_files_stay_by_any_name);
    tcase_add_test(files, a_databases_files_are_known_by_any_name);
    tcase_add_test(files, only_databases_go_to_sqlite);
    tcase_add_test(files, a_foreign_part_file_is_left_alone);
    tcase_add_test(files, after_a_failure_the_old_file_stands);
    tcase_add_test(files, a_draft_is_known_by_its_name);
    tcase_add_test(files, a_write_cut_short_changes_nothing);
    tcase_add_test(files, what_comes_into_the_place_meanwhile_stays);
    tcase_add_test(files, no_folder_is_made);
    tcase_add_test(files, a_file_grows_at_its_end);
    tcase_add_test(files, reading_takes_regular_files_alone_and_never_waits);
    tcase_add_test(files, reading_keeps_to_the_limit);
#ifdef __linux__
    tcase_add_test(files, a_file_that_tells_no_size_is_read_to_its_end);
#endif
    tcase_add_test(files, what_no_name_leads_to_is_no_file_of_a_database);
    tcase_add_test(files, a_link_to_too_long_a_name_is_an_error);
    tcase_add_test(files, the_file_of_standard_output_is_written_to_as_a_stream_alone);
    tcase_add_test(files, a_file_that_may_not_be_written_to_stays);
    tcase_add_test(files, a_file_of_another_user_becomes_the_writers);
    suite_add_tcase(suite, files);
    return run_suite(suite);
}
