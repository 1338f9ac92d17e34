/* main.c: kaname-train, which makes the evaluation's weights from nothing: generate plays games,
 * fit turns them into weights; the other commands look after the files between. See README.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rule.h"
#include "train/arguments.h"
#include "train/fit.h"
#include "train/generate.h"
#include "train/tools.h"

static const char HELP[] =
    "usage: kaname-train generate --out DIR (--games N | --positions N) [OPTIONS]\n"
    "       kaname-train fit --rule R --out FILE [OPTIONS] GAMES...\n"
    "       kaname-train stats | view [OPTIONS] GAMES...\n"
    "       kaname-train merge | shuffle --out FILE [OPTIONS] GAMES...\n"
    "\n"
    "GAMES are files or folders that generate made. R: freestyle, standard, renju, caro, "
    "caro-exact.\n"
    "\n"
    "generate: self-play; the same command goes on where it was stopped\n"
    "  --rule R[,R...]     default freestyle; of several, each game takes one by chance\n"
    "  --size N[,N...]     cells, 5 to 22 (default 15)\n"
    "  --games N           play so many games\n"
    "  --positions N       stop when so many positions are searched\n"
    "  --nodes N           for each move (default 2000)\n"
    "  --stones A-B        of a random opening (default 3-9)\n"
    "  --wander N          percent of moves taken by chance, not searched (default 0)\n"
    "  --slack N           units that such a move may lose by a shallow search (default: any)\n"
    "  --balance N         an opening's score lies within +-N units (default 150)\n"
    "  --threads N         games at a time (default 1)\n"
    "  --seed N            default 1\n"
    "  --shard-mib N       size of a file before the next begins (default 16)\n"
    "  --weights FILE      instead of the built-in ones\n"
    "  --quiet             no progress\n"
    "fit: weights of one rule\n"
    "  --start FILE        weights to compare with and keep what is not fitted (default built in)\n"
    "  --lambda X          part of what came later in the target, 0 to 1; the rest is the\n"
    "                      search's score (default 0.8)\n"
    "  --epochs N          at most (default 24); --patience N without progress end it (default 8)\n"
    "  --batch N           games a step (default 64); --rate X first step, nats (default 0.0007)\n"
    "  --value-units X, --order-units X\n"
    "                      evaluation units a nat; default: those of the start weights, measured\n"
    "  --heldout N         permille of the games to judge by (default 50)\n"
    "  --csv FILE          loss curve\n"
    "  --skip-value, --skip-order\n"
    "                      keep the start's\n"
    "  --threads N         the result does not depend on it (default 1)\n"
    "  --seed N            default 1\n"
    "stats, view, merge, shuffle:\n"
    "  --format F          kaname (default), or c-gomoku-cli's bin or binpack, not compressed\n"
    "  --first N --count N view: games to show (default all)\n"
    "  --seed N            shuffle: default 1\n"
    "exit   0: done, 1: failed or a file is damaged, 2: wrong arguments\n";

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* ---- Values --------------------------------------------------------------------------------- */

static bool take_rule(void *target, const char *value) {
    for (int rule = 0; rule < RULES; rule++)
        if (strcmp(value, rule_name((Rule)rule)) == 0) {
            *(Rule *)target = (Rule)rule;
            return true;
        }
    return false;
}

/* Cuts the next word off a list at commas; false: there is none, or it is too long. */
static bool next_of_list(const char **list, char *word, size_t capacity) {
    size_t length = strcspn(*list, ",");
    if (length == 0 || length >= capacity)
        return false;
    memcpy(word, *list, length);
    word[length] = '\0';
    *list += length + ((*list)[length] == ',');
    return true;
}

static bool take_rules(void *target, const char *value) {
    GenerateOptions *options = target;
    char word[16];
    options->rule_count = 0;
    while (options->rule_count < GENERATE_CHOICES_MAX && next_of_list(&value, word, sizeof word)) {
        Rule rule;
        if (!take_rule(&rule, word))
            return false;
        options->rules[options->rule_count++] = (KanameRule)rule;
    }
    return *value == '\0' && options->rule_count > 0;
}

static bool take_sizes(void *target, const char *value) {
    GenerateOptions *options = target;
    char word[16];
    options->size_count = 0;
    while (options->size_count < GENERATE_CHOICES_MAX && next_of_list(&value, word, sizeof word)) {
        uint64_t size;
        if (!number_read(word, &size) || size < KANAME_MIN_SIZE || size > KANAME_MAX_SIZE)
            return false;
        options->sizes[options->size_count++] = (int)size;
    }
    return *value == '\0' && options->size_count > 0;
}

/* A-B, no more stones than fit on any board. */
static bool take_stones(void *target, const char *value) {
    enum { STONES_MAX = 16 };
    GenerateOptions *options = target;
    char word[16];
    uint64_t least, most;
    const char *dash = strchr(value, '-');
    if (dash == NULL || (size_t)(dash - value) >= sizeof word)
        return false;
    memcpy(word, value, (size_t)(dash - value));
    word[dash - value] = '\0';
    if (!number_read(word, &least) || !number_read(dash + 1, &most) || least > most ||
        most > STONES_MAX)
        return false;
    options->stones_min = (int)least;
    options->stones_max = (int)most;
    return true;
}

static bool take_format(void *target, const char *value) {
    static const char *const NAMES[] = {"kaname", "bin", "binpack"};
    for (size_t i = 0; i < COUNT_OF(NAMES); i++)
        if (strcmp(value, NAMES[i]) == 0) {
            *(GameFormat *)target = (GameFormat)i;
            return true;
        }
    return false;
}

/* ---- Commands ------------------------------------------------------------------------------- */

/* Words of the command line that are no options. */
typedef struct WordList {
    char **words;
    int count;
} WordList;

static int refuse(const char *command, const char *why) {
    fprintf(stderr, "kaname-train %s: %s (see --help)\n", command, why);
    return 2;
}

static int run_generate(int count, char **values, WordList *files) {
    GenerateOptions options = generate_defaults();
    uint64_t shard_mib = options.shard_bytes >> 20;
    const Argument arguments[] = {
        {"--rule", ARGUMENT_CUSTOM, &options, 0, 0, take_rules},
        {"--size", ARGUMENT_CUSTOM, &options, 0, 0, take_sizes},
        {"--stones", ARGUMENT_CUSTOM, &options, 0, 0, take_stones},
        {"--games", ARGUMENT_NUMBER, &options.games, 1, 4294967295.0, NULL},
        {"--positions", ARGUMENT_NUMBER, &options.positions, 1, 1e15, NULL},
        {"--nodes", ARGUMENT_NUMBER, &options.nodes, 1, 1e12, NULL},
        {"--wander", ARGUMENT_INT, &options.wander, 0, 90, NULL},
        {"--slack", ARGUMENT_INT, &options.slack, 0, GENERATE_SLACK_MAX, NULL},
        {"--balance", ARGUMENT_INT, &options.balance, 1, KANAME_SCORE_WIN_MIN - 1, NULL},
        {"--threads", ARGUMENT_INT, &options.threads, 1, KANAME_MAX_THREADS, NULL},
        {"--seed", ARGUMENT_NUMBER, &options.seed, 0, 1e18, NULL},
        {"--shard-mib", ARGUMENT_NUMBER, &shard_mib, 1, 4096, NULL},
        {"--out", ARGUMENT_TEXT, &options.folder, 0, 0, NULL},
        {"--weights", ARGUMENT_TEXT, &options.weights, 0, 0, NULL},
        {"--quiet", ARGUMENT_FLAG, &options.is_quiet, 0, 0, NULL},
    };
    char error[256];
    if (!arguments_read(arguments, COUNT_OF(arguments), count, values, files->words, &files->count,
                        error, sizeof error))
        return refuse("generate", error);
    if (files->count > 0 || options.folder == NULL || options.games + options.positions == 0)
        return refuse("generate", "--out and one of --games and --positions, no other words");
    options.shard_bytes = shard_mib << 20;
    return generate_run(&options);
}

static int run_fit(int count, char **values, WordList *files) {
    FitOptions options = fit_defaults();
    const Argument arguments[] = {
        {"--rule", ARGUMENT_CUSTOM, &options.rule, 0, 0, take_rule},
        {"--out", ARGUMENT_TEXT, &options.out, 0, 0, NULL},
        {"--start", ARGUMENT_TEXT, &options.start, 0, 0, NULL},
        {"--csv", ARGUMENT_TEXT, &options.csv, 0, 0, NULL},
        {"--lambda", ARGUMENT_REAL, &options.lambda, 0, 1, NULL},
        {"--rate", ARGUMENT_REAL, &options.rate, 1e-6, 1, NULL},
        {"--value-units", ARGUMENT_REAL, &options.value_units, 1, 5000, NULL},
        {"--order-units", ARGUMENT_REAL, &options.order_units, 1, 5000, NULL},
        {"--epochs", ARGUMENT_INT, &options.epochs, 1, 10000, NULL},
        {"--patience", ARGUMENT_INT, &options.patience, 1, 10000, NULL},
        {"--batch", ARGUMENT_INT, &options.batch, 1, 1000000, NULL},
        {"--heldout", ARGUMENT_INT, &options.heldout_permille, 1, 900, NULL},
        {"--threads", ARGUMENT_INT, &options.threads, 1, KANAME_MAX_THREADS, NULL},
        {"--seed", ARGUMENT_NUMBER, &options.seed, 0, 1e18, NULL},
        {"--skip-value", ARGUMENT_FLAG, &options.skips_value, 0, 0, NULL},
        {"--skip-order", ARGUMENT_FLAG, &options.skips_order, 0, 0, NULL},
    };
    char error[256];
    if (!arguments_read(arguments, COUNT_OF(arguments), count, values, files->words, &files->count,
                        error, sizeof error))
        return refuse("fit", error);
    if (files->count == 0 || options.out == NULL)
        return refuse("fit", "--out and files of games are needed");
    options.paths = files->words;
    options.path_count = files->count;
    return fit_run(&options);
}

static int run_tool(const char *name, int (*tool)(const ToolOptions *), bool writes, int count,
                    char **values, WordList *files) {
    ToolOptions options = {.seed = 1};
    const Argument arguments[] = {
        {"--format", ARGUMENT_CUSTOM, &options.format, 0, 0, take_format},
        {"--out", ARGUMENT_TEXT, &options.out, 0, 0, NULL},
        {"--seed", ARGUMENT_NUMBER, &options.seed, 0, 1e18, NULL},
        {"--first", ARGUMENT_NUMBER, &options.first, 0, 1e15, NULL},
        {"--count", ARGUMENT_NUMBER, &options.count, 1, 1e15, NULL},
    };
    char error[256];
    if (!arguments_read(arguments, COUNT_OF(arguments), count, values, files->words, &files->count,
                        error, sizeof error))
        return refuse(name, error);
    if (files->count == 0 || (options.out != NULL) != writes)
        return refuse(name, writes ? "--out and files are needed" : "files alone are needed");
    options.paths = files->words;
    options.path_count = files->count;
    return tool(&options);
}

static int run(int count, char **values, WordList *files) {
    static const struct {
        const char *name;
        int (*tool)(const ToolOptions *);
        bool writes;
    } TOOLS[] = {{"stats", tool_stats, false},
                 {"view", tool_view, false},
                 {"merge", tool_merge, true},
                 {"shuffle", tool_shuffle, true}};
    const char *command = values[0];
    if (strcmp(command, "generate") == 0)
        return run_generate(count - 1, values + 1, files);
    if (strcmp(command, "fit") == 0)
        return run_fit(count - 1, values + 1, files);
    for (size_t i = 0; i < COUNT_OF(TOOLS); i++)
        if (strcmp(command, TOOLS[i].name) == 0)
            return run_tool(command, TOOLS[i].tool, TOOLS[i].writes, count - 1, values + 1, files);
    fprintf(stderr, "kaname-train: no such command: %s (see --help)\n", command);
    return 2;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return fputs(HELP, stdout) >= 0 && fflush(stdout) == 0 ? 0 : 1;
    if (argc < 2) {
        fputs(HELP, stderr);
        return 2;
    }
    WordList files = {calloc((size_t)argc, sizeof(char *)), 0};
    if (files.words == NULL) {
        fprintf(stderr, "kaname-train: out of memory\n");
        return 1;
    }
    int status = run(argc - 1, argv + 1, &files);
    free(files.words);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "kaname-train: standard output cannot be written\n");
        return 1;
    }
    return status;
}
