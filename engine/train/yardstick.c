#include "train/yardstick.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/block.h"
#include "base/rule.h"
#include "eval/eval.h"
#include "shared/status/failure.h"
#include "train/evaluator_file.h"
#include "train/labels.h"
#include "train/nats.h"
#include "train/objective.h"
#include "train/odds.h"
#include "train/parallel.h"

enum { TEMPERATURES = 40, PIECES = 64, SOURCES_MAX = 64 };

static double temperature_of(int index) {
    return 0.05 * (index + 1); /* 0.05 to 2 */
}

/* An evaluator's output for one position. */
typedef struct Verdict {
    double score;                  /* units */
    double target;                 /* probability */
    double value;                  /* loss; set once the scale is known */
    bool has_order;                /* the losses below count */
    bool is_first;                 /* the best move has the highest order */
    double order;                  /* loss as the evaluator has it */
    double tempered[TEMPERATURES]; /* the same, at each temperature */
} Verdict;

typedef struct Judge {
    const YardstickOptions *options;
    const Evaluator *evaluator;
    const Label *const *labels;
    Verdict *verdicts;
    size_t count;
    Block memory[PIECES]; /* of the evaluator's states */
} Judge;

/* ---- Positions ------------------------------------------------------------------------------ */

static double target_of(const Label *label, double units) {
    if (label->five != 0)
        return label->five > 0 ? 1 : 0;
    return sigmoid(label->score / units);
}

/* The loss of one of the moves with all odds multiplied by `factor`. */
static double cross_entropy(const double *odds, int count, int best, double factor) {
    double greatest = -HUGE_VAL, sum = 0;
    for (int i = 0; i < count; i++)
        greatest = fmax(greatest, factor * odds[i]);
    for (int i = 0; i < count; i++)
        sum += exp(factor * odds[i] - greatest);
    return log(sum) + greatest - factor * odds[best];
}

static void judge_order(Verdict *verdict, EvalState *state, Board *board, Cell best) {
    CellSet set;
    Cell cells[CELLS_MAX];
    double odds[CELLS_MAX];
    objective_candidates(board, &set);
    int count = cellset_list(&set, cells), at = 0;
    if (count < 2 || !cellset_has(&set, best))
        return;
    MoveOrder order = eval_order(state, &set);
    double greatest = -HUGE_VAL;
    for (int i = 0; i < count; i++) {
        odds[i] = (double)order_of(&order, board, cells[i]) / OBJECTIVE_ORDER_UNITS;
        greatest = fmax(greatest, odds[i]);
        if (cells[i] == best)
            at = i;
    }
    verdict->has_order = true;
    verdict->is_first = odds[at] >= greatest;
    verdict->order = cross_entropy(odds, count, at, 1);
    for (int i = 0; i < TEMPERATURES; i++)
        verdict->tempered[i] = cross_entropy(odds, count, at, temperature_of(i));
}

static void judge_position(const Judge *judge, int piece, size_t index) {
    const Label *label = judge->labels[index];
    Verdict *verdict = &judge->verdicts[index];
    Board board;
    EvalState state;
    board_init(&board, judge->evaluator->tables, label->width, label->height, NULL, isa_best());
    for (int i = 0; i < label->count; i++)
        board_play(&board, label->moves[i]);
    eval_begin(&state, judge->evaluator, &board, judge->memory[piece].begin);
    *verdict =
        (Verdict){.score = eval_score(&state), .target = target_of(label, judge->options->units)};
    judge_order(verdict, &state, &board, label->best);
}

static void judge_piece(void *context, int piece) {
    const Judge *judge = context;
    for (size_t i = (size_t)piece; i < judge->count; i += PIECES)
        judge_position(judge, piece, i);
}

/* ---- Scale ---------------------------------------------------------------------------------- */

static void set_values(Judge *judge, Odds odds) {
    for (size_t i = 0; i < judge->count; i++) {
        Verdict *verdict = &judge->verdicts[i];
        verdict->value = odds_loss(odds, verdict->score, verdict->target);
    }
}

/* ---- Tables --------------------------------------------------------------------------------- */

typedef struct Sums {
    size_t positions, proven, ordered, firsts;
    double value, squares, floor, order, tempered[TEMPERATURES];
} Sums;

static void add(Sums *sums, const Verdict *verdict, const Label *label) {
    sums->positions++;
    sums->proven += label->five != 0;
    sums->value += verdict->value;
    sums->squares += verdict->value * verdict->value;
    if (verdict->target > 0 && verdict->target < 1)
        sums->floor += logistic_loss(log(verdict->target / (1 - verdict->target)), verdict->target);
    if (!verdict->has_order)
        return;
    sums->ordered++;
    sums->firsts += verdict->is_first;
    sums->order += verdict->order;
    for (int i = 0; i < TEMPERATURES; i++)
        sums->tempered[i] += verdict->tempered[i];
}

static double part(double sum, size_t count) {
    return count > 0 ? sum / (double)count : 0;
}

static void print_sums(const char *name, const Sums *sums) {
    int best = 0;
    for (int i = 1; i < TEMPERATURES; i++)
        if (sums->tempered[i] < sums->tempered[best])
            best = i;
    double value = part(sums->value, sums->positions);
    double variance = part(sums->squares, sums->positions) - value * value;
    printf("  %-14s %7zu  value %.4f +-%.4f (floor %.4f)  order %.3f, %.3f at temperature %.2f, "
           "first %.1f%%  proven %.1f%%\n",
           name, sums->positions, value,
           sums->positions > 0 ? sqrt(fmax(variance, 0) / (double)sums->positions) : 0,
           part(sums->floor, sums->positions), part(sums->order, sums->ordered),
           part(sums->tempered[best], sums->ordered), temperature_of(best),
           100 * part((double)sums->firsts, sums->ordered),
           100 * part((double)sums->proven, sums->positions));
}

static void print_stages(const Judge *judge) {
    Sums of[LABEL_STAGES] = {{0}};
    for (size_t i = 0; i < judge->count; i++)
        add(&of[label_stage(judge->labels[i]->count)], &judge->verdicts[i], judge->labels[i]);
    for (int stage = 0; stage < LABEL_STAGES; stage++)
        if (of[stage].positions > 0)
            print_sums(label_stage_name(stage), &of[stage]);
}

static void print_sources(const Judge *judge) {
    const char *names[SOURCES_MAX];
    Sums *of = calloc(SOURCES_MAX, sizeof *of);
    int count = 0;
    size_t left_out = 0;
    for (size_t i = 0; of != NULL && i < judge->count; i++) {
        int at = 0;
        while (at < count && strcmp(names[at], judge->labels[i]->source) != 0)
            at++;
        if (at == SOURCES_MAX) {
            left_out++;
            continue;
        }
        if (at == count)
            names[count++] = judge->labels[i]->source;
        add(&of[at], &judge->verdicts[i], judge->labels[i]);
    }
    for (int i = 0; i < count; i++)
        print_sums(names[i], &of[i]);
    if (left_out > 0)
        printf("  other sources  %zu\n", left_out);
    free(of);
}

static void print_tables(const Judge *judge, Odds odds) {
    Sums all = {0};
    for (size_t i = 0; i < judge->count; i++)
        add(&all, &judge->verdicts[i], judge->labels[i]);
    printf("%s: value %.4f order %.3f  %zu positions, %s %016" PRIx64
           ", a nat is %.0f units, offset %+.3f nats\n",
           rule_name(judge->evaluator->tables->rule), part(all.value, all.positions),
           part(all.order, all.ordered), all.positions, judge->evaluator->kind->name,
           judge->evaluator->id, odds.slope > 0 ? 1 / odds.slope : 0, odds.offset);
    print_sums("all", &all);
    print_stages(judge);
    print_sources(judge);
}

/* ---- The command ---------------------------------------------------------------------------- */

YardstickOptions yardstick_defaults(void) {
    return (YardstickOptions){.units = 450, .threads = 1};
}

static int fail(const char *what, const char *why) {
    fprintf(stderr, "yardstick: %s: %s\n", what, why);
    return 1;
}

/* Evaluates the positions of the evaluator's rule. Returns false if out of memory. */
static bool judge_rule(const YardstickOptions *options, const Evaluator *evaluator,
                       const LabelSet *set) {
    Judge judge = {.options = options, .evaluator = evaluator};
    const Label **labels = malloc((set->count + 1) * sizeof *labels);
    bool has_memory = labels != NULL;
    for (size_t i = 0; has_memory && i < set->count; i++)
        if (set->of[i].rule == evaluator->tables->rule)
            labels[judge.count++] = &set->of[i];
    judge.labels = labels;
    judge.verdicts = malloc((judge.count + 1) * sizeof *judge.verdicts);
    has_memory = has_memory && judge.verdicts != NULL;
    for (int i = 0; has_memory && i < PIECES && evaluator->state_bytes > 0; i++)
        has_memory = block_init(&judge.memory[i], evaluator->state_bytes);
    if (has_memory && judge.count > 0) {
        parallel_run(options->threads, PIECES, judge_piece, &judge);
        Odds odds = odds_fit(&judge.verdicts->score, &judge.verdicts->target,
                             sizeof *judge.verdicts, judge.count);
        set_values(&judge, odds);
        print_tables(&judge, odds);
    }
    for (int i = 0; i < PIECES; i++)
        block_release(&judge.memory[i]);
    free(judge.verdicts);
    free(labels);
    return has_memory;
}

static int judge_all(const YardstickOptions *options, const LabelSet *set) {
    bool is_there[RULES] = {false};
    for (size_t i = 0; i < set->count; i++)
        is_there[set->of[i].rule] = true;
    for (int rule = 0; rule < RULES; rule++) {
        if (!is_there[rule])
            continue;
        Evaluator *evaluator = evaluator_embedded((Rule)rule, !options->is_table);
        bool is_judged = evaluator != NULL && judge_rule(options, evaluator, set);
        evaluator_free(evaluator);
        if (!is_judged)
            return fail("labels", status_text(STATUS_MEMORY));
    }
    return 0;
}

static int judge_file(const YardstickOptions *options, const LabelSet *set) {
    Evaluator *evaluator = NULL;
    const char *wrong = evaluator_read(&evaluator, options->weights);
    if (wrong != NULL)
        return fail(options->weights, wrong);
    size_t count = 0;
    for (size_t i = 0; i < set->count; i++)
        count += set->of[i].rule == evaluator->tables->rule;
    int status = 0;
    if (count == 0)
        status = fail(options->weights, "no position of the rule of these weights");
    else if (!judge_rule(options, evaluator, set))
        status = fail("labels", status_text(STATUS_MEMORY));
    evaluator_free(evaluator);
    return status;
}

int yardstick_run(const YardstickOptions *options) {
    LabelSet set;
    Failure failure = FAILURE_NONE;
    int status = 0;
    labels_init(&set);
    for (int i = 0; status == 0 && i < options->path_count; i++)
        if (!labels_read(&set, options->paths[i], true, &failure)) {
            fprintf(stderr, "yardstick: %s\n", failure.text);
            status = 1;
        }
    if (status == 0 && set.count == 0) {
        fprintf(stderr, "yardstick: the files hold no positions\n");
        status = 1;
    }
    if (status == 0)
        status = options->weights != NULL ? judge_file(options, &set) : judge_all(options, &set);
    labels_release(&set);
    return status;
}
