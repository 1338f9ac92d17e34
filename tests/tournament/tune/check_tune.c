/* Tuning: the whole program with an engine that plays the better the higher its parameter is. */
#include <check.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/harness.h"
#include "tournament/support/place.h"
#include "tournament/tune/tuning.h"

static void expect_text(const char *name, const char *part) {
    const char *text = read_text(name);
    ck_assert_msg(strstr(text, part) != NULL, "%s lacks '%s':\n%s", name, part, text);
}

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
    expect_text("err", "was begun with 'iterations = 500', not with 'iterations = 400'; -state "
                       "FILE begins another");
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

START_TEST(a_parameter_that_the_engine_refuses_is_named_before_the_first_game) {
    write_params();
    ck_assert_int_eq(run_tuning("-engine cmd='" KANAME_PUPPET " tuned=speed refuses=other'" GAMES),
                     1);
    expect_text("err", "params: parameter other: the engine, cmd=" KANAME_PUPPET);
    expect_text("err", "refuses the name or the value 0\n");
    ck_assert_ptr_null(strstr(read_text("err"), "parameter speed"));
    ck_assert_ptr_null(strstr(read_text("out"), "Iteration"));
    ck_assert(!is_there("kaname-tune.state"));
}
END_TEST

START_TEST(games_that_tell_nothing_of_the_parameters_are_said_to) {
    static const char said[] = "Every iteration ended level, 1 to 1: ";
    write_params();
    ck_assert_int_eq(run_tuning("-engine cmd='" KANAME_PUPPET "'" GAMES "-iterations 3"), 0);
    expect_text("out", said);
    ck_assert_int_eq(run_tuning(PUPPET "'" GAMES "-iterations 20 -state other"), 0);
    ck_assert_ptr_null(strstr(read_text("out"), said));
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
    TCase *files = tcase_create("files");
    tcase_set_timeout(files, 0);
    tcase_add_checked_fixture(files, place_begin, NULL);
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
    tcase_add_test(files, a_parameter_that_the_engine_refuses_is_named_before_the_first_game);
    tcase_add_test(files, games_that_tell_nothing_of_the_parameters_are_said_to);
    tcase_add_loop_test(files, wrong_words_are_named_and_nothing_is_written, 0, WRONGS);
    tcase_add_test(files, state_that_cannot_be_written_ends_it_with_the_reason);
    tcase_add_test(files, what_cannot_be_printed_is_named);
    suite_add_tcase(suite, files);
    return run_suite(suite);
}
