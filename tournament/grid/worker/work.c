#include "grid/worker/work.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "grid/binary.h"
#include "grid/wire/read.h"
#include "grid/worker/worker.h"
#include "run/option_words.h"
#include "shared/cli/reader.h"

#define AT(field) .offset = offsetof(WorkerOptions, field)

static const char worker_group[] = "Worker";

static const OptionRow rows[] = {
    {.name = "-engine",
     .value = "WORD...",
     .help = "program that runs may use by this name, and no other; the run sets its options:",
     .group = worker_group,
     .kind = OPTION_OWN,
     .words = &engine_program_table,
     .read = words_read_engine,
     .list = "engines",
     .example = "-engine cmd=another name=other"},
    {.name = NULL},
};

static const OptionRow own_rows[] = {
    {.name = "-name",
     .value = "NAME",
     .help = "name of this worker: letters, digits, '-', '_', '.'",
     .group = worker_group,
     .otherwise = "host and process number",
     .kind = OPTION_TEXT,
     AT(name)},
    {.name = "-once",
     .help = "exits when the run that it joined is over; status 1 if its manager has set it aside",
     .group = worker_group,
     .kind = OPTION_FLAG,
     AT(is_once)},
    {.name = "-speed",
     .help = "prints the speed of this machine, for -scale, and exits",
     .group = worker_group,
     .kind = OPTION_FLAG,
     AT(is_speed)},
    {.name = NULL},
};

static const char *const shared[] = {"-concurrency", "-pin", NULL};

static const OptionTable tables[] = {
    {.rows = rows, .offset = offsetof(WorkerOptions, options)},
    {.rows = own_rows},
    {.rows = grid_link_rows, .offset = offsetof(WorkerOptions, grid)},
    {.rows = options_rows, .offset = offsetof(WorkerOptions, options), .only = shared}};
enum { TABLES = sizeof tables / sizeof *tables };

static bool check_options(OptionReader *reader, void *target) {
    const WorkerOptions *work_options = target;
    const Options *options = &work_options->options;
    if (work_options->is_speed)
        return true;
    reader->option = "-grid";
    if (work_options->grid.url == NULL)
        return option_complain(reader, "expected the server's URL");
    reader->option = "-name";
    if (work_options->name != NULL &&
        (!wire_is_name(work_options->name) || strlen(work_options->name) >= WIRE_WORKER_MAX))
        return option_complain(reader, "expected 1 to %d letters, digits, '-', '_', '.'",
                               WIRE_WORKER_MAX - 1);
    reader->option = "-engine";
    if (options->engine_count == 0)
        return option_complain(reader, "expected one at least");
    for (size_t i = 0; i < options->engine_count; i++)
        if (options->engines[i].command == NULL || options->engines[i].name == NULL)
            return option_complain(reader, "number %zu: expected name=NAME and cmd=COMMAND", i + 1);
    return true;
}

static const char *const usage[] = {"-grid URL -engine name=NAME cmd=COMMAND [OPTION]...", NULL};
static const char *const groups[] = {worker_group, grid_group, options_running_group, NULL};

static int work_main(int argc, char **argv);

const OptionCommand work_command = {.program = "kaname-tournament",
                                    .name = "work",
                                    .about = "Plays the games of runs on other machines.",
                                    .usage = usage,
                                    .groups = groups,
                                    .tables = tables,
                                    .table_count = TABLES,
                                    .check = check_options,
                                    .run = work_main};

static int work_main(int argc, char **argv) {
    WorkerOptions options = {0};
    OptionOutcome outcome = option_read_command(&work_command, &options, argc - 1, argv + 1);
    int status = option_status(outcome);
    if (outcome == OPTION_READ && options.is_speed)
        printf("%.1f\n", binary_speed());
    else if (outcome == OPTION_READ)
        status = worker_run(&options);
    option_release(&tables[1], &options);
    option_release(&tables[2], &options.grid);
    options_release(&options.options);
    return status;
}
