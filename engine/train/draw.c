#include "train/draw.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "board/foul.h"
#include "eval/eval.h"
#include "shared/status/failure.h"
#include "train/dataset.h"
#include "train/objective.h"

typedef enum { PLAYED, ASIDE, KINDS } Kind;

/* A position and its rank in the draw; lower ranks come first. */
typedef struct Ticket {
    uint64_t place;
    Label label;
} Ticket;

/* The lowest-ranked tickets of one stage and kind, as a max-heap. It holds twice the wanted number,
 * since the other kind may contain the same positions. */
typedef struct Pot {
    Ticket *of;
    size_t count, limit;
} Pot;

typedef struct Draw {
    const DrawOptions *options;
    Pot pots[LABEL_STAGES][KINDS];
    const RuleTables *tables;
    Board board;
    Game game;
    bool has_probes; /* of the current game */
    const char *source;
} Draw;

/* ---- Pots ----------------------------------------------------------------------------------- */

static void swap(Pot *pot, size_t a, size_t b) {
    Ticket kept = pot->of[a];
    pot->of[a] = pot->of[b];
    pot->of[b] = kept;
}

static void sift_down(Pot *pot, size_t at) {
    for (size_t child; (child = 2 * at + 1) < pot->count; at = child) {
        if (child + 1 < pot->count && pot->of[child + 1].place > pot->of[child].place)
            child++;
        if (pot->of[at].place >= pot->of[child].place)
            return;
        swap(pot, at, child);
    }
}

static bool has_place(const Pot *pot, uint64_t place) {
    for (size_t i = 0; i < pot->count; i++)
        if (pot->of[i].place == place)
            return true;
    return false;
}

/* Equal positions have equal ranks; the second one is dropped. */
static void put(Pot *pot, uint64_t place, const Label *label) {
    if (pot->limit == 0 || (pot->count == pot->limit && place >= pot->of[0].place) ||
        has_place(pot, place))
        return;
    if (pot->count == pot->limit) {
        pot->of[0] = (Ticket){place, *label};
        sift_down(pot, 0);
        return;
    }
    size_t at = pot->count++;
    pot->of[at] = (Ticket){place, *label};
    for (; at > 0 && pot->of[at].place > pot->of[(at - 1) / 2].place; at = (at - 1) / 2)
        swap(pot, at, (at - 1) / 2);
}

/* The key of a board does not tell its size. */
static uint64_t place_of(const Board *board, uint64_t seed) {
    uint64_t width = (uint64_t)board->width, height = (uint64_t)board->height;
    return rng_mix(board_key(board) ^ rng_mix(seed + width + ((height - width) << 32)));
}

/* ---- Positions of games --------------------------------------------------------------------- */

static void put_position(Draw *draw, Kind kind, const char *source) {
    const Board *board = &draw->board;
    Label label = {.rule = draw->options->rule,
                   .width = draw->game.width,
                   .height = draw->game.height,
                   .count = board_stones(board)};
    if (label.count == 0 || label.count == label.width * label.height)
        return;
    for (int i = 0; i < label.count; i++)
        label.moves[i] = board_move(board, i);
    snprintf(label.source, sizeof label.source, "%s",
             draw->options->source != NULL ? draw->options->source : source);
    put(&draw->pots[label_stage(label.count)][kind], place_of(board, draw->options->seed), &label);
}

/* Adds the position with one more stone on a random cell near the others. */
static void put_aside(Draw *draw) {
    Board *board = &draw->board;
    CellSet near;
    Cell cells[CELLS_MAX];
    objective_candidates(board, &near);
    int count = cellset_list(&near, cells);
    uint64_t rng = board_key(board) ^ draw->options->seed;
    if (count == 0)
        return;
    Cell cell = cells[rng_below(&rng, (uint32_t)count)];
    Color us = board_to_move(board);
    if (board_wins_at(board, us, cell) || is_forbidden(board, us, cell))
        return;
    board_play(board, cell);
    if (position_is_quiet(board))
        put_position(draw, ASIDE, "aside");
    board_undo(board);
}

static void visit_sample(void *context, const Sample *sample) {
    Draw *draw = context;
    if (sample->probe != NULL) {
        put_position(draw, ASIDE, "probes");
        return;
    }
    put_position(draw, PLAYED, draw->source);
    if (!draw->has_probes)
        put_aside(draw);
}

static bool visit_file(void *context, const char *path) {
    Draw *draw = context;
    GameReader reader;
    GameReadStatus status = GAMEFILE_ERROR;
    if (game_reader_open(&reader, path, GAMEFILE_OWN)) {
        while ((status = game_reader_next(&reader, &draw->game)) == GAMEFILE_GAME) {
            draw->has_probes = draw->game.probe_count > 0;
            draw->source = "games";
            if (draw->game.rule == draw->options->rule)
                game_samples(&draw->game, draw->tables, &draw->board, visit_sample, draw);
        }
        game_reader_close(&reader);
    }
    return status != GAMEFILE_ERROR;
}

/* ---- Positions of lists --------------------------------------------------------------------- */

/* Plays the moves up to the first five. Returns how many were played. */
static int replay(Draw *draw, const Label *line) {
    Board *board = &draw->board;
    board_init(board, draw->tables, line->width, line->height, NULL, isa_best());
    int played = 0;
    while (played < line->count && !board_wins_at(board, board_to_move(board), line->moves[played]))
        board_play(board, line->moves[played++]);
    return played;
}

static void put_game(Draw *draw, const Label *line) {
    int played = replay(draw, line);
    draw->has_probes = false;
    draw->source = line->source;
    draw->game = (Game){.rule = line->rule,
                        .width = line->width,
                        .height = line->height,
                        .move_count = played < line->count ? played + 1 : played};
    for (int i = 0; i < draw->game.move_count; i++) {
        draw->game.moves[i] = line->moves[i];
        draw->game.scores[i] = SCORE_NONE;
    }
    game_samples(&draw->game, draw->tables, &draw->board, visit_sample, draw);
}

static void put_labelled(Draw *draw, const Label *line) {
    draw->game.width = line->width;
    draw->game.height = line->height;
    if (replay(draw, line) == line->count)
        put_position(draw, PLAYED, line->source);
}

static bool draw_list(Draw *draw, const char *path, Failure *failure) {
    LabelSet lines;
    labels_init(&lines);
    bool has_labels = labels_read(&lines, path, true, failure), is_read = has_labels;
    if (!has_labels && failure->status == STATUS_MISSING) {
        *failure = (Failure)FAILURE_NONE;
        is_read = labels_read(&lines, path, false, failure);
    }
    for (size_t i = 0; is_read && i < lines.count; i++) {
        if (lines.of[i].rule != draw->options->rule)
            continue;
        if (has_labels)
            put_labelled(draw, &lines.of[i]);
        else
            put_game(draw, &lines.of[i]);
    }
    labels_release(&lines);
    return is_read;
}

/* ---- The draw ------------------------------------------------------------------------------- */

/* A list begins with a column name; a file of games does not. */
static bool is_list(const char *path) {
    char head[8] = "";
    FILE *file = fopen(path, "rb");
    size_t size = file != NULL ? fread(head, 1, sizeof head, file) : 0;
    if (file != NULL)
        fclose(file);
    return size == sizeof head && memcmp(head, "KanameGm", sizeof head) != 0;
}

static bool fill_pots(Draw *draw, Failure *failure) {
    const DrawOptions *options = draw->options;
    for (int i = 0; i < options->path_count; i++) {
        char *path = options->paths[i];
        failure->status = STATUS_OK;
        bool is_read = is_list(path) ? draw_list(draw, path, failure)
                                     : game_files_each(&path, 1, visit_file, draw, failure);
        if (!is_read && failure->status == STATUS_OK)
            failure_say(failure, STATUS_DAMAGED,
                        "%s: it or a file in it is damaged or no file of games", path);
        if (!is_read)
            return false;
    }
    return true;
}

static int compare(const void *left, const void *right) {
    const Ticket *a = left, *b = right;
    return a->place < b->place ? -1 : a->place > b->place;
}

static void sort(Ticket *tickets, size_t count) {
    if (count > 0)
        qsort(tickets, count, sizeof *tickets, compare);
}

/* Sorts both kinds; removes from the second what the first contains. */
static void part_kinds(Pot pots[KINDS]) {
    Pot *played = &pots[PLAYED], *aside = &pots[ASIDE];
    size_t kept = 0, at = 0;
    sort(played->of, played->count);
    sort(aside->of, aside->count);
    for (size_t i = 0; i < aside->count; i++) {
        while (at < played->count && played->of[at].place < aside->of[i].place)
            at++;
        if (at == played->count || played->of[at].place != aside->of[i].place)
            aside->of[kept++] = aside->of[i];
    }
    aside->count = kept;
}

static size_t lesser(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Chooses from both kinds of a stage: one third played positions, more if the other kind has too
 * few. */
static size_t choose(Pot pots[KINDS], size_t wanted, Ticket *chosen) {
    part_kinds(pots);
    size_t aside = lesser(wanted - wanted / 3, pots[ASIDE].count);
    size_t played = lesser(wanted - aside, pots[PLAYED].count);
    aside = lesser(wanted - played, pots[ASIDE].count);
    memcpy(chosen, pots[PLAYED].of, played * sizeof *chosen);
    memcpy(chosen + played, pots[ASIDE].of, aside * sizeof *chosen);
    sort(chosen, played + aside);
    return played + aside;
}

/* Adds the positions of the stages in turn. */
static bool gather(Draw *draw, size_t wanted, LabelSet *drawn) {
    Ticket *chosen[LABEL_STAGES] = {NULL};
    size_t counts[LABEL_STAGES] = {0};
    bool has_memory = true;
    for (int stage = 0; stage < LABEL_STAGES; stage++) {
        chosen[stage] = malloc((wanted + 1) * sizeof *chosen[stage]);
        has_memory = has_memory && chosen[stage] != NULL;
        if (has_memory)
            counts[stage] = choose(draw->pots[stage], wanted, chosen[stage]);
    }
    for (size_t i = 0; has_memory && i < wanted; i++)
        for (int stage = 0; has_memory && stage < LABEL_STAGES; stage++)
            has_memory = i >= counts[stage] || labels_add(drawn, &chosen[stage][i].label) != NULL;
    for (int stage = 0; stage < LABEL_STAGES; stage++)
        free(chosen[stage]);
    return has_memory;
}

static bool make_pots(Draw *draw, size_t limit) {
    bool has_memory = true;
    for (int stage = 0; stage < LABEL_STAGES; stage++)
        for (int kind = 0; kind < KINDS; kind++) {
            Pot *pot = &draw->pots[stage][kind];
            pot->limit = limit;
            pot->of = malloc((limit + 1) * sizeof *pot->of);
            has_memory = has_memory && pot->of != NULL;
        }
    return has_memory;
}

bool draw_positions(LabelSet *drawn, const DrawOptions *options, Failure *failure) {
    Draw *draw = calloc(1, sizeof *draw);
    Evaluator *tables = evaluator_embedded(options->rule, false);
    size_t wanted = ((size_t)options->positions + LABEL_STAGES - 1) / LABEL_STAGES;
    bool is_drawn = draw != NULL && tables != NULL && make_pots(draw, 2 * wanted);
    if (!is_drawn) {
        failure_set(failure, STATUS_MEMORY);
    } else {
        draw->options = options;
        draw->tables = tables->tables;
        is_drawn = fill_pots(draw, failure);
        if (is_drawn && !gather(draw, wanted, drawn))
            is_drawn = failure_set(failure, STATUS_MEMORY);
    }
    for (int i = 0; draw != NULL && i < LABEL_STAGES * KINDS; i++)
        free(draw->pots[i / KINDS][i % KINDS].of);
    evaluator_free(tables);
    free(draw);
    return is_drawn;
}
