/* console.h: the process's standard streams as a person's terminal, or as what stands in
 * for one: what it can show, how wide it is, and Ctrl-C.
 *
 * Ctrl-C never ends the process by itself (on Windows it does): it stops a search that runs, and
 * ends the input otherwise. A thread waits for it, so that no code runs inside a signal handler. */
#ifndef KANAME_PROTOCOL_PLAY_CONSOLE_H
#define KANAME_PROTOCOL_PLAY_CONSOLE_H

#include "kaname.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct TerminalConsole {
    KanameEngine *engine;
    bool is_interactive; /* input and output are a person's: prompts make sense */
    bool has_controls;   /* a line can be written over */
    bool has_color;
    bool is_unicode;
    atomic_bool is_thinking;
    atomic_bool is_interrupted; /* Ctrl-C came during the search that ran last */
    atomic_bool is_ending;
    bool has_thread;
    int wake[2]; /* a pipe: Ctrl-C came while no search ran */
    pthread_t thread;
} TerminalConsole;

/* Before the engine makes threads, which are to leave Ctrl-C alone. The engine must outlive the
 * console. Works without the thread, too, if there is none to be had. */
void terminal_console_init(TerminalConsole *console, KanameEngine *engine);
void terminal_console_release(TerminalConsole *console);

/* Columns now; 80 where nobody knows. */
int terminal_console_columns(const TerminalConsole *console);
/* Around each search. The second one tells whether Ctrl-C came between them. */
void terminal_console_begin_search(TerminalConsole *console);
bool terminal_console_end_search(TerminalConsole *console);
/* A LineSource; the context is the console. Ends with the input or Ctrl-C. */
size_t terminal_console_read(void *context, char *buffer, size_t capacity);

#endif
