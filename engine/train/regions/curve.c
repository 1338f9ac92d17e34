#include "train/regions/curve.h"

#include <stddef.h>
#include <stdlib.h>

#include "train/labels.h"
#include "train/plot.h"

static const int FIRST_STONES[REGIONS_BUCKETS] = {0, 12, 20, 36, 70};

bool regions_curve_add(RegionsCurve *curve, const RegionsPoint *point) {
    RegionsPoint *points = realloc(curve->points, (curve->count + 1) * sizeof *points);
    if (points == NULL)
        return false;
    points[curve->count++] = *point;
    curve->points = points;
    return true;
}

void regions_curve_release(RegionsCurve *curve) {
    free(curve->points);
}

static double mean(double sum, double weight) {
    return weight > 0 ? sum / weight : 0;
}

void regions_point_set(RegionsPoint *point, const RegionsLosses *heldout) {
    point->heldout = mean(heldout->all.value, heldout->all.weight);
    point->heldout_table = mean(heldout->all.table, heldout->all.weight);
    point->order = mean(heldout->all.order, heldout->all.moves);
    point->order_table = mean(heldout->all.table_order, heldout->all.moves);
    for (int i = 0; i < REGIONS_BUCKETS; i++) {
        const RegionsSums *sums = &heldout->by_stage[i];
        point->by_stage[i] = mean(sums->value, sums->weight);
        point->by_stage_table[i] = mean(sums->table, sums->weight);
        point->order_by_stage[i] = mean(sums->order, sums->moves);
    }
}

void regions_point_print(const RegionsPoint *point) {
    printf("epochs %5.2f  train %.5f  held-out %.5f, tables %.5f  order %.4f, tables %.4f\n",
           point->epochs, point->train, point->heldout, point->heldout_table, point->order,
           point->order_table);
    printf("  by stones, less than the tables:");
    for (int i = 0; i < REGIONS_BUCKETS; i++)
        printf("  %d %.4f", FIRST_STONES[i], point->by_stage_table[i] - point->by_stage[i]);
    printf("\n");
    for (int s = 0; s <= DEEP_STAGES && point->deep.stage[DEEP_ALL].positions > 0; s++) {
        const DeepStage *stage = &point->deep.stage[s];
        if (stage->positions > 0)
            printf("  deep, %-11s %6.0f: value %.4f, at scale %.2f %.4f  order %.4f, at warmth "
                   "%.2f %.4f\n",
                   s == DEEP_ALL ? "all" : label_stage_name(s), stage->positions, stage->value,
                   stage->scale, stage->value_scaled, stage->order, stage->warmth,
                   stage->order_warmed);
    }
    fflush(stdout);
}

void regions_curve_write_csv(const RegionsCurve *curve, FILE *file) {
    fputs(REGIONS_CSV_START ",heldout_loss,tables_loss,order_loss,tables_order_loss", file);
    for (int i = 0; i < REGIONS_BUCKETS; i++)
        fprintf(file, ",stones_%d,tables_stones_%d,order_stones_%d", FIRST_STONES[i],
                FIRST_STONES[i], FIRST_STONES[i]);
    fputs(",deep_loss,deep_scale,deep_order_loss,deep_warmth\n", file);
    for (size_t i = 0; i < curve->count; i++) {
        const RegionsPoint *point = &curve->points[i];
        const DeepStage *deep = &point->deep.stage[DEEP_ALL];
        fprintf(file, "%.4f,%g,%.0f,%.6f,%.6f,%.6f,%.6f,%.6f,%.6f", point->epochs, point->rate,
                point->batch, point->train, point->train_order, point->heldout,
                point->heldout_table, point->order, point->order_table);
        for (int bucket = 0; bucket < REGIONS_BUCKETS; bucket++)
            fprintf(file, ",%.6f,%.6f,%.6f", point->by_stage[bucket], point->by_stage_table[bucket],
                    point->order_by_stage[bucket]);
        fprintf(file, ",%.6f,%.2f,%.6f,%.2f\n", deep->value, deep->scale, deep->order,
                deep->warmth);
    }
}

#define AT(field) offsetof(RegionsPoint, field)

static const PlotPanel PANELS[] = {
    {"Loss of the value, nats",
     {{"held-out", "#06c", AT(heldout)},
      {"training", "#999", AT(train)},
      {"tables", "#c60", AT(heldout_table)}},
     3},
    {"Loss of the order, nats",
     {{"held-out", "#06c", AT(order)},
      {"training", "#999", AT(train_order)},
      {"tables", "#c60", AT(order_table)}},
     3},
    {"Deep labels: value, nats",
     {{"value", "#06c", AT(deep.stage[DEEP_ALL].value)},
      {"at its best scale", "#090", AT(deep.stage[DEEP_ALL].value_scaled)}},
     2},
    {"Deep labels: order, nats",
     {{"order", "#06c", AT(deep.stage[DEEP_ALL].order)},
      {"at its best warmth", "#090", AT(deep.stage[DEEP_ALL].order_warmed)}},
     2},
};

void regions_curve_write_svg(const RegionsCurve *curve, const char *note, FILE *file) {
    bool is_deep =
        curve->count > 0 && curve->points[curve->count - 1].deep.stage[DEEP_ALL].positions > 0;
    Plot plot = {.title = "Losses of a network of regions",
                 .axis = "epochs",
                 .note = note,
                 .panels = PANELS,
                 .panel_count = is_deep ? 4 : 2,
                 .points = curve->points,
                 .count = curve->count,
                 .stride = sizeof(RegionsPoint),
                 .along = AT(epochs)};
    plot_write(&plot, file);
}
