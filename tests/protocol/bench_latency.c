/* bench_latency.c: how fast the engine process reacts. Prints figures, judges nothing.
 *
 *   bench_latency PBRAIN [ROUNDS]
 *
 * Measured as a client sees it, in milliseconds, as median and worst of all rounds:
 *   start     from the start of the process to OK
 *   stop      from YXSTOP to the move
 *   exit      from END in mid-search to the end of the process, with Gomocup's 350 MiB in use
 *   overshoot from the end of timeout_turn to the move (negative: before it), both with the other
 *             processors idle and with a busy thread on every one of them
 * POSIX only. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
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
    ROUNDS_DEFAULT = 20,
    EXIT_ROUNDS = 5,
    ROUNDS_MAX = 1000,
    LOADS_MAX = 64,
    TURN_MS = 500,
    THINK_MS = 200,
    FILL_S = 2
};

typedef struct Engine {
    pid_t pid;
    int in;
    FILE *out;
} Engine;

static double now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void die(const char *what) {
    fprintf(stderr, "bench_latency: %s\n", what);
    exit(EXIT_FAILURE);
}

static Engine start(const char *program) {
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0)
        die(strerror(errno));
    Engine engine = {.pid = fork()};
    if (engine.pid < 0)
        die(strerror(errno));
    if (engine.pid == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[0]);
        close(in[1]);
        close(out[0]);
        close(out[1]);
        execl(program, program, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    engine.in = in[1];
    engine.out = fdopen(out[0], "r");
    if (engine.out == NULL)
        die(strerror(errno));
    return engine;
}

static void say(Engine *engine, const char *text) {
    if (write(engine->in, text, strlen(text)) < 0)
        die("the engine is gone");
}

/* Waits for a line that is no MESSAGE. */
static void hear(Engine *engine) {
    char line[8192];
    do
        if (fgets(line, sizeof line, engine->out) == NULL)
            die("the engine is gone");
    while (strncmp(line, "MESSAGE ", 8) == 0);
}

static void end(Engine *engine) {
    say(engine, "END\n");
    close(engine->in);
    fclose(engine->out);
    waitpid(engine->pid, NULL, 0);
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print(const char *what, double *ms, int count) {
    qsort(ms, (size_t)count, sizeof ms[0], compare);
    printf("%-28s median %7.1f ms   worst %7.1f ms   of %d\n", what, ms[count / 2], ms[count - 1],
           count);
    fflush(stdout);
}

static void measure_start(const char *program, double *ms, int rounds) {
    for (int i = 0; i < rounds; i++) {
        double begin = now_ms();
        Engine engine = start(program);
        say(&engine, "START 15\n");
        hear(&engine);
        ms[i] = now_ms() - begin;
        end(&engine);
    }
    print("start to OK", ms, rounds);
}

/* A quiet position that keeps the search busy. */
static const char position[] = "BOARD\n3,3,1\n11,11,2\n3,11,1\n11,3,2\n6,4,1\n8,10,2\nDONE\n";

static void measure_stop(const char *program, double *ms, int rounds) {
    Engine engine = start(program);
    say(&engine, "START 15\nINFO timeout_turn -1\n");
    hear(&engine);
    for (int i = 0; i < rounds; i++) {
        say(&engine, position);
        nanosleep(&(struct timespec){.tv_nsec = THINK_MS * 1000000L}, NULL);
        double begin = now_ms();
        say(&engine, "YXSTOP\n");
        hear(&engine);
        ms[i] = now_ms() - begin;
    }
    end(&engine);
    print("YXSTOP to move", ms, rounds);
}

static void measure_exit(const char *program, double *ms, int rounds) {
    for (int i = 0; i < rounds; i++) {
        Engine engine = start(program);
        say(&engine, "START 20\nINFO max_memory 367001600\nINFO timeout_turn -1\n");
        hear(&engine);
        say(&engine, position);
        nanosleep(&(struct timespec){.tv_sec = FILL_S}, NULL);
        double begin = now_ms();
        end(&engine);
        ms[i] = now_ms() - begin;
    }
    print("END in mid-search to exit", ms, rounds);
}

static void measure_overshoot(const char *program, const char *what, double *ms, int rounds) {
    char info[64];
    Engine engine = start(program);
    snprintf(info, sizeof info, "START 15\nINFO timeout_turn %d\n", TURN_MS);
    say(&engine, info);
    hear(&engine);
    for (int i = 0; i < rounds; i++) {
        double begin = now_ms();
        say(&engine, position);
        hear(&engine);
        ms[i] = now_ms() - begin - TURN_MS;
    }
    end(&engine);
    print(what, ms, rounds);
}

static void *burn(void *context) {
    atomic_bool *is_over = context;
    while (!atomic_load_explicit(is_over, memory_order_relaxed))
        ;
    return NULL;
}

static void measure_loaded_overshoot(const char *program, double *ms, int rounds) {
    pthread_t loads[LOADS_MAX];
    atomic_bool is_over = false;
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    count = count < 1 ? 1 : count > LOADS_MAX ? LOADS_MAX : count;
    for (long i = 0; i < count; i++)
        if (pthread_create(&loads[i], NULL, burn, &is_over) != 0)
            die("no thread");
    measure_overshoot(program, "overshoot, all cores busy", ms, rounds);
    atomic_store(&is_over, true);
    for (long i = 0; i < count; i++)
        pthread_join(loads[i], NULL);
}

int main(int argc, char **argv) {
    static double ms[ROUNDS_MAX];
    int rounds = argc > 2 ? atoi(argv[2]) : ROUNDS_DEFAULT;
    if (argc < 2 || argc > 3 || rounds < 1 || rounds > ROUNDS_MAX) {
        fprintf(stderr, "usage: bench_latency PBRAIN [ROUNDS, 1 to %d]\n", ROUNDS_MAX);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    measure_start(argv[1], ms, rounds);
    measure_stop(argv[1], ms, rounds);
    measure_exit(argv[1], ms, rounds < EXIT_ROUNDS ? rounds : EXIT_ROUNDS);
    measure_overshoot(argv[1], "overshoot", ms, rounds);
    measure_loaded_overshoot(argv[1], ms, rounds);
    return EXIT_SUCCESS;
}
