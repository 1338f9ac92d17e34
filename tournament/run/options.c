#include "run/options.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/engine_options.h"
#include "shared/opening/rule.h"
#include "shared/status/failure.h"

void options_init(Options *options) {
    *options = (Options){0};
    option_defaults(&options_table, options);
}

void options_release(Options *options) {
    for (size_t i = 0; i < options->engine_count; i++)
        engine_options_release(&options->engines[i]);
    free(options->engines);
    for (size_t i = 0; i < options->each_count; i++)
        free(options->each[i]);
    free(options->each);
    free(options->config);
    option_release(&options_table, options);
    *options = (Options){0};
}

static bool check_engines(OptionReader *reader, Options *options, size_t least, size_t most) {
    for (size_t i = 0; i < options->engine_count; i++) {
        EngineOptions *engine = &options->engines[i];
        reader->option = "-each";
        if (option_read_pairs(reader, &engine_table, engine, (int)options->each_count,
                              options->each) < 0)
            return false;
        reader->option = "-engine";
        if (engine->command == NULL)
            return option_complain(reader, "number %zu has no cmd=COMMAND", i + 1);
    }
    reader->option = "-engine";
    if (most == 1 && options->engine_count != 1)
        return option_complain(reader, "expected one engine, got %zu", options->engine_count);
    if (options->engine_count < least)
        return option_complain(reader, "expected %s or more, got %zu",
                               least == 1 ? "an engine" : "two engines", options->engine_count);
    return true;
}

/* Returns whether the format does not say how many games there are. */
static bool is_open(const Options *options) {
    return options->format == SCHEDULE_ROUND_ROBIN || options->format == SCHEDULE_GAUNTLET;
}

static bool check_sprt(OptionReader *reader, Options *options) {
    reader->option = "-sprt";
    if (options->engine_count > 2)
        return option_complain(reader, "expected two engines, got %zu", options->engine_count);
    if (!is_open(options))
        return option_complain(reader, "expected -format roundrobin or gauntlet with it");
    if (!options->has_sprt_model)
        options->sprt.model = SPRT_PENTANOMIAL;
    if (options->sprt.model != SPRT_TRINOMIAL)
        options->is_repeat = true;
    return sprt_is_valid(&options->sprt) ||
           option_complain(reader, "expected elo0 < elo1, alpha and beta between 0 and 0.5");
}

static bool check_sample(OptionReader *reader, Options *options) {
    SampleOptions *sample = &options->outputs.sample;
    reader->option = "-sample";
    if (!sample_can_hold(sample->format, options->rule, options->is_continuous, options->width,
                         options->height))
        return option_complain(reader,
                               "the packed formats know square boards and the rules 0, 1 and 4 "
                               "only; expected format=csv with this -rule and -boardsize");
    if (sample->file != NULL)
        return true;
    static const char *const names[] = {
        [SAMPLE_CSV] = "csv", [SAMPLE_BIN] = "bin", [SAMPLE_BINPACK] = "binpack"};
    char name[32];
    snprintf(name, sizeof name, "sample.%s%s", names[sample->format], sample->is_lz4 ? ".lz4" : "");
    return option_text(reader, &sample->file, name);
}

static bool check_opening_rule(OptionReader *reader, const Options *options) {
    const OpeningRule *rule = opening_rule_at(options->opening_rule - 1);
    reader->option = options->opening_rule == OPTIONS_SWAP2 ? "-swap2" : "-openingrule";
    if (options->openings_file != NULL)
        return option_complain(reader, "expected no -openings file, the engines open themselves");
    if (options->width < rule->least_size || options->height < rule->least_size)
        return option_complain(reader, "%s needs a board of %dx%d or more", rule->name,
                               rule->least_size, rule->least_size);
    return true;
}

/* Fills in the games and rounds that were not given. A test without either plays pairs, or games
 * with both colours, without end. */
static void set_length(Options *options) {
    bool is_endless = options->has_sprt && !options->has_games && !options->has_rounds;
    if (is_endless)
        options->games = 2;
    else if (options->games == 0)
        options->games = options->is_repeat ? 2 : 1;
    if (options->rounds == 0 && options->format != SCHEDULE_SWISS && !is_endless)
        options->rounds = 1;
}

/* A run replaces its files after a kill, so none of them can be standard output. */
static bool check_files(OptionReader *reader, const Options *options) {
    const OutputOptions *outputs = &options->outputs;
    const struct {
        const char *option, *path;
    } files[] = {{"-db", options->database},
                 {"-pgn", outputs->pgn},
                 {"-sgf", outputs->sgf},
                 {"-html", options->html},
                 {"-msg", outputs->messages}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        reader->option = files[i].option;
        if (files[i].path != NULL && strcmp(files[i].path, "-") == 0)
            return option_expected(reader, "-", "a file; 'report' writes to standard output");
    }
    return true;
}

static bool check_together(OptionReader *reader, Options *options, size_t least, size_t most) {
    if (options->is_without_openings && options->openings_file != NULL) {
        reader->option = "-openings";
        return option_complain(reader, "expected none or file=, not both");
    }
    if (!check_engines(reader, options, least, most) ||
        (options->has_sprt && !check_sprt(reader, options)))
        return false;
    if (options->outputs.is_lose_only && options->format != SCHEDULE_GAUNTLET) {
        reader->option = "-loseonly";
        return option_complain(reader, "expected -gauntlet with it");
    }
    if (options->rating_interval > 0 && options->engine_count > OPTIONS_RATED_MAX) {
        reader->option = "-ratinginterval";
        return option_complain(reader, "expected %d engines at most", OPTIONS_RATED_MAX);
    }
    if (!check_files(reader, options) ||
        (options->opening_rule > 0 && !check_opening_rule(reader, options)))
        return false;
    set_length(options);
    if (options->is_debug)
        options->is_log = true;
    return !options->outputs.sample.is_wanted || check_sample(reader, options);
}

bool options_check(OptionReader *reader, Options *options) {
    return check_together(reader, options, 2, SIZE_MAX);
}

bool options_check_single(OptionReader *reader, Options *options) {
    return check_together(reader, options, 1, 1);
}

bool options_check_some(OptionReader *reader, Options *options) {
    return check_together(reader, options, 1, SIZE_MAX);
}

bool options_parse(Options *options, int count, char *const *words, Failure *failure) {
    const OptionCommand command = {.tables = &options_table, .table_count = 1};
    OptionReader reader = {.command = &command, .target = options, .failure = failure};
    return option_read_words(&reader, count, words) && options_check(&reader, options);
}

char *options_settings(const Options *options) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    option_print_settings(out, &options_table, options, "");
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
