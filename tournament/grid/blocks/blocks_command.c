#include "grid/blocks/blocks_command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "grid/blocks/folder_claim.h"
#include "run/option_words.h"
#include "shared/cli/say.h"
#include "shared/status/failure.h"

const OptionRow blocks_engine_rows[] = {
    {.name = "-engine",
     .value = "WORD...",
     .help = "program of this name, on this machine and on the workers:",
     .group = options_engines_group,
     .kind = OPTION_OWN,
     .words = &engine_program_table,
     .read = words_read_engine,
     .list = "engines",
     .example = "-engine cmd=another name=other"},
    {.name = NULL},
};
const char *const blocks_manager_rows[] = {"-lease", "-anybinary", "-replicas", NULL};

bool blocks_options_check(OptionReader *reader, const BlocksOptions *options, const char *program,
                          const char *alone) {
    const Options *engines = &options->options;
    reader->option = "-grid";
    if (options->grid.url == NULL)
        return option_complain(reader,
                               "expected the server's URL; on one machine %s %s does it alone",
                               program, alone);
    reader->option = "-out";
    if (options->folder == NULL)
        return option_complain(reader, "expected a folder");
    reader->option = "-engine";
    return (engines->engine_count == 1 && engines->engines[0].command != NULL &&
            engines->engines[0].name != NULL) ||
           option_complain(reader, "expected one, name=NAME cmd=COMMAND of %s", program);
}

int blocks_command_fail(const char *command, const char *what, const char *why) {
    fflush(stdout);
    say_error("kaname-tournament %s: %s%s%s\n", command, what, why != NULL ? ": " : "",
              why != NULL ? why : "");
    return BLOCKS_FAILED;
}

static int play_in_folder(const char *command, const BlocksOptions *options,
                          int (*play)(const BlocksOptions *options)) {
    Failure failure = FAILURE_NONE;
    int claim;
    if (mkdir(options->folder, 0777) != 0 && errno != EEXIST)
        return blocks_command_fail(command, options->folder, strerror(errno));
    if (!folder_claim(options->folder, &claim, &failure))
        return blocks_command_fail(command, options->folder, failure.text);
    int status = play(options);
    folder_claim_end(claim);
    return status;
}

int blocks_command_run(const OptionCommand *command, BlocksOptions *options,
                       int (*play)(const BlocksOptions *options), int argc, char **argv) {
    OptionOutcome outcome = option_read_command(command, options, argc - 1, argv + 1);
    int status = outcome == OPTION_READ ? play_in_folder(command->name, options, play)
                                        : option_status(outcome);
    option_release(&command->tables[0], options);
    option_release(&command->tables[1], &options->grid);
    options_release(&options->options);
    return status;
}
