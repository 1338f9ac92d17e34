#include "check/check.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check/checker.h"

enum { STATUS_GOOD = 0, STATUS_FAILED = 1, STATUS_USAGE = 2, ONLY_MAX = 32 };

typedef struct CheckOptions {
    const char *command;
    Checker checker;
    bool is_verbose; /* transcripts of passed points too */
    int only_count;
    const char *only[ONLY_MAX];
} CheckOptions;

static const Point *const groups[] = {points_of_talk, points_of_play, points_of_time};
enum { GROUPS = sizeof(groups) / sizeof(groups[0]) };

/* ---- Command line --------------------------------------------------------------------------- */

static int usage(const char *problem, const char *word) {
    fprintf(stderr,
            "check: %s '%s'\n"
            "usage: kaname-tournament check -engine cmd=COMMAND [-boardsize N] [-rule N]..."
            " [-turn MS] [-tolerance MS] [-maxmemory BYTES] [-only POINT]... [-verbose]\n"
            "Without -rule the rules 0, 1, 4 and 8 are tried. Points:\n",
            problem, word);
    for (int i = 0; i < GROUPS; i++)
        for (const Point *point = groups[i]; point->name != NULL; point++)
            fprintf(stderr, "  %-14s %s%s\n", point->name, point->claim,
                    point->is_advice ? " (advice)" : "");
    return STATUS_USAGE;
}

static bool parse_number(const char *word, int64_t low, int64_t high, int64_t *value) {
    char *end;
    errno = 0;
    long long number = strtoll(word, &end, 10);
    if (errno != 0 || end == word || *end != '\0' || number < low || number > high)
        return false;
    *value = number;
    return true;
}

static bool has_point(const char *name) {
    for (int i = 0; i < GROUPS; i++)
        for (const Point *point = groups[i]; point->name != NULL; point++)
            if (strcmp(point->name, name) == 0)
                return true;
    return false;
}

/* One option with the word after it; -1: unknown option, 0: a bad word, 1: fine. */
static int take_option(CheckOptions *options, const char *option, const char *word) {
    Checker *checker = &options->checker;
    int64_t value = 0;
    if (strcmp(option, "-boardsize") == 0 && parse_number(word, 10, REFEREE_MAX_SIZE, &value)) {
        checker->size = (int)value;
        return 1;
    }
    if (strcmp(option, "-rule") == 0 && parse_number(word, 0, 9, &value) &&
        referee_knows_rule((int)value) && (value & REFEREE_CONTINUOUS) == 0) {
        checker->takes_rule[value] = true;
        return 1;
    }
    if (strcmp(option, "-turn") == 0 && parse_number(word, 50, 60000, &checker->turn_ms))
        return 1;
    if (strcmp(option, "-tolerance") == 0 && parse_number(word, 0, 60000, &checker->tolerance_ms))
        return 1;
    if (strcmp(option, "-maxmemory") == 0 && parse_number(word, 1, INT64_MAX, &value)) {
        checker->memory = (uint64_t)value;
        return 1;
    }
    if (strcmp(option, "-only") == 0 && options->only_count < ONLY_MAX && has_point(word)) {
        options->only[options->only_count++] = word;
        return 1;
    }
    static const char *const known[] = {"-boardsize", "-rule",      "-turn",
                                        "-tolerance", "-maxmemory", "-only"};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (strcmp(option, known[i]) == 0)
            return 0;
    return -1;
}

/* -engine cmd=... [name=...]: other settings of an engine mean nothing here. */
static int take_engine(CheckOptions *options, int argc, char **argv, int i) {
    for (; i + 1 < argc && argv[i + 1][0] != '-'; i++) {
        const char *word = argv[i + 1];
        if (strncmp(word, "cmd=", 4) == 0)
            options->command = word + 4;
        else if (strncmp(word, "name=", 5) != 0)
            return -1;
    }
    return i;
}

static int parse_options(int argc, char **argv, CheckOptions *options) {
    *options = (CheckOptions){
        .checker = {
            .size = 15, .turn_ms = 300, .tolerance_ms = 200, .memory = 367001600, .random = 1}};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-engine") == 0) {
            int last = take_engine(options, argc, argv, i);
            if (last < 0)
                return usage("-engine takes cmd=COMMAND, not", argv[i + 1]);
            i = last;
            continue;
        }
        if (strcmp(argv[i], "-verbose") == 0) {
            options->is_verbose = true;
            continue;
        }
        const char *word = i + 1 < argc ? argv[i + 1] : "";
        int taken = take_option(options, argv[i], word);
        if (taken < 0)
            return usage("unknown option", argv[i]);
        if (taken == 0)
            return usage(argv[i], word);
        i++;
    }
    if (options->command == NULL || options->command[0] == '\0')
        return usage("no engine", "-engine cmd=");
    bool any_rule = false;
    for (int rule = 0; rule < 10; rule++)
        any_rule |= options->checker.takes_rule[rule];
    if (!any_rule)
        for (int i = 0; i < 4; i++)
            options->checker.takes_rule[(const int[]){0, 1, 4, 8}[i]] = true;
    return STATUS_GOOD;
}

/* ---- Running -------------------------------------------------------------------------------- */

typedef struct Count {
    int passed, failed, advised, skipped;
} Count;

static bool is_wanted(const CheckOptions *options, const Point *point) {
    for (int i = 0; i < options->only_count; i++)
        if (strcmp(options->only[i], point->name) == 0)
            return true;
    return options->only_count == 0;
}

static void run_point(const CheckOptions *options, Checker *checker, const Point *point,
                      Count *count) {
    PointResult result = point->run(checker);
    const char *word = "pass";
    if (result == POINT_SKIPPED) {
        word = "skip";
        count->skipped++;
    } else if (result == POINT_PASSED) {
        count->passed++;
    } else if (point->is_advice) {
        word = "note";
        count->advised++;
    } else {
        word = "FAIL";
        count->failed++;
    }
    printf("%s  %-14s %s\n", word, point->name, point->claim);
    if (result != POINT_PASSED)
        printf("      %s\n", checker->why);
    if (result == POINT_FAILED || options->is_verbose)
        talk_print(checker->talk, stdout);
    fflush(stdout);
}

int check_main(int argc, char **argv) {
    CheckOptions options;
    int status = parse_options(argc, argv, &options);
    if (status != STATUS_GOOD)
        return status;
    Checker *checker = &options.checker;
    checker->talk = talk_new(options.command);
    if (checker->talk == NULL) {
        fputs("check: out of memory\n", stderr);
        return STATUS_FAILED;
    }
    if (!check_launch(checker)) {
        fprintf(stderr, "check: %s: %s\n", options.command, checker->why);
        talk_free(checker->talk);
        return STATUS_FAILED;
    }
    Count count = {0};
    puts("'<' is said to the engine, '>' by it, '!' on its standard error, after so many seconds");
    for (int i = 0; i < GROUPS; i++)
        for (const Point *point = groups[i]; point->name != NULL; point++)
            if (is_wanted(&options, point))
                run_point(&options, checker, point, &count);
    printf("\n%d passed, %d failed, %d notes (advice), %d skipped\n", count.passed, count.failed,
           count.advised, count.skipped);
    talk_free(checker->talk);
    return count.failed == 0 ? STATUS_GOOD : STATUS_FAILED;
}
