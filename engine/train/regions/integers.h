/* integers.h: a network of regions as floats and as the integers of its file. Clamps numbers to the
 * limits of the file. The functions of a pair are inverse up to rounding. Any thread. */
#ifndef KANAME_TRAIN_REGIONS_INTEGERS_H
#define KANAME_TRAIN_REGIONS_INTEGERS_H

#include "train/regions/layers.h"

/* `units`: evaluation units of a nat. */
void regions_from_layers(const RegionsLayers *layers, double units, RegionsNumbers *numbers);
void regions_to_layers(const RegionsNumbers *numbers, double units, RegionsLayers *layers);
/* Clamps the weights to the limits of the file; the mixer's layer, its input layer and the units'
 * worth to REGIONS_DYNAMIC_MAX, without which fits diverge. */
#define REGIONS_DYNAMIC_MAX 0.7f
void regions_limit_layers(RegionsLayers *layers);

/* Rows: `count` of them, REGIONS_CHANNELS floats each. The third rounds floats as the file does. */
void regions_from_rows(const float *rows, int count, int8_t *numbers);
void regions_to_rows(const int8_t *numbers, int count, float *rows);
void regions_round_rows(float *rows, int count);
/* Biases by threats, likewise. */
void regions_from_threats(const float *biases, int count, int16_t *numbers);
void regions_to_threats(const int16_t *numbers, int count, float *biases);
void regions_round_threats(float *biases, int count);

#endif
