/* bench_suite.c: positions with known answers through the search and the threat searches.
 *
 *     bench_suite [--nodes N] [--limit-ms T] [--fixed] [--prove] FILE...
 *
 * FILE: positions as support/suite.h describes them, such as data/search_suite.txt, or an outside
 * file of wins by fours, by threats, or of tactics. Where a move is asked for the search thinks;
 * wins by fours or threats are solved. For each position a line, separated by tabs: found, missed,
 * refuted (a win where there is none), or loose (see --fixed); its name, the answer, nodes and
 * milliseconds. `Nodes` of a search are those at the end of the first iteration from which on the
 * answer was right. Milliseconds are of processor time. Then the totals of all files, by lines that
 * begin with a capital.
 *
 * --nodes N: for each position; by default what its line tells, or else 200,000 for a search and
 *   no limit for solving.
 * --limit-ms T: time for each position, by the clock; default none.
 * --fixed: positions marked `fixed` alone. Without --nodes, a position is loose if its line allows
 *   more than twice the nodes that it takes and 1,000 more: its limit no longer tests the search.
 * --prove: instead of searching, prove the answers: that each listed move of a `win` and each
 *   solved win holds against every reply, that the opponent wins after every move that a `defend`
 *   does not list, and, by a long search alone, after every one that an `avoid` lists. `refuted`:
 *   a proof has a hole, or a line is wrong.
 *
 * Exit status: 0 if all are found, 1 if not, 2 for wrong arguments or files. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kaname.h"
#include "study/judge.h"
#include "study/verify.h"
#include "support/suite.h"

enum {
    LINE_BYTES = 1 << 14,
    CASES_MAX = 1 << 14,
    THINK_NODES = 200000,
    ROOM_NODES = 1000,     /* beyond twice what a fixed position takes */
    PROOF_NODES = 20000000 /* of each search in a proof */
};

typedef struct Options {
    uint64_t nodes; /* 0: not given */
    int64_t limit_ms;
    bool only_fixed, prove;
} Options;

typedef enum { FOUND, MISSED, REFUTED, LOOSE } Verdict;

typedef struct Answer {
    Verdict verdict;
    KanamePoint move; /* x negative: none */
    uint64_t nodes;
    double ms;
} Answer;

/* What the positions of all files took. */
typedef struct Totals {
    int count, found, refuted;
    uint64_t nodes[CASES_MAX];
    double ms[CASES_MAX];
} Totals;

typedef struct Bench {
    Options options;
    KanameEngine *engine;
    char line[LINE_BYTES];
    SuiteCase item;
    Totals totals;
} Bench;

/* ---- Setting up ------------------------------------------------------------------------------ */

/* The position on the engine's board, nothing learned from others. False: out of memory. */
static bool set_up(Bench *bench) {
    const SuiteCase *item = &bench->item;
    return kaname_set_size(bench->engine, item->size, item->size) == KANAME_OK &&
           kaname_set_rule(bench->engine, item->rule) == KANAME_OK &&
           kaname_set_position(bench->engine, item->stones, item->stone_count, item->side) ==
               KANAME_OK;
}

static void set_judge(const SuiteCase *item, Judge *judge) {
    judge_init(judge, item->rule, item->size, item->size);
    for (size_t i = 0; i < item->stone_count; i++) {
        const KanameStone *stone = &item->stones[i];
        judge_set(judge, (KanamePoint){stone->x, stone->y}, stone->color);
    }
}

static KanameLimits limits_of(const Bench *bench, uint64_t default_nodes) {
    KanameLimits limits = kaname_no_limits();
    limits.max_nodes = bench->options.nodes > 0 ? bench->options.nodes
                       : bench->item.nodes > 0  ? bench->item.nodes
                                                : default_nodes;
    limits.turn_ms = bench->options.limit_ms;
    return limits;
}

/* ---- Thinking -------------------------------------------------------------------------------- */

/* Since when the best move has been right. */
typedef struct Settling {
    const SuiteCase *item;
    bool is_right;
    uint64_t nodes;
} Settling;

static void on_report(const KanameReport *report, void *context) {
    Settling *settling = context;
    if (report->line != 0 || report->pv_count == 0)
        return;
    bool is_right = suite_accepts(settling->item, report->pv[0]);
    if (is_right && !settling->is_right)
        settling->nodes = report->nodes;
    settling->is_right = is_right;
}

static bool think(Bench *bench, Answer *answer) {
    KanameLimits limits = limits_of(bench, THINK_NODES);
    Settling settling = {.item = &bench->item};
    KanameCallbacks callbacks = {.on_report = on_report, .context = &settling};
    KanameResult result;
    if (kaname_think(bench->engine, &limits, &callbacks, &result) != KANAME_OK)
        return false;
    answer->move = result.best;
    answer->verdict = suite_accepts(&bench->item, result.best) ? FOUND : MISSED;
    answer->nodes = answer->verdict == FOUND && settling.is_right ? settling.nodes : result.nodes;
    return true;
}

/* ---- Solving --------------------------------------------------------------------------------- */

static bool solve(Bench *bench, Answer *answer) {
    SuiteKind kind = bench->item.kind;
    KanameLimits limits = limits_of(bench, 0);
    KanameSolution solution;
    if (kaname_solve(bench->engine, kind == SUITE_THREATS ? KANAME_SOLVE_VCT : KANAME_SOLVE_VCF,
                     &limits, &solution) != KANAME_OK)
        return false;
    bool is_win = solution.verdict == KANAME_SOLVE_WIN;
    if (is_win)
        answer->move = solution.line[0];
    answer->nodes = solution.nodes;
    if (kind == SUITE_NO_FOURS)
        answer->verdict = solution.verdict == KANAME_SOLVE_NO_WIN ? FOUND
                          : is_win                                ? REFUTED
                                                                  : MISSED;
    else
        answer->verdict = is_win ? FOUND : MISSED;
    return true;
}

/* ---- Proving --------------------------------------------------------------------------------- */

/* Each listed move wins. */
static VerifyVerdict prove_wins(Bench *bench, Judge *judge, Answer *answer) {
    for (size_t i = 0; i < bench->item.cell_count; i++) {
        answer->move = bench->item.cells[i];
        VerifyVerdict verdict =
            verify_move(bench->engine, judge, KANAME_SOLVE_VCT, answer->move, PROOF_NODES);
        if (verdict != VERIFY_HOLDS)
            return verdict;
    }
    return VERIFY_HOLDS;
}

/* The side to move has just been given the board after a wrong move of the other side: it wins. */
static VerifyVerdict prove_punished(Bench *bench, Judge *judge) {
    KanameLimits limits = kaname_no_limits();
    limits.max_nodes = PROOF_NODES;
    KanameSolution solution;
    if (kaname_solve(bench->engine, KANAME_SOLVE_VCT, &limits, &solution) != KANAME_OK)
        return VERIFY_MEMORY;
    if (solution.verdict != KANAME_SOLVE_WIN)
        return VERIFY_HOLE;
    return verify_win(bench->engine, judge, KANAME_SOLVE_VCT);
}

/* After each listed move the search proves a win of the opponent. */
static VerifyVerdict prove_losses(Bench *bench, Answer *answer) {
    KanameLimits limits = kaname_no_limits();
    limits.max_nodes = PROOF_NODES;
    for (size_t i = 0; i < bench->item.cell_count; i++) {
        KanameResult result;
        answer->move = bench->item.cells[i];
        if (kaname_play(bench->engine, answer->move.x, answer->move.y) != KANAME_OK)
            return VERIFY_HOLE;
        if (kaname_think(bench->engine, &limits, NULL, &result) != KANAME_OK)
            return VERIFY_MEMORY;
        if (result.score < KANAME_SCORE_WIN_MIN)
            return VERIFY_HOLE;
        kaname_take_back(bench->engine);
    }
    return VERIFY_HOLDS;
}

/* Every legal move that is not listed loses. */
static VerifyVerdict prove_defence(Bench *bench, Judge *judge, Answer *answer) {
    const SuiteCase *item = &bench->item;
    for (int i = 0; i < item->size * item->size; i++) {
        KanamePoint point = {i % item->size, i / item->size};
        if (!judge_is_empty(judge, point) || suite_lists(item, point) ||
            judge_forbids(judge, point, item->side))
            continue;
        answer->move = point;
        if (judge_wins(judge, point, item->side) ||
            kaname_play(bench->engine, point.x, point.y) != KANAME_OK)
            return VERIFY_HOLE;
        judge_set(judge, point, item->side);
        VerifyVerdict verdict = prove_punished(bench, judge);
        judge_set(judge, point, KANAME_EMPTY);
        if (verdict != VERIFY_HOLDS)
            return verdict;
        kaname_take_back(bench->engine);
    }
    answer->move = item->cells[0];
    return VERIFY_HOLDS;
}

static bool prove(Bench *bench, Answer *answer) {
    Judge judge;
    set_judge(&bench->item, &judge);
    VerifyVerdict verdict;
    if (bench->item.kind == SUITE_WIN) {
        verdict = prove_wins(bench, &judge, answer);
    } else if (bench->item.kind == SUITE_DEFEND) {
        verdict = prove_defence(bench, &judge, answer);
    } else if (bench->item.kind == SUITE_AVOID) {
        verdict = prove_losses(bench, answer);
    } else {
        if (!solve(bench, answer))
            return false;
        if (answer->verdict != FOUND || bench->item.kind == SUITE_NO_FOURS)
            return true;
        bool by_threats = bench->item.kind == SUITE_THREATS;
        verdict =
            verify_win(bench->engine, &judge, by_threats ? KANAME_SOLVE_VCT : KANAME_SOLVE_VCF);
    }
    answer->verdict = verdict == VERIFY_HOLDS ? FOUND : REFUTED;
    return verdict != VERIFY_MEMORY;
}

/* ---- Files ----------------------------------------------------------------------------------- */

static double processor_ms(void) {
    return 1000.0 * (double)clock() / CLOCKS_PER_SEC;
}

static void print_answer(const SuiteCase *item, const Answer *answer) {
    static const char *const WORDS[] = {
        [FOUND] = "found", [MISSED] = "missed", [REFUTED] = "refuted", [LOOSE] = "loose"};
    char move[16] = "-";
    if (answer->move.x >= 0)
        snprintf(move, sizeof move, "%d,%d", answer->move.x, answer->move.y);
    printf("%s\t%s\t%s\t%" PRIu64 "\t%.0f\n", WORDS[answer->verdict], item->id, move, answer->nodes,
           answer->ms);
    fflush(stdout);
}

static void add_to_totals(Totals *totals, const Answer *answer) {
    totals->found += answer->verdict == FOUND;
    totals->refuted += answer->verdict == REFUTED;
    totals->nodes[totals->count] = answer->nodes;
    totals->ms[totals->count++] = answer->ms;
}

static bool is_loose(const Bench *bench, const Answer *answer) {
    return bench->options.only_fixed && bench->options.nodes == 0 && answer->verdict == FOUND &&
           bench->item.nodes > 2 * answer->nodes + ROOM_NODES;
}

/* False: memory ran out, or there are too many positions. */
static bool run_case(Bench *bench) {
    Answer answer = {.move = {-1, -1}};
    double begin_ms = processor_ms();
    SuiteKind kind = bench->item.kind;
    bool asks_move = kind == SUITE_WIN || kind == SUITE_DEFEND || kind == SUITE_AVOID;
    if (bench->totals.count == CASES_MAX || !set_up(bench) ||
        !(bench->options.prove ? prove
          : asks_move          ? think
                               : solve)(bench, &answer)) {
        fprintf(stderr, "bench_suite: %s: not enough memory\n", bench->item.id);
        return false;
    }
    answer.ms = processor_ms() - begin_ms;
    if (asks_move && is_loose(bench, &answer))
        answer.verdict = LOOSE;
    print_answer(&bench->item, &answer);
    add_to_totals(&bench->totals, &answer);
    return true;
}

static bool run_lines(Bench *bench, const char *path, FILE *file) {
    for (int number = 1; fgets(bench->line, sizeof bench->line, file) != NULL; number++) {
        if (suite_is_comment(bench->line))
            continue;
        const char *wrong = strchr(bench->line, '\n') == NULL && !feof(file)
                                ? "too long"
                                : suite_read(&bench->item, bench->line);
        if (wrong != NULL) {
            fprintf(stderr, "bench_suite: %s, line %d: %s\n", path, number, wrong);
            return false;
        }
        if ((bench->item.is_fixed || !bench->options.only_fixed) && !run_case(bench))
            return false;
    }
    return true;
}

static bool run_file(Bench *bench, const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "bench_suite: cannot read %s\n", path);
        return false;
    }
    bool is_good = run_lines(bench, path, file);
    if (ferror(file)) {
        fprintf(stderr, "bench_suite: cannot read %s to its end\n", path);
        is_good = false;
    }
    fclose(file);
    return is_good;
}

/* ---- Totals ---------------------------------------------------------------------------------- */

static int compare_nodes(const void *a, const void *b) {
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

static int compare_ms(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static void print_totals(Totals *totals) {
    int middle = totals->count / 2, high = totals->count * 95 / 100;
    uint64_t all = 0;
    for (int i = 0; i < totals->count; i++)
        all += totals->nodes[i];
    qsort(totals->nodes, (size_t)totals->count, sizeof totals->nodes[0], compare_nodes);
    qsort(totals->ms, (size_t)totals->count, sizeof totals->ms[0], compare_ms);
    printf("Found: %d/%d\n", totals->found, totals->count);
    if (totals->refuted > 0)
        printf("Refuted: %d\n", totals->refuted);
    printf("Nodes: %" PRIu64 ", median %" PRIu64 ", 95th percentile %" PRIu64 "\n", all,
           totals->nodes[middle], totals->nodes[high]);
    printf("Milliseconds: median %.0f, 95th percentile %.0f\n", totals->ms[middle],
           totals->ms[high]);
}

/* ---- Arguments ------------------------------------------------------------------------------- */

static bool read_number(const char *text, uint64_t *number) {
    char *end;
    errno = 0;
    unsigned long long value = text != NULL && text[0] != '-' ? strtoull(text, &end, 10) : 0;
    *number = value;
    return value > 0 && value <= INT64_MAX && *end == '\0' && errno == 0;
}

/* Returns the index of the first file, 0 for wrong arguments. */
static int read_options(Options *options, int count, char **arguments) {
    *options = (Options){.limit_ms = -1};
    int i = 1;
    for (; i < count && strncmp(arguments[i], "--", 2) == 0; i++) {
        uint64_t number;
        if (strcmp(arguments[i], "--fixed") == 0)
            options->only_fixed = true;
        else if (strcmp(arguments[i], "--prove") == 0)
            options->prove = true;
        else if (!read_number(arguments[i + 1], &number))
            return 0;
        else if (strcmp(arguments[i++], "--nodes") == 0)
            options->nodes = number;
        else if (strcmp(arguments[i - 1], "--limit-ms") == 0)
            options->limit_ms = (int64_t)number;
        else
            return 0;
    }
    return i < count ? i : 0;
}

int main(int argc, char **argv) {
    Bench *bench = calloc(1, sizeof *bench);
    int status = 2;
    int first = bench != NULL ? read_options(&bench->options, argc, argv) : 0;
    if (first == 0) {
        fprintf(stderr, "usage: bench_suite [--nodes N] [--limit-ms T] [--fixed] [--prove] "
                        "FILE...\n");
    } else if ((bench->engine = kaname_new()) != NULL) {
        bool is_good = true;
        for (int i = first; i < argc && is_good; i++)
            is_good = run_file(bench, argv[i]);
        if (is_good && bench->totals.count == 0)
            fprintf(stderr, "bench_suite: no positions\n");
        else if (is_good)
            status = bench->totals.found == bench->totals.count ? 0 : 1;
        if (bench->totals.count > 0)
            print_totals(&bench->totals);
        kaname_free(bench->engine);
    }
    free(bench);
    return status;
}
