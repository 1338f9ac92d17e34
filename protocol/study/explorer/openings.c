#include "study/explorer/openings.h"

#include "database/openings_file.h"
#include "io/lines.h"
#include "shared/cli/reader.h"
#include "shared/cli/say.h"
#include "shared/files/place.h"
#include "study/explorer/frontier.h"
#include "study/explorer/openings_options.h"
#include "study/explorer/openings_search.h"
#include "study/explorer/position_list.h"

#include <stdio.h>
#include <stdlib.h>

static bool complain(const char *reason) {
    say_error("%s: %s\n", openings_name, reason);
    return false;
}

static FrontierRules rules_of(const OpeningsOptions *options) {
    return (FrontierRules){.rule = options->rule,
                           .size = options->width,
                           .nodes = (uint64_t)options->nodes,
                           .depth = options->depth,
                           .margin = options->margin * (OPENINGS_RATE_MAX / 100),
                           .slack = options->slack * (OPENINGS_RATE_MAX / 100),
                           .part = options->part,
                           .parts = options->parts};
}

/* Searches all that is wanted, and what is wanted then. `others` counts the positions that belong
 * to other parts. */
static ReviewRun search_all(const OpeningsOptions *options, const Openings *openings,
                            OpeningsSearch *search, long *others) {
    const FrontierRules rules = rules_of(options);
    for (ReviewRun run = REVIEW_RUN_DONE;;) {
        FrontierItem *items;
        long count = frontier_list(openings, &rules, &items, others);
        long left =
            options->positions > 0 ? (long)options->positions - openings_searched(search) : count;
        if (count > left)
            count = left;
        if (count > 0 && run == REVIEW_RUN_DONE)
            run = openings_search_items(search, items, (size_t)count);
        free(items);
        if (count < 0)
            (void)complain("not enough memory");
        if (count <= 0 || run != REVIEW_RUN_DONE)
            return count < 0 ? REVIEW_RUN_FAILED : run;
    }
}

/* Reads FILE and takes the values of the other files. Returns NULL after a failure, which it
 * reports. */
static Openings *read_files(const OpeningsOptions *options) {
    Failure failure = FAILURE_NONE;
    Openings *openings = openings_file_open(options->path, &failure);
    bool is_good = openings != NULL;
    for (int i = 0; i < options->others.count && is_good; i++) {
        Openings *other = openings_file_read(options->others.words[i], &failure);
        is_good = other != NULL &&
                  (openings_take_values(openings, other) || failure_set(&failure, STATUS_MEMORY));
        openings_free(other);
    }
    if (is_good)
        return openings;
    say_error("%s: %s\n", openings_name, failure.text);
    openings_free(openings);
    return NULL;
}

static bool print_summary(const OpeningsOptions *options, long searched, long others) {
    char name[FILES_PATH_MAX];
    printf("%s: %ld position%s searched", say_plain_copy(name, sizeof name, options->path),
           searched, say_plural((uint64_t)searched));
    if (others > 0)
        printf("; %ld belong%s to other parts", others, others == 1 ? "s" : "");
    printf("\n");
    return fflush(stdout) == 0;
}

/* Keeps of the items those that were not searched with as many nodes. Returns their number. */
static size_t keep_unsearched(const OpeningsOptions *options, const Openings *openings,
                              FrontierItem *items, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const OpeningsPosition *known =
            openings_find(openings, options->rule, options->width, items[i].stones);
        if (known == NULL || known->nodes < (uint64_t)options->nodes)
            items[kept++] = items[i];
    }
    return kept;
}

/* Reads the list of --only. Returns the number of its positions to search, -1 after a failure,
 * which it reports. */
static long read_only_list(const OpeningsOptions *options, const Openings *openings,
                           FrontierItem **items) {
    Failure failure = FAILURE_NONE;
    long listed = position_list_read(options->only, options->rule, options->width, items, &failure);
    if (listed < 0) {
        (void)complain(failure.text);
        return -1;
    }
    long count = (long)keep_unsearched(options, openings, *items, (size_t)listed);
    return options->positions > 0 && count > options->positions ? (long)options->positions : count;
}

/* Writes FILE, then the list of the positions to search next. */
static bool list_wanted(const OpeningsOptions *options, const Openings *openings) {
    const FrontierRules rules = rules_of(options);
    Failure failure = FAILURE_NONE;
    char name[FILES_PATH_MAX];
    FrontierItem *items;
    long others, count = frontier_list(openings, &rules, &items, &others);
    bool is_good = (count >= 0 || failure_set(&failure, STATUS_MEMORY)) &&
                   openings_file_write(openings, options->path, &failure) >= 0 &&
                   position_list_write(options->wanted, items, (size_t)count, &failure);
    free(items);
    if (!is_good)
        return complain(failure.text);
    printf("%s: %ld position%s wanted\n", say_plain_copy(name, sizeof name, options->wanted), count,
           say_plural((uint64_t)count));
    return fflush(stdout) == 0;
}

static bool search_openings(const OpeningsOptions *options, Openings *openings) {
    FrontierItem *items = NULL;
    long others = 0, count = 0;
    if (options->only != NULL && (count = read_only_list(options, openings, &items)) < 0)
        return false;
    OpeningsSearch *search = openings_search_new(options, openings);
    bool is_good = search != NULL;
    if (is_good) {
        ReviewRun run = options->only != NULL ? openings_search_items(search, items, (size_t)count)
                                              : search_all(options, openings, search, &others);
        is_good = openings_search_save(search) &&
                  print_summary(options, openings_searched(search), others) &&
                  run != REVIEW_RUN_FAILED;
        if (is_good && options->only != NULL && openings_searched(search) < count)
            is_good = complain("stopped before the whole list was searched");
        else if (run == REVIEW_RUN_STOPPED)
            (void)complain("stopped; the same command continues");
    }
    openings_search_free(search);
    free(items);
    return is_good;
}

int openings_run(const WeightsFiles *weights, int count, char *const *words) {
    OpeningsOptions options = {.weights = *weights, .part = 1, .parts = 1};
    OptionOutcome outcome = option_read_command(&openings_usage, &options, count, words);
    int status = option_status(outcome);
    if (outcome == OPTION_READ) {
        line_prepare_process();
        Openings *openings = read_files(&options);
        bool is_good =
            openings != NULL && (options.wanted != NULL ? list_wanted(&options, openings)
                                                        : search_openings(&options, openings));
        status = is_good ? 0 : 1;
        openings_free(openings);
    }
    openings_options_release(&options);
    return status;
}
