#include "train/network/curve.h"

#include <math.h>
#include <stdlib.h>

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

void curve_write_csv(const Curve *curve, FILE *file) {
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

enum { PANEL = 420, LEFT = 60, TOP = 34, WIDTH = 330, HEIGHT = 200, LINES_MAX_ = 3 };

/* A line of a panel, a number of each point. */
typedef struct Line {
    const char *name, *color;
    size_t offset; /* of its double in CurvePoint */
} Line;

typedef struct Panel {
    const char *title;
    Line lines[LINES_MAX_];
    int line_count;
} Panel;

#define AT(field) offsetof(CurvePoint, field)

static const Panel PANELS[] = {
    {"Loss of the value, nats",
     {{"held-out", "#06c", AT(heldout)},
      {"training", "#999", AT(train)},
      {"tables", "#c60", AT(heldout_table)}},
     3},
    {"Loss of the order, nats",
     {{"held-out", "#06c", AT(order)}, {"tables", "#c60", AT(order_table)}},
     2},
};

static double number_of(const CurvePoint *point, const Line *line) {
    return *(const double *)(const void *)((const char *)point + line->offset);
}

/* Where numbers lie in a panel. */
typedef struct Scale {
    double least, most; /* of the losses */
    double epochs;
} Scale;

static Scale scale_of(const Curve *curve, const Panel *panel) {
    Scale scale = {HUGE_VAL, -HUGE_VAL, 1};
    for (size_t i = 0; i < curve->count; i++) {
        for (int line = 0; line < panel->line_count; line++) {
            double number = number_of(&curve->points[i], &panel->lines[line]);
            scale.least = fmin(scale.least, number);
            scale.most = fmax(scale.most, number);
        }
        scale.epochs = fmax(scale.epochs, curve->points[i].epoch);
    }
    double margin = 0.05 * (scale.most - scale.least) + 1e-4;
    scale.least -= margin;
    scale.most += margin;
    return scale;
}

static double to_x(Scale scale, double epoch) {
    return scale.epochs > 1 ? LEFT + WIDTH * (epoch - 1) / (scale.epochs - 1) : LEFT + WIDTH / 2.0;
}

static double to_y(Scale scale, double loss) {
    return TOP + HEIGHT * (scale.most - loss) / (scale.most - scale.least);
}

static void draw_axes(FILE *file, const Panel *panel, Scale scale) {
    enum { TICKS = 4 };
    fprintf(file,
            "<text x=\"%d\" y=\"18\" font-weight=\"bold\">%s</text>\n"
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#888\"/>\n",
            LEFT, panel->title, LEFT, TOP, WIDTH, HEIGHT);
    for (int tick = 0; tick <= TICKS; tick++) {
        double loss = scale.least + (scale.most - scale.least) * tick / TICKS;
        fprintf(file, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.4f</text>\n", LEFT - 5,
                to_y(scale, loss) + 4, loss);
    }
    fprintf(file,
            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">1</text>\n"
            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.0f</text>\n"
            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">epoch</text>\n",
            to_x(scale, 1), TOP + HEIGHT + 15, to_x(scale, scale.epochs), TOP + HEIGHT + 15,
            scale.epochs, LEFT + WIDTH / 2, TOP + HEIGHT + 30);
}

static void draw_line(FILE *file, const Curve *curve, const Line *line, int number, Scale scale) {
    fprintf(file, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"",
            line->color);
    for (size_t i = 0; i < curve->count; i++)
        fprintf(file, "%s%.1f,%.1f", i > 0 ? " " : "", to_x(scale, curve->points[i].epoch),
                to_y(scale, number_of(&curve->points[i], line)));
    const CurvePoint *last = &curve->points[curve->count - 1];
    fprintf(file,
            "\"/>\n<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n"
            "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s %.4f</text>\n",
            to_x(scale, last->epoch), to_y(scale, number_of(last, line)), line->color,
            LEFT + number * WIDTH / LINES_MAX_, TOP + HEIGHT + 50, line->color, line->name,
            number_of(last, line));
}

void curve_write_svg(const Curve *curve, FILE *file) {
    enum { PANEL_COUNT = sizeof PANELS / sizeof PANELS[0] };
    fprintf(file,
            CURVE_SVG_START " width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
                            "font-size=\"12\">\n"
                            "<title>Losses of a network by epoch</title>\n"
                            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            PANEL * PANEL_COUNT, TOP + HEIGHT + 64);
    for (int i = 0; i < PANEL_COUNT && curve->count > 0; i++) {
        const Panel *panel = &PANELS[i];
        Scale scale = scale_of(curve, panel);
        fprintf(file, "<g transform=\"translate(%d,0)\">\n", PANEL * i);
        draw_axes(file, panel, scale);
        for (int line = 0; line < panel->line_count; line++)
            draw_line(file, curve, &panel->lines[line], line, scale);
        fprintf(file, "</g>\n");
    }
    fprintf(file, "</svg>\n");
}
