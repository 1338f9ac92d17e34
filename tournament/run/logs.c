#include "run/logs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "game/message.h"
#include "shared/cli/say.h"

enum { LOG_NAME_MAX = 64 };

static void name_log(char name[LOG_NAME_MAX], int table) {
    snprintf(name, LOG_NAME_MAX, "kaname-tournament.%d.log", table);
}

bool logs_open(Logs *logs, Ledger *ledger, int count) {
    *logs = (Logs){.files = calloc((size_t)count + 1, sizeof *logs->files),
                   .streams = calloc((size_t)count + 1, sizeof *logs->streams),
                   .outlet = outlet_new(),
                   .start_ns = uv_hrtime()};
    if (logs->files == NULL || logs->streams == NULL || logs->outlet == NULL)
        return failure_say(&ledger->failure, STATUS_MEMORY, "no memory or no thread for the logs");
    logs->count = count;
    for (int i = 0; i < count; i++) {
        char name[LOG_NAME_MAX];
        name_log(name, i + 1);
        if (!ledger_open_log(ledger, name, &logs->files[i]))
            return false;
        logs->streams[i] = outlet_stream(logs->outlet, logs->files[i]);
        if (logs->streams[i] == NULL)
            return failure_set(&ledger->failure, STATUS_MEMORY);
    }
    return true;
}

void logs_write(Logs *logs, int table, const char *engine, char direction, const char *line) {
    static const struct {
        char direction;
        const char *arrow;
    } arrows[] = {{'<', "<-"}, {'>', "->"}, {'!', "!!"}, {'#', "##"}};
    const char *arrow = "";
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++)
        if (arrows[i].direction == direction)
            arrow = arrows[i].arrow;
    char *text = strdup(line);
    if (text != NULL)
        message_clean(text);
    fprintf(logs->streams[table - 1], "%" PRIu64 ": %s %s %s\n",
            (uv_hrtime() - logs->start_ns) / 1000000, engine, arrow,
            text != NULL ? text : "(no memory for the line)");
    free(text);
}

bool logs_close(Logs *logs) {
    for (int i = 0; i < logs->count; i++)
        if (logs->streams[i] != NULL)
            fclose(logs->streams[i]);
    bool is_whole = outlet_free(logs->outlet);
    if (!is_whole)
        fputs("kaname-tournament: the logs could not be written completely\n", stderr);
    for (int i = 0; i < logs->count; i++) {
        char name[LOG_NAME_MAX];
        FILE *log = logs->files[i];
        if (log == NULL)
            continue;
        bool is_written = !ferror(log);
        if (fclose(log) == 0 && is_written)
            continue;
        name_log(name, i + 1);
        say_error("kaname-tournament: %s: could not be written completely\n", name);
        is_whole = false;
    }
    free(logs->files);
    free(logs->streams);
    *logs = (Logs){0};
    return is_whole;
}
