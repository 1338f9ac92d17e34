/* logs.h: logs of the dialogue with the engines, one file for each table:
 * kaname-tournament.TABLE.log in the working directory. A thread of its own writes them; the
 * functions belong to the loop's thread. */
#ifndef TOURNAMENT_RUN_LOGS_H
#define TOURNAMENT_RUN_LOGS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "run/ledger.h"
#include "store/outlet.h"

typedef struct Logs {
    FILE **files;   /* by table, from 0; owned */
    FILE **streams; /* of the outlet, by table */
    Outlet *outlet;
    int count;
    uint64_t start_ns; /* uv_hrtime() at time 0 of the files */
} Logs;

/* Opens the logs of `count` tables. Returns false if one cannot be opened; `ledger->failure` then
 * holds the reason. Call logs_close() in any case. */
bool logs_open(Logs *logs, Ledger *ledger, int count);
/* Writes a line of a table, from 1, with the milliseconds since logs_open(). `direction`: see
 * ArenaEvents.on_traffic. message_clean() makes the line safe for any terminal. */
void logs_write(Logs *logs, int table, const char *engine, char direction, const char *line);
/* Closes the files. Reports each file that could not be written completely on standard error; then
 * returns false. */
bool logs_close(Logs *logs);

#endif
