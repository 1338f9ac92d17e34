#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* open_memstream() */
#endif
#include "web/handlers/web_commands.h"

#include "io/json.h"
#include "level/level.h"
#include "shared/status/failure.h"
#include "web/handlers/handlers.h"

#include <stdio.h>
#include <stdlib.h>

static bool web_about(WebDesk *desk, const WebRequest *request, FILE *answer, Failure *failure) {
    (void)request;
    (void)failure;
    fprintf(answer, "\"version\":\"%s\",\"isa\":\"%s\",\"weights\":\"%08x\",\"levels\":[",
            kaname_version(), kaname_isa(desk->thinker),
            (unsigned)kaname_weights_id(desk->thinker));
    for (int i = 1; i <= LEVEL_COUNT; i++)
        fprintf(answer, "%s\"%s\"", i > 1 ? "," : "", level_at(i)->name);
    putc(']', answer);
    return true;
}

typedef struct Command {
    const char *name; /* sorted */
    WebHandler *run;
} Command;

static const Command commands[] = {
    {"ABOUT", web_about},       {"BENCH", web_bench}, {"DECIDE", web_decide},
    {"DEFENCES", web_defences}, {"FACTS", web_facts}, {"FOUL", web_foul},
    {"OPENING", web_opening},   {"READ", web_read},   {"REVIEW", web_review},
    {"SOLVE", web_solve},       {"THINK", web_think}, {"THREATS", web_threats},
    {"WRITE", web_write},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static bool run(WebDesk *desk, const char *line, const char *data, size_t data_size, FILE *answer,
                Failure *failure) {
    WebRequest request;
    if (!request_read(&request, line, data, data_size, failure))
        return false;
    size_t at = word_find(request.command, commands, COMMAND_COUNT, sizeof commands[0]);
    return at < COMMAND_COUNT ? commands[at].run(desk, &request, answer, failure)
                              : failure_say(failure, STATUS_SYNTAX, "an unknown command");
}

char *web_answer(WebDesk *desk, const char *line, const char *data, size_t data_size) {
    Failure failure = FAILURE_NONE;
    char *text = NULL;
    size_t size = 0;
    FILE *answer = open_memstream(&text, &size);
    if (answer == NULL)
        return NULL;
    putc('{', answer);
    if (!run(desk, line, data, data_size, answer, &failure)) {
        rewind(answer);
        fputs("{\"wrong\":", answer);
        json_write_string(answer, failure.text);
    }
    fputs("}", answer);
    putc('\0', answer); /* ends the text even inside a longer answer begun before */
    if (fclose(answer) == 0)
        return text;
    free(text);
    return NULL;
}
