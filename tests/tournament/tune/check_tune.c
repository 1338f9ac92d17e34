/* Tuning: the arithmetic on a function whose maximum is known, the file of the state, and the whole
 * program with an engine that plays the better the higher its parameter is. */
#include <check.h>
#include <math.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "game/random.h"
#include "shared/status/failure.h"
#include "support/harness.h"
#include "tournament/support/place.h"
#include "tune/spsa.h"
#include "tune/state.h"

/* ---- Arithmetic --------------------------------------------------------------------------- */

static SpsaPlan plan_of(const char *text, int64_t iterations, uint64_t seed) {
    SpsaPlan plan = {.iterations = iterations, .seed = seed};
    Failure failure = FAILURE_NONE;
    ck_assert_msg(spsa_read(&plan, text, "list", &failure), "%s", failure.text);
    return plan;
}

/* Two games between the sides, decided by chance with the odds that the values give. */
static int play_pair(const int *plus, const int *minus, uint64_t *chance) {
    double strength = 0;
    static const double best[] = {37, -120};
    static const double scale[] = {20, 100};
    for (int i = 0; i < 2; i++)
        strength +=
            pow((minus[i] - best[i]) / scale[i], 2) - pow((plus[i] - best[i]) / scale[i], 2);
    double odds = 1 / (1 + exp(-strength));
    return 2 * (random_unit(chance) < odds) + 2 * (random_unit(chance) < odds);
}

START_TEST(noisy_games_lead_to_the_maximum) {
    SpsaPlan plan = plan_of("one 90 0 100 5 0.01\ntwo 300 -500 500 30 0.01\n", 8000, (uint64_t)_i);
    double values[2];
    int plus[2], minus[2];
    uint64_t chance = random_stream(99, (uint64_t)_i);
    spsa_start(&plan, values);
    ck_assert_double_eq(values[0], 90);
    for (int64_t k = 1; k <= plan.iterations; k++) {
        spsa_sides(&plan, k, values, plus, minus);
        spsa_step(&plan, k, play_pair(plus, minus, &chance), values);
    }
    ck_assert_double_eq_tol(values[0], 37, 8);
    ck_assert_double_eq_tol(values[1], -120, 40);
}
END_TEST

START_TEST(last_iteration_has_the_step_and_rate_asked_for) {
    SpsaPlan plan = plan_of("x 500 0 1000 20 0.1\n", 1000, 7);
    double value = 500, first = 500;
    int plus, minus;
    spsa_sides(&plan, 1000, &value, &plus, &minus);
    ck_assert_int_eq(abs(plus - minus), 40);
    /* Towards the side that won, by rate times step for each win. */
    spsa_step(&plan, 1000, SPSA_WON, &value);
    ck_assert_double_eq_tol(value, 500 + (plus > minus ? 1 : -1) * 2 * 0.1 * 20, 1e-9);
    spsa_step(&plan, 1000, SPSA_EVEN, &value);
    spsa_step(&plan, 1000, 0, &value);
    ck_assert_double_eq_tol(value, 500, 1e-9);
    /* (1000 / 1)^0.101 times as wide in the beginning. */
    spsa_sides(&plan, 1, &first, &plus, &minus);
    ck_assert_double_eq_tol(abs(plus - minus), 40 * pow(1000, 0.101), 1);
}
END_TEST

START_TEST(sides_and_values_keep_their_limits) {
    SpsaPlan plan = plan_of("a 1 1 9 4 5\nb 9 1 9 4 5\nc 5 1 9 100 5\n", 50, 3);
    double values[3];
    int plus[3], minus[3];
    spsa_start(&plan, values);
    for (int64_t k = 1; k <= 50; k++) {
        spsa_sides(&plan, k, values, plus, minus);
        spsa_step(&plan, k, (int)(k % 5), values);
        for (int i = 0; i < 3; i++) {
            ck_assert(plus[i] >= 1 && plus[i] <= 9 && minus[i] >= 1 && minus[i] <= 9);
            ck_assert(values[i] >= 1 && values[i] <= 9);
        }
    }
    ck_assert_int_eq(spsa_rounded(&plan.params[0], 8.5), 9);
    ck_assert_int_eq(spsa_rounded(&plan.params[0], 12), 9);
    ck_assert_int_eq(spsa_rounded(&plan.params[0], 0.2), 1);
}
END_TEST

START_TEST(steps_below_one_count_on_the_average) {
    SpsaPlan plan = plan_of("x 5.25 0 10 0.3 0.1\n", 20000, 11);
    for (double value = 5.25; value < 6; value += 0.25) {
        double sum = 0, difference = 0;
        for (int64_t k = 10001; k <= 20000; k++) {
            int plus, minus;
            spsa_sides(&plan, k, &value, &plus, &minus);
            sum += plus + minus;
            difference += abs(plus - minus);
        }
        ck_assert_double_eq_tol(sum / 20000, value, 0.02);
        ck_assert_double_eq_tol(difference / 10000, 0.62, 0.05);
    }
}
END_TEST

START_TEST(compared_values_are_drawn_apart_and_stay) {
    enum { ITERATIONS = 4000 };
    SpsaPlan plan = plan_of("a 7 3\nb 5 0 9 1 0.1\nc -1 4\n", ITERATIONS, 5);
    double values[3];
    int plus[3], minus[3], others = 0, same = 0;
    ck_assert_int_eq(spsa_other(&plan.params[0]), 3);
    ck_assert_int_eq(spsa_other(&plan.params[2]), 4);
    spsa_start(&plan, values);
    for (int64_t k = 1; k <= ITERATIONS; k++) {
        spsa_sides(&plan, k, values, plus, minus);
        ck_assert((plus[0] == 7 && minus[0] == 3) || (plus[0] == 3 && minus[0] == 7));
        ck_assert((plus[2] == -1 && minus[2] == 4) || (plus[2] == 4 && minus[2] == -1));
        others += plus[0] == 3;
        same += (plus[0] == 3) == (plus[2] == 4);
        spsa_step(&plan, k, (int)(k % 4), values);
        ck_assert(values[0] == 7 && values[2] == -1);
    }
    ck_assert_int_eq(abs(others - ITERATIONS / 2) < 100, 1);
    ck_assert_int_eq(abs(same - ITERATIONS / 2) < 100, 1);
    ck_assert(values[1] != 5);
}
END_TEST

/* The best values are 37 and -120: of the first parameter the other value is nearer, of the second
 * the usual one; the third has no part in it. */
START_TEST(games_of_all_tell_what_each_other_value_is_worth) {
    enum { PARAMS = 3 };
    SpsaPlan plan = plan_of("one 30 35\ntwo -100 -60\nthree 1 2\n", 6000, (uint64_t)_i);
    Pairs pairs[PARAMS] = {0};
    double values[PARAMS];
    int plus[PARAMS], minus[PARAMS];
    uint64_t chance = random_stream(98, (uint64_t)_i);
    spsa_start(&plan, values);
    for (int64_t k = 1; k <= plan.iterations; k++) {
        spsa_sides(&plan, k, values, plus, minus);
        spsa_count(&plan, k, play_pair(plus, minus, &chance), pairs);
    }
    /* Differences of (7/20)^2 - (2/20)^2 and (20/100)^2 - (60/100)^2 nats, a nat is 173.7 Elo. */
    static const double WORTH[PARAMS] = {0.1125 * 173.7, -0.32 * 173.7, 0};
    for (int i = 0; i < PARAMS; i++) {
        EloEstimate worth = pairs_elo(&pairs[i]);
        ck_assert_int_eq(pairs_count(&pairs[i]), plan.iterations);
        ck_assert_double_eq_tol(worth.error, 6, 1);
        ck_assert_double_eq_tol(worth.elo, WORTH[i], 2 * worth.error);
    }
}
END_TEST

static const struct {
    const char *text, *error;
} bad_lists[] = {
    {"", "list: contains no parameters"},
    {"# nothing\n\n", "list: contains no parameters"},
    {"a 1 0 2 1\n", "list:1: expected name"},
    {"a 1 0 2 1 1 1\n", "list:1: expected name"},
    {"\na x 0 2 1 1\n", "list:2: expected a start"},
    {"a 1e 0 2 1 1\n", "list:1: expected a start"},
    {"a nan 0 2 1 1\n", "list:1: expected a start"},
    {"a 3 0 2 1 1\n", "list:1: expected a start"},
    {"a 1 2 2 1 1\n", "list:1: expected whole numbers"},
    {"a 1 0.5 2 1 1\n", "list:1: expected whole numbers"},
    {"a 1 0 99999999999 1 1\n", "list:1: expected whole numbers"},
    {"a 1 0 2 0 1\n", "list:1: expected a step_end"},
    {"a 1 0 2 inf 1\n", "list:1: expected a step_end"},
    {"a 1 0 2 1 -1\n", "list:1: expected a rate_end"},
    {"a=b 1 0 2 1 1\n", "list:1: the name"},
    {"a=b 1 2\n", "list:1: the name"},
    {"a 1 1\n", "list:1: expected two different whole numbers"},
    {"a 1 x\n", "list:1: expected two different whole numbers"},
    {"a 1.5 2\n", "list:1: expected two different whole numbers"},
    {"a 1 2 # 3\na 1 0 2 1 1\n", "list:2: duplicate name"},
    {"a 1 0 2 1 1\nb 1 0 2 1 1\na 1 0 2 1 1\n", "list:3: duplicate name"},
};
enum { BAD_LISTS = sizeof bad_lists / sizeof bad_lists[0] };

START_TEST(bad_lists_are_refused_by_line) {
    SpsaPlan plan = {0};
    Failure failure = FAILURE_NONE;
    ck_assert(!spsa_read(&plan, bad_lists[_i].text, "list", &failure));
    ck_assert_msg(strncmp(failure.text, bad_lists[_i].error, strlen(bad_lists[_i].error)) == 0,
                  "%s", failure.text);
}
END_TEST

START_TEST(lists_without_end_are_refused) {
    static char text[TEXT_MAX];
    SpsaPlan plan = {0};
    Failure failure = FAILURE_NONE;
    memset(text, 'a', 5000);
    strcpy(text + 5000, " 1 0 2 1 1\n");
    ck_assert(!spsa_read(&plan, text, "list", &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "too long"));
    size_t length = 0;
    for (int i = 0; i <= SPSA_PARAMS_MAX; i++)
        length += (size_t)sprintf(text + length, "name%d 1 0 2 1 1\n", i);
    ck_assert(!spsa_read(&plan, text, "list", &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "list:65: more"));
}
END_TEST

START_TEST(comments_tabs_and_windows_line_ends_are_read) {
    SpsaPlan plan = plan_of("# name ...\r\n a\t1.5  -2 3 0.5 1e-2 # why\r\n\r\nb 0 0 1 1 1", 1, 1);
    ck_assert_uint_eq(plan.count, 2);
    ck_assert_str_eq(plan.params[0].name, "a");
    ck_assert_double_eq(plan.params[0].start, 1.5);
    ck_assert_int_eq(plan.params[0].least, -2);
    ck_assert_double_eq(plan.params[0].rate_end, 0.01);
    ck_assert_str_eq(plan.params[1].name, "b");
}
END_TEST

START_TEST(a_byte_order_mark_is_no_part_of_a_name) {
    SpsaPlan plan = plan_of("\xEF\xBB\xBF"
                            "a 1 -2 3 0.5 1\nb 0 0 1 1 1\n",
                            1, 1);
    ck_assert_uint_eq(plan.count, 2);
    ck_assert_str_eq(plan.params[0].name, "a");
}
END_TEST

/* ---- Files and the program ---------------------------------------------------------------- */

static void expect_text(const char *name, const char *part) {
    const char *text = read_text(name);
    ck_assert_msg(strstr(text, part) != NULL, "%s lacks '%s':\n%s", name, part, text);
}

static const char settings[] = "engine = x\niterations = 200\n";

static bool open_state(TuneState *state, const char *wanted, Failure *failure) {
    return tune_state_open(state, in_folder("state"), wanted, 200, failure);
}

static bool add_result(TuneState *state, int64_t iteration, int half_points, Failure *failure) {
    SpsaPlan plan = plan_of("x 5 0 9 1 0.1\n", 200, 1);
    double value = 5.25;
    tune_state_set(state, iteration, half_points);
    return tune_state_write(state, &plan, &value, failure);
}

/* A file with three results. */
static void write_state(void) {
    TuneState state;
    Failure failure = FAILURE_NONE;
    ck_assert_msg(open_state(&state, settings, &failure), "%s", failure.text);
    ck_assert(!is_there("state"));
    ck_assert_msg(add_result(&state, 1, 4, &failure), "%s", failure.text);
    ck_assert_msg(add_result(&state, 80, 0, &failure), "%s", failure.text);
    ck_assert_msg(add_result(&state, 200, 3, &failure), "%s", failure.text);
    tune_state_release(&state);
}

static bool has_three_results(const TuneState *state) {
    for (int i = 1; i <= 200; i++)
        if (tune_state_result(state, i) != (i == 1     ? 4
                                            : i == 80  ? 0
                                            : i == 200 ? 3
                                                       : TUNE_NOT_PLAYED))
            return false;
    return true;
}

static void expect_refused(const char *part) {
    TuneState state;
    Failure failure = FAILURE_NONE;
    ck_assert(!open_state(&state, settings, &failure));
    ck_assert_msg(strstr(failure.text, part) != NULL, "%s", failure.text);
    tune_state_release(&state);
}

/* Runs SQL on a file of the folder; the text that it gives, a value a line. */
static const char *query(const char *name, const char *sql) {
    static char text[TEXT_MAX];
    sqlite3 *db;
    sqlite3_stmt *statement;
    size_t length = 0;
    text[0] = '\0';
    ck_assert_int_eq(sqlite3_open(in_folder(name), &db), SQLITE_OK);
    ck_assert_msg(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK, "%s",
                  sqlite3_errmsg(db));
    while (sqlite3_step(statement) == SQLITE_ROW)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s\n",
                                   (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return text;
}

START_TEST(state_comes_back_as_it_was_written) {
    TuneState state;
    Failure failure = FAILURE_NONE;
    write_state();
    ck_assert_msg(open_state(&state, settings, &failure), "%s", failure.text);
    ck_assert(has_three_results(&state));
    tune_state_release(&state);
    ck_assert_str_eq(query("state", "SELECT name || ' ' || value FROM parameter"), "x 5.25\n");
    ck_assert(!open_state(&state, "engine = y\niterations = 200\n", &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "begun with 'engine = x', not with 'engine = y'"));
    tune_state_release(&state);
    ck_assert(!open_state(&state, "engine = x\niterations = 200\nseed = 1\n", &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "begun with '', not with 'seed = 1'"));
    tune_state_release(&state);
    ck_assert(!open_state(&state, "engine = x\n", &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "begun with 'iterations = 200', not with ''"));
    tune_state_release(&state);
}
END_TEST

/* A changed byte is noticed, or it stood where nothing is kept. */
START_TEST(damage_anywhere_is_noticed_or_changes_nothing) {
    static char text[TEXT_MAX];
    TuneState state;
    Failure failure = FAILURE_NONE;
    int refused = 0;
    write_state();
    FILE *file = fopen(in_folder("state"), "rb");
    ck_assert_ptr_nonnull(file);
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    ck_assert_uint_lt(length, sizeof text);
    for (size_t i = 0; i < length; i++) {
        char kept = text[i];
        if (kept == 0 && i % 16 != 0)
            continue; /* most of the file is room to grow */
        text[i] = (char)(kept ^ 1);
        write_bytes("state", text, length);
        text[i] = kept;
        bool is_open = open_state(&state, settings, &failure);
        ck_assert_msg(!is_open || has_three_results(&state), "byte %zu", i);
        refused += !is_open;
        tune_state_release(&state);
        if (i % 16 != 0)
            continue;
        write_bytes("state", text, i);
        is_open = open_state(&state, settings, &failure);
        ck_assert_msg(!is_open || has_three_results(&state), "cut at %zu", i);
        tune_state_release(&state);
    }
    ck_assert_int_gt(refused, 100);
    write_bytes("state", text, length);
    ck_assert(open_state(&state, settings, &failure));
    tune_state_release(&state);
}
END_TEST

START_TEST(changed_result_is_noticed) {
    write_state();
    query("state", "UPDATE iteration SET half_points = 1 WHERE number = 80");
    expect_refused("state: damaged: wrong checksum");
    query("state", "UPDATE iteration SET half_points = 9 WHERE number = 80");
    expect_refused("state: damaged: impossible");
    query("state", "DELETE FROM iteration WHERE number = 80");
    expect_refused("state: damaged: wrong checksum");
    query("state", "DELETE FROM tuning");
    expect_refused("state: damaged: its settings");
}
END_TEST

START_TEST(files_that_are_no_state_are_refused_and_left_alone) {
    static const char old[] = "kaname-tournament tuning 1\nengine = x\n";
    write_text("state", old);
    expect_refused("state: the text file of an earlier version");
    ck_assert_str_eq(read_text("state"), old);
    write_text("state", "");
    expect_refused("state: not a tuning state");
    write_text("state", "SQLite format 3 is a nice format\n");
    expect_refused("state: not a tuning state");
    remove(in_folder("state"));
    ck_assert_int_eq(mkfifo(in_folder("state"), 0600), 0);
    expect_refused("state: it is not a regular file");
    remove(in_folder("state"));
    ck_assert_int_eq(mkdir(in_folder("state"), 0700), 0);
    expect_refused("state: it is not a regular file");
    remove(in_folder("state"));
    query("state", "CREATE TABLE other (x)");
    expect_refused("state: not a tuning state: a database of another program");
    ck_assert_str_eq(query("state", "SELECT name FROM sqlite_master"), "other\n");
    remove(in_folder("state"));
    write_state();
    query("state", "PRAGMA user_version = 2");
    expect_refused("state: is of version 2, this program knows version 1");
}
END_TEST

START_TEST(file_of_another_program_is_never_overwritten) {
    TuneState state;
    Failure failure = FAILURE_NONE;
    ck_assert(open_state(&state, settings, &failure));
    write_text("state", "mine");
    ck_assert(!add_result(&state, 1, 1, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "another program"));
    ck_assert_str_eq(read_text("state"), "mine");
    tune_state_release(&state);
    ck_assert(!open_state(&state, settings, &failure));
    tune_state_release(&state);
    remove(in_folder("state"));
    write_state();
    ck_assert(open_state(&state, settings, &failure));
    remove(in_folder("state"));
    ck_assert(!add_result(&state, 2, 1, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "replaced or taken away"));
    ck_assert(!is_there("state"));
    tune_state_release(&state);
}
END_TEST

START_TEST(second_program_on_the_file_is_refused_at_its_first_result) {
    TuneState first, second;
    Failure failure = FAILURE_NONE;
    write_state();
    ck_assert(open_state(&first, settings, &failure));
    ck_assert(open_state(&second, settings, &failure));
    ck_assert_msg(add_result(&first, 2, 2, &failure), "%s", failure.text);
    ck_assert(!add_result(&second, 2, 1, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "another program has written to it"));
    ck_assert_msg(add_result(&first, 3, 2, &failure), "%s", failure.text);
    tune_state_release(&first);
    tune_state_release(&second);
    ck_assert(open_state(&first, settings, &failure));
    ck_assert_int_eq(tune_state_result(&first, 2), 2);
    tune_state_release(&first);
}
END_TEST

enum { KILLED_RESULTS = 60 };

/* Adds results from the first open one on and tells each on the pipe. */
static void add_until_killed(int out) {
    TuneState state;
    Failure failure = FAILURE_NONE;
    if (!open_state(&state, settings, &failure))
        _exit(1);
    for (int i = 1; i <= KILLED_RESULTS; i++) {
        unsigned char byte = (unsigned char)i;
        if (tune_state_result(&state, i) == TUNE_NOT_PLAYED &&
            (!add_result(&state, i, i % 5, &failure) || write(out, &byte, 1) != 1))
            _exit(1);
    }
    _exit(0);
}

START_TEST(killed_at_any_moment_it_holds_every_result_told) {
    TuneState state;
    Failure failure = FAILURE_NONE;
    int told = 0, kills = 0;
    uint64_t chance = random_stream(3, 3);
    while (told < KILLED_RESULTS) {
        int ends[2], status;
        unsigned char byte;
        ck_assert_int_eq(pipe(ends), 0);
        pid_t pid = fork();
        ck_assert_int_ge(pid, 0);
        if (pid == 0)
            add_until_killed(ends[1]);
        close(ends[1]);
        /* After a few results, whatever time they take, and a moment more. */
        for (uint64_t more = random_below(&chance, 6); more > 0; more--)
            if (read(ends[0], &byte, 1) == 1)
                told = byte;
        usleep((useconds_t)random_below(&chance, 1000));
        kill(pid, SIGKILL);
        while (read(ends[0], &byte, 1) == 1)
            told = byte;
        close(ends[0]);
        ck_assert_int_eq(waitpid(pid, &status, 0), pid);
        ck_assert(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
        kills += WIFSIGNALED(status);
        ck_assert_msg(open_state(&state, settings, &failure), "%s", failure.text);
        for (int i = 1; i <= told; i++)
            ck_assert_int_eq(tune_state_result(&state, i), i % 5);
        /* Killed after a result was written and before it was told. */
        if (told < KILLED_RESULTS && tune_state_result(&state, told + 1) != TUNE_NOT_PLAYED)
            told++;
        for (int i = told + 1; i <= 200; i++)
            ck_assert_int_eq(tune_state_result(&state, i), TUNE_NOT_PLAYED);
        tune_state_release(&state);
    }
    ck_assert_int_gt(kills, 2);
}
END_TEST

/* The process of the one is gone; that of the other lives. */
START_TEST(what_a_killed_start_left_goes_with_the_next_start) {
    static const char *const others[] = {"state.new", "state.12x.new", "other.1.new"};
    TuneState state;
    Failure failure = FAILURE_NONE;
    char dead[2][60], alive[60];
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0)
        _exit(0);
    ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
    snprintf(dead[0], sizeof dead[0], "state.%ld.new", (long)pid);
    snprintf(dead[1], sizeof dead[1], "state.%ld.new-journal", (long)pid);
    snprintf(alive, sizeof alive, "state.%ld.new", (long)getppid());
    write_text(dead[0], "");
    write_text(dead[1], "");
    write_text(alive, "");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        write_text(others[i], "");
    ck_assert(open_state(&state, settings, &failure));
    ck_assert_msg(add_result(&state, 1, 4, &failure), "%s", failure.text);
    tune_state_release(&state);
    ck_assert(!is_there(dead[0]) && !is_there(dead[1]));
    ck_assert(is_there(alive) && is_there("state"));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert(is_there(others[i]));
}
END_TEST

static pid_t start_tuning(const char *words) {
    static char line[TEXT_MAX];
    snprintf(line, sizeof line, "tune %s", words);
    return start(line);
}

static int run_tuning(const char *words) {
    remove(in_folder("out"));
    remove(in_folder("err"));
    return finish(start_tuning(words));
}

static void write_params(void) {
    write_text("params", "speed 20 0 79 6 0.3\nother 5 0 9 1 0.1\n");
}

#define PUPPET "-engine cmd='" KANAME_PUPPET " tuned=speed"
#define GAMES " -params params -openings none "

START_TEST(better_values_are_found_and_printed_to_paste) {
    write_params();
    ck_assert_int_eq(run_tuning(PUPPET "'" GAMES "-iterations 60"), 0);
    static char text[TEXT_MAX];
    strcpy(text, read_text("out"));
    const char *line = strstr(text, "option.speed=");
    ck_assert_msg(line != NULL, "%s", text);
    ck_assert_msg(atoi(line + strlen("option.speed=")) > 45, "%s", line);
    ck_assert_ptr_nonnull(strstr(line, " option.other="));
    ck_assert_ptr_nonnull(strstr(text, "Iteration 60 of 60: plus "));
    ck_assert(is_there("kaname-tune.state"));
    /* All is done: the same again plays nothing and tells the same. */
    ck_assert_int_eq(run_tuning(PUPPET "'" GAMES "-iterations 60"), 0);
    expect_text("out", "Continuing after iteration 60");
    expect_text("out", line);
}
END_TEST

/* The speed decides all games; the other two have no part in them. */
START_TEST(compared_values_are_told_with_their_worth) {
    write_text("params", "speed 20 60\nidle 3 1\nother 5 0 9 1 0.1\n");
    ck_assert_int_eq(run_tuning(PUPPET "'" GAMES "-iterations 40"), 0);
    static char text[TEXT_MAX];
    strcpy(text, read_text("out"));
    const char *speed = strstr(text, "\nspeed "), *words = strstr(text, "\noption.other=");
    const char *idle = strstr(text, "\nidle ");
    double elo, error;
    char told[100];
    ck_assert(speed != NULL && idle != NULL && words != NULL);
    ck_assert(strstr(words, "option.speed=") == NULL && strstr(words, "option.idle=") == NULL);
    ck_assert_msg(sscanf(speed, " speed 20 60 %lf", &elo) == 1 && isinf(elo) && elo > 0, "%s",
                  speed);
    ck_assert_msg(sscanf(idle, " idle 3 1 %lf +/- %lf", &elo, &error) == 2, "%s", idle);
    ck_assert_msg(fabs(elo) < 1.5 * error, "%s", idle);
    /* The last line of the progress says the same. */
    snprintf(told, sizeof told, " speed 60 +inf, idle 1 %+.1f +/- %.1f, other ", elo, error);
    const char *last = strstr(text, "Iteration 40 of 40: plus ");
    ck_assert_msg(last != NULL && strstr(last, told) != NULL, "no%s", told);
    ck_assert_int_eq(run_tuning(PUPPET "'" GAMES "-iterations 40"), 0);
    expect_text("out", speed);
}
END_TEST

static int count_of(const char *text, const char *part) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part))
        count++;
    return count;
}

START_TEST(curves_have_every_iteration_also_after_a_stop) {
    static char csv[TEXT_MAX], svg[TEXT_MAX];
    const char *words = PUPPET "'" GAMES "-iterations 20 -csv c.csv -svg c.svg";
    write_params();
    ck_assert_int_eq(run_tuning(words), 0);
    strcpy(csv, read_text("c.csv"));
    strcpy(svg, read_text("c.svg"));
    const char *start = "iteration,points of plus,\"speed\",\"other\"\n0,,20.000,5.000\n1,";
    ck_assert_msg(strncmp(csv, start, strlen(start)) == 0, "%s", csv);
    ck_assert_int_eq(count_of(csv, "\n"), 22);
    double points, speed, other;
    int iteration;
    ck_assert_int_eq(
        sscanf(strstr(csv, "\n20,") + 1, "%d,%lf,%lf,%lf", &iteration, &points, &speed, &other), 4);
    ck_assert(points >= 0 && points <= 2);
    char end[100];
    snprintf(end, sizeof end, "(%.3f)", speed);
    expect_text("out", end);
    ck_assert_int_eq(count_of(svg, "<polyline"), 2);
    ck_assert_int_eq(count_of(svg, "location.reload"), 0);
    const char *line = strstr(svg, "points=\""), *quote = strchr(line + 8, '"');
    int commas = 0;
    for (const char *at = line; at < quote; at++)
        commas += *at == ',';
    ck_assert_int_eq(commas, 21);
    /* They follow from the state alone. */
    remove(in_folder("c.csv"));
    ck_assert_int_eq(run_tuning(words), 0);
    ck_assert_str_eq(read_text("c.csv"), csv);
    ck_assert_str_eq(read_text("c.svg"), svg);
    write_text("c.svg", "Dear reader");
    ck_assert_int_eq(run_tuning(PUPPET "'" GAMES "-iterations 9 -state new -svg c.svg"), 1);
    expect_text("err", "c.svg: ");
    ck_assert(!is_there("new"));
    ck_assert_str_eq(read_text("c.svg"), "Dear reader");
}
END_TEST

static const char *const wrong_curves[] = {"-csv new -svg new", "-svg state", "-csv state-wal",
                                           "-csv no/c.csv"};

START_TEST(a_curve_is_no_other_file_of_the_tuning) {
    char words[400];
    write_params();
    snprintf(words, sizeof words, PUPPET "'" GAMES "-iterations 9 -state state %s",
             wrong_curves[_i]);
    ck_assert_int_eq(run_tuning(words), 1);
    ck_assert_str_eq(read_text("out"), "");
    ck_assert(!is_there("new") && !is_there("state"));
}
END_TEST

/* Until the iteration or a later one is told: of those that end at one time only the last is. */
static void wait_for_iteration(const char *name, int wanted) {
    static const char word[] = "Iteration ";
    for (int i = 0; i < 3000; i++) {
        for (const char *at = read_text(name); (at = strstr(at, word)) != NULL;
             at += sizeof word - 1)
            if (atoi(at + sizeof word - 1) >= wanted)
                return;
        usleep(10000);
    }
    ck_abort_msg("iteration %d did not come", wanted);
}

START_TEST(killed_runs_go_on_to_the_same_values) {
    static const char words[] =
        PUPPET " late=3'" GAMES "-iterations 40 -concurrency 3 -seed 5 -state ";
    static const int moments[] = {4, 15, 30};
    static const char all[] = "SELECT settings FROM tuning UNION ALL"
                              " SELECT number || ' ' || half_points FROM iteration UNION ALL"
                              " SELECT name || ' ' || value FROM parameter";
    static char whole[TEXT_MAX], command[1000];
    write_params();
    snprintf(command, sizeof command, "%s whole", words);
    ck_assert_int_eq(run_tuning(command), 0);
    snprintf(command, sizeof command, "%s parts", words);
    for (int i = 0; i < 3; i++) {
        remove(in_folder("out")); /* the run before may have told of later iterations */
        pid_t pid = start_tuning(command);
        wait_for_iteration("out", moments[i]);
        kill(pid, i == 1 ? SIGTERM : SIGKILL);
        int status = finish(pid); /* 0: it had come to its end before */
        ck_assert_msg(status == 0 || status == (i == 1 ? 3 : 1000 + SIGKILL),
                      "part %d: status %d, %s", i, status, read_text("err"));
    }
    ck_assert_int_eq(finish(start_tuning(command)), 0);
    strcpy(whole, query("whole", all));
    ck_assert_uint_gt(strlen(whole), 400);
    ck_assert_str_eq(query("parts", all), whole);
}
END_TEST

START_TEST(interrupt_finishes_what_is_under_way) {
    write_params();
    pid_t pid = start_tuning(PUPPET " late=1'" GAMES "-iterations 500 -concurrency 2 -svg c.svg");
    wait_for_iteration("out", 2);
    kill(pid, SIGINT);
    ck_assert_int_eq(finish(pid), 3);
    expect_text("out", "Stopping");
    expect_text("c.svg", "location.reload"); /* it may go on */
    ck_assert_int_eq(run_tuning(PUPPET " late=1'" GAMES "-iterations 400 -concurrency 2"), 1);
    expect_text("err", "was begun with 'iterations = 500', not with 'iterations = 400'");
}
END_TEST

START_TEST(side_that_dies_loses_and_the_tuning_goes_on) {
    write_text("params", "speed 35 0 79 6 0.3\n");
    ck_assert_int_eq(run_tuning(PUPPET " dieunder=30'" GAMES "-iterations 60"), 0);
    const char *text = read_text("out");
    ck_assert_ptr_nonnull(strstr(text, " lost a game: crash"));
    const char *line = strstr(text, "option.speed=");
    ck_assert_ptr_nonnull(line);
    ck_assert_int_ge(atoi(line + strlen("option.speed=")), 30);
}
END_TEST

START_TEST(engine_that_always_dies_stops_the_tuning) {
    write_params();
    ck_assert_int_eq(run_tuning(PUPPET " dieunder=99'" GAMES "-iterations 60 -concurrency 2"), 1);
    expect_text("err", "failed in 10 games in a row");
}
END_TEST

START_TEST(engine_that_does_not_start_leaves_nothing_behind) {
    write_params();
    write_text("broken", "#!/nonexistent/interpreter\n");
    ck_assert_int_eq(chmod(in_folder("broken"), 0755), 0);
    ck_assert_int_eq(run_tuning("-engine cmd=./broken" GAMES), 1);
    expect_text("err", "engine did not start");
    ck_assert(!is_there("kaname-tune.state"));
}
END_TEST

static const struct {
    const char *words, *error;
} wrongs[] = {
    {"", "-params: expected"},
    {"-params", "-params: expected a value"},
    {"-params params", "-engine: expected one engine, got 0"},
    {"-params params -engine cmd=a -engine cmd=b", "-engine: expected one engine, got 2"},
    {"-params params -engine name=a", "no cmd=COMMAND"},
    {"-params none -engine cmd=a", "none: No such file"},
    {"-params . -engine cmd=a", ".: "},
    {"-params bad -engine cmd=a", "bad:1: expected name"},
    {"-params params -engine cmd=a -iterations 0", "-iterations: '0'"},
    {"-params params -engine cmd=a -iterations 1000001", "-iterations: '1000001'"},
    {"-params params -engine cmd=a -iterations x", "-iterations: 'x'"},
    {"-params params -engine cmd=a -concurrency 0", "-concurrency: '0'"},
    {"-params params -engine cmd=a -rounds 5", "'-rounds': no such option"},
    {"-params params -engine cmd=a -sprt elo1=5", "'-sprt': no such option"},
    {"-params params -engine cmd=a -resume", "'-resume': no such option"},
    {"-params params -engine cmd=a stray", "'stray'"},
};
enum { WRONGS = sizeof wrongs / sizeof wrongs[0] };

START_TEST(wrong_words_are_named_and_nothing_is_written) {
    write_params();
    write_text("bad", "speed 20\n");
    ck_assert_int_eq(run_tuning(wrongs[_i].words), 2);
    expect_text("err", wrongs[_i].error);
    ck_assert(!is_there("kaname-tune.state"));
}
END_TEST

START_TEST(state_that_cannot_be_written_ends_it_with_the_reason) {
    write_params();
    ck_assert_int_eq(run_tuning(PUPPET "'" GAMES "-iterations 5 -state no/such/folder"), 1);
    expect_text("err", "no/such/folder: cannot be written: No such file");
    write_text("junk", "something else\n");
    ck_assert_int_eq(run_tuning(PUPPET "'" GAMES "-iterations 5 -state junk"), 1);
    expect_text("err", "junk: not a tuning state");
    expect_text("junk", "something else");
}
END_TEST

START_TEST(what_cannot_be_printed_is_named) {
    char command[2000];
    ck_assert_int_eq(access("/dev/full", W_OK), 0);
    write_params();
    snprintf(command, sizeof command,
             "cd '%s' && '" KANAME_TOURNAMENT "' tune " PUPPET "'" GAMES
             "-iterations 2 >/dev/full 2>err",
             place_folder());
    int status = system(command);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    expect_text("err", "kaname-tournament tune: standard output: ");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tune");
    TCase *arithmetic = tcase_create("arithmetic");
    tcase_add_loop_test(arithmetic, noisy_games_lead_to_the_maximum, 0, 5);
    tcase_add_test(arithmetic, last_iteration_has_the_step_and_rate_asked_for);
    tcase_add_test(arithmetic, sides_and_values_keep_their_limits);
    tcase_add_test(arithmetic, steps_below_one_count_on_the_average);
    tcase_add_test(arithmetic, compared_values_are_drawn_apart_and_stay);
    tcase_add_loop_test(arithmetic, games_of_all_tell_what_each_other_value_is_worth, 0, 3);
    tcase_add_loop_test(arithmetic, bad_lists_are_refused_by_line, 0, BAD_LISTS);
    tcase_add_test(arithmetic, lists_without_end_are_refused);
    tcase_add_test(arithmetic, comments_tabs_and_windows_line_ends_are_read);
    tcase_add_test(arithmetic, a_byte_order_mark_is_no_part_of_a_name);
    suite_add_tcase(suite, arithmetic);
    TCase *files = tcase_create("files");
    tcase_set_timeout(files, 0);
    tcase_add_checked_fixture(files, place_begin, NULL);
    tcase_add_test(files, state_comes_back_as_it_was_written);
    tcase_add_test(files, damage_anywhere_is_noticed_or_changes_nothing);
    tcase_add_test(files, changed_result_is_noticed);
    tcase_add_test(files, files_that_are_no_state_are_refused_and_left_alone);
    tcase_add_test(files, file_of_another_program_is_never_overwritten);
    tcase_add_test(files, second_program_on_the_file_is_refused_at_its_first_result);
    tcase_add_test(files, killed_at_any_moment_it_holds_every_result_told);
    tcase_add_test(files, what_a_killed_start_left_goes_with_the_next_start);
    tcase_add_test(files, better_values_are_found_and_printed_to_paste);
    tcase_add_test(files, compared_values_are_told_with_their_worth);
    tcase_add_test(files, curves_have_every_iteration_also_after_a_stop);
    tcase_add_loop_test(files, a_curve_is_no_other_file_of_the_tuning, 0,
                        sizeof wrong_curves / sizeof *wrong_curves);
    tcase_add_test(files, killed_runs_go_on_to_the_same_values);
    tcase_add_test(files, interrupt_finishes_what_is_under_way);
    tcase_add_test(files, side_that_dies_loses_and_the_tuning_goes_on);
    tcase_add_test(files, engine_that_always_dies_stops_the_tuning);
    tcase_add_test(files, engine_that_does_not_start_leaves_nothing_behind);
    tcase_add_loop_test(files, wrong_words_are_named_and_nothing_is_written, 0, WRONGS);
    tcase_add_test(files, state_that_cannot_be_written_ends_it_with_the_reason);
    tcase_add_test(files, what_cannot_be_printed_is_named);
    suite_add_tcase(suite, files);
    return run_suite(suite);
}
