#include "grid/blocks/book.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid/blocks/blocks.h"
#include "grid/blocks/blocks_command.h"
#include "grid/blocks/book_check.h"
#include "grid/blocks/book_engine.h"
#include "grid/blocks/book_round.h"
#include "run/away.h"
#include "run/options.h"
#include "shared/cli/reader.h"
#include "shared/cli/say.h"
#include "shared/files/input.h"
#include "shared/status/failure.h"

enum { BOOK_BYTES_MAX = 256 << 20, ENGINE_OPTIONS_MAX = 160 };

typedef struct BookOptions {
    BlocksOptions shared; /* first; the engine: pbrain-kaname */
    int rule, size, lines;
    int64_t nodes;
    int depth, margin, slack; /* percent */
    int block;                /* positions */
} BookOptions;

static const char *const rules[] = {"freestyle", "standard", "renju", "caro", "caro-exact", NULL};

/* A run, as the source of its blocks. */
typedef struct Book {
    const BookOptions *options;
    BookSearch search;
    BookRound round;
    char engine_options[ENGINE_OPTIONS_MAX]; /* of `openings`, on the manager's machine */
    BookEngine *engine;
    Blocks *blocks;
} Book;

/* ---- Rounds ------------------------------------------------------------------------------- */

static void deal(Book *book) {
    printf("Round: %zu position%s, %" PRId64 " block%s\n", book->round.count,
           say_plural(book->round.count), book_round_blocks(&book->round),
           say_plural((uint64_t)book_round_blocks(&book->round)));
    fflush(stdout);
    blocks_deal(book->blocks, book->round.first, book_round_blocks(&book->round));
}

/* The book has all blocks, and the list of the next round is there. The round that they are of ends
 * on the disk before its blocks go: so no start takes them for blocks to deal. The last round ends
 * once the run is gone from the server: so a start after a kill still knows its name there. */
static void on_merged(void *context, const char *why) {
    Book *book = context;
    Failure failure = FAILURE_NONE;
    if (why != NULL) {
        blocks_fail(book->blocks, why, NULL);
        return;
    }
    if (!book_round_begin(&book->round, book_engine_last(book->engine), &failure)) {
        blocks_fail(book->blocks, failure.text, NULL);
        return;
    }
    if (book->round.count == 0) {
        blocks_finish(book->blocks);
        return;
    }
    book_engine_remove_merged(book->engine);
    deal(book);
}

/* ---- The source of blocks ----------------------------------------------------------------- */

static void begin(void *context, Blocks *blocks) {
    Book *book = context;
    book->blocks = blocks;
    book->engine = book_engine_new(blocks_loop(blocks), &book->round,
                                   book->options->shared.options.engines[0].command,
                                   book->engine_options, on_merged, book);
    if (book->engine == NULL)
        blocks_fail(blocks, status_text(STATUS_MEMORY), NULL);
    else if (book->round.count > 0)
        deal(book);
    else
        book_engine_merge(book->engine);
}

static bool has(void *context, int64_t id) {
    const Book *book = context;
    return book_round_has(&book->round, id);
}

static bool describe(void *context, int64_t id, Block *block) {
    const Book *book = context;
    size_t count, used = 0;
    const BookForm *forms = book_round_forms(&book->round, id, &count);
    block->kind = BLOCK_OPENINGS;
    snprintf(block->settings[0], BLOCK_SETTING_MAX, "%s", book->search.rule);
    snprintf(block->settings[1], BLOCK_SETTING_MAX, "%d", book->search.size);
    snprintf(block->settings[2], BLOCK_SETTING_MAX, "%" PRId64, book->search.nodes);
    snprintf(block->settings[3], BLOCK_SETTING_MAX, "%d", book->search.lines);
    block->positions = malloc(count * sizeof *forms);
    for (size_t i = 0; i < count && block->positions != NULL; i++)
        used += (size_t)snprintf(block->positions + used, count * sizeof *forms - used, "%s%s",
                                 i > 0 ? " " : "", forms[i]);
    return block->positions != NULL;
}

/* Returns the bytes of all parts, which the caller frees; NULL if out of memory. */
static char *join(const BlockBytes *bytes, size_t *length) {
    *length = 0;
    for (int i = 0; i < bytes->count; i++)
        *length += bytes->lengths[i];
    char *all = malloc(*length + 1);
    char *at = all;
    for (int i = 0; i < bytes->count && all != NULL; at += bytes->lengths[i++])
        memcpy(at, bytes->parts[i], bytes->lengths[i]);
    return all;
}

static BlockVerdict keep(void *context, int64_t id, const BlockBytes *bytes, const char **why) {
    Book *book = context;
    Failure failure = FAILURE_NONE;
    size_t length, count;
    const BookForm *forms = book_round_forms(&book->round, id, &count);
    char *all = join(bytes, &length);
    if (all != NULL)
        *why = book_check(&book->search, forms, count, all, length);
    bool is_kept = (all != NULL || failure_set(&failure, STATUS_MEMORY)) && *why == NULL &&
                   book_round_save(&book->round, id, all, length, &failure);
    free(all);
    if (*why != NULL)
        return BLOCK_REFUSED;
    if (is_kept)
        return BLOCK_KEPT;
    blocks_fail(book->blocks, failure.text, NULL);
    return BLOCK_FAILED;
}

static void on_all(void *context, Blocks *blocks) {
    const Book *book = context;
    (void)blocks;
    book_engine_merge(book->engine);
}

static void end(void *context) {
    Book *book = context;
    book_engine_free(book->engine);
    book->engine = NULL;
}

/* ---- The whole ---------------------------------------------------------------------------- */

static void describe_search(Book *book) {
    const BookOptions *options = book->options;
    book->search = (BookSearch){.rule = rules[options->rule],
                                .size = options->size,
                                .nodes = options->nodes,
                                .lines = options->lines};
    book->round.block = (size_t)options->block;
    snprintf(book->round.settings, sizeof book->round.settings, "%s:%d:%" PRId64 ":%d:%d:%d:%d:%d",
             rules[options->rule], options->size, options->nodes, options->lines, options->depth,
             options->margin, options->slack, options->block);
    snprintf(book->engine_options, sizeof book->engine_options,
             "--rule %s --size %d --nodes %" PRId64 " --depth %d --margin %d --slack %d",
             rules[options->rule], options->size, options->nodes, options->depth, options->margin,
             options->slack);
}

/* Returns a key for this run alone. */
static int64_t make_key(const BookRound *round) {
    char text[sizeof round->settings + SECRET_MAX + 1];
    snprintf(text, sizeof text, "%s:%s", round->settings, round->run);
    return away_key(text, round->folder);
}

/* Prints the path of the book and the number of its positions. */
static int print_book(const BookRound *round) {
    char path[PATH_MAX];
    unsigned char *bytes;
    size_t length, lines = 0;
    Status status = !book_round_path(round, "openings.txt", path)
                        ? STATUS_LONG_NAME
                        : files_read_whole(path, BOOK_BYTES_MAX, &bytes, &length);
    if (status != STATUS_OK)
        return blocks_command_fail("book", path, status_reason(status));
    for (const char *at = (const char *)bytes; at != NULL && *at != '\0'; lines++) {
        lines -= strncmp(at, "board ", 6) == 0 || strncmp(at, "kaname-", 7) == 0;
        at = strchr(at, '\n');
        at += at != NULL;
    }
    free(bytes);
    printf("%s: %zu position%s\n", path, lines, say_plural(lines));
    return BLOCKS_DONE;
}

static int play(Book *book) {
    const BlocksOptions *options = &book->options->shared;
    Failure failure = FAILURE_NONE;
    if (!book_round_open(&book->round, options->folder, &failure) ||
        !book_round_resume(&book->round, &failure))
        return blocks_command_fail("book", failure.text, NULL);
    const BlocksRun run = {.command = "book",
                           .grid = &options->grid,
                           .engine = &options->options.engines[0],
                           .work = WIRE_WORK_OPENINGS,
                           .key = make_key(&book->round),
                           .source = {.begin = begin,
                                      .has = has,
                                      .describe = describe,
                                      .keep = keep,
                                      .on_all = on_all,
                                      .end = end,
                                      .context = book}};
    int status = blocks_run(&run);
    if (status != BLOCKS_DONE)
        return status;
    book_round_end(&book->round);
    return print_book(&book->round);
}

static int make_book(const BlocksOptions *shared) {
    Book book = {.options = (const BookOptions *)shared};
    describe_search(&book);
    int status = play(&book);
    book_round_release(&book.round);
    return status;
}

/* ---- Command line ------------------------------------------------------------------------- */

#define AT(field) .offset = offsetof(BookOptions, field)

static const char book_group[] = "Book";

static const OptionRow rows[] = {
    {.name = "-out",
     .value = "FOLDER",
     .help = "folder, made if it is missing, for openings.txt and the blocks of a round",
     .group = book_group,
     .kind = OPTION_TEXT,
     AT(shared.folder)},
    {.name = "-rule",
     .value = "RULE",
     .help = "rule:",
     .group = book_group,
     .standard = "freestyle",
     .kind = OPTION_CHOICE,
     .choices = rules,
     AT(rule)},
    {.name = "-size",
     .value = "N",
     .help = "side of the board in cells",
     .group = book_group,
     .standard = "15",
     .kind = OPTION_INT,
     AT(size),
     .least = 5,
     .most = 22},
    {.name = "-nodes",
     .value = "N",
     .help = "of the search of a position",
     .group = book_group,
     .standard = "2000000",
     .kind = OPTION_WHOLE,
     AT(nodes),
     .least = 1,
     .most = INT64_C(1000000000000)},
    {.name = "-lines",
     .value = "N",
     .help = "best moves to keep",
     .group = book_group,
     .standard = "3",
     .kind = OPTION_INT,
     AT(lines),
     .least = 1,
     .most = 64},
    {.name = "-depth",
     .value = "N",
     .help = "most stones of a position",
     .group = book_group,
     .standard = "8",
     .kind = OPTION_INT,
     AT(depth),
     .most = (BLOCK_FORM_MAX - 1) / 2},
    {.name = "-margin",
     .value = "P",
     .help = "positions whose win rate is further from 50% are not followed",
     .group = book_group,
     .unit = "percent",
     .standard = "40",
     .kind = OPTION_INT,
     AT(margin),
     .most = 50},
    {.name = "-slack",
     .value = "P",
     .help = "moves whose win rate is further below the best move's are not followed",
     .group = book_group,
     .unit = "percent",
     .standard = "5",
     .kind = OPTION_INT,
     AT(slack),
     .most = 100},
    {.name = "-block",
     .value = "N",
     .help = "positions of a block",
     .group = book_group,
     .standard = "20",
     .kind = OPTION_INT,
     AT(block),
     .least = 1,
     .most = BLOCK_POSITIONS_MAX},
    {.name = NULL},
};

static const OptionTable tables[] = {{.rows = rows}, BLOCKS_TABLE_LIST};

static bool check_options(OptionReader *reader, void *target) {
    return blocks_options_check(reader, target, "pbrain-kaname", "openings");
}

static const char *const usage[] = {
    "-grid URL -engine name=NAME cmd=COMMAND -out FOLDER [OPTION]...", NULL};
static const char *const groups[] = {book_group, options_engines_group, grid_group, NULL};

static int book_main(int argc, char **argv);

const OptionCommand book_command = {
    .program = "kaname-tournament",
    .name = "book",
    .about = "Makes a book of openings by searches of pbrain-kaname on a grid.",
    .usage = usage,
    .groups = groups,
    .tables = tables,
    .table_count = 1 + BLOCKS_TABLES,
    .check = check_options,
    .run = book_main};

static int book_main(int argc, char **argv) {
    BookOptions options = {0};
    return blocks_command_run(&book_command, &options.shared, make_book, argc, argv);
}
