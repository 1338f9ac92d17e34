#include "process/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* Copies one word to `out` and returns its end in the source; NULL if a quote is open. A backslash
 * takes the next character literally; inside "..." blanks do not end the word. */
static const char *split_word(const char *at, char *out) {
    bool is_quoted = false;
    for (; *at != '\0'; at++) {
        if (*at == '\\' && at[1] != '\0')
            *out++ = *++at;
        else if (*at == '"')
            is_quoted = !is_quoted;
        else if ((*at == ' ' || *at == '\t') && !is_quoted)
            break;
        else
            *out++ = *at;
    }
    *out = '\0';
    return is_quoted ? NULL : at;
}

char **spawn_split(const char *command) {
    size_t length = strlen(command), words_max = length / 2 + 2;
    char **words = malloc(words_max * sizeof *words + length + 2);
    if (words == NULL)
        return NULL;
    char *text = (char *)(words + words_max);
    size_t count = 0;
    bool is_open = false; /* a quote */
    for (const char *at = command + strspn(command, " \t"); *at != '\0';) {
        words[count++] = text;
        at = split_word(at, text);
        is_open = at == NULL;
        if (is_open)
            break;
        text += strlen(text) + 1;
        at += strspn(at, " \t");
    }
    words[count] = NULL;
    if (count == 0 || is_open) {
        free(words);
        return NULL;
    }
    return words;
}

static int check_program(const char *path) {
    struct stat about;
    if (stat(path, &about) != 0)
        return uv_translate_sys_error(errno);
    return S_ISREG(about.st_mode) && access(path, X_OK) == 0 ? 0 : UV_EACCES;
}

/* Searches PATH as execvp() does. Remembers whether a file was found that is not executable. */
static int find_in_path(const char *name, char path[PATH_MAX]) {
    const char *folders = getenv("PATH");
    int result = UV_ENOENT;
    for (const char *at = folders != NULL ? folders : "/bin:/usr/bin"; result != 0;) {
        size_t length = strcspn(at, ":");
        int used =
            snprintf(path, PATH_MAX, "%.*s%s%s", (int)length, at, length > 0 ? "/" : "", name);
        int found = used < PATH_MAX ? check_program(path) : UV_ENAMETOOLONG;
        if (found == 0 || found == UV_EACCES)
            result = found;
        if (at[length] == '\0')
            break;
        at += length + 1;
    }
    return result;
}

int spawn_path(const char *command, char *path, size_t size) {
    char found[PATH_MAX];
    char **words = spawn_split(command);
    if (words == NULL)
        return UV_EINVAL;
    bool is_path = strchr(words[0], '/') != NULL;
    int result = is_path ? check_program(words[0]) : find_in_path(words[0], found);
    if (result == 0 && snprintf(path, size, "%s", is_path ? words[0] : found) >= (int)size)
        result = UV_ENAMETOOLONG;
    free(words);
    return result;
}

int spawn_find(const char *command) {
    char path[PATH_MAX];
    return spawn_path(command, path, sizeof path);
}

typedef struct Launch {
    char **words;
    char **environment;
    char *directory; /* NULL: no change */
#ifdef __linux__
    cpu_set_t processors;
#endif
    bool is_pinned;
    pid_t manager;
    int input, output, error, report; /* the child's ends */
} Launch;

/* Runs in the child: makes only calls that are safe between fork and exec. */
static void run_child(const Launch *launch) {
    setsid();
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != launch->manager)
        _exit(127);
    if (launch->is_pinned)
        sched_setaffinity(0, sizeof launch->processors, &launch->processors);
#endif
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (dup2(launch->input, STDIN_FILENO) >= 0 && dup2(launch->output, STDOUT_FILENO) >= 0 &&
        dup2(launch->error, STDERR_FILENO) >= 0 &&
        (launch->directory == NULL || chdir(launch->directory) == 0)) {
        environ = launch->environment;
        execvp(launch->words[0], launch->words);
    }
    int failure = errno;
    ssize_t ignored = write(launch->report, &failure, sizeof failure);
    (void)ignored;
    _exit(127);
}

/* Splits the first word at its last '/', so that the program runs from its own directory as ./name.
 * `storage` must live as long as the words. Returns false if out of memory. */
static bool part_directory(Launch *launch, char **storage) {
    *storage = NULL;
    launch->directory = NULL;
    char *slash = strrchr(launch->words[0], '/');
    if (slash == NULL)
        return true;
    size_t directory_length = (size_t)(slash - launch->words[0]);
    size_t name_length = strlen(slash + 1);
    char *text = malloc(directory_length + name_length + 5);
    if (text == NULL)
        return false;
    *storage = text;
    if (directory_length == 0) {
        memcpy(text, "/", 2);
    } else {
        memcpy(text, launch->words[0], directory_length);
        text[directory_length] = '\0';
    }
    launch->directory = text;
    char *name = text + strlen(text) + 1;
    snprintf(name, name_length + 3, "./%s", slash + 1);
    launch->words[0] = name;
    return true;
}

/* Chooses the processors; chooses none if the manager's own are unknown. */
static void choose_processors(Launch *launch, SpawnPin pin) {
    launch->is_pinned = false;
#ifdef __linux__
    cpu_set_t own;
    CPU_ZERO(&own);
    if (pin.count <= 0 || sched_getaffinity(0, sizeof own, &own) != 0 || CPU_COUNT(&own) == 0)
        return;
    int total = CPU_COUNT(&own), count = pin.count < total ? pin.count : total;
    CPU_ZERO(&launch->processors);
    for (int i = 0; i < count; i++) {
        int left = (pin.first + i) % total;
        size_t at = 0;
        while (!CPU_ISSET(at, &own) || left-- > 0)
            at++;
        CPU_SET(at, &launch->processors);
    }
    launch->is_pinned = true;
#else
    (void)pin;
#endif
}

/* Returns the length of the variable's name with its '='. */
static size_t name_length(const char *mark) {
    return strcspn(mark, "=") + 1;
}

/* Returns a copy of the environment with the mark set; only the list is new. */
static char **marked_environment(const char *mark) {
    size_t count = 0;
    while (environ[count] != NULL)
        count++;
    char **list = malloc((count + 2) * sizeof *list);
    if (list == NULL)
        return NULL;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (strncmp(environ[i], mark, name_length(mark)) != 0)
            list[kept++] = environ[i];
    list[kept++] = (char *)mark; /* passed to exec, which changes nothing */
    list[kept] = NULL;
    return list;
}

typedef struct Pipes {
    int in[2], out[2], err[2], report[2];
} Pipes;

static void close_fd(int *fd) {
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void close_pipes(Pipes *pipes) {
    int *pairs[] = {pipes->in, pipes->out, pipes->err, pipes->report};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        close_fd(&pairs[i][0]);
        close_fd(&pairs[i][1]);
    }
}

static bool open_pipes(Pipes *pipes) {
    *pipes = (Pipes){{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    int *pairs[] = {pipes->in, pipes->out, pipes->err, pipes->report};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (pipe(pairs[i]) != 0)
            return false;
        fcntl(pairs[i][0], F_SETFD, FD_CLOEXEC);
        fcntl(pairs[i][1], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

/* Forks and waits for the exec to succeed or fail. Returns 0 or a libuv error code. */
static int launch_child(Launch *launch, Pipes *pipes, pid_t *pid) {
    launch->input = pipes->in[0];
    launch->output = pipes->out[1];
    launch->error = pipes->err[1];
    launch->report = pipes->report[1];
    launch->manager = getpid();
    /* No handler of ours may run in the child before the exec. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    *pid = fork();
    if (*pid == 0)
        run_child(launch);
    int fork_error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (*pid < 0)
        return uv_translate_sys_error(fork_error);
    close_fd(&pipes->report[1]);
    int failure = 0;
    ssize_t got;
    do {
        got = read(pipes->report[0], &failure, sizeof failure);
    } while (got < 0 && errno == EINTR);
    if (got == (ssize_t)sizeof failure) {
        waitpid(*pid, NULL, 0);
        return uv_translate_sys_error(failure);
    }
    return 0;
}

int spawn_program(const char *command, SpawnPin pin, const char *mark, Spawned *spawned) {
    Launch launch = {.words = NULL};
    Pipes pipes;
    char *storage = NULL;
    choose_processors(&launch, pin);
    launch.words = spawn_split(command);
    if (launch.words == NULL)
        return UV_EINVAL;
    launch.environment = marked_environment(mark);
    int result = UV_ENOMEM;
    if (!open_pipes(&pipes))
        result = uv_translate_sys_error(errno);
    else if (launch.environment != NULL && part_directory(&launch, &storage))
        result = launch_child(&launch, &pipes, &spawned->pid);
    if (result == 0) {
        spawned->input = pipes.in[1];
        spawned->output = pipes.out[0];
        spawned->error = pipes.err[0];
        pipes.in[1] = pipes.out[0] = pipes.err[0] = -1;
    }
    close_pipes(&pipes);
    free(storage);
    free(launch.environment);
    free(launch.words);
    return result;
}
