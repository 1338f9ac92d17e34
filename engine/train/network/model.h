/* model.h: the parameters of a network in training, and the numbers composed from them.
 *
 * Each row of window codes is the sum of three rows of parameters: one of its own, one shared by
 * all codes with the same three inner cells on either side, and one shared by all codes that make
 * the same pair of shapes, the own colour's and the opponent's. So rare codes fall back to what
 * frequent ones have learnt. All other numbers are parameters themselves.
 *
 * Units: 1.0 is NETWORK_LIMIT in accumulators and NETWORK_LAYER_UNIT in layers; the output and the
 * move order are in nats. A model belongs to one thread; any number may read it while none writes.
 */
#ifndef KANAME_TRAIN_NETWORK_MODEL_H
#define KANAME_TRAIN_NETWORK_MODEL_H

#include "train/network/layers.h"

enum {
    MODEL_INNERS = 820, /* most contents of three cells on either side */
    MODEL_PAIRS = 256   /* pairs of shapes */
};

/* The numbers of one role, used by the forward pass. Their gradient has the same form. */
typedef struct ModelNumbers {
    _Alignas(64) float row[NETWORK_ROWS][NETWORK_VIEW];
    ModelLayers layers;
} ModelNumbers;

/* The weights of the layers by output and then by input, for the backward pass. */
typedef struct ModelTransposed {
    _Alignas(64) float first[NETWORK_HIDDEN][NETWORK_INPUTS];
    float second[NETWORK_STAGES][NETWORK_SECOND][NETWORK_HIDDEN];
} ModelTransposed;

/* The parameters of one role: only floats, so that a step can treat them as one array. */
typedef struct ModelParams {
    _Alignas(64) float own[NETWORK_ROWS][NETWORK_VIEW];
    float inner[MODEL_INNERS][NETWORK_VIEW];
    float pair[MODEL_PAIRS][NETWORK_VIEW];
    ModelLayers layers;
} ModelParams;

enum {
    MODEL_LAYER_FLOATS = (int)(sizeof(ModelLayers) / sizeof(float)),
    MODEL_PARAMS = (int)(sizeof(ModelParams) / sizeof(float))
};

/* The parameter rows that a row shares with others. */
typedef struct ModelSharing {
    bool is_real; /* false: no window with a stone has this code; its row is zero */
    uint8_t pair;
    uint16_t inner;
} ModelSharing;

/* The rows that share one parameter row: rows[start[i]] .. rows[start[i + 1] - 1]. */
typedef struct ModelGroups {
    uint16_t rows[NETWORK_ROWS];
    int start[MODEL_INNERS + 1];
} ModelGroups;

typedef struct NetworkModel {
    Rule rule;
    int roles;
    double units;    /* evaluation units of a nat */
    bool is_rounded; /* the numbers are rounded as in the file */
    uint64_t steps;
    /* Arrays by role. */
    ModelParams *params, *momentum, *variance, *gradient;
    ModelNumbers *numbers;
    ModelTransposed *transposed;
    NetworkNumbers *integers; /* the numbers rounded, if is_rounded */
    ModelSharing (*sharing)[NETWORK_ROWS];
    ModelGroups *inners, *pairs;
} NetworkModel;

/* Sets the parameters to small random numbers of the seed; the initial score is that of the tables.
 * Returns false if out of memory; call model_release() in any case. */
bool network_model_init(NetworkModel *model, Rule rule, double units, uint64_t seed);
void network_model_release(NetworkModel *model);

/* Copies the numbers of a network with `roles` roles: 1, or those of the model. */
void network_model_import(NetworkModel *model, const NetworkNumbers *numbers, int roles);

/* Composes the numbers from the parameters, in pieces for several threads: the rows first_row ..
 * end_row - 1 of all roles, and the layers. */
void network_model_compose_rows(NetworkModel *model, int first_row, int end_row);
void network_model_compose_layers(NetworkModel *model);
/* All of it. */
void network_model_compose(NetworkModel *model);

#endif
