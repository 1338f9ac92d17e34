/* worker.h: a worker: joins the runs that managers announce on a grid and plays their tasks at its
 * tables. Prints its activity to standard output, errors to standard error.
 *
 * The first SIGINT lets the running tasks finish; a second SIGINT, SIGTERM or SIGHUP gives them
 * back. */
#ifndef TOURNAMENT_GRID_WORKER_WORKER_H
#define TOURNAMENT_GRID_WORKER_WORKER_H

#include <stdbool.h>

#include "grid/grid_options.h"
#include "run/options.h"

typedef struct WorkerOptions {
    Options options; /* the engines, by name, and the tables */
    GridOptions grid;
    char *name;    /* NULL: host and process number */
    bool is_once;  /* ends with the first run */
    bool is_speed; /* print the speed and exit; worker_run() ignores it */
} WorkerOptions;

/* Works until a signal stops it, or with is_once until the run ends. Returns the exit status: 0, or
 * 1 if it cannot begin. */
int worker_run(const WorkerOptions *options);

#endif
