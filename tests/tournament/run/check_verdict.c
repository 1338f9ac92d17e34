/* The verdict of a sequential test: the run, its report, JSON, page and live page say the same
 * after every kind of end, and games that end after the decision count nowhere. */
#include <cJSON.h>
#include <check.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/rng.h"
#include "shared/status/failure.h"
#include "stats/elo.h"
#include "support/harness.h"
#include "tournament/support/place.h"
#include "watch/feed.h"

#define DATABASE "kaname-tournament.db"
#define PUPPETS "-engine 'cmd=" KANAME_PUPPET "' -engine 'cmd=" KANAME_PUPPET " move=last' "
#define SLOW_PUPPETS                                                      \
    "-engine 'cmd=" KANAME_PUPPET " late=20' -engine 'cmd=" KANAME_PUPPET \
    " move=last late=20' -each tc=100/100 "

/* The test that an output shows. */
typedef struct Shown {
    double llr;
    int verdict; /* as SprtVerdict */
    int late;    /* games that ended after the decision; -1: not told */
} Shown;

static double number_of(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    ck_assert_msg(cJSON_IsNumber(item), "no number %s", name);
    return item->valuedouble;
}

static const char *text_of(const cJSON *object, const char *name) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    ck_assert_msg(text != NULL, "no text %s", name);
    return text;
}

static int verdict_of(const char *text) {
    static const char *const texts[] = {"undecided", "H0 accepted", "H1 accepted"};
    for (int i = 0; i < 3; i++)
        if (strcmp(text, texts[i]) == 0)
            return i;
    ck_abort_msg("verdict \"%s\"", text);
    return -1;
}

/* Returns the last line of a file that begins with this; "" if there is none. */
static const char *last_line(const char *file, const char *begin, char *line, size_t size) {
    const char *text = read_text(file), *found = NULL;
    for (const char *at = text; (at = strstr(at, begin)) != NULL; at++)
        if (at == text || at[-1] == '\n')
            found = at;
    snprintf(line, size, "%.*s", found != NULL ? (int)strcspn(found, "\n") : 0,
             found != NULL ? found : "");
    return line;
}

/* The tables of the run's end and of the report are the same, line by line. */
static Shown shown_by_tables(void) {
    static const char *const lines[] = {"SPRT [", "single games:", "points of a pair",
                                        "Ended after the decision", "Black won"};
    char one[300], other[300];
    Shown shown = {0};
    unlink(in_folder("out.run"));
    ck_assert_int_eq(rename(in_folder("out"), in_folder("out.run")), 0);
    ck_assert_int_eq(
        run("report " DATABASE " -json run.json -html run.html -pgn run.pgn -sgf run.sgf"), 0);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        ck_assert_str_eq(last_line("out.run", lines[i], one, sizeof one),
                         last_line("out", lines[i], other, sizeof other));
    last_line("out.run", "SPRT [", one, sizeof one);
    const char *llr = strstr(one, "LLR "), *verdict = strstr(one, "), ");
    ck_assert(llr != NULL && verdict != NULL);
    ck_assert_int_eq(sscanf(llr, "LLR %lf", &shown.llr), 1);
    shown.verdict = verdict_of(verdict + 3);
    static const char late[] = "Ended after the decision and counted nowhere: ";
    last_line("out.run", late, one, sizeof one);
    ck_assert(one[0] == '\0' || sscanf(one + sizeof late - 1, "%d game", &shown.late) == 1);
    ck_assert(one[0] == '\0' || shown.late > 0);
    return shown;
}

/* The games of the JSON that are not late give its ratio, and the verdict follows from it. */
static Shown shown_by_json(const cJSON *root) {
    const cJSON *test = cJSON_GetObjectItemCaseSensitive(root, "sprt"), *game;
    Sprt sprt = {SPRT_PENTANOMIAL, number_of(test, "elo0"), number_of(test, "elo1"),
                 number_of(test, "alpha"), number_of(test, "beta")};
    const char *first =
        text_of(cJSON_GetArrayItem(cJSON_GetObjectItem(root, "engines"), 0), "name");
    Pairs pairs = {{0}};
    Wdl wdl = {0};
    int late = 0;
    static int points_of[10000];
    memset(points_of, -1, sizeof points_of);
    cJSON_ArrayForEach(game, cJSON_GetObjectItemCaseSensitive(root, "games")) {
        const char *winner = cJSON_GetStringValue(cJSON_GetObjectItem(game, "winner"));
        int points = winner == NULL ? 1 : strcmp(winner, first) == 0 ? 2 : 0;
        int pair = (int)number_of(game, "pair");
        ck_assert_int_lt(pair, 10000);
        if (cJSON_IsTrue(cJSON_GetObjectItem(game, "late"))) {
            late++;
            continue;
        }
        wdl_add(&wdl, points);
        if (points_of[pair] >= 0)
            pairs_add(&pairs, points_of[pair] + points);
        points_of[pair] = points;
    }
    if (strcmp(text_of(test, "model"), "trinomial") == 0)
        sprt.model = SPRT_TRINOMIAL;
    if (strcmp(text_of(test, "model"), "normalised") == 0)
        sprt.model = SPRT_NORMALISED;
    Shown shown = {number_of(test, "llr"), verdict_of(text_of(test, "verdict")), late};
    ck_assert_double_eq_tol(shown.llr, sprt_llr(&sprt, &wdl, &pairs), 1e-6);
    ck_assert_int_eq(shown.verdict, (int)sprt_verdict(&sprt, shown.llr));
    ck_assert_int_eq((int)number_of(test, "late_games"), late);
    return shown;
}

/* Reads the data of a page. */
static Shown shown_by_page(const char *text) {
    const char *test = strstr(text, "\"sprt\":{");
    ck_assert_ptr_nonnull(test);
    const char *llr = strstr(test, "\"llr\":"), *verdict = strstr(test, "\"verdict\":");
    const char *totals = strstr(text, "\"totals\":[");
    Shown shown = {0};
    ck_assert(llr != NULL && verdict != NULL && totals != NULL);
    ck_assert_int_eq(sscanf(totals, "\"totals\":[%*d,%*d,%*d,%*d,%*d,%*d,%d]", &shown.late), 1);
    ck_assert_int_eq(sscanf(llr, "\"llr\":%lf", &shown.llr), 1);
    ck_assert_int_eq(sscanf(verdict, "\"verdict\":%d", &shown.verdict), 1);
    return shown;
}

#ifdef KANAME_WITH_WATCH
static Shown shown_by_watch(void) {
    Failure failure = FAILURE_NONE;
    size_t length;
    Feed *feed = feed_new(in_folder(DATABASE), 0, &failure);
    ck_assert_msg(feed != NULL, "%s", failure.text);
    feed_look(feed);
    char *data = feed_data(feed, &length);
    ck_assert_ptr_nonnull(data);
    Shown shown = shown_by_page(data);
    free(data);
    feed_free(feed);
    return shown;
}
#endif

static void expect_same(Shown a, Shown b) {
    ck_assert_double_eq_tol(a.llr, b.llr, 0.0051); /* tables round it */
    ck_assert_int_eq(a.verdict, b.verdict);
    if (a.late >= 0 && b.late >= 0)
        ck_assert_int_eq(a.late, b.late);
}

/* Compares all outputs of the run that has just ended. Returns what they show. */
static Shown compare_all(void) {
    char line[300];
    Shown tables = shown_by_tables();
    cJSON *root = cJSON_Parse(read_text("run.json"));
    ck_assert_ptr_nonnull(root);
    Shown json = shown_by_json(root);
    cJSON_Delete(root);
    expect_same(tables, json);
    expect_same(tables, shown_by_page(read_text("run.html")));
#ifdef KANAME_WITH_WATCH
    expect_same(tables, shown_by_watch());
#endif
    /* What the run said when it was decided. */
    double llr;
    char hypothesis;
    if (last_line("out.run", "SPRT: H", line, sizeof line)[0] == '\0')
        ck_assert_int_eq(tables.verdict, SPRT_CONTINUE);
    else {
        ck_assert_int_eq(sscanf(line, "SPRT: H%c was accepted, LLR %lf", &hypothesis, &llr), 2);
        expect_same(tables, (Shown){llr, hypothesis == '1' ? SPRT_ACCEPT_H1 : SPRT_ACCEPT_H0, -1});
    }
    return tables;
}

/* Returns how often the file has these words. */
static int count_of(const char *file, const char *words) {
    int count = 0;
    for (const char *at = read_text(file); (at = strstr(at, words)) != NULL; at++)
        count++;
    return count;
}

static int compare_outputs(void) {
    return compare_all().verdict;
}

static int count_games(void) {
    int count = 0;
    cJSON *root = cJSON_Parse(read_text("run.json"));
    ck_assert_ptr_nonnull(root);
    count = cJSON_GetArraySize(cJSON_GetObjectItem(root, "games"));
    cJSON_Delete(root);
    return count;
}

/* Random players on a small board; narrow errors, so that a late game could turn the verdict. */
#define PLAYERS                                                                           \
    "-engine 'cmd=" KANAME_RIVAL " --seed %d' -engine 'cmd=" KANAME_RIVAL                 \
    " --seed %d' -boardsize 7 -each tc=100/100 -sprt elo0=0 elo1=300 alpha=0.3 beta=0.3 " \
    "model=%s -concurrency %d -openings none "

static const char *const models[] = {"trinomial", "pentanomial", "normalised"};

START_TEST(all_outputs_agree_on_a_decided_test) {
    for (int concurrency = 1; concurrency <= 6; concurrency += 5) {
        place_begin();
        ck_assert_int_eq(run(PLAYERS, 2 * _i + 1, 2 * _i + 2, models[_i % 3], concurrency), 0);
        Shown shown = compare_all();
        ck_assert_int_ne(shown.verdict, SPRT_CONTINUE);
        /* One table has no other game; of six the others are in the middle of theirs. */
        ck_assert_int_eq(shown.late > 0, concurrency > 1);
        ck_assert_int_eq(count_of("run.pgn", "[Test \"after the decision: "), shown.late);
        ck_assert_int_eq(count_of("run.sgf", "GC[after the decision"), shown.late);
        /* The same line again: nothing is left to play. */
        int count = count_games();
        unlink(in_folder("out"));
        ck_assert_int_eq(
            run(PLAYERS "-resume", 2 * _i + 1, 2 * _i + 2, models[_i % 3], concurrency), 0);
        ck_assert_int_ne(compare_outputs(), SPRT_CONTINUE);
        ck_assert_int_eq(count_games(), count);
    }
}
END_TEST

START_TEST(all_outputs_agree_on_a_test_that_stays_open) {
    ck_assert_int_eq(run(PUPPETS "-openings none -sprt elo0=0 elo1=100 -games 6"), 0);
    ck_assert_int_eq(compare_outputs(), SPRT_CONTINUE);
}
END_TEST

/* Stopped by Ctrl-C, by SIGTERM, by a kill; then resumed until it is decided. */
START_TEST(all_outputs_agree_after_a_stop_and_a_resumption) {
    static const int signals[] = {SIGINT, SIGTERM, SIGKILL};
    static const char line[] = SLOW_PUPPETS "-openings none -sprt elo0=0 elo1=100 -concurrency 4 ";
    char words[2000];
    pid_t pid = start(line);
    for (int i = 0; i < 1000 && strstr(read_text("out"), "Finished game 5 ") == NULL; i++)
        usleep(20000);
    kill(pid, signals[_i]);
    finish(pid);
    if (signals[_i] != SIGKILL)
        ck_assert_int_eq(compare_outputs(), SPRT_CONTINUE);
    unlink(in_folder("out"));
    snprintf(words, sizeof words, "%s -resume", line);
    ck_assert_int_eq(run("%s", words), 0);
    ck_assert_int_eq(compare_outputs(), SPRT_ACCEPT_H0);
}
END_TEST

/* ---- Courses by chance ----------------------------------------------------------------------- */

static int drawn(uint64_t *rng, int first, int last) {
    return first + (int)rng_below(rng, (uint32_t)(last - first + 1));
}

/* Writes the words of a run: bounds, errors, model, length and number of tables by chance. */
static void draw_words(uint64_t *rng, char *words, size_t size) {
    static const char *const lengths[] = {"-games 2 -rounds 4", "-repeat -rounds 6",
                                          "-repeat -rounds 40", "-games 2 -rounds 100"};
    const int elo0 = drawn(rng, -100, 100);
    snprintf(words, size,
             "-engine 'cmd=" KANAME_RIVAL " --seed %d' -engine 'cmd=" KANAME_RIVAL
             " --seed %d' -boardsize %d -each tc=100/100 -sprt elo0=%d elo1=%d alpha=0.%d "
             "beta=0.%d model=%s -concurrency %d -openings none -seed %d %s",
             drawn(rng, 1, 50), drawn(rng, 51, 99), drawn(rng, 5, 7), elo0,
             elo0 + drawn(rng, 50, 400), drawn(rng, 1, 4), drawn(rng, 1, 4),
             models[drawn(rng, 0, 2)], drawn(rng, 1, 6), drawn(rng, 1, 1000),
             lengths[drawn(rng, 0, 3)]);
}

/* Starts the run, or goes on with it, and sends the signal when it has finished a game by chance,
 * unless it ends before. Returns whether the signal killed it, as SIGKILL does and any other one in
 * the moment before it exits. */
static bool play_until(const char *words, bool is_resumed, int signal_number, int game) {
    char line[3000], mark[40];
    unlink(in_folder("out"));
    snprintf(line, sizeof line, "%s %s", words, is_resumed ? "-resume" : "");
    snprintf(mark, sizeof mark, "Finished game %d ", game);
    pid_t pid = start(line);
    siginfo_t ended = {.si_pid = 0};
    while (ended.si_pid == 0 && strstr(read_text("out"), mark) == NULL) {
        usleep(2000);
        ck_assert_int_eq(waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOHANG | WNOWAIT), 0);
    }
    kill(pid, signal_number);
    return finish(pid) == 1000 + signal_number;
}

/* A run is stopped and resumed by chance until it ends; after each end that is no kill all outputs
 * agree, and a decision stays as it is. */
START_TEST(all_outputs_agree_in_every_course) {
    static const int signals[] = {SIGINT, SIGTERM, SIGKILL};
    char words[2000];
    uint64_t rng = 5000 + (uint64_t)_i;
    draw_words(&rng, words, sizeof words);
    int stops = drawn(&rng, 0, 3), verdict = SPRT_CONTINUE;
    for (int stop = 0; stop <= stops; stop++) {
        int signal_number = signals[drawn(&rng, 0, 2)], game = drawn(&rng, 1, 12) * (stop + 1);
        if (stop < stops) {
            if (play_until(words, stop > 0, signal_number, game))
                continue;
        } else {
            unlink(in_folder("out"));
            ck_assert_int_eq(run("%s %s", words, stop > 0 ? "-resume" : ""), 0);
        }
        int now = compare_outputs();
        ck_assert_msg(verdict == SPRT_CONTINUE || now == verdict, "seed %d: %d, then %d", _i,
                      verdict, now);
        verdict = now;
    }
}
END_TEST

static const char *const other_tests[] = {"-sprt elo0=1 elo1=100",
                                          "-sprt elo0=0 elo1=101",
                                          "-sprt elo0=0 elo1=100 alpha=0.1",
                                          "-sprt elo0=0 elo1=100 beta=0.1",
                                          "-sprt elo0=0 elo1=100 model=normalised",
                                          ""};

START_TEST(other_bounds_are_refused_by_a_resumed_run) {
    ck_assert_int_eq(run(PUPPETS "-games 4 -repeat -rounds 1 -sprt elo0=0 elo1=100"), 0);
    unlink(in_folder("out"));
    ck_assert_int_eq(run(PUPPETS "-games 4 -repeat -rounds 1 -resume %s", other_tests[_i]), 1);
    ck_assert(strstr(read_text("err"), "bounds of the sequential test"));
    ck_assert_int_eq(run(PUPPETS "-games 4 -repeat -rounds 1 -resume -sprt elo0=0 elo1=100"), 0);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("verdict");
    tcase_set_timeout(tests, 0);
    tcase_add_checked_fixture(tests, place_begin, NULL);
    tcase_add_loop_test(tests, all_outputs_agree_on_a_decided_test, 0, 9);
    tcase_add_test(tests, all_outputs_agree_on_a_test_that_stays_open);
    tcase_add_loop_test(tests, all_outputs_agree_after_a_stop_and_a_resumption, 0, 3);
    tcase_add_loop_test(tests, all_outputs_agree_in_every_course, 0, courses_wanted(12));
    tcase_add_loop_test(tests, other_bounds_are_refused_by_a_resumed_run, 0,
                        sizeof other_tests / sizeof *other_tests);
    Suite *suite = suite_create("verdict");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
