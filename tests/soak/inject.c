/* inject.c: runs a program and disturbs its system calls that write files. Linux on x86-64.
 *
 *   inject FAULT FIRST COUNT_FILE PROGRAM [WORD]...
 *
 * Calls are counted from 1 over all threads of the program; those of processes that it starts are
 * left alone. Counted are writes to regular files, fsync, fdatasync, ftruncate, rename, and opens
 * that may create a file.
 *
 *   count        disturbs nothing
 *   EIO, ENOSPC, EINTR, EPIPE   call FIRST fails so, and is not made (the last two: writes alone)
 *   full, quota  every call from FIRST on that takes room on the disk fails, with ENOSPC or EDQUOT
 *   readonly     every call from FIRST on fails with EROFS
 *   vanish       before call FIRST, the program's working folder is removed with all that it holds;
 *                it must lie beside COUNT_FILE
 *   short        write FIRST, if it is one, writes half of its bytes
 *   kill         the program is killed before call FIRST
 *   log          disturbs nothing and writes COUNT_FILE.log: what the calls did, in their order,
 * one line each, FIELD\tFIELD...\n, behind it as many bytes as the last field says: open PATH INODE
 * FLAGS        a file that may be new; FLAGS holds c, t (truncates) write PATH INODE OFFSET SIZE
 *                    size PATH INODE SIZE
 *                    sync PATH INODE              a folder's too
 *                    rename FROM TO
 *                    unlink PATH
 *                    said SIZE                    to standard output or error
 *
 * At the end the number of calls counted is written to COUNT_FILE. Exit status: the program's; 128
 * and the signal that killed it; 125 if it cannot be run. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
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

typedef enum {
    FAULT_NONE,
    FAULT_ERROR,
    FAULT_FULL,
    FAULT_READ_ONLY,
    FAULT_SHORT,
    FAULT_VANISH,
    FAULT_KILL,
    FAULT_LOG
} FaultKind;

typedef struct Fault {
    FaultKind kind;
    int error;  /* errno, for those that let calls fail */
    long first; /* the call that is disturbed, from 1 */
} Fault;

typedef enum { CALL_OTHER, CALL_WRITE, CALL_SYNC, CALL_NAME, CALL_CREATE, CALL_SIZE } CallKind;

typedef struct Thread {
    pid_t id;
    bool is_inside;                /* between the entry and the end of a call */
    bool is_replaced;              /* the call is not made: it returns -error */
    struct user_regs_struct entry; /* of the call, with FAULT_LOG */
} Thread;

static struct {
    Fault fault;
    pid_t program;
    const char *count_file;
    long calls;
    FILE *log;
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
                  {"EPIPE", FAULT_ERROR, EPIPE},   {"full", FAULT_FULL, ENOSPC},
                  {"quota", FAULT_FULL, EDQUOT},   {"readonly", FAULT_READ_ONLY, EROFS},
                  {"short", FAULT_SHORT, 0},       {"vanish", FAULT_VANISH, 0},
                  {"kill", FAULT_KILL, 0},         {"log", FAULT_LOG, 0}};
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
    if (fault->kind == FAULT_READ_ONLY)
        return run.calls >= fault->first;
    if (run.calls != fault->first)
        return false;
    if (fault->kind == FAULT_SHORT ||
        (fault->kind == FAULT_ERROR && (fault->error == EINTR || fault->error == EPIPE)))
        return kind == CALL_WRITE;
    return fault->kind != FAULT_NONE;
}

/* ---- A folder that vanishes ---------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *about, int type, struct FTW *walk) {
    (void)about, (void)type, (void)walk;
    return remove(path);
}

static void remove_folder(void) {
    enum { FILES_OPEN = 16 };
    char link[64], folder[PATH_MAX] = "", beside[PATH_MAX] = "";
    snprintf(link, sizeof link, "/proc/%d/cwd", (int)run.program);
    ssize_t length = readlink(link, folder, sizeof folder - 1);
    const char *end = strrchr(run.count_file, '/');
    size_t size = end == NULL ? 0 : (size_t)(end - run.count_file) + 1;
    snprintf(beside, sizeof beside, "%.*s", (int)size, run.count_file);
    if (length <= 0 || size < 2 || strncmp(folder, beside, size) != 0 ||
        nftw(folder, remove_one, FILES_OPEN, FTW_DEPTH | FTW_PHYS) != 0) {
        fprintf(stderr, "inject: %s is not removed\n", folder);
        kill(run.program, SIGKILL);
        exit(CANNOT_RUN);
    }
}

/* ---- The log ------------------------------------------------------------------------------- */

static void read_memory(unsigned long long address, void *bytes, size_t size) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", (int)run.program);
    int memory = open(path, O_RDONLY);
    if (memory < 0 || pread(memory, bytes, size, (off_t)address) < 0)
        perror(path);
    close(memory);
}

/* The path, absolute, from the program's memory. */
static void read_path(unsigned long long address, char text[PATH_MAX]) {
    char own[PATH_MAX] = "", link[64];
    /* Page by page: the text may end at the last one. */
    for (size_t used = 0; used < sizeof own - 1 && strlen(own) == used;) {
        size_t piece = 4096 - (size_t)((address + used) % 4096);
        if (piece > sizeof own - 1 - used)
            piece = sizeof own - 1 - used;
        read_memory(address + used, own + used, piece);
        used += piece;
    }
    snprintf(link, sizeof link, "/proc/%d/cwd", (int)run.program);
    ssize_t length = own[0] == '/' ? 0 : readlink(link, text, PATH_MAX - 1);
    text[length > 0 ? length : 0] = '\0';
    snprintf(text + strlen(text), PATH_MAX - strlen(text), "%s%s", own[0] == '/' ? "" : "/", own);
}

/* Writes the call, the path of an open file and its inode. */
static void log_file(const char *call, unsigned long long file) {
    char link[64], path[PATH_MAX] = "";
    struct stat about = {0};
    snprintf(link, sizeof link, "/proc/%d/fd/%d", (int)run.program, (int)file);
    if (readlink(link, path, sizeof path - 1) < 0 || stat(link, &about) != 0)
        perror(link);
    fprintf(run.log, "%s\t%s\t%llu", call, path, (unsigned long long)about.st_ino);
}

static void log_bytes(unsigned long long address, size_t size) {
    char *bytes = malloc(size + 1);
    if (bytes == NULL)
        exit(CANNOT_RUN);
    read_memory(address, bytes, size);
    fprintf(run.log, "\t%zu\n", size);
    fwrite(bytes, 1, size, run.log);
    free(bytes);
}

/* Where the file's next write begins. */
static long long position_of(unsigned long long file) {
    char path[64];
    long long position = 0;
    snprintf(path, sizeof path, "/proc/%d/fdinfo/%d", (int)run.program, (int)file);
    FILE *info = fopen(path, "r");
    if (info == NULL || fscanf(info, "pos: %lld", &position) != 1)
        perror(path);
    if (info != NULL)
        fclose(info);
    return position;
}

static void log_write(const struct user_regs_struct *entry, size_t size) {
    if (is_regular(entry->rdi)) {
        long long offset = entry->orig_rax == SYS_pwrite64
                               ? (long long)entry->r10
                               : position_of(entry->rdi) - (long long)size;
        log_file("write", entry->rdi);
        fprintf(run.log, "\t%lld", offset);
    } else if (entry->rdi == STDOUT_FILENO || entry->rdi == STDERR_FILENO) {
        fputs("said", run.log);
    } else {
        return;
    }
    log_bytes(entry->rsi, size);
}

static void log_open(unsigned long long flags, unsigned long long file) {
    if ((flags & (O_CREAT | O_TRUNC)) == 0 || !is_regular(file))
        return;
    log_file("open", file);
    fprintf(run.log, "\t%s%s\n", flags & O_CREAT ? "c" : "", flags & O_TRUNC ? "t" : "");
}

static void log_names(const char *call, unsigned long long from, unsigned long long to) {
    char path[PATH_MAX];
    read_path(from, path);
    fprintf(run.log, "%s\t%s", call, path);
    if (to != 0) {
        read_path(to, path);
        fprintf(run.log, "\t%s", path);
    }
    fputc('\n', run.log);
}

/* Notes a call that has succeeded. Names are taken as the working folder has them. */
static void log_call(const struct user_regs_struct *entry, long long result) {
    switch (entry->orig_rax) {
    case SYS_write:
    case SYS_pwrite64:
        log_write(entry, (size_t)result);
        break;
    case SYS_fsync:
    case SYS_fdatasync:
        log_file("sync", entry->rdi);
        fputc('\n', run.log);
        break;
    case SYS_ftruncate:
        log_file("size", entry->rdi);
        fprintf(run.log, "\t%llu\n", entry->rsi);
        break;
    case SYS_open:
        log_open(entry->rsi, (unsigned long long)result);
        break;
    case SYS_openat:
        log_open(entry->rdx, (unsigned long long)result);
        break;
    case SYS_rename:
        log_names("rename", entry->rdi, entry->rsi);
        break;
    case SYS_renameat:
    case SYS_renameat2:
        log_names("rename", entry->rsi, entry->r10);
        break;
    case SYS_unlink:
        log_names("unlink", entry->rdi, 0);
        break;
    case SYS_unlinkat:
        log_names("unlink", entry->rsi, 0);
        break;
    case SYS_writev:
    case SYS_pwritev:
    case SYS_truncate:
    case SYS_link:
    case SYS_linkat:
    case SYS_fallocate:
    case SYS_copy_file_range:
        if (entry->orig_rax != SYS_writev || is_regular(entry->rdi)) {
            fprintf(stderr, "inject: call %llu cannot be logged\n", entry->orig_rax);
            exit(CANNOT_RUN);
        }
        break;
    default:
        break;
    }
}

/* ---- Entry and end ------------------------------------------------------------------------- */

static void enter(Thread *thread) {
    struct user_regs_struct registers;
    if (ptrace(PTRACE_GETREGS, thread->id, NULL, &registers) != 0)
        return;
    thread->entry = registers;
    CallKind kind = kind_of(&registers);
    if (kind == CALL_OTHER)
        return;
    run.calls++;
    if (!is_hit(kind))
        return;
    if (run.fault.kind == FAULT_KILL) {
        kill(run.program, SIGKILL);
    } else if (run.fault.kind == FAULT_VANISH) {
        remove_folder();
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
    bool is_logged = run.fault.kind == FAULT_LOG;
    if ((!thread->is_replaced && !is_logged) ||
        ptrace(PTRACE_GETREGS, thread->id, NULL, &registers) != 0)
        return;
    if (is_logged) {
        if ((long long)registers.rax >= 0)
            log_call(&thread->entry, (long long)registers.rax);
        return;
    }
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
    run.count_file = argv[3];
    if (run.fault.kind == FAULT_LOG) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s.log", argv[3]);
        run.log = fopen(path, "w");
        if (run.log == NULL) {
            perror(path);
            return CANNOT_RUN;
        }
        fcntl(fileno(run.log), F_SETFD, FD_CLOEXEC);
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
    if (run.log != NULL && fclose(run.log) != 0)
        perror("log");
    FILE *file = fopen(argv[3], "w");
    if (file == NULL || fprintf(file, "%ld\n", run.calls) < 0 || fclose(file) != 0)
        perror(argv[3]);
    return status;
}
