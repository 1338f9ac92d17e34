#include "train/plot.h"

#include <math.h>

enum { WIDE = 20 /* a range that needs no digits behind the point */ };
enum { PANEL = 420, LEFT = 60, TOP = 34, WIDTH = 330, HEIGHT = 200, FOOT = 64, NOTE = 20 };

static double number_at(const Plot *plot, size_t point, size_t offset) {
    const char *at = (const char *)plot->points + point * plot->stride;
    return *(const double *)(const void *)(at + offset);
}

/* Where numbers lie in a panel. */
typedef struct Scale {
    double least, most; /* of the lines */
    double first, last; /* along the axis */
} Scale;

static Scale scale_of(const Plot *plot, const PlotPanel *panel) {
    Scale scale = {HUGE_VAL, -HUGE_VAL, 1, 1};
    for (size_t i = 0; i < plot->count; i++) {
        for (int line = 0; line < panel->line_count; line++) {
            double number = number_at(plot, i, panel->lines[line].offset);
            scale.least = fmin(scale.least, number);
            scale.most = fmax(scale.most, number);
        }
        scale.first = fmin(scale.first, number_at(plot, i, plot->along));
        scale.last = fmax(scale.last, number_at(plot, i, plot->along));
    }
    double margin = 0.05 * (scale.most - scale.least) + 1e-4;
    scale.least -= margin;
    scale.most += margin;
    return scale;
}

/* Digits behind the point of a panel's numbers. */
static int digits_of(Scale scale) {
    return scale.most - scale.least < WIDE ? 4 : 0;
}

static double to_x(Scale scale, double along) {
    double length = scale.last - scale.first;
    return length > 0 ? LEFT + WIDTH * (along - scale.first) / length : LEFT + WIDTH / 2.0;
}

static double to_y(Scale scale, double number) {
    return TOP + HEIGHT * (scale.most - number) / (scale.most - scale.least);
}

static void draw_axes(FILE *file, const Plot *plot, const PlotPanel *panel, Scale scale) {
    enum { TICKS = 4 };
    fprintf(file,
            "<text x=\"%d\" y=\"18\" font-weight=\"bold\">%s</text>\n"
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#888\"/>\n",
            LEFT, panel->title, LEFT, TOP, WIDTH, HEIGHT);
    for (int tick = 0; tick <= TICKS; tick++) {
        double number = scale.least + (scale.most - scale.least) * tick / TICKS;
        fprintf(file, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.*f</text>\n", LEFT - 5,
                to_y(scale, number) + 4, digits_of(scale), number);
    }
    fprintf(file,
            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.3g</text>\n"
            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.3g</text>\n"
            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
            to_x(scale, scale.first), TOP + HEIGHT + 15, scale.first, to_x(scale, scale.last),
            TOP + HEIGHT + 15, scale.last, LEFT + WIDTH / 2, TOP + HEIGHT + 30, plot->axis);
}

static void draw_line(FILE *file, const Plot *plot, const PlotLine *line, int number, Scale scale) {
    fprintf(file, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"",
            line->color);
    for (size_t i = 0; i < plot->count; i++)
        fprintf(file, "%s%.1f,%.1f", i > 0 ? " " : "", to_x(scale, number_at(plot, i, plot->along)),
                to_y(scale, number_at(plot, i, line->offset)));
    double last = number_at(plot, plot->count - 1, line->offset);
    fprintf(file,
            "\"/>\n<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n"
            "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s %.*f</text>\n",
            to_x(scale, number_at(plot, plot->count - 1, plot->along)), to_y(scale, last),
            line->color, LEFT + number * WIDTH / PLOT_LINES_MAX, TOP + HEIGHT + 50, line->color,
            line->name, digits_of(scale), last);
}

void plot_write(const Plot *plot, FILE *file) {
    int height = TOP + HEIGHT + FOOT + (plot->note != NULL ? NOTE : 0);
    fprintf(file,
            PLOT_START " width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
                       "font-size=\"12\">\n"
                       "<title>%s</title>\n"
                       "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            PANEL * plot->panel_count, height, plot->title);
    for (int i = 0; i < plot->panel_count && plot->count > 0; i++) {
        const PlotPanel *panel = &plot->panels[i];
        Scale scale = scale_of(plot, panel);
        fprintf(file, "<g transform=\"translate(%d,0)\">\n", PANEL * i);
        draw_axes(file, plot, panel, scale);
        for (int line = 0; line < panel->line_count; line++)
            draw_line(file, plot, &panel->lines[line], line, scale);
        fprintf(file, "</g>\n");
    }
    if (plot->note != NULL)
        fprintf(file, "<text x=\"%d\" y=\"%d\">%s</text>\n", LEFT, height - 10, plot->note);
    fprintf(file, "</svg>\n");
}
