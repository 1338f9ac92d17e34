/* console.h: the process's standard streams as a terminal: its capabilities, its width, Ctrl-C.
 *
 * During a search Ctrl-C stops the search; otherwise it is a line of input, TERMINAL_INTERRUPT, or
 * ends the process if input or output is no terminal. (On Windows it always ends the process.) On a
 * terminal with control codes lines can be edited (editor.h): the console reads keys one by one,
 * without echo, and restores the terminal's mode when it is released or a signal ends the process.
 * A thread waits for the signals, so no code runs inside a handler. */
#ifndef KANAME_PROTOCOL_PLAY_CONSOLE_H
#define KANAME_PROTOCOL_PLAY_CONSOLE_H

#include "kaname.h"
#include "play/editor.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#ifndef _WIN32
#include <termios.h>
#endif

typedef struct TerminalConsole {
    KanameEngine *engine; /* NULL: Ctrl-C stops no search by itself */
    bool is_interactive;  /* a person types and reads: show prompts */
    bool has_controls;    /* control codes work: a line can be overwritten */
    bool has_color;
    bool is_unicode;
    atomic_bool is_thinking;
    atomic_bool is_interrupted; /* Ctrl-C came during the last search */
    atomic_bool is_ending;
    bool has_thread;
    int wake[2]; /* a pipe: Ctrl-C came while no search ran */
    pthread_t thread;
    bool is_editing;
    Editor editor;
    size_t given, ready; /* bytes of `typed`: returned so far, in all */
    char typed[EDITOR_LINE_MAX + 1];
#ifndef _WIN32
    struct termios before; /* if is_editing: the terminal's mode */
#endif
} TerminalConsole;

/* Call this before the engine starts threads, so that they block Ctrl-C. The engine must outlive
 * the console; NULL for a caller that looks at is_interrupted and stops its searches itself. If the
 * waiting thread cannot be started, the console works without it. */
void terminal_console_init(TerminalConsole *console, KanameEngine *engine);
void terminal_console_release(TerminalConsole *console);

/* Returns the current width in columns; 80 if it is unknown. */
int terminal_console_columns(const TerminalConsole *console);
/* Call these around each search. The second one returns true if Ctrl-C came in between. */
void terminal_console_begin_search(TerminalConsole *console);
bool terminal_console_end_search(TerminalConsole *console);
/* A LineSource; the context is the console. */
size_t terminal_console_read(void *context, char *buffer, size_t capacity);

#endif
