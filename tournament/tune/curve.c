#include "tune/curve.h"

#include <inttypes.h>
#include <stdio.h>

#include "shared/files/replace.h"
#include "shared/status/status.h"

/* Only files that curve_write() wrote, and empty ones, are replaced. */
#define CSV_BEGINNING "iteration,points of plus"
#define SVG_BEGINNING "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"kaname-tune\""

static const FilesRules csv_rules = {.kind = FILES_KIND_OF(CSV_BEGINNING), .may_stream = true};
static const FilesRules svg_rules = {.kind = FILES_KIND_OF(SVG_BEGINNING), .may_stream = true};

/* The tuning whose values a file shows. */
typedef struct Tuning {
    const SpsaPlan *plan;
    const TuneState *state;
} Tuning;

/* The values of a tuning, iteration by iteration. */
typedef struct Walk {
    const SpsaPlan *plan;
    const TuneState *state;
    int64_t iteration; /* the values are those after it */
    int result;        /* of it, in half points of plus */
    double values[SPSA_PARAMS_MAX];
} Walk;

static void walk_begin(Walk *walk, const SpsaPlan *plan, const TuneState *state) {
    *walk = (Walk){.plan = plan, .state = state};
    spsa_start(plan, walk->values);
}

/* Returns false after the last iteration with a result. */
static bool walk_next(Walk *walk) {
    if (walk->iteration == walk->plan->iterations)
        return false;
    walk->result = tune_state_result(walk->state, walk->iteration + 1);
    if (walk->result == TUNE_NOT_PLAYED)
        return false;
    spsa_step(walk->plan, ++walk->iteration, walk->result, walk->values);
    return true;
}

/* ---- CSV ----------------------------------------------------------------------------------- */

static void write_values(FILE *file, const Walk *walk) {
    for (size_t i = 0; i < walk->plan->count; i++)
        fprintf(file, ",%.3f", walk->values[i]);
    putc('\n', file);
}

static void write_csv(const void *content, FILE *file) {
    const Tuning *tuning = content;
    const SpsaPlan *plan = tuning->plan;
    Walk walk;
    fputs(CSV_BEGINNING, file);
    for (size_t i = 0; i < plan->count; i++) {
        fputs(",\"", file);
        for (const char *c = plan->params[i].name; *c != '\0'; c++)
            fprintf(file, *c == '"' ? "\"\"" : "%c", *c);
        putc('"', file);
    }
    putc('\n', file);
    walk_begin(&walk, plan, tuning->state);
    fputs("0,", file);
    write_values(file, &walk);
    while (walk_next(&walk)) {
        fprintf(file, "%" PRId64 ",%.1f", walk.iteration, walk.result / 2.0);
        write_values(file, &walk);
    }
}

/* ---- SVG ----------------------------------------------------------------------------------- */

enum { LEFT = 12, WIDTH = 640, TITLE = 24, PANEL = 80, GAP = 20, POINTS_MAX = 600 };

typedef struct Span {
    int64_t iterations;
    double least[SPSA_PARAMS_MAX], most[SPSA_PARAMS_MAX];
} Span;

static void span_of(Span *span, const SpsaPlan *plan, const TuneState *state) {
    Walk walk;
    walk_begin(&walk, plan, state);
    for (size_t i = 0; i < plan->count; i++)
        span->least[i] = span->most[i] = walk.values[i];
    while (walk_next(&walk))
        for (size_t i = 0; i < plan->count; i++) {
            if (walk.values[i] < span->least[i])
                span->least[i] = walk.values[i];
            if (walk.values[i] > span->most[i])
                span->most[i] = walk.values[i];
        }
    span->iterations = walk.iteration;
}

static void write_escaped(FILE *file, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '<' || *text == '>' || *text == '&' || *text == '"')
            fprintf(file, "&#%d;", *text);
        else
            putc(*text, file);
    }
}

/* Writes the point of the values after the walk's iteration, in a panel of height PANEL. */
static void write_point(FILE *file, const Walk *walk, const Span *span, size_t param) {
    double range = span->most[param] - span->least[param];
    double share = range > 0 ? (walk->values[param] - span->least[param]) / range : 0.5;
    double x = span->iterations > 0 ? (double)walk->iteration / (double)span->iterations : 0;
    fprintf(file, " %.1f,%.1f", x * WIDTH, (1 - share) * PANEL);
}

static void write_panel(FILE *file, const SpsaPlan *plan, const TuneState *state, const Span *span,
                        size_t param) {
    int64_t step = span->iterations / POINTS_MAX + 1;
    Walk walk;
    walk_begin(&walk, plan, state);
    fprintf(
        file,
        "<g transform=\"translate(%d,%d)\">\n<rect width=\"%d\" height=\"%d\"/>\n<text y=\"-6\">",
        LEFT, TITLE + (int)param * (TITLE + PANEL + GAP) + TITLE, WIDTH, PANEL);
    write_escaped(file, plan->params[param].name);
    fprintf(file, ", start %g, drawn from %.3f to %.3f", plan->params[param].start,
            span->least[param], span->most[param]);
    fputs("</text>\n<polyline points=\"", file);
    write_point(file, &walk, span, param);
    while (walk_next(&walk))
        if (walk.iteration % step == 0 || walk.iteration == span->iterations)
            write_point(file, &walk, span, param);
    fprintf(file, "\"/>\n<text class=\"now\" x=\"%d\" y=\"-6\">now %.3f</text>\n</g>\n", WIDTH,
            walk.values[param]);
}

static void write_svg(const void *content, FILE *file) {
    const Tuning *tuning = content;
    const SpsaPlan *plan = tuning->plan;
    Span span;
    span_of(&span, plan, tuning->state);
    int height = TITLE + (int)plan->count * (TITLE + PANEL + GAP);
    fprintf(file,
            SVG_BEGINNING " width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n"
                          "<style>svg { background: #fff; font: 12px sans-serif } rect { fill: "
                          "#f4f4f4 } polyline { fill: none; stroke: #1f5f8b; stroke-width: 1.5 } "
                          ".now { text-anchor: end }</style>\n"
                          "<text x=\"%d\" y=\"16\">Iterations 0 to %" PRId64 " of %" PRId64
                          "</text>\n",
            WIDTH + 2 * LEFT, height, WIDTH + 2 * LEFT, height, LEFT, span.iterations,
            plan->iterations);
    if (span.iterations < plan->iterations) /* also where the tuning goes on later */
        fputs("<script>setTimeout(function () { location.reload(); }, 10000);</script>\n", file);
    for (size_t i = 0; i < plan->count; i++)
        write_panel(file, plan, tuning->state, &span, i);
    fputs("</svg>\n", file);
}

/* ---- Files --------------------------------------------------------------------------------- */

static bool is_good(Status status, const char *path, Failure *failure) {
    return status == STATUS_OK || failure_at(failure, status, "%s", path);
}

/* `other`: the file that is written before; NULL: none. */
static bool check_file(const char *path, const FilesRules *rules, const char *other,
                       const char *state, Failure *failure) {
    if (path == NULL)
        return true;
    bool is_other = files_place(path).kind != FILES_PLACE_STREAM && files_are_same(path, other);
    bool is_busy = is_other || files_are_of_database(state, path);
    return is_good(is_busy ? STATUS_IN_USE : files_check(path, rules), path, failure);
}

bool curve_check(const CurveFiles *files, const char *state, Failure *failure) {
    return check_file(files->csv, &csv_rules, NULL, state, failure) &&
           check_file(files->svg, &svg_rules, files->csv, state, failure);
}

static bool replace(const char *path, const FilesRules *rules,
                    void (*write)(const void *content, FILE *file), const Tuning *tuning,
                    Failure *failure) {
    return path == NULL || is_good(files_replace_by(path, rules, write, tuning), path, failure);
}

bool curve_write(const CurveFiles *files, const SpsaPlan *plan, const TuneState *state,
                 Failure *failure) {
    const Tuning tuning = {plan, state};
    return replace(files->csv, &csv_rules, write_csv, &tuning, failure) &&
           replace(files->svg, &svg_rules, write_svg, &tuning, failure);
}
