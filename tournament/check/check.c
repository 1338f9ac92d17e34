#include "check/check.h"

#include <stdlib.h>
#include <string.h>

#include "check/checker.h"
#include "game/engine_options.h"
#include "shared/cli/reader.h"
#include "shared/status/status.h"

enum { STATUS_GOOD = 0, STATUS_FAILED = 1, STATUS_STOPPED = 3, ONLY_MAX = 32 };

typedef struct CheckOptions {
    EngineOptions engine; /* the check uses only its command */
    int size;
    int64_t turn_ms, tolerance_ms;
    uint64_t memory;
    bool takes_rule[10]; /* by rule code */
    bool is_verbose;     /* print transcripts of passed points too */
    int only_count;
    const Point *only[ONLY_MAX];
} CheckOptions;

static const Point *const groups[] = {points_of_talk, points_of_play, points_of_time};
enum { GROUPS = sizeof(groups) / sizeof(groups[0]) };

/* ---- Command line --------------------------------------------------------------------------- */

static void print_points(FILE *out) {
    fputs("\nPoints\n", out);
    for (int i = 0; i < GROUPS; i++)
        for (const Point *point = groups[i]; point->name != NULL; point++)
            fprintf(out, "  %-14s %s%s\n", point->name, point->claim,
                    point->is_advice ? " (advice)" : "");
}

static const Point *find_point(const char *name) {
    for (int i = 0; i < GROUPS; i++)
        for (const Point *point = groups[i]; point->name != NULL; point++)
            if (strcmp(point->name, name) == 0)
                return point;
    return NULL;
}

static int read_engine(OptionReader *reader, const OptionRow *row, void *target, int left,
                       char *const *words) {
    CheckOptions *options = target;
    return option_read_pairs(reader, row->words, &options->engine, left, words);
}

static int read_rule(OptionReader *reader, const OptionRow *row, void *target, int left,
                     char *const *words) {
    CheckOptions *options = target;
    int64_t rule = 0;
    int index;
    if (left < 1) {
        option_complain(reader, "expected a rule after it");
        return -1;
    }
    if (!option_choice(reader, words[0], row->choices, &index) ||
        !option_whole(reader, words[0], 0, 9, &rule))
        return -1;
    options->takes_rule[rule] = true;
    return 1;
}

static int read_only(OptionReader *reader, const OptionRow *row, void *target, int left,
                     char *const *words) {
    CheckOptions *options = target;
    const Point *point = left > 0 ? find_point(words[0]) : NULL;
    (void)row;
    if (point == NULL)
        option_expected(reader, left > 0 ? words[0] : "", "a point that --help lists");
    else if (options->only_count == ONLY_MAX)
        option_complain(reader, "more than %d of them", ONLY_MAX);
    else {
        options->only[options->only_count++] = point;
        return 1;
    }
    return -1;
}

#define AT(field) .offset = offsetof(CheckOptions, field)

static const char engine_group[] = "Engine", check_group[] = "Check";

static const char *const rules[] = {"0", "1", "4", "8", "9", NULL};

static const OptionRow rows[] = {
    {.name = "-engine",
     .value = "WORD...",
     .help = "the engine:",
     .group = engine_group,
     .kind = OPTION_OWN,
     .words = &engine_program_table,
     .read = read_engine,
     .example = "-engine cmd=another"},
    {.name = "-boardsize",
     .value = "N",
     .help = "size of the square board",
     .group = check_group,
     .unit = "cells",
     .standard = "15",
     .kind = OPTION_INT,
     AT(size),
     .least = 10,
     .most = REFEREE_MAX_SIZE},
    {.name = "-rule",
     .value = "N",
     .help = "adds a rule to try:",
     .group = check_group,
     .otherwise = "0, 1, 4 and 8",
     .kind = OPTION_OWN,
     .choices = rules,
     .read = read_rule,
     .example = "-rule 9"},
    {.name = "-turn",
     .value = "MS",
     .help = "time for a move, unless the point sets it",
     .group = check_group,
     .unit = "milliseconds",
     .standard = "300",
     .kind = OPTION_WHOLE,
     AT(turn_ms),
     .least = 50,
     .most = 60000},
    {.name = "-tolerance",
     .value = "MS",
     .help = "added to every time limit",
     .group = check_group,
     .unit = "milliseconds",
     .standard = "200",
     .kind = OPTION_WHOLE,
     AT(tolerance_ms),
     .most = 60000},
    {.name = "-maxmemory",
     .value = "BYTES",
     .help = "memory limit, sent and checked",
     .group = check_group,
     .unit = "bytes",
     .standard = "367001600",
     .kind = OPTION_WHOLE,
     AT(memory),
     .least = 1,
     .most = INT64_MAX},
    {.name = "-only",
     .value = "POINT",
     .help = "adds a point to check, by the names below",
     .group = check_group,
     .otherwise = "all",
     .kind = OPTION_OWN,
     .read = read_only,
     .example = "-only about"},
    {.name = "-verbose",
     .help = "prints the dialogue of passed points too",
     .group = check_group,
     .kind = OPTION_FLAG,
     AT(is_verbose)},
    {.name = NULL},
};

static const OptionTable table = {.rows = rows};

static bool check_options(OptionReader *reader, void *target) {
    CheckOptions *options = target;
    if (options->engine.command == NULL)
        return option_complain(reader, "-engine: expected cmd=COMMAND");
    bool any_rule = false;
    for (int rule = 0; rule < 10; rule++)
        any_rule |= options->takes_rule[rule];
    for (int i = 0; i < 4 && !any_rule; i++)
        options->takes_rule[(const int[]){0, 1, 4, 8}[i]] = true;
    return true;
}

static const char *const usage[] = {"-engine cmd=COMMAND [OPTION]...", NULL};
static const char *const option_groups[] = {engine_group, check_group, NULL};

static int check_main(int argc, char **argv);

const OptionCommand check_command = {.program = "kaname-tournament",
                                     .name = "check",
                                     .about = "Checks whether an engine follows the protocol.",
                                     .usage = usage,
                                     .groups = option_groups,
                                     .tables = &table,
                                     .table_count = 1,
                                     .check = check_options,
                                     .print_more = print_points,
                                     .run = check_main};

/* ---- Running -------------------------------------------------------------------------------- */

typedef struct Count {
    int points; /* to be checked */
    int passed, failed, advised, skipped;
} Count;

static bool is_wanted(const CheckOptions *options, const Point *point) {
    for (int i = 0; i < options->only_count; i++)
        if (options->only[i] == point)
            return true;
    return options->only_count == 0;
}

static int count_done(const Count *count) {
    return count->passed + count->failed + count->advised + count->skipped;
}

/* Runs a point. An interrupted point counts as neither passed nor failed. */
static void run_point(const CheckOptions *options, Checker *checker, const Point *point,
                      Count *count) {
    PointResult result = point->run(checker);
    const char *word = "pass";
    if (talk_is_interrupted(checker->talk))
        return;
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
    printf("%s  %2d of %d  %-14s %s\n", word, count_done(count), count->points, point->name,
           point->claim);
    if (result != POINT_PASSED)
        printf("      %s\n", checker->why);
    if (result == POINT_FAILED || options->is_verbose)
        talk_print(checker->talk, stdout);
    fflush(stdout);
}

static int check(const CheckOptions *options) {
    Checker checker = {.size = options->size,
                       .turn_ms = options->turn_ms,
                       .tolerance_ms = options->tolerance_ms,
                       .memory = options->memory,
                       .random = 1};
    memcpy(checker.takes_rule, options->takes_rule, sizeof checker.takes_rule);
    checker.talk = talk_new(options->engine.command);
    if (checker.talk == NULL) {
        fprintf(stderr, "check: %s\n", status_text(STATUS_MEMORY));
        return STATUS_FAILED;
    }
    if (!check_launch(&checker)) {
        fprintf(stderr, "check: %s: %s\n", options->engine.command, checker.why);
        talk_free(checker.talk);
        return STATUS_FAILED;
    }
    Count count = {0};
    puts("Dialogues show seconds, then '<' to the engine, '>' from it, '!' on its standard error");
    for (int i = 0; i < GROUPS; i++)
        for (const Point *point = groups[i]; point->name != NULL; point++)
            count.points += is_wanted(options, point);
    for (int i = 0; i < GROUPS; i++)
        for (const Point *point = groups[i]; point->name != NULL; point++)
            if (is_wanted(options, point) && !talk_is_interrupted(checker.talk))
                run_point(options, &checker, point, &count);
    bool is_stopped = count_done(&count) < count.points;
    if (is_stopped)
        printf("\nStopped after %d of %d points", count_done(&count), count.points);
    printf("\n%d passed, %d failed, %d notes (advice), %d skipped\n", count.passed, count.failed,
           count.advised, count.skipped);
    fflush(stdout); /* once the talk has released SIGINT, a second one ends the process */
    talk_free(checker.talk);
    if (count.failed > 0)
        return STATUS_FAILED;
    return is_stopped ? STATUS_STOPPED : STATUS_GOOD;
}

static int check_main(int argc, char **argv) {
    CheckOptions options = {0};
    OptionOutcome outcome = option_read_command(&check_command, &options, argc - 1, argv + 1);
    int status = outcome == OPTION_READ ? check(&options) : option_status(outcome);
    engine_options_release(&options.engine);
    return status;
}
