#include "grid/grid_options.h"

#include <limits.h>
#include <stddef.h>

const char grid_group[] = "Grid";

bool grid_check(OptionReader *reader, const GridOptions *grid, const Options *options) {
    if (grid->url == NULL)
        return true;
    reader->option = "-grid";
    if (options->format == SCHEDULE_SWISS || options->format == SCHEDULE_KNOCKOUT)
        return option_complain(reader, "the formats swiss and knockout are local only, because "
                                       "each round waits for the results of the last");
    for (size_t i = 0; i < options->engine_count; i++)
        if (options->engines[i].name == NULL)
            return option_complain(reader,
                                   "engine %zu: expected name=NAME, by which workers "
                                   "know it",
                                   i + 1);
    return true;
}

#ifdef KANAME_WITH_GRID

#define AT(field) .offset = offsetof(GridOptions, field)

const char grid_missing[] = "";

static const OptionRow login_rows[] = {
    {.name = "user", .value = "NAME", .help = "name of the account", .kind = OPTION_TEXT, AT(user)},
    {.name = "password",
     .value = "FILE",
     .help = "file whose first line is its password",
     .kind = OPTION_TEXT,
     AT(password_file)},
    {.name = "nkey",
     .value = "KEY",
     .help = "public nkey, with seed",
     .kind = OPTION_TEXT,
     AT(nkey)},
    {.name = "seed",
     .value = "FILE",
     .help = "file with the seed of the nkey",
     .kind = OPTION_TEXT,
     AT(seed_file)},
    {.name = "credentials",
     .value = "FILE",
     .help = "file with a user's token and seed",
     .kind = OPTION_TEXT,
     AT(credentials_file)},
    {.name = NULL},
};

static const OptionTable login_table = {.rows = login_rows};

static const OptionRow tls_rows[] = {
    {.name = "ca",
     .value = "FILE",
     .help = "certificates that sign the server's",
     .kind = OPTION_TEXT,
     AT(ca_file)},
    {.name = "certificate",
     .value = "FILE",
     .help = "certificate of this client, with key",
     .kind = OPTION_TEXT,
     AT(certificate_file)},
    {.name = "key", .value = "FILE", .help = "its private key", .kind = OPTION_TEXT, AT(key_file)},
    {.name = NULL},
};

static const OptionTable tls_table = {.rows = tls_rows};

const OptionRow grid_link_rows[] = {
    {.name = "-grid",
     .value = "URL",
     .help = "NATS server with JetStream, nats://HOST or tls://HOST; several with commas between",
     .group = grid_group,
     .kind = OPTION_TEXT,
     AT(url),
     .resume = OPTION_FREE},
    {.name = "-login",
     .value = "WORD...",
     .help = "account on the server:",
     .group = grid_group,
     .kind = OPTION_WORDS,
     .words = &login_table,
     .resume = OPTION_FREE},
    {.name = "-tls",
     .value = "WORD...",
     .help = "encrypts the connection and checks the server's certificate:",
     .group = grid_group,
     .kind = OPTION_WORDS,
     .words = &tls_table,
     .resume = OPTION_FREE},
    {.name = NULL},
};

const OptionRow grid_manager_rows[] = {
    {.name = "-local",
     .value = "N",
     .help = "additional tables on this machine",
     .group = grid_group,
     .standard = "0",
     .kind = OPTION_INT,
     AT(local),
     .most = 1024,
     .resume = OPTION_FREE},
    {.name = "-lease",
     .value = "S",
     .help = "silence after which a worker's encounter is given to another",
     .group = grid_group,
     .unit = "seconds",
     .standard = "30",
     .kind = OPTION_SECONDS,
     AT(lease_ms),
     .resume = OPTION_FREE},
    {.name = "-scale",
     .value = "SPEED",
     .help = "multiplies time controls by SPEED divided by the worker's speed, as `work -speed` "
             "prints it; 0: this machine's",
     .group = grid_group,
     .otherwise = "off",
     .kind = OPTION_REAL,
     AT(scale),
     .most_real = 1e9,
     .given = offsetof(GridOptions, is_scaled),
     .resume = OPTION_FREE},
    {.name = "-anybinary",
     .help = "workers need not have the same engine programs as this machine",
     .group = grid_group,
     .kind = OPTION_FLAG,
     AT(is_any_binary),
     .resume = OPTION_FREE},
    {.name = "-aside",
     .value = "PERCENT",
     .help =
         "sets a worker aside once this share of its games, of 4 at least, has ended by crash or "
         "on time",
     .group = grid_group,
     .standard = "20",
     .kind = OPTION_INT,
     AT(aside_percent),
     .least = 1,
     .most = 101,
     .resume = OPTION_FREE},
    {.name = "-replicas",
     .value = "N",
     .help = "servers of a cluster that keep the encounters",
     .group = grid_group,
     .standard = "1",
     .kind = OPTION_INT,
     AT(replicas),
     .least = 1,
     .most = 5,
     .resume = OPTION_FREE},
    {.name = NULL},
};

#else

const char grid_missing[] = "Built without libnats: no grid (-grid, work, generate, book).";
const OptionRow grid_link_rows[] = {{.name = NULL}};
const OptionRow grid_manager_rows[] = {{.name = NULL}};

#endif
