/* storm.h: the state of a dialogue made by chance (storm.c), what the client says in it
 * (storm_said.c) and what the engine says (storm_heard.c). */
#ifndef TESTS_PROTOCOL_SESSION_STORM_H
#define TESTS_PROTOCOL_SESSION_STORM_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/lines.h"
#include "kaname.h"
#include "session/commands.h"
#include "session/session.h"
#include "support/folder.h"

enum { LINES_KEPT = 4096, LINE_BYTES = 160, COMMANDS_MAX = 128 };

typedef struct Storm {
    uint64_t chance;
    uint64_t seed;
    long sequence;
    Session *session;
    LineWriter writer;
    pthread_mutex_t lock; /* of what the engine says */
    size_t replies;
    size_t due;
    bool is_over; /* END was said */
    bool is_hostile;
    size_t said; /* lines */
    size_t kept;
    char lines[LINES_KEPT][LINE_BYTES];    /* both sides */
    const Command *commands[COMMANDS_MAX]; /* that were said */
    size_t command_count;
    char folder[FOLDER_PATH_BYTES];
} Storm;

extern Storm storm;

/* A number by chance, 0 to count - 1. */
int below(int count);

/* Keeps a line of the side `who` for the report of a failure. */
void keep(char who, const char *line);
/* Removes the folder of the files. */
void remove_files(void);
/* Prints the dialogue and ends the process. */
void fail(const char *what, const char *detail);
/* The handler of SIGALRM: the program hangs. */
void on_alarm(int number);
/* The LineSink: keeps the line and counts replies. */
bool hear(void *context, const char *text, size_t length);
/* How many replies there have been. */
size_t heard(void);

/* Says a line, which a hostile client may spoil. */
void say(const char *format, ...);
/* Says that a game begins. */
void say_start(void);
/* Says a command by chance. */
void say_something(void);

#endif
