#include "run/option_words.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/config.h"
#include "game/engine_options.h"
#include "run/option_fields.h"
#include "shared/files/place.h"
#include "shared/referee/referee.h"
#include "shared/status/failure.h"

/* ---- Engines ------------------------------------------------------------------------------ */

static EngineOptions *add_engine(OptionReader *reader, Options *options) {
    if (options->engine_count == OPTIONS_ENGINES_MAX) {
        option_complain(reader, "more than %d engines", OPTIONS_ENGINES_MAX);
        return NULL;
    }
    EngineOptions *grown = realloc(options->engines, (options->engine_count + 1) * sizeof *grown);
    if (grown == NULL) {
        option_complain(reader, "%s", status_text(STATUS_MEMORY));
        return NULL;
    }
    options->engines = grown;
    engine_options_init(&grown[options->engine_count]);
    return &grown[options->engine_count++];
}

int words_read_engine(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words) {
    EngineOptions *engine = add_engine(reader, target);
    return engine != NULL ? option_read_pairs(reader, row->words, engine, left, words) : -1;
}

void words_print_engines(FILE *out, const void *target) {
    const Options *options = target;
    for (size_t i = 0; i < options->engine_count; i++) {
        fprintf(out, "engine %zu = %s\n", i + 1, options->engines[i].command);
        option_print_settings(out, &engine_table, &options->engines[i], "  ");
    }
}

/* Checks that the words can be read and keeps them for options_check(). */
int words_read_each(OptionReader *reader, const OptionRow *row, void *target, int left,
                    char *const *words) {
    Options *options = target;
    EngineOptions probe;
    engine_options_init(&probe);
    int count = option_read_pairs(reader, row->words, &probe, left, words);
    engine_options_release(&probe);
    if (count <= 0)
        return count;
    size_t total = options->each_count + (size_t)count;
    char **grown = realloc(options->each, total * sizeof *grown);
    if (grown == NULL) {
        option_complain(reader, "%s", status_text(STATUS_MEMORY));
        return -1;
    }
    options->each = grown;
    for (int i = 0; i < count; i++) {
        grown[options->each_count] = NULL;
        if (!option_text(reader, &grown[options->each_count], words[i]))
            return -1;
        options->each_count++;
    }
    return count;
}

int words_read_quick(OptionReader *reader, const OptionRow *row, void *target, int left,
                     char *const *words) {
    static char *const defaults[] = {"-each", "tc=30/1", "-games", "100", "-repeat"};
    Options *options = target;
    (void)row;
    if (left < 2 || words[0][0] == '-' || words[1][0] == '-') {
        option_complain(reader, "expected two commands after it");
        return -1;
    }
    for (int i = 0; i < 2; i++) {
        EngineOptions *engine = add_engine(reader, options);
        const char *command = words[i];
        if (strncmp(command, "cmd=", 4) == 0)
            command += 4;
        if (engine == NULL || !option_text(reader, &engine->command, command))
            return -1;
    }
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    options->concurrency = processors > 1 ? (int)processors : 1;
    bool is_read = option_read_words(reader, sizeof defaults / sizeof *defaults, defaults);
    options->has_games = false; /* -sprt decides for itself how long it plays */
    return is_read ? 2 : -1;
}

int words_read_config(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words) {
    ConfigWords config;
    Options *options = target;
    Failure failure = FAILURE_NONE;
    (void)row;
    if (left < 1) {
        option_complain(reader, "expected a file name after it");
        return -1;
    }
    if (options->config != NULL && files_are_same(options->config, words[0])) {
        option_complain(reader, "%s: is given twice", words[0]);
        return -1;
    }
    if (!option_text(reader, &options->config, words[0]))
        return -1;
    bool is_read = config_read(&config, reader->command, words[0], &failure) ||
                   option_complain(reader, "%s", failure.text);
    OptionReader file_reader = *reader;
    file_reader.is_from_file = true;
    is_read = is_read && option_read_words(&file_reader, config.count, config.list);
    config_release(&config);
    return is_read ? 1 : -1;
}

/* ---- Games -------------------------------------------------------------------------------- */

int words_read_rule(OptionReader *reader, const OptionRow *row, void *target, int left,
                    char *const *words) {
    Options *options = target;
    (void)row;
    char *end = NULL;
    long number = left > 0 ? strtol(words[0], &end, 10) : -1;
    if (left < 1 || end == words[0] || *end != '\0' || number < 0 || number > 11 ||
        !referee_knows_rule((int)number)) {
        option_expected(reader, left > 0 ? words[0] : "",
                        "0, 1, 4, 8 or 9, or one of these plus 2");
        return -1;
    }
    options->is_continuous = (number & REFEREE_CONTINUOUS) != 0;
    options->rule = (GameRule)(number & ~REFEREE_CONTINUOUS);
    return 1;
}

void words_print_rule(FILE *out, const void *target) {
    const Options *options = target;
    fprintf(out, "rule = %d\ncontinuous = %d\n", (int)options->rule, options->is_continuous);
}

int words_read_board_size(OptionReader *reader, const OptionRow *row, void *target, int left,
                          char *const *words) {
    Options *options = target;
    const char *word = left > 0 ? words[0] : "";
    (void)row;
    char *end;
    long width = strtol(word, &end, 10), height = width;
    bool is_read = end != word && isdigit((unsigned char)word[0]);
    if (is_read && *end == 'x') {
        const char *second = end + 1;
        height = strtol(second, &end, 10);
        is_read = end != second && isdigit((unsigned char)second[0]);
    }
    if (!is_read || *end != '\0' || width < GAME_MIN_SIZE || width > GAME_MAX_SIZE ||
        height < GAME_MIN_SIZE || height > GAME_MAX_SIZE) {
        option_expected(reader, word, "a size from %d to %d, or WIDTHxHEIGHT", GAME_MIN_SIZE,
                        GAME_MAX_SIZE);
        return -1;
    }
    options->width = (int)width;
    options->height = (int)height;
    return 1;
}

void words_print_board_size(FILE *out, const void *target) {
    const Options *options = target;
    fprintf(out, "board = %dx%d\n", options->width, options->height);
}

int words_read_no_openings(OptionReader *reader, const OptionRow *row, void *target, int left,
                           char *const *words) {
    Options *options = target;
    (void)reader;
    (void)row;
    (void)left;
    (void)words;
    options->is_without_openings = true;
    return 0;
}

void words_print_openings(FILE *out, const void *target) {
    const Options *options = target;
    fprintf(out, "openings = %s\n",
            options->is_without_openings     ? "none"
            : options->openings_file == NULL ? "built-in"
                                             : "file"); /* the ledger compares its contents */
}

/* Reads a number of moves and a score. */
static int read_adjudication(OptionReader *reader, int left, char *const *words, int *moves,
                             int *score) {
    if (left < 2) {
        option_complain(reader, "expected a number of moves and a score after it");
        return -1;
    }
    if (!option_int(reader, words[0], 1, GAME_MAX_CELLS, moves) ||
        !option_int(reader, words[1], 0, INT_MAX, score))
        return -1;
    return 2;
}

int words_read_resign(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words) {
    Options *options = target;
    (void)row;
    return read_adjudication(reader, left, words, &options->resign_moves, &options->resign_score);
}

void words_print_resign(FILE *out, const void *target) {
    const Options *options = target;
    fprintf(out, "resign = %d %d\n", options->resign_moves, options->resign_score);
}

int words_read_draw(OptionReader *reader, const OptionRow *row, void *target, int left,
                    char *const *words) {
    Options *options = target;
    (void)row;
    return read_adjudication(reader, left, words, &options->draw_moves, &options->draw_score);
}

void words_print_draw(FILE *out, const void *target) {
    const Options *options = target;
    fprintf(out, "draw = %d %d\n", options->draw_moves, options->draw_score);
}

/* Runs without a test print nothing, as runs of older versions did. */
void words_print_sprt(FILE *out, const void *target) {
    const Options *options = target;
    const Sprt *sprt = &options->sprt;
    if (options->has_sprt)
        fprintf(out, "sprt = %d %.17g %.17g %.17g %.17g\n", (int)sprt->model, sprt->elo0,
                sprt->elo1, sprt->alpha, sprt->beta);
}

int words_read_gauntlet(OptionReader *reader, const OptionRow *row, void *target, int left,
                        char *const *words) {
    Options *options = target;
    (void)reader;
    (void)row;
    (void)left;
    (void)words;
    options->format = SCHEDULE_GAUNTLET;
    return 0;
}

int words_read_swap2(OptionReader *reader, const OptionRow *row, void *target, int left,
                     char *const *words) {
    Options *options = target;
    (void)reader;
    (void)row;
    (void)left;
    (void)words;
    options->opening_rule = OPTIONS_SWAP2;
    return 0;
}

/* ---- Results ------------------------------------------------------------------------------ */

int words_read_sample_format(OptionReader *reader, const OptionRow *row, void *target, int left,
                             char *const *words) {
    static const struct {
        SampleFormat format;
        bool is_lz4;
    } formats[] = {{SAMPLE_CSV, false},
                   {SAMPLE_BIN, false},
                   {SAMPLE_BIN, true},
                   {SAMPLE_BINPACK, false},
                   {SAMPLE_BINPACK, true}};
    SampleOptions *sample = &((Options *)target)->outputs.sample;
    int index;
    (void)left;
    if (!option_choice(reader, words[0], row->choices, &index))
        return -1;
    sample->format = formats[index].format;
    sample->is_lz4 = formats[index].is_lz4;
    return 1;
}
