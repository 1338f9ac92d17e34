#include "train/regions/block.h"

#include <math.h>
#include <stdlib.h>

#include "search/params.h"
#include "threat/vcf.h"
#include "train/parallel.h"

enum { PIECES = 16, VCF_TABLE_BYTES = 1 << 16 };

float block_order_weight(double nodes, double full) {
    return (float)fmin(1, nodes / full);
}

/* The games of one piece. */
typedef struct Piece {
    Board board;
    Game game;
    double targets[CELLS_MAX + 1], draws[CELLS_MAX + 1];
    PositionPool pool;
    Vcf *vcf;
    VcfLimits leaf; /* of the quick search of a leaf */
    bool has_memory;
} Piece;

typedef struct Fill {
    const BlockSource *source;
    const uint32_t *games;
    size_t count;
    Piece *pieces;
} Fill;

typedef struct Visit {
    const BlockSource *source;
    Piece *piece;
    OrderWeights weights;
} Visit;

/* Returns whether the search of a leaf finds this win by fours itself, so that it never uses the
 * network's score of the position. */
static bool is_seen_at_leaves(Piece *piece, const Sample *sample) {
    VcfResult result;
    vcf_search(piece->vcf, sample->board, &piece->leaf, &result);
    return result.verdict == VCF_WIN;
}

static void visit(void *context, const Sample *sample) {
    const Visit *visit_ = context;
    const Objective *objective = visit_->source->objective;
    Piece *piece = visit_->piece;
    Sample kept = *sample;
    if (sample_is_won(sample) && is_seen_at_leaves(piece, sample))
        return;
    if (sample_is_lost(sample))
        kept.best = CELL_NONE; /* all moves lose: none is an example */
    double target = objective_target_of(objective, sample, piece->targets);
    double draw = sample->probe == NULL ? piece->draws[sample->index] : 0;
    PositionGoal goal = {.target = (float)target,
                         .draw = (float)fmin(draw, 2 * fmin(target, 1 - target)),
                         .weight = (float)objective_weight(objective, sample->index),
                         .order_weight =
                             sample->probe != NULL ? visit_->weights.probe : visit_->weights.move};
    piece->has_memory =
        piece->has_memory && position_add(&piece->pool, visit_->source->reader, &kept, &goal);
}

static void fill_piece(void *context, int number) {
    const Fill *fill = context;
    const BlockSource *source = fill->source;
    Piece *piece = &fill->pieces[number];
    size_t first = fill->count * (size_t)number / PIECES,
           end = fill->count * ((size_t)number + 1) / PIECES;
    const Params params = params_default();
    piece->leaf = (VcfLimits){.max_moves = params.leaf_vcf_moves,
                              .max_nodes = (uint64_t)params.leaf_vcf_nodes,
                              .quick = true};
    piece->vcf = vcf_new(VCF_TABLE_BYTES);
    piece->has_memory = piece->vcf != NULL;
    for (size_t i = first; i < end && piece->has_memory; i++) {
        Visit to = {source, piece, source->order_weights[fill->games[i]]};
        dataset_get(source->objective->data, fill->games[i], &piece->game);
        objective_targets(source->objective, &piece->game, piece->targets);
        objective_draws(source->objective, &piece->game, piece->draws);
        vcf_clear(piece->vcf); /* what it finds depends on the game alone */
        game_samples_and_proofs(&piece->game, source->reader->table->tables, &piece->board, visit,
                                &to);
    }
    vcf_free(piece->vcf);
}

bool block_fill(const BlockSource *source, const uint32_t *games, size_t count,
                PositionPool *pool) {
    Fill fill = {source, games, count, calloc(PIECES, sizeof *fill.pieces)};
    bool has_memory = fill.pieces != NULL;
    position_pool_release(pool);
    if (has_memory)
        parallel_run(source->threads, PIECES, fill_piece, &fill);
    for (int i = 0; fill.pieces != NULL && i < PIECES; i++) {
        has_memory = has_memory && fill.pieces[i].has_memory &&
                     position_pool_join(pool, &fill.pieces[i].pool);
        position_pool_release(&fill.pieces[i].pool);
    }
    free(fill.pieces);
    return has_memory;
}
