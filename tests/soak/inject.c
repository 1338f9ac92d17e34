/* inject.c: runs a program and disturbs its system calls that write files. Linux on x86-64.
 *
 *   inject FAULT FIRST COUNT_FILE PROGRAM [WORD]...
 *
 * Calls are counted from 1 over all threads of the program; those of processes that it starts are
 * left alone. Counted are writes to regular files, fsync, fdatasync, ftruncate, rename, and opens
 * that may create a file.
 *
 *   count        disturbs nothing
 *   EIO, ENOSPC, EINTR   call FIRST fails so, and is not made (EINTR: writes alone)
 *   full         every call from FIRST on that takes room on the disk fails with ENOSPC
 *   short        write FIRST, if it is one, writes half of its bytes
 *   kill         the program is killed before call FIRST
 *
 * At the end the number of calls counted is written to COUNT_FILE. Exit status: the program's; 128
 * and the signal that killed it; 125 if it cannot be run. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CANNOT_RUN = 125, SIGNAL_BASE = 128, THREADS_MAX = 256, TRAP_CALL = SIGTRAP | 0x80 };

typedef enum { FAULT_NONE, FAULT_ERROR, FAULT_FULL, FAULT_SHORT, FAULT_KILL } FaultKind;

typedef struct Fault {
    FaultKind kind;
    int error;  /* errno, for FAULT_ERROR and FAULT_FULL */
    long first; /* the call that is disturbed, from 1 */
} Fault;

typedef enum { CALL_OTHER, CALL_WRITE, CALL_SYNC, CALL_NAME, CALL_CREATE, CALL_SIZE } CallKind;

typedef struct Thread {
    pid_t id;
    bool is_inside;   /* between the entry and the end of a call */
    bool is_replaced; /* the call is not made: it returns -error */
} Thread;

static struct {
    Fault fault;
    pid_t program;
    long calls;
    size_t thread_count;
    Thread threads[THREADS_MAX];
} run;

static bool read_fault(const char *word, const char *first) {
    static const struct {
        const char *word;
        FaultKind kind;
        int error;
    } faults[] = {{"count", FAULT_NONE, 0},        {"EIO", FAULT_ERROR, EIO},
                  {"ENOSPC", FAULT_ERROR, ENOSPC}, {"EINTR", FAULT_ERROR, EINTR},
                  {"full", FAULT_FULL, ENOSPC},    {"short", FAULT_SHORT, 0},
                  {"kill", FAULT_KILL, 0}};
    char *end;
    run.fault.first = strtol(first, &end, 10);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        if (strcmp(word, faults[i].word) == 0) {
            run.fault.kind = faults[i].kind;
            run.fault.error = faults[i].error;
            return *end == '\0' && run.fault.first >= 0;
        }
    return false;
}

/* ---- Calls -------------------------------------------------------------------------------- */

static bool is_regular(unsigned long long file) {
    char path[64];
    struct stat about;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)run.program, (int)file);
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

static CallKind kind_of(const struct user_regs_struct *registers) {
    switch (registers->orig_rax) {
    case SYS_write:
    case SYS_pwrite64:
    case SYS_writev:
    case SYS_pwritev:
        return is_regular(registers->rdi) ? CALL_WRITE : CALL_OTHER;
    case SYS_fsync:
    case SYS_fdatasync:
        return CALL_SYNC;
    case SYS_ftruncate:
        return CALL_SIZE;
    case SYS_rename:
    case SYS_renameat:
    case SYS_renameat2:
        return CALL_NAME;
    case SYS_open:
        return (registers->rsi & O_CREAT) != 0 ? CALL_CREATE : CALL_OTHER;
    case SYS_openat:
        return (registers->rdx & O_CREAT) != 0 ? CALL_CREATE : CALL_OTHER;
    default:
        return CALL_OTHER;
    }
}

static bool takes_room(CallKind kind) {
    return kind == CALL_WRITE || kind == CALL_CREATE || kind == CALL_SIZE;
}

/* Is this call, number run.calls, disturbed? */
static bool is_hit(CallKind kind) {
    const Fault *fault = &run.fault;
    if (fault->kind == FAULT_FULL)
        return run.calls >= fault->first && takes_room(kind);
    if (run.calls != fault->first)
        return false;
    if (fault->kind == FAULT_SHORT || (fault->kind == FAULT_ERROR && fault->error == EINTR))
        return kind == CALL_WRITE;
    return fault->kind != FAULT_NONE;
}

static void enter(Thread *thread) {
    struct user_regs_struct registers;
    if (ptrace(PTRACE_GETREGS, thread->id, NULL, &registers) != 0)
        return;
    CallKind kind = kind_of(&registers);
    if (kind == CALL_OTHER)
        return;
    run.calls++;
    if (!is_hit(kind))
        return;
    if (run.fault.kind == FAULT_KILL) {
        kill(run.program, SIGKILL);
    } else if (run.fault.kind == FAULT_SHORT) {
        bool is_plain = registers.orig_rax == SYS_write || registers.orig_rax == SYS_pwrite64;
        registers.rdx = is_plain && registers.rdx > 1 ? registers.rdx / 2 : registers.rdx;
        ptrace(PTRACE_SETREGS, thread->id, NULL, &registers);
    } else {
        registers.orig_rax = (unsigned long long)-1;
        thread->is_replaced = true;
        ptrace(PTRACE_SETREGS, thread->id, NULL, &registers);
    }
}

static void leave(Thread *thread) {
    struct user_regs_struct registers;
    if (!thread->is_replaced || ptrace(PTRACE_GETREGS, thread->id, NULL, &registers) != 0)
        return;
    registers.rax = (unsigned long long)-run.fault.error;
    ptrace(PTRACE_SETREGS, thread->id, NULL, &registers);
    thread->is_replaced = false;
}

/* ---- Threads ------------------------------------------------------------------------------ */

static Thread *thread_of(pid_t id) {
    for (size_t i = 0; i < run.thread_count; i++)
        if (run.threads[i].id == id)
            return &run.threads[i];
    if (run.thread_count == THREADS_MAX) {
        fprintf(stderr, "inject: too many threads\n");
        kill(run.program, SIGKILL);
        exit(CANNOT_RUN);
    }
    run.threads[run.thread_count] = (Thread){.id = id};
    return &run.threads[run.thread_count++];
}

static void forget(pid_t id) {
    Thread *thread = thread_of(id);
    *thread = run.threads[--run.thread_count];
}

/* The signal to hand on to a thread that has stopped. */
static int handle_stop(Thread *thread, int status) {
    int signal = WSTOPSIG(status);
    if (signal == TRAP_CALL) {
        if (thread->is_inside)
            leave(thread);
        else
            enter(thread);
        thread->is_inside = !thread->is_inside;
        return 0;
    }
    /* An event, or a new thread's first stop. */
    return signal == SIGTRAP || signal == SIGSTOP ? 0 : signal;
}

static int follow(void) {
    for (;;) {
        int status;
        pid_t id = waitpid(-1, &status, __WALL);
        if (id < 0)
            return CANNOT_RUN;
        if (!WIFSTOPPED(status)) {
            forget(id);
            if (id == run.program)
                return WIFEXITED(status) ? WEXITSTATUS(status) : SIGNAL_BASE + WTERMSIG(status);
            continue;
        }
        ptrace(PTRACE_SYSCALL, id, NULL, (long)handle_stop(thread_of(id), status));
    }
}

static void become(char **words) {
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGSTOP);
    execvp(words[0], words);
    perror(words[0]);
    _exit(CANNOT_RUN);
}

int main(int argc, char **argv) {
    int status;
    if (argc < 5 || !read_fault(argv[1], argv[2])) {
        fprintf(stderr, "usage: inject FAULT FIRST COUNT_FILE PROGRAM [WORD]...\n");
        return CANNOT_RUN;
    }
    run.program = fork();
    if (run.program == 0)
        become(argv + 4);
    if (run.program < 0 || waitpid(run.program, &status, 0) != run.program ||
        ptrace(PTRACE_SETOPTIONS, run.program, NULL,
               (long)(PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL)) != 0) {
        perror("inject");
        return CANNOT_RUN;
    }
    ptrace(PTRACE_SYSCALL, run.program, NULL, 0L);
    status = follow();
    FILE *file = fopen(argv[3], "w");
    if (file == NULL || fprintf(file, "%ld\n", run.calls) < 0 || fclose(file) != 0)
        perror(argv[3]);
    return status;
}
