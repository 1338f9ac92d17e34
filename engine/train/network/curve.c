#include "train/network/curve.h"

#include <stddef.h>
#include <stdlib.h>

#include "train/plot.h"

bool curve_add(Curve *curve, const CurvePoint *point) {
    CurvePoint *points = realloc(curve->points, (curve->count + 1) * sizeof *points);
    if (points == NULL)
        return false;
    points[curve->count++] = *point;
    curve->points = points;
    return true;
}

void curve_release(Curve *curve) {
    free(curve->points);
}

static double mean(double sum, double weight) {
    return weight > 0 ? sum / weight : 0;
}

void curve_point_set(CurvePoint *point, const BatchLosses *heldout) {
    point->heldout = mean(heldout->all.value, heldout->all.weight);
    point->heldout_table = mean(heldout->all.table, heldout->all.weight);
    point->order = mean(heldout->all.order, (double)heldout->all.moves);
    point->order_table = mean(heldout->all.table_order, (double)heldout->all.moves);
    for (int i = 0; i < BATCH_BUCKETS; i++) {
        const BatchBucket *bucket = &heldout->by_stones[i];
        point->by_stones[i] = mean(bucket->value, bucket->weight);
        point->by_stones_table[i] = mean(bucket->table, bucket->weight);
        point->order_by_stones[i] = mean(bucket->order, (double)bucket->moves);
        point->order_by_stones_table[i] = mean(bucket->table_order, (double)bucket->moves);
    }
}

void curve_print_point(const CurvePoint *point) {
    printf("epoch %2.0f  train %.5f  held-out %.5f, tables %.5f  order %.4f, tables %.4f\n",
           point->epoch, point->train, point->heldout, point->heldout_table, point->order,
           point->order_table);
    printf("  by stones, less than the tables:");
    for (int i = 0; i < BATCH_BUCKETS; i++)
        printf("  %d %.4f", i * BATCH_BUCKET_STONES,
               point->by_stones_table[i] - point->by_stones[i]);
    printf("\n  order:                          ");
    for (int i = 0; i < BATCH_BUCKETS; i++)
        printf("  %d %.4f", i * BATCH_BUCKET_STONES,
               point->order_by_stones_table[i] - point->order_by_stones[i]);
    printf("\n");
    fflush(stdout);
}

void curve_write_csv(const void *content, FILE *file) {
    const Curve *curve = content;
    fputs(CURVE_CSV_START, file);
    for (int i = 0; i < BATCH_BUCKETS; i++)
        fprintf(file, ",stones_%d,tables_stones_%d", i * BATCH_BUCKET_STONES,
                i * BATCH_BUCKET_STONES);
    for (int i = 0; i < BATCH_BUCKETS; i++)
        fprintf(file, ",order_stones_%d,tables_order_stones_%d", i * BATCH_BUCKET_STONES,
                i * BATCH_BUCKET_STONES);
    fputs("\n", file);
    for (size_t i = 0; i < curve->count; i++) {
        const CurvePoint *point = &curve->points[i];
        fprintf(file, "%.0f,%g,%.6f,%.6f,%.6f,%.6f,%.6f", point->epoch, point->rate, point->train,
                point->heldout, point->heldout_table, point->order, point->order_table);
        for (int bucket = 0; bucket < BATCH_BUCKETS; bucket++)
            fprintf(file, ",%.6f,%.6f", point->by_stones[bucket], point->by_stones_table[bucket]);
        for (int bucket = 0; bucket < BATCH_BUCKETS; bucket++)
            fprintf(file, ",%.6f,%.6f", point->order_by_stones[bucket],
                    point->order_by_stones_table[bucket]);
        fputs("\n", file);
    }
}

/* ---- Picture --------------------------------------------------------------------------------- */

#define AT(field) offsetof(CurvePoint, field)

static const PlotPanel PANELS[] = {
    {"Loss of the value, nats",
     {{"held-out", "#06c", AT(heldout)},
      {"training", "#999", AT(train)},
      {"tables", "#c60", AT(heldout_table)}},
     3},
    {"Loss of the order, nats",
     {{"held-out", "#06c", AT(order)}, {"tables", "#c60", AT(order_table)}},
     2},
};

void curve_write_svg(const void *content, FILE *file) {
    const Curve *curve = content;
    Plot plot = {.title = "Losses of a network by epoch",
                 .axis = "epoch",
                 .panels = PANELS,
                 .panel_count = sizeof PANELS / sizeof PANELS[0],
                 .points = curve->points,
                 .count = curve->count,
                 .stride = sizeof(CurvePoint),
                 .along = AT(epoch)};
    plot_write(&plot, file);
}
