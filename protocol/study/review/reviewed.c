#include "study/review/reviewed.h"
#include "games/engine.h"
#include "shared/status/status.h"

#include <stdlib.h>
#include <string.h>

static KanameColor other(KanameColor color) {
    return color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
}

static bool is_move(const GameNode *node) {
    return node->color != KANAME_EMPTY && !node->is_pass;
}

KanameStatus reviewed_set(const ReviewedGame *reviewed, size_t index, const KanamePoint *move,
                          bool is_other, KanameEngine *engine) {
    const Game *game = &reviewed->game;
    const ReviewPly *ply = &reviewed->plies[index];
    bool is_end = index == reviewed->count;
    GamePosition *position = malloc(sizeof *position);
    KanameStatus status = position != NULL ? game_set_board(engine, game) : KANAME_ERR_MEMORY;
    if (status == KANAME_OK) {
        if (!game_position(game, ply->node, position))
            status = KANAME_ERR_MEMORY;
        else if (!is_end)
            position->count--; /* the move itself; setup at its node comes before it */
    }
    if (status == KANAME_OK) {
        KanameColor side = is_other ? other(ply->color) : ply->color;
        status = kaname_set_position(engine, position->stones, position->count, side);
    }
    if (status == KANAME_OK && move != NULL)
        status = kaname_play(engine, move->x, move->y);
    free(position);
    return status;
}

/* ---- Plies --------------------------------------------------------------------------------- */

static bool list_moves(ReviewedGame *reviewed) {
    const Game *game = &reviewed->game;
    size_t capacity = game_move_count(game, game_last(game)) + 1;
    reviewed->plies = calloc(capacity, sizeof *reviewed->plies);
    if (reviewed->plies == NULL)
        return false;
    for (uint32_t at = 0; at != GAME_NONE; at = game->nodes[at].first_child) {
        const GameNode *node = &game->nodes[at];
        if (is_move(node))
            reviewed->plies[reviewed->count++] = (ReviewPly){.node = at,
                                                             .color = (KanameColor)node->color,
                                                             .point = node->move,
                                                             .black_rate = -1};
    }
    return true;
}

/* Fills in the ply after the last move: the final position. */
static void list_end(ReviewedGame *reviewed) {
    const Game *game = &reviewed->game;
    ReviewPly end = {.node = game_last(game), .black_rate = -1};
    end.color = (KanameColor)game->nodes[end.node].to_move;
    if (reviewed->count > 0) {
        const ReviewPly *last = &reviewed->plies[reviewed->count - 1];
        end.node = last->node;
        end.color = other(last->color);
    }
    reviewed->plies[reviewed->count] = end;
}

/* Returns whether stones are placed or removed after one node and before the other's move. */
static bool has_setup_between(const Game *game, uint32_t from, uint32_t to) {
    for (uint32_t at = to; at != from && at != GAME_NONE; at = game->nodes[at].parent)
        if (game->nodes[at].setup_count > 0)
            return true;
    return false;
}

static KanameColor winner_of(GameEnd end) {
    return end == GAME_END_BLACK   ? KANAME_BLACK
           : end == GAME_END_WHITE ? KANAME_WHITE
                                   : KANAME_EMPTY;
}

/* Determines how each move ends the game and drops the moves after a five. */
static KanameStatus find_ends(ReviewedGame *reviewed, KanameEngine *engine) {
    reviewed->winner = winner_of(reviewed->game.end);
    for (size_t i = 0; i < reviewed->count; i++) {
        ReviewPly *ply = &reviewed->plies[i];
        KanameStatus status = reviewed_set(reviewed, i, NULL, false, engine);
        if (status != KANAME_OK)
            return status;
        ply->end = review_end_of(engine, ply->point);
        if (ply->end == REVIEW_WON) {
            reviewed->winner = ply->color;
            reviewed->count = i + 1;
        } else if (ply->end == REVIEW_FORBIDDEN && i + 1 == reviewed->count) {
            reviewed->winner = KANAME_WHITE;
        }
    }
    return KANAME_OK;
}

/* Marks the moves to judge and the positions to look at: those before and after such moves. */
static void mark(ReviewedGame *reviewed, size_t opening) {
    for (size_t i = opening; i < reviewed->count; i++) {
        ReviewPly *ply = &reviewed->plies[i], *next = ply + 1;
        bool is_last = i + 1 == reviewed->count;
        ply->is_judged = is_last || (next->color != ply->color &&
                                     !has_setup_between(&reviewed->game, ply->node, next->node));
        ply->is_looked_at = ply->is_looked_at || ply->is_judged;
        next->is_looked_at = ply->is_judged && ply->end != REVIEW_WON && ply->end != REVIEW_FULL;
    }
}

const char *reviewed_init(ReviewedGame *reviewed, Game *game, int opening, KanameEngine *engine) {
    *reviewed = (ReviewedGame){.game = *game};
    *game = (Game){.nodes = NULL};
    if (reviewed->game.node_count == 0 || !list_moves(reviewed))
        return status_text(STATUS_MEMORY);
    KanameStatus status = find_ends(reviewed, engine);
    if (status != KANAME_OK)
        return kaname_status_text(status);
    list_end(reviewed);
    mark(reviewed, (size_t)opening);
    return NULL;
}

void reviewed_release(ReviewedGame *reviewed) {
    for (size_t i = 0; reviewed->plies != NULL && i < reviewed->count; i++)
        free(reviewed->plies[i].judged);
    game_release(&reviewed->game);
    free(reviewed->plies);
    reviewed->plies = NULL;
}

/* ---- Judgements ---------------------------------------------------------------------------- */

struct ReviewJudged {
    KanamePoint played, best;
    double best_rate, played_rate, loss;
    ReviewGrade grade;
    unsigned notes;
    ReviewWin missed, allowed;
    unsigned char line_count, reply_count;
    unsigned char points[]; /* y * KANAME_MAX_SIZE + x in two bytes: of the line, then the reply */
};

static unsigned char *pack(unsigned char *to, const ReviewLine *line) {
    for (size_t i = 0; i < line->count; i++) {
        unsigned point = (unsigned)(line->moves[i].y * KANAME_MAX_SIZE + line->moves[i].x);
        *to++ = (unsigned char)(point >> 8);
        *to++ = (unsigned char)(point & 0xFF);
    }
    return to;
}

static const unsigned char *unpack(const unsigned char *from, size_t count, ReviewLine *line) {
    line->count = count;
    for (size_t i = 0; i < count; i++, from += 2) {
        int point = from[0] << 8 | from[1];
        line->moves[i] = (KanamePoint){point % KANAME_MAX_SIZE, point / KANAME_MAX_SIZE};
    }
    return from;
}

bool reviewed_keep(ReviewPly *ply, const ReviewMove *move) {
    ReviewJudged *judged = malloc(sizeof *judged + 2 * (move->line.count + move->reply.count));
    free(ply->judged);
    ply->judged = judged;
    if (judged == NULL)
        return false;
    *judged = (ReviewJudged){.played = move->played,
                             .best = move->best,
                             .best_rate = move->best_rate,
                             .played_rate = move->played_rate,
                             .loss = move->loss,
                             .grade = move->grade,
                             .notes = move->notes,
                             .missed = move->missed,
                             .allowed = move->allowed,
                             .line_count = (unsigned char)move->line.count,
                             .reply_count = (unsigned char)move->reply.count};
    (void)pack(pack(judged->points, &move->line), &move->reply);
    return true;
}

const ReviewMove *reviewed_move(const ReviewPly *ply, ReviewMove *move) {
    const ReviewJudged *judged = ply->judged;
    move->played = judged->played;
    move->best = judged->best;
    move->best_rate = judged->best_rate;
    move->played_rate = judged->played_rate;
    move->loss = judged->loss;
    move->grade = judged->grade;
    move->notes = judged->notes;
    move->missed = judged->missed;
    move->allowed = judged->allowed;
    (void)unpack(unpack(judged->points, judged->line_count, &move->line), judged->reply_count,
                 &move->reply);
    return move;
}

/* ---- Summary ------------------------------------------------------------------------------- */

static KanameColor winner_before(const ReviewPly *ply) {
    return ply->win_plies > 0 ? ply->color : ply->win_plies < 0 ? other(ply->color) : KANAME_EMPTY;
}

bool reviewed_summarize(ReviewedGame *reviewed) {
    ReviewStone *stones = calloc(reviewed->count, sizeof *stones);
    ReviewMove *moves = calloc(reviewed->count, sizeof *moves);
    bool is_good = stones != NULL && moves != NULL;
    for (size_t i = 0; i < reviewed->count && is_good; i++) {
        const ReviewPly *ply = &reviewed->plies[i];
        stones[i] = (ReviewStone){.color = ply->color,
                                  .is_judged = ply->is_judged,
                                  .winner = winner_before(ply),
                                  .move = &moves[i]};
        if (ply->is_judged)
            (void)reviewed_move(ply, &moves[i]);
    }
    if (is_good)
        review_summarize(stones, reviewed->count, &reviewed->summary);
    free(stones);
    free(moves);
    return is_good;
}
