/* main.c: kaname-train, which makes the weights of the evaluation: `generate` plays games, `fit`
 * and `fit-regions` fit numbers to them, the other commands manage files of games. */
#include <signal.h>
#include <stdio.h>

#include "shared/cli/program.h"
#include "train/train_commands.h"

int main(int argc, char **argv) {
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large fails as on a full disk */
#endif
    int status = program_run(train_commands, argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "kaname-train: standard output cannot be written\n");
        return 1;
    }
    return status;
}
