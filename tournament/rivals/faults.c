#include "rivals/faults.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "rivals/clock.h"

enum { STATUS_EXIT_AT_START = 3, FORKED_CHILDREN = 2 };

static const size_t mebibyte = 1024 * 1024;

/* Waits out the lifetime of a fault, then ends the process. */
static _Noreturn void linger(void) {
    rival_sleep_ms((int64_t)RIVAL_FAULT_LIFETIME_S * 1000);
    _exit(EXIT_FAILURE);
}

static void fork_children(void) {
    for (int i = 0; i < FORKED_CHILDREN; i++)
        if (fork() == 0)
            linger();
}

void rival_faults_on_process_start(const RivalFaults *faults) {
    if (faults->exit_at_start)
        _exit(STATUS_EXIT_AT_START);
    if (faults->fork_children)
        fork_children();
    if (faults->no_exit)
        signal(SIGTERM, SIG_IGN);
}

void rival_faults_on_game_start(const RivalFaults *faults, bool *has_taken_memory) {
    if (faults->memory_mb == 0 || *has_taken_memory)
        return;
    *has_taken_memory = true;
    /* Allocates in pieces, so that a limit on the process reduces the total and does not prevent
     * it; writes other bytes than zeros, so that no page is shared. Volatile: otherwise a compiler
     * may drop the writes, because nothing reads them. */
    for (int64_t i = 0; i < faults->memory_mb; i++) {
        void *volatile piece = malloc(mebibyte);
        if (!piece)
            return;
        memset(piece, 0x5A, mebibyte);
    }
}

static _Noreturn void crash(void) {
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGABRT, SIG_DFL);
    abort();
}

/* Ignores write errors: the flood itself is the fault. */
static void flood_stderr(void) {
    char line[1024];
    memset(line, '#', sizeof line);
    line[sizeof line - 1] = '\n';
    for (size_t written = 0; written < mebibyte; written += sizeof line)
        if (write(STDERR_FILENO, line, sizeof line) < 0)
            return;
}

void rival_faults_on_request(const RivalFaults *faults, int number) {
    if (faults->crash_at == number)
        crash();
    if (faults->hang_at == number)
        linger();
}

void rival_faults_before_answer(const RivalFaults *faults, int64_t limit_left_ms) {
    rival_sleep_ms(faults->delay_ms);
    if (faults->late_ms > 0)
        rival_sleep_ms(limit_left_ms - faults->delay_ms + faults->late_ms);
    if (faults->flood_stderr)
        flood_stderr();
}

static void write_endless_line(RivalLines *lines) {
    char piece[4096];
    memset(piece, '7', sizeof piece);
    int64_t end_ms = rival_now_ms() + (int64_t)RIVAL_FAULT_LIFETIME_S * 1000;
    while (rival_lines_write(lines, piece, sizeof piece) && rival_now_ms() < end_ms)
        continue;
    _exit(EXIT_FAILURE);
}

static void write_illegal_move(const RivalPosition *position, RivalLines *lines) {
    int x = position->width, y = position->height;
    if (position->count > 0) {
        int cell = position->order[position->count - 1];
        x = cell % position->width;
        y = cell / position->width;
    }
    char text[32];
    int length = snprintf(text, sizeof text, "%d,%d\n", x, y);
    rival_lines_write(lines, text, (size_t)length);
}

bool rival_faults_answer_wrongly(const RivalFaults *faults, int number,
                                 const RivalPosition *position, RivalLines *lines) {
    static const char garbage[] = "\xff\xfe\x01 7;7 -3,99999999999999999999 \x1b[2J %s%n\n";
    if (faults->illegal_at == number)
        write_illegal_move(position, lines);
    else if (faults->garbage_at == number)
        rival_lines_write(lines, garbage, sizeof garbage - 1);
    else if (faults->half_line_at == number)
        rival_lines_write(lines, "7,", 2);
    else if (faults->endless_line_at == number)
        write_endless_line(lines);
    else
        return false;
    return true;
}

void rival_faults_on_end(const RivalFaults *faults) {
    if (faults->no_exit)
        linger();
}
