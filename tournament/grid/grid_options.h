/* grid_options.h: the options of all commands that use a grid: the server, the login, the manager's
 * part. */
#ifndef TOURNAMENT_GRID_GRID_OPTIONS_H
#define TOURNAMENT_GRID_GRID_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "run/options.h"
#include "shared/cli/option.h"

typedef struct GridOptions {
    char *url; /* NULL: no grid */
    char *user, *password_file, *nkey, *seed_file, *credentials_file;
    char *ca_file, *certificate_file, *key_file;
    /* A manager's. */
    int local;          /* tables on its own machine */
    int64_t lease_ms;   /* see wire/run.h */
    double scale;       /* reference speed, if is_scaled; 0: of the manager's machine */
    bool is_scaled;     /* time controls follow the workers' speeds */
    bool is_any_binary; /* workers need not have the same programs */
    int aside_percent;  /* of faulty games at which a worker is set aside */
    int replicas;       /* of the stream, in a cluster of servers */
} GridOptions;

/* Rows for a GridOptions: those of the connection, which workers take too, and the manager's. Empty
 * in a build without the grid. */
extern const char grid_group[];
extern const OptionRow grid_link_rows[];
extern const OptionRow grid_manager_rows[];

/* Checks the options that depend on each other and on the tournament's; does nothing without -grid.
 * Returns false after it left an error in the reader. */
bool grid_check(OptionReader *reader, const GridOptions *grid, const Options *options);

/* A sentence for --help if this build has no grid; "" if it has one. */
extern const char grid_missing[];

#endif
