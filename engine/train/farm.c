#include "train/farm.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "commit.h"
#include "shared/files/input.h"
#include "shared/files/replace.h"
#include "shared/status/failure.h"
#include "train/farm_block.h"
#include "train/generate.h"
#include "train/lock.h"
#include "train/priority.h"

enum { LOOK_MS = 200, SAVE_MS = 5000, PLAN_BYTES_MAX = 1 << 16, MACHINE_SHIFT = 20 };

typedef struct Farm {
    const FarmOptions *options;
    int lock_file;
    char generation[FARM_WORD_BYTES];
    FarmIndex index;
    Openings openings; /* of the generation */
    FarmCurrent current;
    bool has_current; /* the current block is not in the index yet */
    double begun;     /* processor time of the process when it took the block */
    int64_t saved_ms;
    bool lacks_memory;

    pthread_t watcher;
    atomic_bool stop, is_over;
    Failure failure;
} Farm;

FarmOptions farm_defaults(void) {
    return (FarmOptions){.block_games = 2000, .cap_mib = 20480};
}

static double processor_seconds(void) {
    struct rusage used;
    (void)getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* ---- Stopping ------------------------------------------------------------------------------- */

static void signals_of(sigset_t *signals) {
    sigemptyset(signals);
    sigaddset(signals, SIGINT);
    sigaddset(signals, SIGTERM);
}

static bool has_stop_file(const Farm *farm) {
    char path[FARM_PATH_BYTES];
    return farm_path(farm->options->folder, "stop", path) && access(path, F_OK) == 0;
}

/* Waits for a signal, which all threads block, and polls for the file: not every file system
 * reports events. */
static void *watch(void *context) {
    Farm *farm = context;
    sigset_t signals;
    signals_of(&signals);
    while (!atomic_load(&farm->is_over)) {
        struct timespec time = {0, LOOK_MS * 1000000L};
        if (sigtimedwait(&signals, NULL, &time) > 0 || has_stop_file(farm))
            atomic_store(&farm->stop, true);
    }
    return NULL;
}

/* ---- Blocks --------------------------------------------------------------------------------- */

/* Saves the current block and the processor time spent on it. */
static bool save_current(Farm *farm) {
    double now = processor_seconds();
    farm->current.seconds += now - farm->begun;
    farm->begun = now;
    farm->saved_ms = clock_ms();
    return farm_current_write(&farm->current, farm->options->folder, &farm->failure);
}

static bool is_wanted(void *context, const Game *game) {
    Farm *farm = context;
    bool is_new = true;
    if (!openings_add(&farm->openings, opening_key(game, OPENING_STONES), &is_new))
        farm->lacks_memory = true;
    if (clock_ms() - farm->saved_ms >= SAVE_MS)
        (void)save_current(farm); /* an error meets the next save, too */
    return is_new;
}

static bool index_path(Farm *farm, char path[FARM_PATH_BYTES]) {
    return farm_path(farm->options->folder, "index.tsv", path) ||
           failure_at(&farm->failure, STATUS_LONG_NAME, "%s", farm->options->folder);
}

static bool write_index(Farm *farm) {
    char path[FARM_PATH_BYTES];
    return index_path(farm, path) && farm_index_write(&farm->index, path, &farm->failure);
}

/* Adds the current block to the index. `unwanted`: games that a kept block left out, the last ones
 * too; a block that is cut tells those before its last game. */
static bool close_block(Farm *farm, FarmState state, uint64_t unwanted) {
    FarmBlock block;
    const FarmOptions *options = farm->options;
    if (!farm_block_count(&block, &farm->current, options->folder, &farm->failure))
        return false;
    block.state = state;
    if (state == FARM_KEPT)
        block.duplicates = unwanted;
    if (!farm_index_add(&farm->index, &block))
        return failure_at(&farm->failure, STATUS_MEMORY, "index");
    if (!write_index(farm))
        return false;
    farm->has_current = false;
    if (!options->is_quiet) {
        printf("block %" PRIu64 " %s: %" PRIu64 " games, %" PRIu64 " positions, %" PRIu64
               " probes, %" PRIu64 " duplicates, %.1f s of processor time\n",
               block.number, block.name, block.games, block.positions, block.probes,
               block.duplicates, block.seconds);
        fflush(stdout);
    }
    return true;
}

static GenerateOptions options_of_block(const Farm *farm, const char *path) {
    const FarmOptions *options = farm->options;
    GenerateOptions block = farm->current.kind.options;
    block.seed = (options->machine << MACHINE_SHIFT) + farm->current.number;
    block.games = options->block_games;
    block.threads = options->threads;
    block.weights = options->weights;
    block.shard_bytes = UINT64_MAX;
    block.folder = path;
    block.is_quiet = true;
    return block;
}

/* Plays the current block; continues one that an earlier run began. */
static bool play_block(Farm *farm) {
    char path[FARM_PATH_BYTES];
    const FarmCurrent *current = &farm->current;
    const char *folder = farm->options->folder;
    if (!farm_path(folder, current->generation, path) || !lock_make_folder(path, &farm->failure) ||
        !farm_block_path(folder, current->generation, current->number, current->kind.name, "",
                         path))
        return false;
    GenerateOptions options = options_of_block(farm, path);
    GenerateHooks hooks = {.stop = &farm->stop, .is_wanted = is_wanted, .context = farm};
    GenerateSummary summary;
    int status = generate_with(&options, &hooks, &summary);
    if (farm->lacks_memory)
        return failure_at(&farm->failure, STATUS_MEMORY, "%s", path);
    if (status == 1)
        return failure_say(&farm->failure, STATUS_GAMES, "%s: the block failed", path);
    return save_current(farm) &&
           (status == GENERATE_STOPPED || close_block(farm, FARM_KEPT, summary.unwanted));
}

/* ---- Choosing a block ----------------------------------------------------------------------- */

static bool read_plan(Farm *farm, FarmPlan *plan) {
    char path[FARM_PATH_BYTES];
    unsigned char *bytes;
    size_t size;
    static const FilesRules rules = {.kind = {.prefix = NULL}};
    const char *named = farm->options->plan;
    if (named == NULL && !farm_path(farm->options->folder, "plan", path))
        return failure_at(&farm->failure, STATUS_LONG_NAME, "%s", farm->options->folder);
    const char *from = named != NULL ? named : path;
    const char *text = farm_plan_default();
    if (named == NULL && files_place(path).kind == FILES_PLACE_MISSING) {
        Status written = files_replace(path, text, strlen(text), &rules);
        if (written != STATUS_OK)
            return failure_at(&farm->failure, written, "%s", path);
    }
    Status read = files_read_whole(from, PLAN_BYTES_MAX, &bytes, &size);
    if (read != STATUS_OK)
        return failure_at(&farm->failure, read, "%s", from);
    bool is_read = farm_plan_read(plan, (char *)bytes, &farm->failure);
    free(bytes);
    return is_read || failure_pass(&farm->failure, &farm->failure, "%s", from);
}

/* Returns the kind that is furthest below its share of this generation's processor time. */
static const FarmKind *next_kind(const Farm *farm, const FarmPlan *plan) {
    const FarmKind *next = NULL;
    double least = 0;
    for (int i = 0; i < plan->count; i++) {
        const FarmKind *kind = &plan->kinds[i];
        double seconds = 0;
        for (size_t j = 0; j < farm->index.count; j++)
            if (strcmp(farm->index.of[j].name, kind->name) == 0 &&
                strcmp(farm->index.of[j].generation, farm->generation) == 0)
                seconds += farm->index.of[j].seconds;
        if (next == NULL || seconds / kind->share < least) {
            next = kind;
            least = seconds / kind->share;
        }
    }
    return next;
}

static bool begin_block(Farm *farm) {
    FarmPlan *plan = malloc(sizeof *plan);
    bool is_read = plan != NULL && read_plan(farm, plan);
    uint64_t number = 0;
    for (size_t i = 0; i < farm->index.count; i++)
        number = farm->index.of[i].number >= number ? farm->index.of[i].number + 1 : number;
    if (is_read && number >= FARM_BLOCKS_MAX)
        is_read =
            failure_say(&farm->failure, STATUS_FULL,
                        "%s: has all its blocks: use a new machine number", farm->options->folder);
    if (is_read) {
        farm->current = (FarmCurrent){.number = number, .kind = *next_kind(farm, plan)};
        snprintf(farm->current.generation, sizeof farm->current.generation, "%s", farm->generation);
        farm->begun = processor_seconds();
        farm->has_current = true;
    }
    free(plan);
    return is_read && save_current(farm);
}

/* ---- Room on the disk ----------------------------------------------------------------------- */

static bool is_deletable(const FarmBlock *block) {
    return block->state != FARM_DELETED &&
           strncmp(block->name, FARM_HELDOUT, strlen(FARM_HELDOUT)) != 0;
}

/* Adds the openings of a block to those that the generation has. */
static bool take_openings(Farm *farm, uint64_t number, const char *kind) {
    char path[FARM_PATH_BYTES];
    return (farm_block_path(farm->options->folder, farm->generation, number, kind,
                            "games-00000.kgm", path) ||
            failure_at(&farm->failure, STATUS_LONG_NAME, "%s", farm->options->folder)) &&
           farm_block_openings(&farm->openings, path, &farm->failure);
}

/* Removes the files of deleted blocks and reads the openings of the others anew, so that the next
 * games are the same whether or not the farm was ended in between. */
static bool take_generation(Farm *farm) {
    openings_release(&farm->openings);
    for (size_t i = 0; i < farm->index.count; i++) {
        const FarmBlock *block = &farm->index.of[i];
        if (block->state == FARM_DELETED)
            farm_block_remove(block, farm->options->folder);
        else if (strcmp(block->generation, farm->generation) == 0 &&
                 !take_openings(farm, block->number, block->name))
            return false;
    }
    return !farm->has_current || take_openings(farm, farm->current.number, farm->current.kind.name);
}

/* Deletes the oldest blocks until the others fit. Updates the index first; after a kill the next
 * run removes the remaining files. */
static bool make_room(Farm *farm) {
    uint64_t bytes = 0, most = farm->options->cap_mib << 20;
    bool is_changed = false;
    for (size_t i = 0; i < farm->index.count; i++)
        bytes += farm->index.of[i].state != FARM_DELETED ? farm->index.of[i].bytes : 0;
    for (size_t i = 0; i < farm->index.count && bytes > most; i++) {
        if (!is_deletable(&farm->index.of[i]))
            continue;
        farm->index.of[i].state = FARM_DELETED;
        bytes -= farm->index.of[i].bytes;
        is_changed = true;
    }
    if (is_changed && !(write_index(farm) && take_generation(farm)))
        return false;
    return bytes <= most || failure_say(&farm->failure, STATUS_FULL,
                                        "%s: held-out games fill the room", farm->options->folder);
}

/* ---- The farm ------------------------------------------------------------------------------- */

/* Names the generation: everything the games depend on besides their options. */
static bool name_generation(Farm *farm) {
    KanameEngine *engine = kaname_new();
    const char *path = farm->options->weights, *wrong = NULL;
    unsigned char *bytes = NULL;
    size_t size = 0;
    if (engine == NULL)
        return failure_at(&farm->failure, STATUS_MEMORY, "engine");
    if (path != NULL) {
        Status read = files_read_whole(path, KANAME_MAX_WEIGHTS_BYTES, &bytes, &size);
        KanameStatus status =
            read == STATUS_OK ? kaname_load_weights(engine, bytes, size) : KANAME_OK;
        wrong = read != STATUS_OK     ? status_reason(read)
                : status != KANAME_OK ? kaname_status_text(status)
                                      : NULL;
        free(bytes);
    }
    snprintf(farm->generation, sizeof farm->generation, "%s-%08" PRIx32, KANAME_COMMIT,
             kaname_weights_id(engine));
    kaname_free(engine);
    return wrong == NULL || failure_say(&farm->failure, STATUS_WEIGHTS, "%s: %s", path, wrong);
}

static bool is_in_index(const Farm *farm, uint64_t number) {
    for (size_t i = 0; i < farm->index.count; i++)
        if (farm->index.of[i].number == number)
            return true;
    return false;
}

/* Continues the block of an earlier run. Closes a block of another generation. */
static bool take_current(Farm *farm) {
    bool is_there;
    if (!farm_current_read(&farm->current, farm->options->folder, &is_there, &farm->failure))
        return false;
    farm->has_current = is_there && !is_in_index(farm, farm->current.number);
    farm->begun = processor_seconds();
    if (farm->has_current && strcmp(farm->current.generation, farm->generation) != 0)
        return close_block(farm, FARM_CUT, 0);
    return true;
}

static bool open_farm(Farm *farm) {
    char path[FARM_PATH_BYTES];
    return lock_folder(farm->options->folder, "farm", &farm->lock_file, &farm->failure) &&
           name_generation(farm) && index_path(farm, path) &&
           farm_index_read(&farm->index, path, &farm->failure) && take_current(farm) &&
           take_generation(farm);
}

static bool run_blocks(Farm *farm) {
    uint64_t blocks = farm->options->blocks;
    for (uint64_t done = 0; blocks == 0 || done < blocks; done++) {
        if (atomic_load(&farm->stop))
            return true;
        if (!make_room(farm) || (!farm->has_current && !begin_block(farm)) || !play_block(farm))
            return false;
    }
    return true;
}

static bool run(Farm *farm) {
    if (pthread_create(&farm->watcher, NULL, watch, farm) != 0)
        return failure_at(&farm->failure, STATUS_THREAD, "farm");
    bool is_good = open_farm(farm);
    if (is_good && has_stop_file(farm)) {
        fprintf(stderr, "farm: %s/stop is there: no games until it is removed\n",
                farm->options->folder);
        atomic_store(&farm->stop, true);
    }
    is_good = is_good && run_blocks(farm);
    atomic_store(&farm->is_over, true);
    pthread_join(farm->watcher, NULL);
    return is_good;
}

int farm_run(const FarmOptions *options) {
    FarmOptions own = *options;
    sigset_t signals, before;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (own.threads == 0)
        own.threads = processors < 1                    ? 1
                      : processors > KANAME_MAX_THREADS ? KANAME_MAX_THREADS
                                                        : (int)processors;
    Farm *farm = calloc(1, sizeof *farm);
    if (farm == NULL) {
        fprintf(stderr, "farm: not enough memory\n");
        return 1;
    }
    farm->options = &own;
    farm->lock_file = -1;
    atomic_init(&farm->stop, false);
    atomic_init(&farm->is_over, false);
    signals_of(&signals);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    if (!own.keeps_priority)
        priority_lowest();
    bool is_good = run(farm);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!is_good)
        fprintf(stderr, "farm: %s\n", farm->failure.text);
    int status = !is_good ? 1 : atomic_load(&farm->stop) ? GENERATE_STOPPED : 0;
    if (farm->lock_file >= 0)
        close(farm->lock_file);
    openings_release(&farm->openings);
    farm_index_release(&farm->index);
    free(farm);
    return status;
}
