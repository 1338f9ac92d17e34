/* kaname-rival: runs one of the reference players in the Gomocup protocol; see --help. */
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "rivals/loop.h"
#include "shared/cli/program.h"
#include "shared/cli/reader.h"

static int run(int argc, char **argv) {
    RivalOptions options = {.player = NULL};
    OptionOutcome outcome = option_read_command(&rival_command, &options, argc - 1, argv + 1);
    if (outcome != OPTION_READ)
        return option_status(outcome);
    if (options.settings.seed == 0)
        options.settings.seed = (uint64_t)time(NULL) * 1000003u + (uint64_t)getpid();
    /* If the manager has ended, a write fails and ends the loop. */
    signal(SIGPIPE, SIG_IGN);
    rival_faults_on_process_start(&options.faults);
    return rival_loop_run(&options, STDIN_FILENO, STDOUT_FILENO) ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char *argv[]) {
    static const OptionCommand *const commands[] = {&rival_command, NULL};
    signal(SIGXFSZ, SIG_IGN); /* a log that grows too large is a failed write */
    int status = argc > 1 ? program_answer(commands, argv[1]) : -1;
    return status >= 0 ? status : run(argc, argv);
}
