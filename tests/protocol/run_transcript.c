/* run_transcript.c: runs an engine process through a written dialogue and compares what it says.
 *
 *   run_transcript ENGINE FILE.in        the replies due are in FILE.out
 *
 * FILE.in holds the lines to send. A line that starts with '@' is an order to this program:
 *   @wait [N]     waits for N more replies (default 1); MESSAGE and DEBUG lines are none
 *   @message      waits for one more MESSAGE line: a search is running
 *   @sleep MS     waits
 *   @eol lf|crlf|cr|none      how the lines from here on end
 *   @fill N TEXT  sends TEXT N times, no line end
 *   @hex BYTES    sends bytes, no line end
 *   @close        ends the input
 *   @exits MS     the engine must be gone within MS from now (default at the end: 5000)
 *   @only KIND    for the build: which engine the dialogue needs
 *   @# ...        a comment
 * At the end of the file the input is closed.
 *
 * FILE.out holds the lines due, in order:
 *   <message>*    any number of MESSAGE lines
 *   <move>        x,y on the board, on none of the points that the dialogue has named
 *   <point>       x,y on any board
 *   <5,4|5,5>     one of these
 *   <not 5,4>     x,y but not this
 *   TEXT<rest>    a line that starts with TEXT
 *   anything else the line itself
 *
 * Besides, always: nothing on standard error; every chunk that a read yields ends with a line;
 * no line is empty, too long, or of a kind that clients misread; exit status 0.
 * POSIX only. */
#define _POSIX_C_SOURCE 200809L

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    LINES_MAX = 100000,
    LINE_MAX_BYTES = 2400, /* what Yixin-Board's buffers stand */
    CHUNK_BYTES = 1 << 20, /* more than a pipe holds: a read yields all there is */
    WAIT_MS = 20000,       /* for a reply; then the engine hangs */
    EXIT_MS = 5000,
    SIZE_MAX_CELLS = 22
};

typedef struct Lines {
    char *line[LINES_MAX];
    size_t count;
} Lines;

typedef struct Engine {
    pid_t pid;
    int in, out, error; /* -1: closed */
    Lines said;
    size_t replies, messages;                 /* among `said` */
    size_t replies_awaited, messages_awaited; /* by the dialogue so far */
    const char *line_end;
    int64_t exit_deadline_ms; /* 0: none yet */
} Engine;

static const char *transcript;

static void fail(const Engine *engine, const char *what, const char *detail) {
    fprintf(stderr, "%s: %s: %s\n", transcript, what, detail);
    for (size_t i = 0; engine != NULL && i < engine->said.count; i++)
        fprintf(stderr, "  said: %s\n", engine->said.line[i]);
    if (engine != NULL && engine->pid > 0)
        kill(engine->pid, SIGKILL);
    exit(EXIT_FAILURE);
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool starts_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

static bool is_note(const char *line) {
    return starts_with(line, "MESSAGE ") || starts_with(line, "DEBUG ");
}

/* Reads `x,y` and nothing else; no sign, no blank, no zero in front. */
static bool read_move(const char *text, int *x, int *y) {
    int end = 0;
    char again[32];
    if (sscanf(text, "%d,%d%n", x, y, &end) != 2 || text[end] != '\0')
        return false;
    snprintf(again, sizeof again, "%d,%d", *x, *y);
    return strcmp(again, text) == 0;
}

/* ---- The process ------------------------------------------------------------------------- */

static void start(Engine *engine, const char *program) {
    int in[2], out[2], error[2];
    if (pipe(in) != 0 || pipe(out) != 0 || pipe(error) != 0)
        fail(NULL, "pipe", strerror(errno));
    engine->pid = fork();
    if (engine->pid < 0)
        fail(NULL, "fork", strerror(errno));
    if (engine->pid == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        dup2(error[1], STDERR_FILENO);
        for (int i = 0; i < 2; i++) {
            close(in[i]);
            close(out[i]);
            close(error[i]);
        }
        execl(program, program, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    close(error[1]);
    engine->in = in[1];
    engine->out = out[0];
    engine->error = error[0];
    engine->line_end = "\n";
}

/* What no client may be told. */
static void check_line(const Engine *engine, const char *line) {
    static const char *const kinds[] = {"MESSAGE ", "DEBUG ", "ERROR ", "UNKNOWN ",
                                        "FORBID ",  "name=",  "OK",     "SWAP"};
    if (strlen(line) > LINE_MAX_BYTES)
        fail(engine, "a line is too long", line);
    for (const char *at = line; *at != '\0'; at++)
        if (*at < ' ' || *at > '~')
            fail(engine, "a byte is not printable ASCII", line);
    if (isdigit((unsigned char)line[0]))
        return;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (starts_with(line, kinds[i]))
            return;
    fail(engine, "a line of no known kind", line);
}

static void take_chunk(Engine *engine, const char *chunk, size_t length) {
    if (chunk[length - 1] != '\n')
        fail(engine, "a line came in parts", chunk);
    while (length > 0) {
        size_t end = (size_t)((const char *)memchr(chunk, '\n', length) - chunk);
        if (engine->said.count == LINES_MAX)
            fail(engine, "too many lines", "");
        char *line = strndup(chunk, end);
        engine->said.line[engine->said.count++] = line;
        check_line(engine, line);
        *(is_note(line) ? &engine->messages : &engine->replies) += 1;
        chunk += end + 1;
        length -= end + 1;
    }
}

/* Takes what the engine says for up to `ms`. False: it has closed its output. */
static bool listen(Engine *engine, int ms) {
    static char chunk[CHUNK_BYTES + 1];
    struct pollfd files[] = {{engine->out, POLLIN, 0}, {engine->error, POLLIN, 0}};
    if (poll(files, 2, ms) <= 0)
        return true;
    if (files[1].revents != 0) {
        ssize_t count = read(engine->error, chunk, CHUNK_BYTES);
        if (count > 0) {
            chunk[count] = '\0';
            fail(engine, "standard error is not silent", chunk);
        }
        close(engine->error);
        engine->error = -1;
    }
    if (files[0].revents != 0) {
        ssize_t count = read(engine->out, chunk, CHUNK_BYTES);
        if (count <= 0)
            return false;
        chunk[count] = '\0';
        take_chunk(engine, chunk, (size_t)count);
    }
    return true;
}

static void wait_for(Engine *engine, const size_t *count, size_t due) {
    int64_t deadline = now_ms() + WAIT_MS;
    while (*count < due) {
        int64_t left = deadline - now_ms();
        if (left <= 0)
            fail(engine, "no answer", "");
        if (!listen(engine, (int)left) && *count < due)
            fail(engine, "the engine is gone", "");
    }
}

static void send_bytes(Engine *engine, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t count = write(engine->in, bytes, length);
        if (count < 0)
            return; /* gone: what it has said will tell */
        bytes += count;
        length -= (size_t)count;
    }
}

static void close_input(Engine *engine) {
    if (engine->in >= 0)
        close(engine->in);
    engine->in = -1;
}

static void wait_for_exit(Engine *engine) {
    int64_t deadline =
        engine->exit_deadline_ms != 0 ? engine->exit_deadline_ms : now_ms() + EXIT_MS;
    close_input(engine);
    for (int64_t left; (left = deadline - now_ms()) > 0;)
        if (!listen(engine, (int)left))
            break;
    int status = 0;
    pid_t gone;
    while ((gone = waitpid(engine->pid, &status, WNOHANG)) == 0 && now_ms() < deadline)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    if (gone == 0)
        fail(engine, "the engine does not exit", "");
    engine->pid = 0;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail(engine, "the engine failed", WIFEXITED(status) ? "exit status" : "signal");
}

/* ---- The dialogue ------------------------------------------------------------------------ */

static void sleep_ms(Engine *engine, int ms) {
    int64_t end = now_ms() + ms;
    for (int64_t left; (left = end - now_ms()) > 0;)
        if (!listen(engine, (int)left))
            return;
}

static void send_hex(Engine *engine, const char *digits) {
    unsigned byte;
    int length;
    for (; sscanf(digits, "%2x%n", &byte, &length) == 1; digits += length) {
        char raw = (char)(unsigned char)byte;
        send_bytes(engine, &raw, 1);
    }
}

static void send_fill(Engine *engine, const char *arguments) {
    int end = 0;
    long count = 0;
    if (sscanf(arguments, "%ld %n", &count, &end) != 1)
        fail(engine, "bad order", arguments);
    const char *text = arguments + end;
    size_t length = strlen(text), held = 0;
    char block[4096];
    if (length > sizeof block)
        fail(engine, "bad order", arguments);
    for (; count > 0; count--) {
        if (held + length > sizeof block) {
            send_bytes(engine, block, held);
            held = 0;
        }
        memcpy(block + held, text, length);
        held += length;
    }
    send_bytes(engine, block, held);
}

static void obey(Engine *engine, const char *order) {
    char word[16] = "";
    int end = 0;
    sscanf(order, "@%15s %n", word, &end);
    const char *rest = order + (end > 0 ? (size_t)end : strlen(order));
    if (strcmp(word, "wait") == 0) {
        engine->replies_awaited += *rest != '\0' ? (size_t)atoi(rest) : 1;
        wait_for(engine, &engine->replies, engine->replies_awaited);
        engine->messages_awaited = engine->messages;
    } else if (strcmp(word, "message") == 0) {
        wait_for(engine, &engine->messages, ++engine->messages_awaited);
    } else if (strcmp(word, "sleep") == 0) {
        sleep_ms(engine, atoi(rest));
    } else if (strcmp(word, "eol") == 0) {
        engine->line_end = starts_with(rest, "crlf") ? "\r\n"
                           : starts_with(rest, "cr") ? "\r"
                           : starts_with(rest, "lf") ? "\n"
                                                     : "";
    } else if (strcmp(word, "fill") == 0) {
        send_fill(engine, rest);
    } else if (strcmp(word, "hex") == 0) {
        send_hex(engine, rest);
    } else if (strcmp(word, "close") == 0) {
        close_input(engine);
    } else if (strcmp(word, "exits") == 0) {
        engine->exit_deadline_ms = now_ms() + atoi(rest);
    } else if (strcmp(word, "only") != 0 && word[0] != '#') {
        fail(engine, "bad order", order);
    }
}

static void talk(Engine *engine, const Lines *dialogue) {
    for (size_t i = 0; i < dialogue->count; i++) {
        const char *line = dialogue->line[i];
        if (line[0] == '@') {
            obey(engine, line);
        } else if (engine->in >= 0) {
            send_bytes(engine, line, strlen(line));
            send_bytes(engine, engine->line_end, strlen(engine->line_end));
        }
    }
}

/* ---- The comparison ---------------------------------------------------------------------- */

/* Points that the dialogue names; a move may be on none of them. */
typedef bool Named[SIZE_MAX_CELLS][SIZE_MAX_CELLS];

static void name_points(Named named, const Lines *dialogue) {
    for (size_t i = 0; i < dialogue->count; i++) {
        const char *at = dialogue->line[i];
        int x, y;
        at += strcspn(at, "0123456789");
        if (dialogue->line[i][0] != '@' && sscanf(at, "%d,%d", &x, &y) == 2 && x >= 0 &&
            x < SIZE_MAX_CELLS && y >= 0 && y < SIZE_MAX_CELLS)
            named[y][x] = true;
    }
}

static bool is_one_of(const char *line, const char *list, size_t length) {
    size_t own = strlen(line);
    for (const char *at = list; at < list + length;) {
        size_t word = strcspn(at, "|>");
        if (word == own && strncmp(at, line, own) == 0)
            return true;
        at += word + 1;
    }
    return false;
}

static bool matches(const char *pattern, const char *line, Named named) {
    int x, y;
    size_t length = strlen(pattern);
    const char *rest = strstr(pattern, "<rest>");
    if (rest != NULL)
        return strncmp(line, pattern, (size_t)(rest - pattern)) == 0;
    if (pattern[0] != '<' || pattern[length - 1] != '>')
        return strcmp(line, pattern) == 0;
    if (!read_move(line, &x, &y) || x >= SIZE_MAX_CELLS || y >= SIZE_MAX_CELLS)
        return false;
    if (strcmp(pattern, "<move>") == 0)
        return !named[y][x];
    if (strcmp(pattern, "<point>") == 0)
        return true;
    if (starts_with(pattern, "<not "))
        return !is_one_of(line, pattern + 5, length - 6);
    return is_one_of(line, pattern + 1, length - 2);
}

static void compare(const Engine *engine, const Lines *due, Named named) {
    const Lines *said = &engine->said;
    size_t at = 0;
    for (size_t i = 0; i < due->count; i++) {
        if (strcmp(due->line[i], "<message>*") == 0) {
            while (at < said->count && is_note(said->line[at]))
                at++;
            continue;
        }
        if (at == said->count)
            fail(engine, "a line is missing", due->line[i]);
        if (!matches(due->line[i], said->line[at], named))
            fail(engine, said->line[at], due->line[i]);
        at++;
    }
    if (at < said->count)
        fail(engine, "a line too many", said->line[at]);
}

static void read_lines(const char *path, Lines *lines) {
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t capacity = 0;
    if (file == NULL)
        fail(NULL, "cannot read", path);
    for (ssize_t length; (length = getline(&line, &capacity, file)) >= 0;) {
        if (length > 0 && line[length - 1] == '\n')
            line[length - 1] = '\0';
        if (lines->count < LINES_MAX)
            lines->line[lines->count++] = strdup(line);
    }
    free(line);
    fclose(file);
}

static void release(Lines *lines) {
    for (size_t i = 0; i < lines->count; i++)
        free(lines->line[i]);
}

int main(int argc, char **argv) {
    static Engine engine;
    static Lines dialogue, due;
    static Named named;
    char out_path[4096];
    size_t length = argc == 3 ? strlen(argv[2]) : 0;
    if (length < 3 || strcmp(argv[2] + length - 3, ".in") != 0) {
        fprintf(stderr, "usage: run_transcript ENGINE FILE.in\n");
        return 2;
    }
    transcript = argv[2];
    snprintf(out_path, sizeof out_path, "%.*s.out", (int)(length - 3), argv[2]);
    signal(SIGPIPE, SIG_IGN);
    read_lines(argv[2], &dialogue);
    read_lines(out_path, &due);
    start(&engine, argv[1]);
    talk(&engine, &dialogue);
    wait_for_exit(&engine);
    name_points(named, &dialogue);
    compare(&engine, &due, named);
    release(&dialogue);
    release(&due);
    release(&engine.said);
    return EXIT_SUCCESS;
}
