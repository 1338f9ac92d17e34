/* model.h: the parameters of a fit, and its steps.
 *
 * A model is a list of weights, those that the engine will use. Each weight is the sum of a few
 * parameters, and the fit changes the parameters. For example, the worth of a set of shapes sums
 * those of its shapes, of its pairs of shapes, of its class, and a residual. A prior keeps the
 * residual near zero, so rare sets fall back to the sum of frequent parts. Weights are in nats
 * (natural logarithm of odds); export multiplies them by the evaluation units of a nat.
 *
 * A step lowers the mean loss plus sum(parameter^2 / (2 sigma^2)) / samples by Adam: Kingma, Ba,
 * "Adam: A Method for Stochastic Optimization", 2015. One thread. */
#ifndef KANAME_TRAIN_MODEL_H
#define KANAME_TRAIN_MODEL_H

#include "eval/table/weights.h"

/* Places of the weights of one role. */
enum {
    AT_VALUE = 0,
    AT_SHARE = AT_VALUE + COMBOS, /* share minus 1 */
    AT_TERM = AT_SHARE + STAGES,  /* of each term the early worth, then the late one */
    VALUE_WEIGHTS = AT_TERM + 2 * TERMS,
    AT_MAKE = 0,
    AT_DENY = AT_MAKE + COMBOS,
    ORDER_WEIGHTS = AT_DENY + COMBOS
};

typedef enum { MODEL_VALUE, MODEL_ORDER } ModelKind;

typedef struct Model {
    ModelKind kind;
    Rule rule;
    int roles, role_weights; /* weight `at` of role r is weights[r * role_weights + at] */
    int weight_count, param_count;
    float *weights;
    float *params, *sigma; /* sigma 0: no prior */
    float *momentum, *variance, *gradient;
    int *parts, *part_start; /* of weight i: the parameters part_start[i] .. part_start[i+1] - 1 */
    uint64_t steps;
} Model;

/* Sets all parameters to 0. Returns false if out of memory; call model_release() in any case. */
bool model_init(Model *model, ModelKind kind, Rule rule);
void model_release(Model *model);

/* Sets the weights from the parameters. */
void model_compose(Model *model);
/* Takes a step along the negative of `gradient`, the gradient of the mean loss with respect to the
 * weights, and sets the weights. */
void model_step(Model *model, const float *gradient, float rate, double samples);

/* Copy the weights of the model's kind to the engine's weights and back; `units` are the evaluation
 * units of a nat. Export shifts the move order to begin at 0 and limits weights to +-WORTH_MAX. */
enum { WORTH_MAX = WEIGHTS_MAX };
void model_export(const Model *model, double units, Weights *weights);
void model_import(Model *model, double units, const Weights *weights);

#endif
