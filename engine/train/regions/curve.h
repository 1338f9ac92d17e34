/* curve.h: the loss curve of a fit of a network of regions: lines, CSV file and picture. */
#ifndef KANAME_TRAIN_REGIONS_CURVE_H
#define KANAME_TRAIN_REGIONS_CURVE_H

#include <stdio.h>

#include "train/regions/deep.h"

/* A point of the curve: mean losses in nats, weighted for values. Only doubles, as in the state
 * file. */
typedef struct RegionsPoint {
    double epochs; /* done, with their fraction */
    double rate;   /* of the last step */
    double batch;  /* positions of the last step */
    double train;  /* of the value, since the point before */
    double train_order;
    double heldout, heldout_table; /* of the value: the network's and the tables' */
    double order, order_table;
    double by_stage[REGIONS_BUCKETS], by_stage_table[REGIONS_BUCKETS]; /* of the value */
    double order_by_stage[REGIONS_BUCKETS];
    DeepLosses deep; /* zeros without a yardstick */
} RegionsPoint;

enum {
    REGIONS_POINT_DOUBLES = (int)(sizeof(RegionsPoint) / sizeof(double)),
    REGIONS_POINTS_MAX = 100000 /* of a curve that a state may hold */
};

typedef struct RegionsCurve {
    RegionsPoint *points;
    size_t count;
} RegionsCurve;

/* Returns false if out of memory. */
bool regions_curve_add(RegionsCurve *curve, const RegionsPoint *point);
void regions_curve_release(RegionsCurve *curve);

/* Sets the means of held-out losses. */
void regions_point_set(RegionsPoint *point, const RegionsLosses *heldout);
void regions_point_print(const RegionsPoint *point);

#define REGIONS_CSV_START "epochs,rate,batch,train_loss,train_order_loss"

void regions_curve_write_csv(const RegionsCurve *curve, FILE *file);
/* `note`: a line below the picture. */
void regions_curve_write_svg(const RegionsCurve *curve, const char *note, FILE *file);

#endif
