/* curve.h: the loss curve of a fit by epoch: lines, CSV file and picture. */
#ifndef KANAME_TRAIN_NETWORK_CURVE_H
#define KANAME_TRAIN_NETWORK_CURVE_H

#include <stdio.h>

#include "train/network/batch.h"

/* A point of the curve: mean losses in nats, weighted for values. Only doubles, as in the state
 * file. */
typedef struct CurvePoint {
    double epoch;                  /* 1 and up; 0: before the first one */
    double rate;                   /* of the last step */
    double train;                  /* of the value, during the epoch */
    double heldout, heldout_table; /* of the value: the network's and the tables' */
    double order, order_table;
    double by_stones[BATCH_BUCKETS], by_stones_table[BATCH_BUCKETS]; /* of the value */
    double order_by_stones[BATCH_BUCKETS], order_by_stones_table[BATCH_BUCKETS];
} CurvePoint;

enum { CURVE_POINT_DOUBLES = (int)(sizeof(CurvePoint) / sizeof(double)) };

typedef struct Curve {
    CurvePoint *points;
    size_t count;
} Curve;

/* Returns false if out of memory. */
bool curve_add(Curve *curve, const CurvePoint *point);
void curve_release(Curve *curve);

/* Sets the means of held-out losses. */
void curve_point_set(CurvePoint *point, const BatchLosses *heldout);

void curve_print_point(const CurvePoint *point);

#define CURVE_CSV_START \
    "epoch,rate,train_loss,heldout_loss,tables_loss,order_loss,tables_order_loss"

/* Write a Curve, as fit_outputs_write() asks. */
void curve_write_csv(const void *content, FILE *file);
void curve_write_svg(const void *content, FILE *file);

#endif
