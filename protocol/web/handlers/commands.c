#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* open_memstream() */
#endif
#include "web/handlers/commands.h"

#include "io/json.h"
#include "level/level.h"
#include "web/handlers/handlers.h"

#include <stdio.h>
#include <stdlib.h>

static const char *about_answer(WebDesk *desk, const WebRequest *request, FILE *answer,
                                char *error) {
    (void)request;
    (void)error;
    fprintf(answer, "\"version\":\"%s\",\"isa\":\"%s\",\"weights\":\"%08x\",\"levels\":[",
            kaname_version(), kaname_isa(desk->thinker),
            (unsigned)kaname_weights_id(desk->thinker));
    for (int i = 1; i <= LEVEL_COUNT; i++)
        fprintf(answer, "%s\"%s\"", i > 1 ? "," : "", level_at(i)->name);
    putc(']', answer);
    return NULL;
}

typedef struct Command {
    const char *name; /* sorted */
    WebHandler *run;
} Command;

static const Command commands[] = {
    {"ABOUT", about_answer},       {"BENCH", bench_answer},   {"DECIDE", decide_answer},
    {"DEFENCES", defences_answer}, {"FACTS", facts_answer},   {"OPENING", opening_answer},
    {"READ", read_answer},         {"REVIEW", review_answer}, {"SOLVE", solve_answer},
    {"THINK", think_answer},       {"WRITE", write_answer},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static const char *run(WebDesk *desk, const char *line, const char *data, size_t data_size,
                       FILE *answer, char *error) {
    WebRequest request;
    const char *wrong = request_read(&request, line, data, data_size);
    if (wrong != NULL)
        return wrong;
    size_t at = word_find(request.command, commands, COMMAND_COUNT, sizeof commands[0]);
    return at < COMMAND_COUNT ? commands[at].run(desk, &request, answer, error)
                              : "an unknown command";
}

char *web_answer(WebDesk *desk, const char *line, const char *data, size_t data_size) {
    char *text = NULL, error[GAME_ERROR_MAX];
    size_t size = 0;
    FILE *answer = open_memstream(&text, &size);
    if (answer == NULL)
        return NULL;
    putc('{', answer);
    const char *wrong = run(desk, line, data, data_size, answer, error);
    if (wrong != NULL) {
        rewind(answer);
        fputs("{\"wrong\":", answer);
        json_write_string(answer, wrong);
    }
    fputs("}", answer);
    putc('\0', answer); /* ends the text even inside a longer answer begun before */
    if (fclose(answer) == 0)
        return text;
    free(text);
    return NULL;
}
