#include "train/calibrate.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/rule.h"
#include "eval/regions/numbers.h"
#include "kaname.h"
#include "shared/files/input.h"
#include "shared/status/failure.h"
#include "train/dataset.h"
#include "train/origin.h"
#include "train/scale.h"

enum { BINS = 10, NAT = 1000 /* score units of the search for a scale */ };

typedef struct Bin {
    uint64_t positions;
    double predicted, actual; /* sums */
} Bin;

typedef struct Outcome {
    uint64_t games, positions, proven;
    double loss; /* sum, nats */
    Bin bins[BINS];
    ScoreCounts nats; /* predictions, NAT units a nat */
} Outcome;

typedef struct Calibration {
    KanameEngine *engine;
    Outcome of[RULES];
} Calibration;

typedef enum WeightsKind { TABLES, REGIONS } WeightsKind;

/* A file of weights or a network. */
typedef struct WeightsFile {
    unsigned char *bytes; /* owned; NULL: none */
    size_t size;
    WeightsKind kind;
    Rule rule;
    uint32_t win_scale;
} WeightsFile;

/* ---- Counting ------------------------------------------------------------------------------- */

static void count_position(Outcome *outcome, double predicted, double actual) {
    const double LEAST = 1e-9; /* keeps the logarithm finite */
    int bin = (int)(predicted * BINS);
    Bin *of = &outcome->bins[bin < BINS ? bin : BINS - 1];
    of->positions++;
    of->predicted += predicted;
    of->actual += actual;
    outcome->positions++;
    outcome->loss -=
        actual * log(fmax(predicted, LEAST)) + (1 - actual) * log(fmax(1 - predicted, LEAST));
    double nats = log(fmax(predicted, LEAST) / fmax(1 - predicted, LEAST));
    scale_count(&outcome->nats, (int)lround(NAT * nats), actual);
}

/* The last move of a game may be a cell that is taken only if the file is damaged. */
static void play(KanameEngine *engine, const Game *game, int move) {
    Cell cell = game->moves[move];
    (void)kaname_play(engine, cell % game->width, cell / game->width);
}

static void count_game(void *context, const Game *game) {
    Calibration *calibration = context;
    Outcome *outcome = &calibration->of[game->rule];
    KanameEngine *engine = calibration->engine;
    if (kaname_set_rule(engine, (KanameRule)game->rule) != KANAME_OK ||
        kaname_set_size(engine, game->width, game->height) != KANAME_OK)
        return;
    outcome->games++;
    int from = game_settled_from(game); /* results do not apply to positions before a random move */
    for (int move = 0; move < game->move_count; play(engine, game, move++)) {
        if (move < from)
            continue;
        int score = game->scores[move];
        double black = (double)game->result / 2;
        if (score == SCORE_NONE)
            continue;
        if (is_decided(score))
            outcome->proven++;
        else
            count_position(outcome, kaname_win_rate(engine, score),
                           move % 2 == 0 ? black : 1 - black);
    }
}

/* ---- Table ---------------------------------------------------------------------------------- */

static double mean(double sum, uint64_t count) {
    return count > 0 ? sum / (double)count : 0;
}

/* Returns the scale of least loss, relative to the current one. */
static double best_share(const Outcome *outcome) {
    return scale_best(&outcome->nats) / NAT;
}

static void print_table(Rule rule, const Outcome *outcome) {
    printf("%s: %" PRIu64 " games, %" PRIu64 " positions (%" PRIu64
           " proven ones left out), loss %.4f nats\n",
           rule_name(rule), outcome->games, outcome->positions, outcome->proven,
           mean(outcome->loss, outcome->positions));
    if (scale_total(&outcome->nats) > 0) {
        double share = best_share(outcome), total = scale_total(&outcome->nats);
        printf("  best win scale: %.3f times this one, loss %.4f nats in place of %.4f (%.0f "
               "positions within %d nats)\n",
               share, scale_loss(&outcome->nats, NAT * share) / total,
               scale_loss(&outcome->nats, NAT) / total, total, SCALE_SCORES / NAT);
    }
    printf("  win rate   positions  predicted   actual\n");
    for (int i = 0; i < BINS; i++) {
        const Bin *bin = &outcome->bins[i];
        printf("  %3d-%3d%%  %10" PRIu64, 100 * i / BINS, 100 * (i + 1) / BINS, bin->positions);
        if (bin->positions > 0)
            printf("     %5.1f%%   %5.1f%%", 100 * mean(bin->predicted, bin->positions),
                   100 * mean(bin->actual, bin->positions));
        printf("\n");
    }
}

/* ---- Picture -------------------------------------------------------------------------------- */

#define SVG_START "<svg xmlns=\"http://www.w3.org/2000/svg\""

enum { PANEL = 220, LEFT = 46, TOP = 30, SIDE = 160 /* of the square in a panel */ };

static const FilesRules SVG_RULES = {.kind = FILES_KIND_OF(SVG_START), .may_stream = true};

/* Where shares of 0 to 1 lie in the square. */
static double to_x(double share) {
    return LEFT + SIDE * share;
}

static double to_y(double share) {
    return TOP + SIDE * (1 - share);
}

static void draw_axes(FILE *file, Rule rule) {
    fprintf(file,
            "<text x=\"%d\" y=\"18\" font-weight=\"bold\">%s</text>\n"
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#888\"/>\n"
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#bbb\"/>\n",
            LEFT, rule_name(rule), LEFT, TOP, SIDE, SIDE, to_x(0), to_y(0), to_x(1), to_y(1));
    for (int percent = 0; percent <= 100; percent += 50)
        fprintf(file,
                "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d</text>\n",
                to_x(percent / 100.0), TOP + SIDE + 14, percent, LEFT - 5,
                to_y(percent / 100.0) + 4, percent);
    fprintf(file,
            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">predicted, %%</text>\n"
            "<text transform=\"translate(12,%.1f) rotate(-90)\" text-anchor=\"middle\">actual, %%"
            "</text>\n",
            to_x(0.5), TOP + SIDE + 28, to_y(0.5));
}

/* One dot for each bin; its area is proportional to its share of the positions, its title has the
 * numbers. */
static void draw_bins(FILE *file, const Outcome *outcome) {
    const double RADIUS_LEAST = 1.5, RADIUS_MORE = 16;
    for (int i = 0; i < BINS; i++) {
        const Bin *bin = &outcome->bins[i];
        double predicted = mean(bin->predicted, bin->positions);
        double actual = mean(bin->actual, bin->positions);
        if (bin->positions == 0)
            continue;
        double share = (double)bin->positions / (double)outcome->positions;
        fprintf(file,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#06c\" fill-opacity=\"0.7\">"
                "<title>%" PRIu64 " positions, predicted %.1f%%, actual %.1f%%</title></circle>\n",
                to_x(predicted), to_y(actual), RADIUS_LEAST + RADIUS_MORE * sqrt(share),
                bin->positions, 100 * predicted, 100 * actual);
    }
}

static void draw(const void *content, FILE *file) {
    const Calibration *calibration = content;
    int panels = 0, drawn = 0;
    for (int rule = 0; rule < RULES; rule++)
        panels += calibration->of[rule].positions > 0;
    fprintf(file,
            SVG_START " width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">\n"
                      "<title>Predicted win rate and actual result</title>\n"
                      "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            PANEL * (panels > 0 ? panels : 1), TOP + SIDE + 40);
    for (int rule = 0; rule < RULES; rule++) {
        if (calibration->of[rule].positions == 0)
            continue;
        fprintf(file, "<g transform=\"translate(%d,0)\">\n", PANEL * drawn++);
        draw_axes(file, (Rule)rule);
        draw_bins(file, &calibration->of[rule]);
        fprintf(file, "</g>\n");
    }
    fprintf(file, "</svg>\n");
}

/* ---- The command ---------------------------------------------------------------------------- */

static bool complain(const char *path, const char *why) {
    fprintf(stderr, "%s: %s\n", path, why);
    return false;
}

static bool write_picture(const Calibration *calibration, const char *path) {
    Status status = files_replace_by(path, &SVG_RULES, draw, calibration);
    return status == STATUS_OK || complain(path, status_reason(status));
}

/* Sets kind, rule and scale of a whole file. */
static void read_head(WeightsFile *file) {
    RegionsFile regions;
    Weights table;
    if (regions_file_read(&regions, file->bytes, file->size) == KANAME_OK) {
        file->kind = REGIONS;
        file->rule = regions.rule;
        file->win_scale = regions.win_scale;
    } else if (weights_read(&table, file->bytes, file->size) == KANAME_OK) {
        file->kind = TABLES;
        file->rule = table.rule;
        file->win_scale = table.win_scale;
    }
}

/* Reads --weights into the engine. */
static bool use_weights(KanameEngine *engine, const char *path, WeightsFile *file) {
    Status read = files_read_whole(path, KANAME_MAX_WEIGHTS_BYTES, &file->bytes, &file->size);
    if (read != STATUS_OK)
        return complain(path, status_reason(read));
    KanameStatus status = kaname_load_weights(engine, file->bytes, file->size);
    if (status != KANAME_OK)
        return complain(path, kaname_status_text(status));
    read_head(file);
    return true;
}

/* --out writes the same kind of file as --weights. */
static FilesRules out_rules(const WeightsFile *file) {
    static const FilesRules RULES_OF[] = {[TABLES] = {.kind = FILES_KIND_OF(WEIGHTS_MAGIC)},
                                          [REGIONS] = {.kind = FILES_KIND_OF(REGIONS_MAGIC)}};
    return RULES_OF[file->kind];
}

static void set_scale(WeightsFile *file, uint32_t win_scale) {
    Weights table;
    if (file->kind != TABLES) {
        numbers_file_set_scale(file->bytes, file->size, win_scale);
    } else if (weights_read(&table, file->bytes, file->size) == KANAME_OK) {
        table.win_scale = win_scale;
        (void)weights_write(&table, file->bytes);
    }
}

static bool check_output(const ToolOptions *options, const char *path, const FilesRules *rules) {
    const char *const named[] = {options->weights, options->svg, options->out};
    Status status = game_files_check_output(options->paths, options->path_count, named,
                                            sizeof named / sizeof named[0], path, rules);
    return status == STATUS_OK || complain(path, status_reason(status));
}

static bool prepare(const ToolOptions *options, KanameEngine *engine, WeightsFile *file) {
    if (!check_output(options, options->svg, &SVG_RULES) ||
        (options->weights != NULL && !use_weights(engine, options->weights, file)))
        return false;
    FilesRules rules = out_rules(file);
    return check_output(options, options->out, &rules);
}

/* Writes the weights with the scale of least loss on the games of their rule. */
static bool write_scaled(const Calibration *calibration, const char *path, WeightsFile *file) {
    FilesRules rules = out_rules(file);
    const Outcome *outcome = &calibration->of[file->rule];
    if (outcome->positions == 0)
        return complain(path, "not written: no game of the rule of the weights");
    if (scale_total(&outcome->nats) <= 0)
        return complain(path, "not written: no position whose score tells of the scale");
    long best = lround(file->win_scale * best_share(outcome));
    uint32_t after = best > 0 ? (uint32_t)best : 1;
    set_scale(file, after);
    Status status = files_replace(path, file->bytes, file->size, &rules);
    if (status == STATUS_OK)
        printf("written %s, win scale %" PRIu32 " for %" PRIu32 "\n", path, after, file->win_scale);
    return status == STATUS_OK || complain(path, status_reason(status));
}

/* Warns if a file's scores come from other weights, since the scale then fits neither. */
static bool compare_weights(void *context, const char *path) {
    const KanameEngine *engine = context;
    GameReader reader;
    uint32_t id = kaname_weights_id(engine), other;
    if (game_reader_open(&reader, path, GAMEFILE_OWN)) {
        if (origin_has_other_weights(reader.origin, id, &other))
            fprintf(stderr,
                    "%s: its scores are those of weights %08" PRIx32 ", not of %08" PRIx32 "\n",
                    path, other, id);
        game_reader_close(&reader);
    }
    return true;
}

int tool_calibrate(const ToolOptions *options) {
    Calibration *calibration = calloc(1, sizeof *calibration);
    KanameEngine *engine = kaname_new();
    WeightsFile file = {0};
    bool is_good = false;
    if (calibration == NULL || engine == NULL) {
        fprintf(stderr, "%s\n", status_text(STATUS_MEMORY));
    } else if (prepare(options, engine, &file)) {
        Failure failure = FAILURE_NONE;
        calibration->engine = engine;
        if (options->weights != NULL && options->format == GAMEFILE_OWN)
            (void)game_files_each(options->paths, options->path_count, compare_weights, engine,
                                  &failure);
        is_good = tool_each_game(options, false, count_game, calibration);
        for (int rule = 0; rule < RULES; rule++)
            if (calibration->of[rule].games > 0)
                print_table((Rule)rule, &calibration->of[rule]);
        if (options->svg != NULL)
            is_good = write_picture(calibration, options->svg) && is_good;
        if (options->out != NULL && !is_good)
            fprintf(stderr, "calibrate: %s: not written\n", options->out);
        else if (options->out != NULL)
            is_good = write_scaled(calibration, options->out, &file);
    }
    free(file.bytes);
    kaname_free(engine);
    free(calibration);
    return is_good ? 0 : 1;
}
