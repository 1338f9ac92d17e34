/* integers.h: a network's numbers as floats and as the integers of the file: see numbers.h for the
 * scales. Clamps numbers to the limits of the file. The functions of a pair are inverse up to
 * rounding. Any thread. */
#ifndef KANAME_TRAIN_NETWORK_INTEGERS_H
#define KANAME_TRAIN_NETWORK_INTEGERS_H

#include "train/network/layers.h"

/* A feature is the product of two accumulator numbers, each 0 to 1; as an integer, this times it.
 */
#define FEATURE_SCALE ((float)(NETWORK_LIMIT * NETWORK_LIMIT) / (float)(1 << NETWORK_FEATURE_SHIFT))
/* A sum of features enters the first layer as this share of it. */
#define FEATURE_SUM_SHARE (1 / 16.0f)
/* The move order of the tables in evaluation units of the order, a nat. */
#define ORDER_UNITS 32

void integers_from_rows(float (*rows)[NETWORK_VIEW], int first_row, int end_row,
                        NetworkNumbers *numbers);
void integers_to_rows(const NetworkNumbers *numbers, int first_row, int end_row,
                      float (*rows)[NETWORK_VIEW]);
/* `units`: evaluation units of a nat. */
void integers_from_layers(const ModelLayers *layers, double units, NetworkNumbers *numbers);
void integers_to_layers(const NetworkNumbers *numbers, double units, ModelLayers *layers);

#endif
