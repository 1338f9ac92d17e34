#include "train/evolve/record.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "shared/files/replace.h"
#include "train/plot.h"
#include "train/table_file.h"

#define FIRST_LINE                                                 \
    "generation\tkind\tgames\tpositions\tvalue_loss\torder_loss\t" \
    "won\tlost\tdrawn\telo\terror\ttotal_elo\tbest_elo\tkept\tseconds\n"
#define PAGE_START \
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>Evolution"

enum { WORD_BYTES = 16 };

static const FilesRules CURVE_RULES = {.kind = FILES_KIND_OF(PLOT_START)};
static const FilesRules PAGE_RULES = {.kind = FILES_KIND_OF(PAGE_START)};

int evolve_best(const EvolveRecord *record) {
    int best = 0;
    for (int i = 0; i < record->count; i++)
        if (record->of[i].is_kept)
            best = (int)record->of[i].generation;
    return best;
}

/* ---- The file ------------------------------------------------------------------------------- */

static bool take_line(void *context, const char *line) {
    EvolveRecord *record = context;
    char kind[WORD_BYTES], kept[WORD_BYTES];
    EvolveRow row = {0};
    int count = sscanf(
        line,
        "%lf\t%15s\t%" SCNu64 "\t%" SCNu64 "\t%lf\t%lf\t%d\t%d\t%d\t%lf\t%lf\t%lf\t%lf\t%15s\t%lf",
        &row.generation, kind, &row.games, &row.positions, &row.value, &row.order, &row.won,
        &row.lost, &row.drawn, &row.elo, &row.error, &row.total, &row.best, kept, &row.seconds);
    row.is_network = count == 15 && strcmp(kind, "network") == 0;
    row.is_kept = count == 15 && strcmp(kept, "yes") == 0;
    if (count != 15 || record->count == EVOLVE_GENERATIONS_MAX ||
        row.generation != record->count + 1)
        return false;
    record->of[record->count++] = row;
    return true;
}

static TableFile table_at(const char *path) {
    return (TableFile){.path = path, .first_line = FIRST_LINE, .content = "an evolution"};
}

bool evolve_record_read(EvolveRecord *record, const char *path, Failure *failure) {
    TableFile table = table_at(path);
    record->count = 0;
    return table_file_read(&table, take_line, record, failure);
}

static void write_line(FILE *file, const EvolveRow *row) {
    fprintf(file,
            "%.0f\t%s\t%" PRIu64 "\t%" PRIu64
            "\t%.4f\t%.4f\t%d\t%d\t%d\t%.1f\t%.1f\t%.1f\t%.1f\t%s\t%.1f\n",
            row->generation, row->is_network ? "network" : "tables", row->games, row->positions,
            row->value, row->order, row->won, row->lost, row->drawn, row->elo, row->error,
            row->total, row->best, row->is_kept ? "yes" : "no", row->seconds);
}

static void write_lines(const void *context, FILE *file) {
    const EvolveRecord *record = context;
    for (int i = 0; i < record->count; i++)
        write_line(file, &record->of[i]);
}

/* ---- Curves --------------------------------------------------------------------------------- */

#define AT(field) offsetof(EvolveRow, field)

static const PlotPanel PANELS[] = {
    {"Elo over the blank tables",
     {{"generation", "#06c", AT(total)}, {"best so far", "#090", AT(best)}},
     2},
    {"Loss of the value on held-out games, nats", {{"held-out", "#06c", AT(value)}}, 1},
    {"Loss of the order on held-out games, nats", {{"held-out", "#06c", AT(order)}}, 1},
};

static void write_curves(const EvolveRecord *record, FILE *file) {
    Plot plot = {.title = "Strength and losses of an evolution",
                 .axis = "generation",
                 .panels = PANELS,
                 .panel_count = sizeof PANELS / sizeof PANELS[0],
                 .points = record->of,
                 .count = (size_t)record->count,
                 .stride = sizeof(EvolveRow),
                 .along = AT(generation)};
    plot_write(&plot, file);
}

/* ---- The page ------------------------------------------------------------------------------- */

static const char STYLE[] =
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:1280px;padding:0 1rem}"
    "figure{margin:1rem 0;overflow-x:auto;background:#fff}"
    ".table{overflow-x:auto}table{border-collapse:collapse}"
    "th,td{padding:.2rem .7rem;text-align:right;border-bottom:1px solid #8884;white-space:nowrap}"
    ".best{font-weight:bold}"
    "@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}}";

static void write_table_line(FILE *file, const EvolveRow *row, bool is_best) {
    fprintf(file,
            "<tr%s><td>%.0f</td><td>%s</td><td>%" PRIu64 "</td><td>%" PRIu64
            "</td><td>%.4f</td><td>%.4f</td><td>%d-%d-%d</td><td>%+.0f &plusmn; %.0f</td>"
            "<td>%s</td><td>%+.0f</td></tr>\n",
            is_best ? " class=\"best\"" : "", row->generation,
            row->is_network ? "network" : "tables", row->games, row->positions, row->value,
            row->order, row->won, row->lost, row->drawn, row->elo, row->error,
            row->is_kept ? "yes" : "no", row->total);
}

typedef struct Page {
    const EvolveRecord *record;
    const char *step;
    bool is_running;
} Page;

static void write_page(const Page *page, FILE *file) {
    const EvolveRecord *record = page->record;
    int best = evolve_best(record);
    fputs(PAGE_START "</title>\n", file);
    if (page->is_running)
        fputs("<meta http-equiv=\"refresh\" content=\"10\">\n", file);
    fprintf(file,
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
            "<style>%s</style></head>\n<body><h1>Evolution</h1>\n<p>%s</p>\n",
            STYLE, page->step);
    if (record->count > 0) {
        fputs("<figure>", file);
        write_curves(record, file);
        fputs("</figure>\n<div class=\"table\"><table>\n<tr><th>Generation</th><th>Kind</th>"
              "<th>Games</th><th>Positions</th><th>Value loss</th><th>Order loss</th>"
              "<th>Won-lost-drawn</th><th>Elo of the match</th><th>Kept</th><th>Elo in all</th>"
              "</tr>\n",
              file);
        for (int i = 0; i < record->count; i++)
            write_table_line(file, &record->of[i], i + 1 == best);
        fputs("</table></div>\n<p>Each match is against the best generation before it, at equal "
              "nodes. Elo in all is over the blank tables. Losses are on held-out games of the "
              "fit's own games, so generations are not comparable by them. The best generation is "
              "bold.</p>\n",
              file);
    }
    fputs("</body></html>\n", file);
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void curves_part(const void *content, FILE *file) {
    write_curves(content, file);
}

static void page_part(const void *content, FILE *file) {
    write_page(content, file);
}

static bool replace(const char *path, const FilesRules *rules,
                    void (*write)(const void *content, FILE *file), const void *content,
                    Failure *failure) {
    Status status = files_replace_by(path, rules, write, content);
    return status == STATUS_OK || failure_at(failure, status, "%s", path);
}

bool evolve_record_write(const EvolveRecord *record, const char *path, Failure *failure) {
    TableFile table = table_at(path);
    return table_file_write(&table, write_lines, record, failure);
}

bool evolve_curves_write(const EvolveRecord *record, const char *path, Failure *failure) {
    return replace(path, &CURVE_RULES, curves_part, record, failure);
}

bool evolve_page_write(const EvolveRecord *record, const char *step, bool is_running,
                       const char *path, Failure *failure) {
    const Page page = {record, step, is_running};
    return replace(path, &PAGE_RULES, page_part, &page, failure);
}
