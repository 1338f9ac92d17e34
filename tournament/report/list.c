#include "report/list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/writers.h"
#include "run/inputs.h"
#include "shared/cli/say.h"
#include "shared/files/place.h"
#include "shared/referee/referee.h"
#include "shared/status/failure.h"
#include "stats/summary.h"
#include "stats/table.h"
#include "store/store.h"
#include "store/text.h"

/* The program of an engine and its settings, as far as a run knows them. */
typedef struct ListProgram {
    int64_t digest;       /* of its bytes; 0: no run has one */
    const char *settings; /* lines of its limits and options, in the store's text; "": unknown */
    bool has_changed;     /* two runs have different programs */
    bool has_other_settings;
} ListProgram;

typedef struct List {
    Store **stores;
    int store_count;
    StoreEngine *engines;  /* of all runs, each name once; names are the stores' */
    ListProgram *programs; /* theirs */
    int engine_count;
    StoreRun run;  /* that has all engines */
    bool is_mixed; /* runs differ in rule or board */
    Summary summary;
    bool has_summary;
    const int *places; /* of the engines of the run that is read, in `engines` */
} List;

static bool fail(const char *reason) {
    say_error("kaname-tournament report: %s\n", reason);
    return false;
}

static bool fail_memory(void) {
    return fail(status_text(STATUS_MEMORY));
}

static bool fail_store(const Store *store) {
    const char *error = store_error(store);
    return error[0] != '\0' ? fail(error) : fail_memory();
}

/* ---- Engines ------------------------------------------------------------------------------- */

/* Returns the engine's place in the list, -1 if it is not there. */
static int place_of(const List *list, const char *name) {
    for (int i = 0; i < list->engine_count; i++)
        if (strcmp(list->engines[i].name, name) == 0)
            return i;
    return -1;
}

static const char *next_line(const char *line) {
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

/* Returns the lines of this engine in the settings of a run (words_print_engines()); "" if they do
 * not list it. Each begins with two blanks, and the engine's name is the first. */
static const char *settings_of(const StoreRun *run, int index) {
    char head[40];
    int length = snprintf(head, sizeof head, "engine %d = ", index + 1);
    for (const char *line = run->settings; *line != '\0'; line = next_line(line))
        if (strncmp(line, head, (size_t)length) == 0)
            return next_line(next_line(line));
    return "";
}

static bool are_same_settings(const char *a, const char *b) {
    while (strncmp(a, "  ", 2) == 0 && strncmp(b, "  ", 2) == 0) {
        const char *next_a = next_line(a), *next_b = next_line(b);
        if (next_a - a != next_b - b || memcmp(a, b, (size_t)(next_a - a)) != 0)
            return false;
        a = next_a;
        b = next_b;
    }
    return strncmp(a, "  ", 2) != 0 && strncmp(b, "  ", 2) != 0;
}

/* Adds the engine of this index in the store's run, unless the list has its name. */
static bool add_engine(List *list, Store *store, int index) {
    const StoreEngine *engine = &store_run(store)->engines[index];
    int64_t digest = 0;
    char note[INPUTS_NOTE_BYTES];
    inputs_program_note(note, index);
    if (!store_note(store, note, &digest))
        return fail_store(store);
    int place = place_of(list, engine->name);
    if (place < 0) {
        place = list->engine_count++;
        list->engines[place] = *engine;
        list->programs[place] = (ListProgram){.settings = ""};
    }
    ListProgram *program = &list->programs[place];
    program->has_changed |= program->digest != 0 && digest != 0 && program->digest != digest;
    program->digest = digest != 0 ? digest : program->digest;
    const char *settings = settings_of(store_run(store), index);
    program->has_other_settings |= program->settings[0] != '\0' && settings[0] != '\0' &&
                                   !are_same_settings(program->settings, settings);
    program->settings = settings[0] != '\0' ? settings : program->settings;
    return true;
}

static bool add_engines(List *list, Store *store) {
    const StoreRun *run = store_run(store);
    size_t count = (size_t)list->engine_count + (size_t)run->engine_count;
    StoreEngine *engines = realloc(list->engines, count * sizeof *engines);
    list->engines = engines != NULL ? engines : list->engines;
    ListProgram *programs = realloc(list->programs, count * sizeof *programs);
    list->programs = programs != NULL ? programs : list->programs;
    if (engines == NULL || programs == NULL)
        return fail_memory();
    for (int i = 0; i < run->engine_count; i++)
        if (!add_engine(list, store, i))
            return false;
    return list->engine_count <= RATING_ENGINES_MAX || fail("too many engines");
}

static bool is_same_board(const StoreRun *run, const StoreRun *other) {
    return run->rule == other->rule && run->width == other->width && run->height == other->height;
}

static bool open_store(List *list, const char *path) {
    Failure failure = FAILURE_NONE;
    Store *store = store_open_read_only(path, &failure);
    if (store == NULL)
        return fail(failure.text);
    list->stores[list->store_count++] = store;
    if (!store_hold(store) || !store_select_run(store, 0))
        return fail_store(store);
    const StoreRun *run = store_run(store);
    if (list->store_count == 1)
        list->run = (StoreRun){.rule = run->rule, .width = run->width, .height = run->height};
    list->is_mixed |= !is_same_board(run, &list->run);
    return add_engines(list, store);
}

/* ---- Games --------------------------------------------------------------------------------- */

static bool add_game(const GameRecord *game, void *context) {
    List *list = context;
    GameRecord copy = *game;
    for (int color = 0; color < 2; color++)
        copy.engine[color] = list->places[game->engine[color]];
    return summary_add(&list->summary, &copy);
}

static bool add_games(List *list, Store *store) {
    const StoreRun *run = store_run(store);
    int *places = malloc((size_t)run->engine_count * sizeof *places);
    if (places == NULL)
        return fail_memory();
    for (int i = 0; i < run->engine_count; i++)
        places[i] = place_of(list, run->engines[i].name);
    list->places = places;
    bool is_good = store_each_game(store, STORE_RESULTS, add_game, list);
    free(places);
    return is_good || fail_store(store);
}

/* Whether none of the databases before is the same file, whose games would count twice. */
static bool is_other_file(const ListOptions *options, int index) {
    for (int i = 0; i < index; i++)
        if (files_are_same(options->databases[i], options->databases[index])) {
            say_error("kaname-tournament report: %s: is given twice\n", options->databases[index]);
            return false;
        }
    return true;
}

/* When a game was played, which tells it from other games of its number. */
typedef struct GameTimes {
    int64_t number, started_ms, duration_ms;
} GameTimes;

/* The games of one run, in order of number, to look for those of another. */
typedef struct GameSearch {
    GameTimes *games;
    int64_t count, next; /* the first game that is not yet compared */
    bool is_found;       /* a game is of both runs */
} GameSearch;

static bool keep_times(const GameRecord *game, void *context) {
    GameSearch *search = context;
    search->games[search->next++] = (GameTimes){game->number, game->started_ms, game->duration_ms};
    return search->next < search->count;
}

static bool look_for_game(const GameRecord *game, void *context) {
    GameSearch *search = context;
    while (search->next < search->count && search->games[search->next].number < game->number)
        search->next++;
    if (search->next == search->count)
        return false;
    const GameTimes *found = &search->games[search->next];
    search->is_found = found->number == game->number && found->started_ms == game->started_ms &&
                       found->duration_ms == game->duration_ms;
    return !search->is_found;
}

/* Whether both runs hold a game with the same number and times. */
static bool share_games(Store *store, Store *other, bool *is_shared) {
    int64_t count = store_game_count(store);
    if (count < 0)
        return fail_store(store);
    GameSearch search = {.games = calloc((size_t)count + 1, sizeof(GameTimes)), .count = count};
    if (search.games == NULL)
        return fail_memory();
    bool is_good = count == 0 || store_each_game(store, STORE_RESULTS, keep_times, &search) ||
                   fail_store(store);
    search.count = search.next;
    search.next = 0;
    is_good = is_good &&
              (store_each_game(other, STORE_RESULTS, look_for_game, &search) || fail_store(other));
    *is_shared = search.is_found;
    free(search.games);
    return is_good;
}

/* Whether the runs began in the same second with the same options. Names and the number of planned
 * games may change when a run is resumed. */
static bool began_alike(const StoreRun *run, const StoreRun *other) {
    return run->started == other->started && run->seed == other->seed &&
           is_same_board(run, other) && run->engine_count == other->engine_count &&
           strcmp(run->settings, other->settings) == 0;
}

/* Whether the newest database has no games of a run before, which would count twice. */
static bool is_other_run(const List *list, const ListOptions *options) {
    int last = list->store_count - 1;
    for (int i = 0; i < last; i++) {
        bool is_shared = false;
        if (began_alike(store_run(list->stores[i]), store_run(list->stores[last])) &&
            !share_games(list->stores[i], list->stores[last], &is_shared))
            return false;
        if (is_shared) {
            say_error("kaname-tournament report: %s: holds games of the same run as %s\n",
                      options->databases[last], options->databases[i]);
            return false;
        }
    }
    return true;
}

static bool read_all(List *list, const ListOptions *options) {
    list->stores = calloc((size_t)options->count, sizeof(Store *));
    if (list->stores == NULL)
        return fail_memory();
    for (int i = 0; i < options->count; i++)
        if (!is_other_file(options, i) || !open_store(list, options->databases[i]) ||
            !is_other_run(list, options))
            return false;
    list->run.engines = list->engines;
    list->run.engine_count = list->engine_count;
    list->has_summary = summary_init(&list->summary, &list->run);
    if (!list->has_summary)
        return fail_memory();
    if (options->anchor != NULL &&
        !summary_anchor(&list->summary, options->anchor, options->anchor_elo)) {
        say_error("kaname-tournament report: -anchor: the runs have no engine '%s'\n",
                  options->anchor);
        return false;
    }
    for (int i = 0; i < options->count; i++)
        if (!add_games(list, list->stores[i]))
            return false;
    return summary_finish(&list->summary) || fail_memory();
}

/* ---- The list ------------------------------------------------------------------------------ */

static void put_head(FILE *file, const List *list) {
    fprintf(file, "%d runs: ", list->store_count);
    if (list->is_mixed)
        fputs("several rules or boards", file);
    else
        fprintf(file, "%s %dx%d", referee_rule_name(list->run.rule), list->run.width,
                list->run.height);
    fprintf(file, ", %" PRId64 " game%s\n\n", list->summary.games,
            say_plural((uint64_t)list->summary.games));
}

static void put_changes(FILE *file, const List *list) {
    for (int i = 0; i < list->engine_count; i++) {
        if (list->programs[i].has_changed) {
            text_put(file, list->engines[i].name);
            fputs(" is not the same program in all runs.\n", file);
        }
        if (list->programs[i].has_other_settings) {
            text_put(file, list->engines[i].name);
            fputs(" does not have the same limits and options in all runs.\n", file);
        }
    }
}

static bool put_list(FILE *file, const List *list, int columns) {
    put_head(file, list);
    bool is_good = table_write_list(file, &list->summary, columns) || fail_memory();
    put_changes(file, list);
    return is_good;
}

bool list_write(FILE *table, FILE *csv, const ListOptions *options) {
    List list = {0};
    bool is_good = read_all(&list, options);
    if (is_good && table != NULL)
        is_good = put_list(table, &list, options->columns);
    if (is_good && csv != NULL)
        is_good = report_write_csv(csv, &list.summary) || fail_memory();
    if (list.has_summary)
        summary_release(&list.summary);
    for (int i = 0; i < list.store_count; i++)
        store_close(list.stores[i]);
    free(list.stores);
    free(list.engines);
    free(list.programs);
    return is_good;
}
