/* worker.h: a worker: joins the runs that managers announce on a grid and plays their tasks at its
 * tables. Prints what it does to standard output, errors to standard error.
 *
 * SIGINT once finishes the tasks under way; SIGINT again, SIGTERM or SIGHUP give them back. */
#ifndef TOURNAMENT_GRID_WORKER_H
#define TOURNAMENT_GRID_WORKER_H

#include <stdbool.h>

#include "grid/grid_options.h"
#include "run/options.h"

typedef struct WorkerOptions {
    Options options; /* the engines, by name, and the tables */
    GridOptions grid;
    char *name;    /* NULL: host and process number */
    bool is_once;  /* leaves with the first run */
    bool is_speed; /* prints the speed and ends; worker_run() ignores it */
} WorkerOptions;

/* Works until a signal, or with is_once the end of the run, stops it. Returns the exit status: 0,
 * or 1 if it could not begin. */
int worker_run(const WorkerOptions *options);

#endif
