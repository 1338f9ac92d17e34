#if !defined(_WIN32) && !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE /* struct winsize; POSIX besides */
#endif
#include "play/console.h"

#include "io/lines.h"
#include "play/terminal.h"
#include "shared/text/words.h"

#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <io.h>
#include <windows.h>
#else
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#endif

enum { COLUMNS_DEFAULT = 80, COLUMNS_MAX = 1000 };

/* COLUMNS, where a shell exports it. */
static int columns_of_environment(void) {
    const char *text = getenv("COLUMNS");
    int64_t columns = 0;
    Words words = words_of(text != NULL ? text : "", text != NULL ? strlen(text) : 0);
    bool is_good = words_integer(&words, &columns) && words_at_end(&words) && columns > 0;
    return is_good && columns <= COLUMNS_MAX ? (int)columns : COLUMNS_DEFAULT;
}

#ifdef _WIN32

static bool use_controls(void) {
    HANDLE output = GetStdHandle(STD_OUTPUT_HANDLE);
    DWORD mode;
    return GetConsoleMode(output, &mode) &&
           SetConsoleMode(output, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

void terminal_console_init(TerminalConsole *console, KanameEngine *engine) {
    *console = (TerminalConsole){.engine = engine};
    console->is_interactive = _isatty(0) && _isatty(1);
    console->has_controls = _isatty(1) && use_controls();
    console->has_color = console->has_controls && getenv("NO_COLOR") == NULL;
}

void terminal_console_release(TerminalConsole *console) {
    (void)console;
}

int terminal_console_columns(const TerminalConsole *console) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    (void)console;
    if (GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info))
        return info.srWindow.Right - info.srWindow.Left + 1;
    return columns_of_environment();
}

static bool take_interrupt(const TerminalConsole *console) {
    (void)console;
    return false;
}

size_t terminal_console_read(void *context, char *buffer, size_t capacity) {
    (void)context;
    return line_read_stdin(NULL, buffer, capacity);
}

#else

/* Adds Ctrl-C and the signals that end the process by default. */
static void add_signals(sigset_t *signals) {
    sigemptyset(signals);
    sigaddset(signals, SIGINT);
    sigaddset(signals, SIGTERM);
    sigaddset(signals, SIGHUP);
    sigaddset(signals, SIGQUIT);
}

static void restore_terminal(const TerminalConsole *console) {
    if (console->is_editing)
        (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &console->before);
}

/* Ends the process by the signal, as if it had not been caught. */
static void die(const TerminalConsole *console, int signal_number) {
    sigset_t signals;
    restore_terminal(console);
    sigemptyset(&signals);
    sigaddset(&signals, signal_number);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
    (void)raise(signal_number);
}

/* Waits for signals as long as the console lives. */
static void *wait_for_signals(void *context) {
    TerminalConsole *console = context;
    sigset_t signals;
    add_signals(&signals);
    for (;;) {
        int signal_number;
        if (sigwait(&signals, &signal_number) != 0)
            return NULL;
        if (atomic_load(&console->is_ending))
            return NULL;
        bool is_thinking = atomic_load(&console->is_thinking);
        if (signal_number != SIGINT || (!is_thinking && !console->is_interactive)) {
            die(console, signal_number);
        } else if (is_thinking) {
            atomic_store(&console->is_interrupted, true);
            if (console->engine != NULL)
                kaname_stop(console->engine);
        } else if (write(console->wake[1], "", 1) < 0) {
            return NULL;
        }
    }
}

static void start_thread(TerminalConsole *console) {
    sigset_t signals, before;
    if (pipe(console->wake) != 0)
        return;
    add_signals(&signals);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    console->has_thread = pthread_create(&console->thread, NULL, wait_for_signals, console) == 0;
    if (!console->has_thread) {
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        close(console->wake[0]);
        close(console->wake[1]);
    }
}

/* Makes keys arrive one by one, without echo; Ctrl-C and Ctrl-Z work as usual. Called before each
 * line: a shell may have changed the mode while the process was stopped. */
static void take_keys(TerminalConsole *console) {
    if (!console->is_editing)
        return;
    struct termios keys = console->before;
    keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    console->is_editing = tcsetattr(STDIN_FILENO, TCSADRAIN, &keys) == 0;
}

void terminal_console_init(TerminalConsole *console, KanameEngine *engine) {
    const char *kind = getenv("TERM");
    *console = (TerminalConsole){.engine = engine};
    console->is_interactive = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    console->has_controls = isatty(STDOUT_FILENO) && kind != NULL && strcmp(kind, "dumb") != 0;
    console->has_color = console->has_controls && getenv("NO_COLOR") == NULL;
    console->is_unicode =
        setlocale(LC_CTYPE, "") != NULL && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    console->is_editing = console->is_interactive && console->has_controls &&
                          tcgetattr(STDIN_FILENO, &console->before) == 0;
    start_thread(console);
    take_keys(console);
}

void terminal_console_release(TerminalConsole *console) {
    restore_terminal(console);
    if (!console->has_thread)
        return;
    atomic_store(&console->is_ending, true);
    pthread_kill(console->thread, SIGINT);
    pthread_join(console->thread, NULL);
    close(console->wake[0]);
    close(console->wake[1]);
}

int terminal_console_columns(const TerminalConsole *console) {
    struct winsize size;
    (void)console;
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return columns_of_environment();
}

/* The next event: a key or a line (from a pipe: any bytes), Ctrl-C, or an error. */
typedef enum { NEXT_INPUT, NEXT_INTERRUPT, NEXT_NOTHING } Next;

static Next wait_for_next(const TerminalConsole *console) {
    struct pollfd waiting[2] = {{.fd = STDIN_FILENO, .events = POLLIN}};
    nfds_t count = 1;
    char byte;
    if (console->has_thread)
        waiting[count++] = (struct pollfd){.fd = console->wake[0], .events = POLLIN};
    while (poll(waiting, count, -1) < 0)
        if (errno != EINTR)
            return NEXT_NOTHING;
    if (count == 1 || waiting[1].revents == 0)
        return NEXT_INPUT;
    return read(console->wake[0], &byte, 1) == 1 ? NEXT_INTERRUPT : NEXT_NOTHING;
}

/* Returns whether Ctrl-C came since the last prompt. */
static bool take_interrupt(const TerminalConsole *console) {
    struct pollfd waiting = {.fd = console->wake[0], .events = POLLIN};
    char byte;
    return console->has_thread && poll(&waiting, 1, 0) == 1 &&
           read(console->wake[0], &byte, 1) == 1;
}

static bool draw_line(const TerminalConsole *console) {
    char drawn[EDITOR_DRAWN_MAX];
    size_t length =
        editor_draw(&console->editor, TERMINAL_PROMPT, terminal_console_columns(console), drawn);
    return line_write_stdout(NULL, drawn, length);
}

static void take_typed(TerminalConsole *console, const char *line, size_t length) {
    memcpy(console->typed, line, length);
    console->typed[length] = '\n';
    console->given = 0;
    console->ready = length + 1;
}

/* Fills console->typed with the next line; leaves it empty at the end of the input. */
static void edit_line(TerminalConsole *console) {
    char byte;
    editor_begin(&console->editor);
    for (;;) {
        Next next = wait_for_next(console);
        if (next == NEXT_INTERRUPT) {
            take_typed(console, TERMINAL_INTERRUPT, strlen(TERMINAL_INTERRUPT));
            (void)line_write_stdout(NULL, "\n", 1);
            return;
        }
        if (next == NEXT_NOTHING || read(STDIN_FILENO, &byte, 1) != 1)
            return;
        EditorEvent event = editor_feed(&console->editor, byte);
        if (event == EDITOR_END || (event == EDITOR_MORE && !draw_line(console)))
            return;
        if (event == EDITOR_LINE) {
            take_typed(console, console->editor.line, console->editor.length);
            (void)line_write_stdout(NULL, "\n", 1);
            return;
        }
    }
}

size_t terminal_console_read(void *context, char *buffer, size_t capacity) {
    TerminalConsole *console = context;
    if (console->given == console->ready) {
        console->given = console->ready = 0;
        if (console->is_editing) {
            take_keys(console);
            edit_line(console);
        } else {
            Next next = wait_for_next(console);
            if (next == NEXT_INPUT)
                return line_read_stdin(NULL, buffer, capacity);
            if (next == NEXT_INTERRUPT)
                take_typed(console, TERMINAL_INTERRUPT, strlen(TERMINAL_INTERRUPT));
        }
    }
    size_t left = console->ready - console->given, count = left < capacity ? left : capacity;
    memcpy(buffer, console->typed + console->given, count);
    console->given += count;
    return count;
}

#endif

/* Where the engine plays both sides, no prompt takes a Ctrl-C that came between two searches. */
void terminal_console_begin_search(TerminalConsole *console) {
    if (console->engine != NULL)
        kaname_clear_stop(console->engine);
    atomic_store(&console->is_interrupted, false);
    atomic_store(&console->is_thinking, true);
    if (take_interrupt(console)) {
        atomic_store(&console->is_interrupted, true);
        if (console->engine != NULL)
            kaname_stop(console->engine);
    }
}

bool terminal_console_end_search(TerminalConsole *console) {
    atomic_store(&console->is_thinking, false);
    return atomic_load(&console->is_interrupted);
}
