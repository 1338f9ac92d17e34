/* kaname-rival: runs one of the reference players in the Gomocup protocol; see --help. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "rivals/loop.h"
#include "rivals/roster.h"
#include "shared/cli/say.h"

static void print_help(void) {
    for (int i = 0; rival_options_help[i]; i++)
        puts(rival_options_help[i]);
    for (int i = 0; rival_players[i]; i++)
        printf("  %-13s %s\n", rival_players[i]->name, rival_players[i]->method);
}

int main(int argc, char *argv[]) {
    RivalOptions options;
    char error[256];
    signal(SIGXFSZ, SIG_IGN); /* a log that grows too large is a failed write */
    if (!rival_options_parse(&options, argc, argv, error, sizeof error)) {
        say_error("kaname-rival: %s\n", error);
        return 2;
    }
    if (options.wants_help) {
        print_help();
        return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    if (options.settings.seed == 0)
        options.settings.seed = (uint64_t)time(NULL) * 1000003u + (uint64_t)getpid();
    /* If the manager has ended, a write fails and ends the loop. */
    signal(SIGPIPE, SIG_IGN);
    rival_faults_on_process_start(&options.faults);
    return rival_loop_run(&options, STDIN_FILENO, STDOUT_FILENO) ? EXIT_SUCCESS : EXIT_FAILURE;
}
