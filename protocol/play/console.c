#if !defined(_WIN32) && !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE /* struct winsize; POSIX besides */
#endif
#include "play/console.h"

#include "io/lines.h"
#include "io/words.h"

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

size_t terminal_console_read(void *context, char *buffer, size_t capacity) {
    (void)context;
    return line_read_stdin(NULL, buffer, capacity);
}

#else

/* Waits for Ctrl-C as long as the console lives. */
static void *wait_for_interrupt(void *context) {
    TerminalConsole *console = context;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    for (;;) {
        int signal_number;
        if (sigwait(&signals, &signal_number) != 0)
            return NULL;
        if (atomic_load(&console->is_ending))
            return NULL;
        if (atomic_load(&console->is_thinking)) {
            atomic_store(&console->is_interrupted, true);
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
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    console->has_thread = pthread_create(&console->thread, NULL, wait_for_interrupt, console) == 0;
    if (!console->has_thread) {
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        close(console->wake[0]);
        close(console->wake[1]);
    }
}

void terminal_console_init(TerminalConsole *console, KanameEngine *engine) {
    const char *kind = getenv("TERM");
    *console = (TerminalConsole){.engine = engine};
    console->is_interactive = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    console->has_controls = isatty(STDOUT_FILENO) && kind != NULL && strcmp(kind, "dumb") != 0;
    console->has_color = console->has_controls && getenv("NO_COLOR") == NULL;
    console->is_unicode =
        setlocale(LC_CTYPE, "") != NULL && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    start_thread(console);
}

void terminal_console_release(TerminalConsole *console) {
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

size_t terminal_console_read(void *context, char *buffer, size_t capacity) {
    TerminalConsole *console = context;
    struct pollfd waiting[2] = {{.fd = STDIN_FILENO, .events = POLLIN}};
    nfds_t count = 1;
    if (console->has_thread)
        waiting[count++] = (struct pollfd){.fd = console->wake[0], .events = POLLIN};
    while (poll(waiting, count, -1) < 0)
        if (errno != EINTR)
            return 0;
    if (count > 1 && waiting[1].revents != 0)
        return 0;
    return line_read_stdin(NULL, buffer, capacity);
}

#endif

void terminal_console_begin_search(TerminalConsole *console) {
    kaname_clear_stop(console->engine);
    atomic_store(&console->is_interrupted, false);
    atomic_store(&console->is_thinking, true);
}

bool terminal_console_end_search(TerminalConsole *console) {
    atomic_store(&console->is_thinking, false);
    return atomic_load(&console->is_interrupted);
}
