#include "report/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report/writers.h"
#include "stats/table.h"
#include "store/formats.h"

enum { STATUS_GOOD = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 };

typedef struct ReportOptions {
    const char *database;
    int64_t run; /* 0: the newest */
    const char *json, *pgn, *sgf, *psq, *html;
} ReportOptions;

static int usage(const char *problem, const char *word) {
    fprintf(stderr,
            "report: %s '%s'\n"
            "usage: kaname-tournament report FILE [-run N] [-json FILE] [-pgn FILE] [-sgf FILE]"
            " [-psq FOLDER] [-html FILE]\n"
            "(FILE '-' is standard output; without -run the newest run is told)\n",
            problem, word);
    return STATUS_USAGE;
}

static bool parse_run(const char *word, int64_t *run) {
    char *end;
    errno = 0;
    long long value = strtoll(word, &end, 10);
    if (errno != 0 || end == word || *end != '\0' || value < 1)
        return false;
    *run = value;
    return true;
}

static int parse_options(int argc, char **argv, ReportOptions *options) {
    *options = (ReportOptions){0};
    const struct {
        const char *word;
        const char **value;
    } outputs[] = {{"-json", &options->json},
                   {"-pgn", &options->pgn},
                   {"-sgf", &options->sgf},
                   {"-psq", &options->psq},
                   {"-html", &options->html}};
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (word[0] != '-') {
            if (options->database != NULL)
                return usage("a second database:", word);
            options->database = word;
            continue;
        }
        if (i + 1 == argc)
            return usage("unknown option, or nothing follows", word);
        const char *value = argv[++i];
        bool is_known = false;
        if (strcmp(word, "-run") == 0) {
            if (!parse_run(value, &options->run))
                return usage("-run takes a number from 1, not", value);
            is_known = true;
        }
        for (size_t k = 0; k < sizeof(outputs) / sizeof(outputs[0]); k++) {
            if (strcmp(word, outputs[k].word) == 0) {
                *outputs[k].value = value;
                is_known = true;
            }
        }
        if (!is_known)
            return usage("unknown option", word);
    }
    return options->database != NULL ? STATUS_GOOD : usage("no database", "FILE");
}

static bool is_stdout(const char *path) {
    return path != NULL && strcmp(path, "-") == 0;
}

static FILE *open_output(const char *path) {
    FILE *file = is_stdout(path) ? stdout : fopen(path, "w");
    if (file == NULL)
        fprintf(stderr, "report: %s: %s\n", path, strerror(errno));
    return file;
}

/* False, and told: not all that was written has arrived. */
static bool close_output(FILE *file, const char *path) {
    bool is_good = ferror(file) == 0 && fflush(file) == 0;
    int error = errno;
    if (file != stdout && fclose(file) != 0 && is_good) {
        is_good = false;
        error = errno;
    }
    if (!is_good)
        fprintf(stderr, "report: %s: cannot be written: %s\n", path, strerror(error));
    return is_good;
}

static bool tell_unread(const Store *store) {
    const char *error = store_error(store);
    fprintf(stderr, "report: %s\n", error[0] != '\0' ? error : "out of memory");
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

typedef struct GameWriter {
    FILE *file;
    void (*write)(FILE *file, const GameRecord *game);
} GameWriter;

static bool write_game(const GameRecord *game, void *context) {
    const GameWriter *writer = context;
    writer->write(writer->file, game);
    return ferror(writer->file) == 0;
}

static bool write_games(Store *store, const char *path,
                        void (*write)(FILE *file, const GameRecord *game)) {
    GameWriter writer = {open_output(path), write};
    if (writer.file == NULL)
        return false;
    bool is_read = store_each_game(store, STORE_MOVES, write_game, &writer) || tell_unread(store);
    return close_output(writer.file, path) && is_read;
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
        fputs("report: out of memory\n", stderr);
        return false;
    }
    snprintf(path, size, "%s/%06" PRId64 ".psq", folder->path, game->number);
    FILE *file = open_output(path);
    if (file != NULL)
        format_psq(file, game);
    folder->is_good = file != NULL && close_output(file, path);
    free(path);
    return folder->is_good;
}

static bool write_psq_folder(Store *store, const char *path) {
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "report: %s: %s\n", path, strerror(errno));
        return false;
    }
    PsqFolder folder = {path, true};
    if (!store_each_game(store, STORE_MOVES, write_psq_file, &folder))
        return tell_unread(store);
    return folder.is_good;
}

static bool write_json_file(Store *store, const char *path) {
    FILE *file = open_output(path);
    if (file == NULL)
        return false;
    bool is_read = write_json(file, store) || tell_unread(store);
    return close_output(file, path) && is_read;
}

static bool write_html_file(Store *store, const Summary *summary, const char *path) {
    FILE *file = open_output(path);
    if (file == NULL)
        return false;
    bool is_read = write_html(file, store, summary) || tell_unread(store);
    return close_output(file, path) && is_read;
}

static bool write_all(Store *store, const ReportOptions *options) {
    Summary summary;
    if (!summary_init(&summary, store_run(store))) {
        fputs("report: out of memory\n", stderr);
        return false;
    }
    bool is_good = summarise(store, options->html != NULL ? STORE_MOVES : STORE_RESULTS, &summary);
    bool takes_stdout = is_stdout(options->json) || is_stdout(options->pgn) ||
                        is_stdout(options->sgf) || is_stdout(options->html);
    if (is_good && !takes_stdout) {
        table_write(stdout, &summary);
        is_good = close_output(stdout, "standard output");
    }
    if (is_good && options->json != NULL)
        is_good = write_json_file(store, options->json);
    if (is_good && options->pgn != NULL)
        is_good = write_games(store, options->pgn, format_pgn);
    if (is_good && options->sgf != NULL)
        is_good = write_games(store, options->sgf, format_sgf);
    if (is_good && options->psq != NULL)
        is_good = write_psq_folder(store, options->psq);
    if (is_good && options->html != NULL)
        is_good = write_html_file(store, &summary, options->html);
    summary_release(&summary);
    return is_good;
}

int report_main(int argc, char **argv) {
    ReportOptions options;
    char error[512];
    int status = parse_options(argc, argv, &options);
    if (status != STATUS_GOOD)
        return status;
    Store *store = store_open_read_only(options.database, error, sizeof(error));
    if (store == NULL) {
        fprintf(stderr, "report: %s\n", error);
        return STATUS_FAILED;
    }
    bool is_good = store_select_run(store, options.run) || tell_unread(store);
    is_good = is_good && write_all(store, &options);
    store_close(store);
    return is_good ? STATUS_GOOD : STATUS_FAILED;
}
