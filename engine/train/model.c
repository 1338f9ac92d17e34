#include "train/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rule.h"

/* Standard deviations of the priors in nats, chosen coarsely on held-out games. */
static const float SIGMA_SHAPE = 1.0f, SIGMA_PAIR = 0.3f, SIGMA_CLASS = 1.0f, SIGMA_COMBO = 0.15f,
                   SIGMA_COUNT = 0.3f, SIGMA_LINKS = 0.3f, SIGMA_LINKED = 0.15f,
                   SIGMA_THREAT = 1.0f, SIGMA_STATE = 0.3f, SIGMA_SHARE = 0.3f;
/* The move order spreads wider. */
static const float ORDER_SPREAD = 3.0f;

enum {
    PAIRS = SHAPES * SHAPES, /* by shape * SHAPES + a shape that is not greater */
    TABLE_PARAMS = SHAPES + PAIRS + CLASSES + COMBOS,
    THREAT_BITS = 8,
    THREAT_PARAMS = 2 + THREAT_BITS + THREAT_STATES,
    /* By class: attacks linked, builders linked, and both. */
    LINKED_PARAMS = LINKED_ATTACKS + LINKED_BUILDERS + LINKED_ATTACKS * LINKED_BUILDERS,
    SIDE_PARAMS = CLASSES * COUNTS + LINKED_CLASSES * LINKED_PARAMS,
    TERM_PARAMS = 2 * SIDE_PARAMS + THREAT_PARAMS + 1,
    VALUE_PARAMS = TABLE_PARAMS + STAGES + 2 * TERM_PARAMS, /* early, late */
    ORDER_PARAMS = 2 * TABLE_PARAMS,
    /* Most parameters of one weight: a set of shapes has those of its shapes, pairs, class and its
     * own; a count of cells has one for each cell. */
    PARTS_MAX = COUNTS > 4 + 6 + 1 + 1 ? COUNTS : 4 + 6 + 1 + 1
};

/* ---- Layout --------------------------------------------------------------------------------- */

/* Fills the model from its first weight to its last. */
typedef struct Layout {
    Model *model;
    int weight, part;
} Layout;

static void add_part(Layout *layout, int param, float sigma) {
    layout->model->parts[layout->part++] = param;
    layout->model->sigma[param] = sigma;
}

static void end_weight(Layout *layout) {
    layout->model->part_start[++layout->weight] = layout->part;
}

/* The weights of all sets of shapes, from parameters that begin at `base`. */
static void lay_table(Layout *layout, int base, Color color, float spread) {
    int pairs = base + SHAPES, classes = pairs + PAIRS, combos = classes + CLASSES;
    for (int combo = 0; combo < COMBOS; combo++) {
        ShapeKey key = key_of_combo(combo); /* the lowest direction has the least shape */
        if (key == 0) {                     /* cells without a shape are worth 0, the reference */
            end_weight(layout);
            continue;
        }
        for (int i = 0; i < 4; i++) {
            int shape = key >> (4 * i) & 15;
            add_part(layout, base + shape, spread * SIGMA_SHAPE);
            for (int j = 0; j < i; j++)
                add_part(layout, pairs + shape * SHAPES + (key >> (4 * j) & 15),
                         spread * SIGMA_PAIR);
        }
        Class class_ = class_of_key(layout->model->rule, color, key);
        add_part(layout, classes + (int)class_, spread * SIGMA_CLASS);
        add_part(layout, combos + combo, spread * SIGMA_COMBO);
        end_weight(layout);
    }
}

/* A parameter of a term's early weight, or of its late one. */
static void add_tapered(Layout *layout, int param, bool is_late, float sigma) {
    add_part(layout, param + (is_late ? TERM_PARAMS : 0), sigma);
}

/* The worth of each further cell of a class. Cells without a class have no parameter; fives are not
 * counted. */
static void lay_count(Layout *layout, int base, int class_, int cells, bool is_late) {
    if (class_ != CLASS_NONE && class_ != CLASS_FIVE)
        for (int i = 1; i <= cells; i++)
            add_tapered(layout, base + class_ * COUNTS + i, is_late, SIGMA_COUNT);
    end_weight(layout);
}

static void lay_linked(Layout *layout, int base, int attacks, int builders, bool is_late) {
    int by_builders = base + LINKED_ATTACKS, by_both = by_builders + LINKED_BUILDERS;
    add_tapered(layout, base + attacks, is_late, SIGMA_LINKS);
    add_tapered(layout, by_builders + builders, is_late, SIGMA_LINKS);
    add_tapered(layout, by_both + attacks * LINKED_BUILDERS + builders, is_late, SIGMA_LINKED);
    end_weight(layout);
}

static void lay_side(Layout *layout, int base) {
    int linked = base + CLASSES * COUNTS;
    for (int i = 0; i < CLASSES * COUNTS; i++)
        for (int late = 0; late < 2; late++)
            lay_count(layout, base, i / COUNTS, i % COUNTS, late == 1);
    for (int class_ = 0; class_ < LINKED_CLASSES; class_++)
        for (int i = 0; i < LINKED_ATTACKS * LINKED_BUILDERS; i++)
            for (int late = 0; late < 2; late++)
                lay_linked(layout, linked + class_ * LINKED_PARAMS, i / LINKED_BUILDERS,
                           i % LINKED_BUILDERS, late == 1);
}

static void lay_threat(Layout *layout, int base, int state, bool is_late) {
    int to_answer = state >> THREAT_BITS;
    if (to_answer > 0)
        add_tapered(layout, base + to_answer - 1, is_late, SIGMA_THREAT);
    for (int bit = 0; bit < THREAT_BITS; bit++)
        if ((state >> bit & 1) != 0)
            add_tapered(layout, base + 2 + bit, is_late, SIGMA_THREAT);
    add_tapered(layout, base + 2 + THREAT_BITS + state, is_late, SIGMA_STATE);
    end_weight(layout);
}

/* In the order of the terms, each early and late. */
static void lay_terms(Layout *layout, int base) {
    int threats = base + 2 * SIDE_PARAMS;
    lay_side(layout, base);
    lay_side(layout, base + SIDE_PARAMS);
    for (int state = 0; state < THREAT_STATES; state++)
        for (int late = 0; late < 2; late++)
            lay_threat(layout, threats, state, late == 1);
    for (int late = 0; late < 2; late++) {
        add_tapered(layout, threats + THREAT_PARAMS, late == 1, SIGMA_SHAPE);
        end_weight(layout);
    }
}

static void lay_value(Layout *layout, int base, Color color) {
    int shares = base + TABLE_PARAMS;
    lay_table(layout, base, color, 1);
    for (int i = 0; i < STAGES; i++) {
        add_part(layout, shares + i, SIGMA_SHARE);
        end_weight(layout);
    }
    lay_terms(layout, shares + STAGES);
}

static bool allocate(Model *model, int params_per_role) {
    model->weight_count = model->roles * model->role_weights;
    model->param_count = model->roles * params_per_role;
    size_t weights = (size_t)model->weight_count, params = (size_t)model->param_count;
    model->weights = calloc(weights, sizeof *model->weights);
    model->params = calloc(params, sizeof *model->params);
    model->sigma = calloc(params, sizeof *model->sigma);
    model->momentum = calloc(params, sizeof *model->momentum);
    model->variance = calloc(params, sizeof *model->variance);
    model->gradient = calloc(params, sizeof *model->gradient);
    model->parts = calloc(weights * PARTS_MAX, sizeof *model->parts);
    model->part_start = calloc(weights + 1, sizeof *model->part_start);
    return model->weights != NULL && model->params != NULL && model->sigma != NULL &&
           model->momentum != NULL && model->variance != NULL && model->gradient != NULL &&
           model->parts != NULL && model->part_start != NULL;
}

bool model_init(Model *model, ModelKind kind, Rule rule) {
    *model = (Model){.kind = kind,
                     .rule = rule,
                     .roles = rule_roles(rule),
                     .role_weights = kind == MODEL_VALUE ? VALUE_WEIGHTS : ORDER_WEIGHTS};
    int role_params = kind == MODEL_VALUE ? VALUE_PARAMS : ORDER_PARAMS;
    if (!allocate(model, role_params))
        return false;
    Layout layout = {model, 0, 0};
    for (int role = 0; role < model->roles; role++) {
        int base = role * role_params;
        if (kind == MODEL_VALUE) {
            lay_value(&layout, base, (Color)role);
        } else {
            lay_table(&layout, base, (Color)role, ORDER_SPREAD);
            lay_table(&layout, base + TABLE_PARAMS, (Color)role, ORDER_SPREAD);
        }
    }
    return true;
}

void model_release(Model *model) {
    free(model->weights);
    free(model->params);
    free(model->sigma);
    free(model->momentum);
    free(model->variance);
    free(model->gradient);
    free(model->parts);
    free(model->part_start);
}

/* ---- Fitting -------------------------------------------------------------------------------- */

void model_compose(Model *model) {
    for (int i = 0; i < model->weight_count; i++) {
        float sum = 0;
        for (int part = model->part_start[i]; part < model->part_start[i + 1]; part++)
            sum += model->params[model->parts[part]];
        model->weights[i] = sum;
    }
}

void model_step(Model *model, const float *gradient, float rate, double samples) {
    const float MOMENTUM_KEPT = 0.9f, VARIANCE_KEPT = 0.999f, TINY = 1e-8f;
    for (int i = 0; i < model->param_count; i++)
        model->gradient[i] =
            model->sigma[i] == 0
                ? 0
                : model->params[i] / (model->sigma[i] * model->sigma[i] * (float)samples);
    for (int i = 0; i < model->weight_count; i++)
        for (int part = model->part_start[i]; part < model->part_start[i + 1]; part++)
            model->gradient[model->parts[part]] += gradient[i];
    model->steps++;
    double steps = (double)model->steps;
    float momentum_scale = (float)(1 / (1 - pow(0.9, steps)));
    float variance_scale = (float)(1 / (1 - pow(0.999, steps)));
    for (int i = 0; i < model->param_count; i++) {
        float slope = model->gradient[i];
        float *momentum = &model->momentum[i], *variance = &model->variance[i];
        *momentum = MOMENTUM_KEPT * *momentum + (1 - MOMENTUM_KEPT) * slope;
        *variance = VARIANCE_KEPT * *variance + (1 - VARIANCE_KEPT) * slope * slope;
        model->params[i] -=
            rate * momentum_scale * *momentum / (sqrtf(variance_scale * *variance) + TINY);
    }
    model_compose(model);
}

/* ---- To and from the engine ----------------------------------------------------------------- */

static int16_t rounded(double worth) {
    if (worth > WORTH_MAX)
        worth = WORTH_MAX;
    return (int16_t)lround(worth < -WORTH_MAX ? -WORTH_MAX : worth);
}

/* Shifts the weights so that `least` becomes 0. */
static void export_row(const float *from, int count, double units, float least, int16_t *to) {
    for (int i = 0; i < count; i++)
        to[i] = rounded(units * (double)(from[i] - least));
}

static void import_row(const int16_t *from, int count, double units, float *to) {
    for (int i = 0; i < count; i++)
        to[i] = (float)((double)from[i] / units);
}

static float least_of(const float *from, int count) {
    float least = from[0];
    for (int i = 1; i < count; i++)
        least = from[i] < least ? from[i] : least;
    return least;
}

void model_export(const Model *model, double units, Weights *weights) {
    for (int color = 0; color < COLORS; color++) {
        const float *from =
            model->weights + (color < model->roles ? color : 0) * model->role_weights;
        RoleWeights *role = &weights->role[color];
        if (model->kind == MODEL_VALUE) {
            export_row(from + AT_VALUE, COMBOS, units, 0, role->value);
            export_row(from + AT_SHARE, STAGES, SHARE_UNIT, -1, role->share);
            for (int i = 0; i < TERMS; i++) {
                const float *term = from + AT_TERM + 2 * i;
                role->term[i] =
                    (Tapered){rounded(units * (double)term[0]), rounded(units * (double)term[1])};
            }
        } else {
            export_row(from + AT_MAKE, COMBOS, units, least_of(from + AT_MAKE, COMBOS), role->make);
            export_row(from + AT_DENY, COMBOS, units, least_of(from + AT_DENY, COMBOS), role->deny);
        }
    }
}

void model_import(Model *model, double units, const Weights *weights) {
    for (int r = 0; r < model->roles; r++) {
        float *to = model->weights + r * model->role_weights;
        const RoleWeights *role = &weights->role[r];
        if (model->kind == MODEL_VALUE) {
            import_row(role->value, COMBOS, units, to + AT_VALUE);
            import_row(role->share, STAGES, SHARE_UNIT, to + AT_SHARE);
            for (int i = 0; i < STAGES; i++)
                to[AT_SHARE + i] -= 1;
            for (int i = 0; i < TERMS; i++) {
                to[AT_TERM + 2 * i] = (float)((double)role->term[i].early / units);
                to[AT_TERM + 2 * i + 1] = (float)((double)role->term[i].late / units);
            }
        } else {
            import_row(role->make, COMBOS, units, to + AT_MAKE);
            import_row(role->deny, COMBOS, units, to + AT_DENY);
        }
    }
}
