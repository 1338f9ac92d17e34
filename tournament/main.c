/* kaname-tournament: wiring and exit status. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check/check.h"
#include "generate/generate.h"
#include "report/report.h"
#include "run/options.h"
#include "run/runner.h"
#include "tune/tune.h"

enum { EXIT_USAGE = 2 };

static int print_help(void) {
    for (const char *const *line = options_help; *line != NULL; line++)
        puts(*line);
    return 0;
}

/* Engines' pipes must never land on 0, 1 or 2. */
static void open_standard_files(void) {
    int fd;
    do {
        fd = open("/dev/null", O_RDWR);
    } while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

static int play(int argc, char **argv) {
    Options options;
    char error[512];
    options_init(&options);
    int status = EXIT_USAGE;
    if (options_parse(&options, argc - 1, argv + 1, error, sizeof error))
        status = runner_run(&options);
    else
        fprintf(stderr, "kaname-tournament: %s\n", error);
    options_release(&options);
    return status;
}

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {{"report", report_main},
                {"check", check_main},
                {"openings", generator_main},
                {"tune", tune_main}};

int main(int argc, char **argv) {
    open_standard_files();
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-help") == 0))
        return print_help();
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    return play(argc, argv);
}
