/* plot.h: curves as a picture (SVG): panels side by side, each with lines over the same axis. */
#ifndef KANAME_TRAIN_PLOT_H
#define KANAME_TRAIN_PLOT_H

#include <stddef.h>
#include <stdio.h>

enum { PLOT_LINES_MAX = 3 };

/* A line of a panel: a double of each point. */
typedef struct PlotLine {
    const char *name, *color;
    size_t offset; /* of its double in a point */
} PlotLine;

typedef struct PlotPanel {
    const char *title;
    PlotLine lines[PLOT_LINES_MAX];
    int line_count;
} PlotPanel;

typedef struct Plot {
    const char *title;
    const char *axis; /* name of the axis */
    const char *note; /* a line below the panels; NULL: none */
    const PlotPanel *panels;
    int panel_count;
    const void *points;
    size_t count, stride; /* of the points; bytes of one */
    size_t along;         /* offset of the double on the axis, 1 and up */
} Plot;

#define PLOT_START "<svg xmlns=\"http://www.w3.org/2000/svg\"" /* a file's first bytes */

void plot_write(const Plot *plot, FILE *file);

#endif
