#include "report/report.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/terminal.h"
#include "report/list.h"
#include "report/writers.h"
#include "shared/cli/reader.h"
#include "shared/cli/say.h"
#include "shared/files/replace.h"
#include "shared/status/failure.h"
#include "stats/table.h"
#include "store/formats.h"

enum { STATUS_GOOD = 0, STATUS_FAILED = 1, ANCHOR_ELO_MAX = 100000 };

typedef struct ReportOptions {
    OptionList databases;
    int64_t run;  /* 0: the newest */
    char *anchor; /* the name of an engine; NULL: ratings are relative to the mean */
    double anchor_elo;
    char *csv, *json, *pgn, *sgf, *psq, *html;
} ReportOptions;

#define AT(field) .kind = OPTION_TEXT, .offset = offsetof(ReportOptions, field)

static const char input_group[] = "Input", output_group[] = "Output";

static int read_anchor(OptionReader *reader, const OptionRow *row, void *target, int left,
                       char *const *words) {
    ReportOptions *options = target;
    char *end;
    (void)row;
    if (left < 2 || !option_real(words[1], &end, &options->anchor_elo) || *end != '\0') {
        option_complain(reader, "expected the name of an engine and its Elo");
        return -1;
    }
    if (!(fabs(options->anchor_elo) <= ANCHOR_ELO_MAX)) {
        option_expected(reader, words[1], "an Elo from %d to %d", -ANCHOR_ELO_MAX, ANCHOR_ELO_MAX);
        return -1;
    }
    return option_text(reader, &options->anchor, words[0]) ? 2 : -1;
}

static const OptionRow rows[] = {
    {.name = "FILE...",
     .help = "the database of a tournament; of several, the newest runs become one list of ratings",
     .group = input_group,
     .is_required = true,
     .kind = OPTION_LIST,
     .offset = offsetof(ReportOptions, databases)},
    {.name = "-run",
     .value = "N",
     .help = "number of the run in the database",
     .group = input_group,
     .otherwise = "the newest",
     .kind = OPTION_WHOLE,
     .offset = offsetof(ReportOptions, run),
     .least = 1,
     .most = INT64_MAX},
    {.name = "-anchor",
     .value = "NAME ELO",
     .help = "ratings are relative to this engine, which has ELO",
     .group = input_group,
     .otherwise = "relative to the mean of all engines",
     .kind = OPTION_OWN,
     .read = read_anchor},
    {.name = "-csv",
     .value = "FILE",
     .help = "the ratings as CSV, also those of several databases",
     .group = output_group,
     AT(csv)},
    {.name = "-json",
     .value = "FILE",
     .help = "results and games as JSON",
     .group = output_group,
     AT(json)},
    {.name = "-pgn",
     .value = "FILE",
     .help = "the games as PGN; as there, 1-0 is a win of White",
     .group = output_group,
     AT(pgn)},
    {.name = "-sgf", .value = "FILE", .help = "the games as SGF", .group = output_group, AT(sgf)},
    {.name = "-psq",
     .value = "FOLDER",
     .help = "the games as PSQ, one file each",
     .group = output_group,
     AT(psq)},
    {.name = "-html",
     .value = "FILE",
     .help = "one page with tables and every game to replay",
     .group = output_group,
     AT(html)},
    {.name = NULL},
};

static const OptionTable table = {.rows = rows};

static bool check_options(OptionReader *reader, void *target) {
    const ReportOptions *options = target;
    bool has_more = options->run > 0 || options->json != NULL || options->pgn != NULL ||
                    options->sgf != NULL || options->psq != NULL || options->html != NULL;
    return options->databases.count <= 1 || !has_more ||
           option_complain(reader, "only -anchor and -csv go with several databases");
}

static void print_more(FILE *out) {
    fputs("\nFILE '-' is standard output, which then takes no tables.\n", out);
}

static const char *const usage[] = {"FILE [OPTION]...",
                                    "FILE FILE... [-anchor NAME ELO] [-csv FILE]", NULL};
static const char *const groups[] = {input_group, output_group, NULL};

const OptionCommand report_command = {.program = "kaname-tournament",
                                      .name = "report",
                                      .about =
                                          "Prints tables of a run and exports its games, or the "
                                          "ratings of several runs.",
                                      .usage = usage,
                                      .groups = groups,
                                      .tables = &table,
                                      .table_count = 1,
                                      .check = check_options,
                                      .print_more = print_more,
                                      .run = report_main};

static const char *database_of(const ReportOptions *options) {
    return options->databases.words[0];
}

static bool is_stdout(const char *path) {
    return path != NULL && strcmp(path, "-") == 0;
}

/* ---- Output files --------------------------------------------------------------------------- */

static const FilesRules csv_rules = {.kind = FILES_KIND_OF(REPORT_CSV_TITLES "\n"),
                                     .may_stream = true};
static const FilesRules json_rules = {.kind = FILES_KIND_OF("{"), .may_stream = true};
static const FilesRules pgn_rules = {.kind = FILES_KIND_OF("["), .may_stream = true};
static const FilesRules sgf_rules = {.kind = FILES_KIND_OF("("), .may_stream = true};
static const FilesRules psq_rules = {.kind = FILES_KIND_OF("Piskvorky ")};
static const FilesRules html_rules = {.kind = FILES_KIND_OF_PAGE, .may_stream = true};

static bool tell_status(const char *path, Status status) {
    if (status != STATUS_OK)
        say_error("kaname-tournament report: %s: cannot be written: %s\n", path,
                  status_reason(status));
    return status == STATUS_OK;
}

/* Checks all outputs before anything is written: none may be the database or another output, and
 * each must be replaceable. Reports the first that fails. */
static bool check_outputs(const ReportOptions *options) {
    const struct {
        const char *path;
        const FilesRules *rules;
    } outputs[] = {{options->csv, &csv_rules},
                   {options->json, &json_rules},
                   {options->pgn, &pgn_rules},
                   {options->sgf, &sgf_rules},
                   {options->html, &html_rules}};
    enum { OUTPUTS = sizeof outputs / sizeof outputs[0] };
    for (size_t i = 0; i < OUTPUTS; i++) {
        const char *path = outputs[i].path;
        if (path == NULL)
            continue;
        Status status = STATUS_OK;
        for (size_t k = 0; k < i; k++)
            if (files_are_same(path, outputs[k].path))
                status = STATUS_IN_USE;
        for (int k = 0; k < options->databases.count; k++)
            if (files_are_of_database(options->databases.words[k], path))
                status = STATUS_IN_USE;
        if (status == STATUS_OK && !is_stdout(path))
            status = files_check(path, outputs[i].rules);
        if (!tell_status(path, status))
            return false;
    }
    return true;
}

/* An output in progress: standard output, or a file that replaces the old one once it is complete.
 */
typedef struct OutputFile {
    FILE *file;
    const char *path;
    FilesDraft draft;
} OutputFile;

/* On failure reports the reason and returns false. */
static bool open_output(OutputFile *output, const char *path, const FilesRules *rules) {
    output->path = path;
    output->file = stdout;
    if (is_stdout(path))
        return true;
    Status status = files_draft_begin(&output->draft, path, rules);
    output->file = output->draft.file;
    return tell_status(path, status);
}

/* If a write to standard output has failed, reports it and returns false. */
static bool close_stdout(void) {
    bool is_good = ferror(stdout) == 0 && fflush(stdout) == 0;
    if (!is_good)
        say_error("kaname-tournament report: standard output: cannot be written: %s\n",
                  strerror(errno));
    return is_good;
}

/* `is_read`: the file is complete. Otherwise the old file stays; the caller has reported the
 * reason. */
static bool close_output(OutputFile *output, bool is_read) {
    if (is_stdout(output->path))
        return close_stdout() && is_read;
    Status status = files_draft_finish(&output->draft, is_read);
    return is_read && tell_status(output->path, status);
}

static bool tell_unread(const Store *store) {
    const char *error = store_error(store);
    say_error("kaname-tournament report: %s\n",
              error[0] != '\0' ? error : status_text(STATUS_MEMORY));
    return false;
}

/* ---- One output each ------------------------------------------------------------------------ */

static bool add_to_summary(const GameRecord *game, void *context) {
    Summary *summary = context;
    return summary_add(summary, game);
}

static bool summarise(Store *store, StoreDetail detail, Summary *summary) {
    if (store_each_game(store, detail, add_to_summary, summary) && summary_finish(summary))
        return true;
    return tell_unread(store);
}

/* On failure reports the reason and returns false; the summary then needs no release. */
static bool init_summary(Summary *summary, const StoreRun *run) {
    if (run->engine_count > RATING_ENGINES_MAX)
        say_error("kaname-tournament report: too many engines: %d, expected %d at most\n",
                  run->engine_count, RATING_ENGINES_MAX);
    else if (summary_init(summary, run))
        return true;
    else
        say_error("kaname-tournament report: %s\n", status_text(STATUS_MEMORY));
    return false;
}

typedef struct GameWriter {
    FILE *file;
    void (*write)(FILE *file, const GameRecord *game);
} GameWriter;

static bool write_game(const GameRecord *game, void *context) {
    const GameWriter *writer = context;
    writer->write(writer->file, game);
    return ferror(writer->file) == 0;
}

static bool write_games(Store *store, const char *path, const FilesRules *rules,
                        void (*write)(FILE *file, const GameRecord *game)) {
    OutputFile output;
    if (!open_output(&output, path, rules))
        return false;
    GameWriter writer = {output.file, write};
    bool is_read = store_each_game(store, STORE_MOVES, write_game, &writer) || tell_unread(store);
    return close_output(&output, is_read);
}

typedef struct PsqFolder {
    const char *path;
    bool is_good;
} PsqFolder;

static bool write_psq_file(const GameRecord *game, void *context) {
    PsqFolder *folder = context;
    size_t size = strlen(folder->path) + 40;
    char *path = malloc(size);
    folder->is_good = path != NULL;
    if (path == NULL) {
        fprintf(stderr, "kaname-tournament report: %s\n", status_text(STATUS_MEMORY));
        return false;
    }
    snprintf(path, size, "%s/%06" PRId64 ".psq", folder->path, game->number);
    OutputFile output;
    folder->is_good = open_output(&output, path, &psq_rules);
    if (folder->is_good) {
        format_psq(output.file, game);
        folder->is_good = close_output(&output, true);
    }
    free(path);
    return folder->is_good;
}

static bool write_psq_folder(Store *store, const char *path) {
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        say_error("kaname-tournament report: %s: %s\n", path, strerror(errno));
        return false;
    }
    PsqFolder folder = {path, true};
    if (!store_each_game(store, STORE_MOVES, write_psq_file, &folder))
        return tell_unread(store);
    return folder.is_good;
}

static bool write_csv_file(const Summary *summary, const char *path) {
    OutputFile output;
    if (!open_output(&output, path, &csv_rules))
        return false;
    bool is_written = report_write_csv(output.file, summary);
    if (!is_written)
        say_error("kaname-tournament report: %s\n", status_text(STATUS_MEMORY));
    return close_output(&output, is_written);
}

static bool write_json_file(Store *store, const Summary *summary, const char *path) {
    OutputFile output;
    if (!open_output(&output, path, &json_rules))
        return false;
    return close_output(&output,
                        report_write_json(output.file, store, summary) || tell_unread(store));
}

static bool write_html_file(Store *store, const Summary *summary, const char *path) {
    OutputFile output;
    if (!open_output(&output, path, &html_rules))
        return false;
    return close_output(&output,
                        report_write_html(output.file, store, summary) || tell_unread(store));
}

bool report_check_page(const char *database, const char *path) {
    Status status = is_stdout(path)                         ? STATUS_OK
                    : files_are_of_database(database, path) ? STATUS_IN_USE
                                                            : files_check(path, &html_rules);
    return tell_status(path, status);
}

bool report_write_page(const char *database, int64_t run, const char *path) {
    Failure failure = FAILURE_NONE;
    Summary summary;
    Store *store = store_open_read_only(database, &failure);
    if (store == NULL) {
        say_error("kaname-tournament report: %s\n", failure.text);
        return false;
    }
    bool is_good = (store_hold(store) && store_select_run(store, run)) || tell_unread(store);
    is_good = is_good && init_summary(&summary, store_run(store));
    if (is_good) {
        is_good = summarise(store, STORE_MOVES, &summary) && write_html_file(store, &summary, path);
        summary_release(&summary);
    }
    store_close(store);
    return is_good;
}

static bool write_all(Store *store, const ReportOptions *options) {
    Summary summary;
    if (!init_summary(&summary, store_run(store)))
        return false;
    bool is_good =
        (options->anchor == NULL || summary_anchor(&summary, options->anchor, options->anchor_elo));
    if (!is_good)
        say_error("kaname-tournament report: -anchor: the run has no engine '%s'\n",
                  options->anchor);
    is_good = is_good && summarise(store, STORE_MOVES, &summary);
    bool takes_stdout = is_stdout(options->csv) || is_stdout(options->json) ||
                        is_stdout(options->pgn) || is_stdout(options->sgf) ||
                        is_stdout(options->html);
    if (is_good && !takes_stdout) {
        table_write(stdout, &summary, terminal_columns(stdout));
        is_good = close_stdout();
    }
    if (is_good && options->csv != NULL)
        is_good = write_csv_file(&summary, options->csv);
    if (is_good && options->json != NULL)
        is_good = write_json_file(store, &summary, options->json);
    if (is_good && options->pgn != NULL)
        is_good = write_games(store, options->pgn, &pgn_rules, format_pgn);
    if (is_good && options->sgf != NULL)
        is_good = write_games(store, options->sgf, &sgf_rules, format_sgf);
    if (is_good && options->psq != NULL)
        is_good = write_psq_folder(store, options->psq);
    if (is_good && options->html != NULL)
        is_good = write_html_file(store, &summary, options->html);
    summary_release(&summary);
    return is_good;
}

static bool report(const ReportOptions *options) {
    Failure failure = FAILURE_NONE;
    Store *store = store_open_read_only(database_of(options), &failure);
    if (store == NULL) {
        say_error("kaname-tournament report: %s\n", failure.text);
        return false;
    }
    bool is_good =
        (store_hold(store) && store_select_run(store, options->run)) || tell_unread(store);
    is_good = is_good && check_outputs(options) && write_all(store, options);
    store_close(store);
    return is_good;
}

static bool report_list(const ReportOptions *options) {
    const ListOptions list = {.databases = options->databases.words,
                              .count = options->databases.count,
                              .anchor = options->anchor,
                              .anchor_elo = options->anchor_elo,
                              .columns = terminal_columns(stdout)};
    OutputFile csv = {.file = NULL};
    if (!check_outputs(options) ||
        (options->csv != NULL && !open_output(&csv, options->csv, &csv_rules)))
        return false;
    bool is_good = list_write(is_stdout(options->csv) ? NULL : stdout, csv.file, &list);
    if (csv.file != NULL)
        is_good = close_output(&csv, is_good) && is_good;
    return close_stdout() && is_good;
}

int report_main(int argc, char **argv) {
    ReportOptions options = {0};
    OptionOutcome outcome = option_read_command(&report_command, &options, argc - 1, argv + 1);
    int status = option_status(outcome);
    if (outcome == OPTION_READ)
        status = (options.databases.count > 1 ? report_list(&options) : report(&options))
                     ? STATUS_GOOD
                     : STATUS_FAILED;
    option_release(&table, &options);
    free(options.anchor);
    return status;
}
