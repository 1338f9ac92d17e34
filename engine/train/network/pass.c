#include "train/network/pass.h"

#include <math.h>
#include <string.h>

#include "base/x86.h"
#include "train/nats.h"
#include "train/network/integers.h"

#define INLINE __attribute__((always_inline)) static inline

/* Limit of the layers' numbers and of an input: the engine stores it in 16 bits. */
static const float LAYER_LIMIT = (float)NETWORK_LAYER_MAX / NETWORK_LAYER_UNIT;
static const float PART_LIMIT = INT16_MAX / FEATURE_SCALE * FEATURE_SUM_SHARE;

/* Intermediate values that the forward pass keeps for the backward pass. */
typedef struct Layers {
    _Alignas(64) float part[NETWORK_INPUTS];
    float first[NETWORK_HIDDEN], first_limited[NETWORK_HIDDEN];
    float second[NETWORK_SECOND], second_limited[NETWORK_SECOND];
    float worth[NETWORK_FEATURES]; /* of a feature, in the move order */
    float worth_slope[NETWORK_FEATURES];
    bool has_part[NETWORK_PARTS];
} Layers;

INLINE float limited(float number, float limit) {
    float above = number > 0 ? number : 0;
    return above < limit ? above : limit;
}

INLINE float cut(float number, float scale) {
    return (float)(int)(number * scale) / scale;
}

/* to += factor * from */
INLINE void add_scaled(float *restrict to, const float *restrict from, float factor, int count) {
    for (int i = 0; i < count; i++)
        to[i] += factor * from[i];
}

/* Sixteen sums side by side, then in pairs. */
INLINE float dot(const float *restrict a, const float *restrict b) {
    enum { LANES = NETWORK_FEATURES / 2 };
    float lane[LANES];
    for (int i = 0; i < LANES; i++)
        lane[i] = a[i] * b[i] + a[LANES + i] * b[LANES + i];
    for (int width = LANES / 2; width > 0; width /= 2)
        for (int i = 0; i < width; i++)
            lane[i] += lane[i + width];
    return lane[0];
}

/* ---- Forward --------------------------------------------------------------------------------- */

INLINE void judge_cell(const NetworkModel *model, const NetworkInput *input, const InputCell *cell,
                       bool is_rounded, float *restrict accumulator, float *restrict feature) {
    float sum[2 * NETWORK_VIEW] = {0};
    for (int w = 0; w < cell->window_count; w++) {
        const float *own = model->numbers[input->own_role].row[cell->own[w]];
        const float *other = model->numbers[input->other_role].row[cell->other[w]];
        for (int i = 0; i < NETWORK_VIEW; i++)
            sum[i] += own[i];
        for (int i = 0; i < NETWORK_VIEW; i++)
            sum[NETWORK_VIEW + i] += other[i];
    }
    memcpy(accumulator, sum, sizeof sum);
    for (int view = 0; view < 2; view++)
        for (int i = 0; i < NETWORK_HALF; i++) {
            const float *of = sum + view * NETWORK_VIEW;
            float product = limited(of[i], 1) * limited(of[NETWORK_HALF + i], 1);
            if (is_rounded)
                product = (float)(int)(product * FEATURE_SCALE + 0.5f) / FEATURE_SCALE;
            feature[view * NETWORK_HALF + i] = product;
        }
}

INLINE void judge_cells(const NetworkModel *model, const NetworkInput *input, bool is_rounded,
                        PassScratch *scratch, Layers *layers) {
    float part[NETWORK_INPUTS] = {0};
    unsigned links = 0;
    for (int k = 0; k < input->cell_count; k++) {
        const InputCell *cell = &input->cells[k];
        float *feature = scratch->feature[k];
        judge_cell(model, input, cell, is_rounded, scratch->accumulator[k], feature);
        for (int i = 0; i < NETWORK_FEATURES; i++)
            part[i] += feature[i];
        links |= cell->links;
        for (int side = 0; side < 2; side++)
            if ((cell->links >> side & 1) != 0)
                for (int i = 0; i < NETWORK_FEATURES; i++)
                    part[(INPUT_OWN_FOURS + side) * NETWORK_FEATURES + i] += feature[i];
    }
    layers->has_part[INPUT_ALL] = true;
    layers->has_part[INPUT_OWN_FOURS] = (links & 1) != 0;
    layers->has_part[INPUT_OTHER_FOURS] = (links & 2) != 0;
    for (int i = 0; i < NETWORK_INPUTS; i++) {
        float sum = part[i] * FEATURE_SUM_SHARE;
        layers->part[i] = sum < PART_LIMIT ? sum : PART_LIMIT;
    }
}

/* Returns the score in nats. */
INLINE float judge_layers(const ModelLayers *with, const NetworkInput *input, bool is_rounded,
                          Layers *layers) {
    const int stage = input->stage;
    float first[NETWORK_HIDDEN], second[NETWORK_SECOND];
    for (int j = 0; j < NETWORK_HIDDEN; j++)
        first[j] = with->first_bias[stage][j] + with->threat_bias[input->threat][j];
    for (int part = 0; part < NETWORK_PARTS; part++)
        for (int i = part * NETWORK_FEATURES;
             layers->has_part[part] && i < (part + 1) * NETWORK_FEATURES; i++)
            add_scaled(first, with->first[i], layers->part[i], NETWORK_HIDDEN);
    memcpy(second, with->second_bias[stage], sizeof second);
    for (int j = 0; j < NETWORK_HIDDEN; j++) {
        float number = limited(first[j], LAYER_LIMIT);
        layers->first_limited[j] = is_rounded ? cut(number, NETWORK_LAYER_UNIT) : number;
    }
    for (int j = 0; j < NETWORK_HIDDEN; j++)
        add_scaled(second, with->second[stage][j], layers->first_limited[j], NETWORK_SECOND);
    float output = with->output_bias[stage];
    for (int j = 0; j < NETWORK_SECOND; j++) {
        float number = limited(second[j], LAYER_LIMIT);
        layers->second_limited[j] = is_rounded ? cut(number, NETWORK_LAYER_UNIT) : number;
        output += with->output[stage][j] * layers->second_limited[j];
    }
    memcpy(layers->first, first, sizeof first);
    memcpy(layers->second, second, sizeof second);
    return with->table_share[stage] * input->table + output;
}

/* Sets the order of all moves and their probabilities. Returns the loss. */
INLINE double judge_moves(const ModelLayers *with, const NetworkInput *input, PassScratch *scratch,
                          Layers *layers) {
    float *order = scratch->order, most = -HUGE_VALF;
    memcpy(layers->worth, with->order_bias, sizeof layers->worth);
    for (int j = 0; j < NETWORK_HIDDEN; j++)
        add_scaled(layers->worth, with->order[j], layers->first_limited[j], NETWORK_FEATURES);
    for (int i = 0; i < input->move_count; i++) {
        const InputMove *move = &input->moves[i];
        order[i] = with->order_table_share * move->table +
                   dot(layers->worth, scratch->feature[move->cell]);
        most = order[i] > most ? order[i] : most;
    }
    float best = order[input->best] - most;
    double sum = 0;
    for (int i = 0; i < input->move_count; i++) {
        order[i] = expf(order[i] - most);
        sum += (double)order[i];
    }
    for (int i = 0; i < input->move_count; i++)
        order[i] = (float)((double)order[i] / sum);
    return log(sum) - (double)best;
}

/* ---- Back ------------------------------------------------------------------------------------ */

/* Adds the gradient with respect to the numbers of the order. Adds that of the first layer to
 * first_slope, sets that of the order of each cell. */
INLINE void teach_moves(const ModelLayers *with, const NetworkInput *input, Layers *layers,
                        PassScratch *scratch, ModelLayers *to, float *first_slope) {
    float worth_slope[NETWORK_FEATURES] = {0}, table_slope = 0;
    memset(scratch->slope, 0, (size_t)input->cell_count * sizeof scratch->slope[0]);
    for (int i = 0; i < input->move_count; i++) {
        const InputMove *move = &input->moves[i];
        float slope = (float)PASS_ORDER_SHARE * (scratch->order[i] - (i == input->best));
        scratch->slope[move->cell] = slope;
        table_slope += slope * move->table;
        add_scaled(worth_slope, scratch->feature[move->cell], slope, NETWORK_FEATURES);
    }
    to->order_table_share += table_slope;
    add_scaled(to->order_bias, worth_slope, 1, NETWORK_FEATURES);
    for (int j = 0; j < NETWORK_HIDDEN; j++) {
        add_scaled(to->order[j], worth_slope, layers->first_limited[j], NETWORK_FEATURES);
        first_slope[j] += dot(with->order[j], worth_slope);
    }
}

INLINE bool is_inside(float number, float limit) {
    return number > 0 && number < limit;
}

/* Adds the gradient with respect to the numbers of the layers. `slope`: derivative with respect to
 * the score. Accumulates the gradient of the first layer, the order's included, in first_slope;
 * sets that of the parts of the input. */
INLINE void teach_layers(const ModelLayers *with, const ModelTransposed *transposed,
                         const NetworkInput *input, const Layers *layers, float slope,
                         ModelLayers *to, float *restrict first_slope, float *restrict part_slope) {
    const int stage = input->stage;
    float second_slope[NETWORK_SECOND];
    to->table_share[stage] += slope * input->table;
    to->output_bias[stage] += slope;
    for (int j = 0; j < NETWORK_SECOND; j++) {
        to->output[stage][j] += slope * layers->second_limited[j];
        second_slope[j] =
            is_inside(layers->second[j], LAYER_LIMIT) ? slope * with->output[stage][j] : 0;
        add_scaled(first_slope, transposed->second[stage][j], second_slope[j], NETWORK_HIDDEN);
    }
    add_scaled(to->second_bias[stage], second_slope, 1, NETWORK_SECOND);
    for (int i = 0; i < NETWORK_HIDDEN; i++)
        add_scaled(to->second[stage][i], second_slope, layers->first_limited[i], NETWORK_SECOND);
    for (int j = 0; j < NETWORK_HIDDEN; j++)
        first_slope[j] = is_inside(layers->first[j], LAYER_LIMIT) ? first_slope[j] : 0;
    add_scaled(to->first_bias[stage], first_slope, 1, NETWORK_HIDDEN);
    add_scaled(to->threat_bias[input->threat], first_slope, 1, NETWORK_HIDDEN);
    memset(part_slope, 0, NETWORK_INPUTS * sizeof *part_slope);
    for (int part = 0; part < NETWORK_PARTS; part++) {
        const int at = part * NETWORK_FEATURES;
        if (!layers->has_part[part])
            continue;
        for (int i = at; i < at + NETWORK_FEATURES; i++)
            add_scaled(to->first[i], first_slope, layers->part[i], NETWORK_HIDDEN);
        for (int j = 0; j < NETWORK_HIDDEN; j++)
            add_scaled(part_slope + at, transposed->first[j] + at, first_slope[j],
                       NETWORK_FEATURES);
    }
    for (int i = 0; i < NETWORK_INPUTS; i++)
        part_slope[i] = layers->part[i] < PART_LIMIT ? part_slope[i] * FEATURE_SUM_SHARE : 0;
}

/* Adds the gradient of the rows of one cell's windows, from that of its features. */
INLINE void teach_cell(const NetworkInput *input, const InputCell *cell,
                       const float *restrict accumulator, const float *restrict slope,
                       PassGradient *gradient) {
    float by[2 * NETWORK_VIEW];
    for (int view = 0; view < 2; view++)
        for (int i = 0; i < NETWORK_HALF; i++) {
            const float *of = accumulator + view * NETWORK_VIEW;
            float a = of[i], b = of[NETWORK_HALF + i], d = slope[view * NETWORK_HALF + i];
            by[view * NETWORK_VIEW + i] = is_inside(a, 1) ? d * limited(b, 1) : 0;
            by[view * NETWORK_VIEW + NETWORK_HALF + i] = is_inside(b, 1) ? d * limited(a, 1) : 0;
        }
    PassGradient *own = &gradient[input->own_role], *other = &gradient[input->other_role];
    for (int w = 0; w < cell->window_count; w++) {
        float *own_row = own->numbers.row[cell->own[w]];
        for (int i = 0; i < NETWORK_VIEW; i++)
            own_row[i] += by[i];
        float *other_row = other->numbers.row[cell->other[w]];
        for (int i = 0; i < NETWORK_VIEW; i++)
            other_row[i] += by[NETWORK_VIEW + i];
        own->is_touched[cell->own[w]] = true;
        other->is_touched[cell->other[w]] = true;
    }
}

INLINE void teach_cells(const NetworkInput *input, const PassScratch *scratch, const Layers *layers,
                        const float *part_slope, PassGradient *gradient) {
    float by_links[4][NETWORK_FEATURES];
    for (int links = 0; links < 4; links++)
        for (int i = 0; i < NETWORK_FEATURES; i++)
            by_links[links][i] = part_slope[i] +
                                 ((links & 1) != 0 ? part_slope[NETWORK_FEATURES + i] : 0) +
                                 ((links & 2) != 0 ? part_slope[2 * NETWORK_FEATURES + i] : 0);
    for (int k = 0; k < input->cell_count; k++) {
        const InputCell *cell = &input->cells[k];
        float slope[NETWORK_FEATURES];
        for (int i = 0; i < NETWORK_FEATURES; i++)
            slope[i] = by_links[cell->links][i] + scratch->slope[k] * layers->worth[i];
        teach_cell(input, cell, scratch->accumulator[k], slope, gradient);
    }
}

/* ---- Both ------------------------------------------------------------------------------------ */

INLINE PassResult pass_body(const NetworkModel *model, const NetworkInput *input, bool is_rounded,
                            PassScratch *scratch, PassGradient *gradient) {
    const ModelLayers *with = &model->numbers[input->own_role].layers;
    Layers layers;
    float first_slope[NETWORK_HIDDEN] = {0}, part_slope[NETWORK_INPUTS];
    PassResult result = {0};
    judge_cells(model, input, is_rounded, scratch, &layers);
    result.nats = judge_layers(with, input, is_rounded, &layers);
    double nats = (double)result.nats;
    result.value_loss = logistic_loss(nats, input->target);
    if (input->move_count > 0)
        result.order_loss = judge_moves(with, input, scratch, &layers);
    if (gradient == NULL)
        return result;
    ModelLayers *to = &gradient[input->own_role].numbers.layers;
    if (input->move_count > 0) {
        teach_moves(with, input, &layers, scratch, to, first_slope);
    } else {
        memset(scratch->slope, 0, (size_t)input->cell_count * sizeof scratch->slope[0]);
        memset(layers.worth, 0, sizeof layers.worth);
    }
    teach_layers(with, &model->transposed[input->own_role], input, &layers,
                 (float)(input->weight * (sigmoid(nats) - input->target)), to, first_slope,
                 part_slope);
    teach_cells(input, scratch, &layers, part_slope, gradient);
    return result;
}

INLINE PassResult pass_both(const NetworkModel *model, const NetworkInput *input,
                            PassScratch *scratch, PassGradient *gradient) {
    return model->is_rounded ? pass_body(model, input, true, scratch, gradient)
                             : pass_body(model, input, false, scratch, gradient);
}

static PassResult pass_scalar(const NetworkModel *model, const NetworkInput *input,
                              PassScratch *scratch, PassGradient *gradient) {
    return pass_both(model, input, scratch, gradient);
}

#if KANAME_X86
AVX2 static PassResult pass_avx2(const NetworkModel *model, const NetworkInput *input,
                                 PassScratch *scratch, PassGradient *gradient) {
    return pass_both(model, input, scratch, gradient);
}

AVX512 static PassResult pass_avx512(const NetworkModel *model, const NetworkInput *input,
                                     PassScratch *scratch, PassGradient *gradient) {
    return pass_both(model, input, scratch, gradient);
}
#endif

PassResult network_pass(const NetworkModel *model, const NetworkInput *input, Isa isa,
                        PassScratch *scratch, PassGradient *gradient) {
#if KANAME_X86
    if (isa == ISA_AVX512)
        return pass_avx512(model, input, scratch, gradient);
    if (isa == ISA_AVX2)
        return pass_avx2(model, input, scratch, gradient);
#endif
    (void)isa;
    return pass_scalar(model, input, scratch, gradient);
}
