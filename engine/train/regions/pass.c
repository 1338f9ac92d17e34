#include "train/regions/pass.h"

#include "base/x86.h"
#include "train/nats.h"
#include "train/regions/backward.h"

/* Sets the losses of a position and their derivatives with respect to its outcomes. */
static void judge_outcomes(const PositionGoal *goal, const float *logits, float *slopes,
                           RegionsResult *result) {
    double most = fmax((double)logits[0], fmax((double)logits[1], (double)logits[2]));
    double chance[REGIONS_OUTCOMES], sum = 0;
    double draw = (double)goal->draw, target = (double)goal->target;
    const double wanted[REGIONS_OUTCOMES] = {target - draw / 2, draw, 1 - target - draw / 2};
    for (int o = 0; o < REGIONS_OUTCOMES; o++)
        sum += chance[o] = exp((double)logits[o] - most);
    result->loss = log(sum) + most;
    for (int o = 0; o < REGIONS_OUTCOMES; o++) {
        result->loss -= wanted[o] * (double)logits[o];
        slopes[o] = (float)((double)goal->weight * (chance[o] / sum - wanted[o]));
    }
    double lead = log(chance[0] + chance[1] / 2) - log(chance[2] + chance[1] / 2);
    result->lead = (float)lead;
    result->value_loss = logistic_loss(lead, target);
}

/* Sets the losses. With a gradient, teaches the order too: the next position replaces its numbers
 * in the scratch. */
REGIONS_INLINE void judge(const Tile *tile, bool is_rounded, RegionsGradient *gradient,
                          RegionsResult *results) {
    RegionsScratch *scratch = tile->scratch;
    for (int p = 0; p < tile->count; p++)
        judge_cells(tile, p, is_rounded);
    judge_regions(tile, is_rounded);
    judge_quadrants(tile, is_rounded);
    judge_value(tile, is_rounded);
    judge_pools(tile, is_rounded);
    for (int p = 0; p < tile->count; p++) {
        judge_outcomes(&tile->inputs[p]->head.goal, scratch->numbers.outcome[p],
                       scratch->slopes.outcome[p], &results[p]);
        results[p].order_loss =
            tile->inputs[p]->head.move_count > 0 ? judge_moves(tile, p, is_rounded) : 0;
        if (gradient != NULL)
            teach_moves(tile, p, &gradient->layers);
    }
}

REGIONS_INLINE void pass_body(const Tile *tile, bool is_rounded, RegionsGradient *gradient,
                              RegionsResult *results) {
    if (is_rounded)
        judge(tile, true, gradient, results);
    else
        judge(tile, false, gradient, results);
    if (gradient == NULL)
        return;
    teach_value(tile, gradient);
    teach_pools(tile, &gradient->layers);
    teach_quadrants(tile, &gradient->layers);
    teach_regions(tile, &gradient->layers);
    for (int p = 0; p < tile->count; p++)
        teach_cells(tile, p, gradient);
}

static void pass_scalar(const Tile *tile, bool is_rounded, RegionsGradient *gradient,
                        RegionsResult *results) {
    pass_body(tile, is_rounded, gradient, results);
}

#if KANAME_X86
AVX2 static void pass_avx2(const Tile *tile, bool is_rounded, RegionsGradient *gradient,
                           RegionsResult *results) {
    pass_body(tile, is_rounded, gradient, results);
}
#endif

void regions_pass(const RegionsModel *model, int role, const PositionInput *const *inputs,
                  int count, Isa isa, RegionsScratch *scratch, RegionsGradient *gradient,
                  RegionsResult *results) {
    Tile tile = {&model->floats[role], &model->turned[role], inputs, count, scratch};
#if KANAME_X86
    if (isa == ISA_AVX2 || isa == ISA_AVX512) {
        pass_avx2(&tile, model->is_rounded, gradient, results);
        return;
    }
#endif
    (void)isa;
    pass_scalar(&tile, model->is_rounded, gradient, results);
}
