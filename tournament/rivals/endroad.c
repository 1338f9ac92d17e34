/* endroad-fast, endroad: a sum over five-cell groups, without and with a look at one reply.
 *
 * Source: "EndRoad", a Gomoku player built from command blocks inside Minecraft, 2016.
 *
 * Score: every five cells in line are a group; a cell lies in up to twenty. A group that crosses
 * the edge or holds both colours scores 0. The others score by their stones: extending an own group
 * counts more than breaking the opponent's. The score of a cell is the sum over its groups;
 * candidates are the empty cells within four steps of a stone in the eight directions.
 *
 * endroad-fast looks around the last two stones of each side and plays the best cell. endroad looks
 * around all stones and takes the two best cells. For each it lets the opponent reply with the best
 * cell by the same table from the other side, then sums the groups in the stars of both stones, own
 * groups plus and the opponent's minus, and plays the better cell. (The star of a stone is the
 * cells within four steps of it; its groups are those that contain the stone.)
 *
 * Blind to: whether a three or four is open or shut just outside its group, whether two threats
 * together cannot be parried, and everything after the next reply. endroad-fast does not see
 * threats left unanswered two moves ago. A wall counts as the edge. */
#include "rivals/endroad.h"

#include <stddef.h>

#include "rivals/players.h"

enum { GROUP = 5, REACH = GROUP - 1, RECENT = 2 };

/* By the number of stones in a group of one colour. */
static const int64_t empty_group = 7;
static const int64_t own_groups[GROUP] = {0, 35, 800, 15000, 800000};
static const int64_t opponent_groups[GROUP] = {0, 15, 400, 1800, 100000};

/* The same after both stones are placed, to compare two lines of play. */
static const int64_t own_after[GROUP + 1] = {0, 35, 800, 2400, 800000, 8000000};
static const int64_t opponent_after[GROUP + 1] = {0, 15, 400, 1800, 100000, 4000000};

typedef struct Group {
    int own, opponent;
    bool is_on_board;
} Group;

static Group count_group(const RivalPosition *position, int x, int y, int direction) {
    Group group = {.is_on_board = true};
    for (int i = 0; i < GROUP; i++) {
        RivalStone stone =
            rival_at(position, x + i * rival_dx[direction], y + i * rival_dy[direction]);
        group.own += stone == STONE_OWN;
        group.opponent += stone == STONE_OPPONENT;
        group.is_on_board &= stone != STONE_WALL;
    }
    return group;
}

static int64_t group_before(const Group *group, RivalStone side) {
    int own = side == STONE_OWN ? group->own : group->opponent;
    int opponent = side == STONE_OWN ? group->opponent : group->own;
    if (!group->is_on_board || (own > 0 && opponent > 0))
        return 0;
    if (own == 0 && opponent == 0)
        return empty_group;
    return own_groups[own] + opponent_groups[opponent];
}

static int64_t group_after(const Group *group) {
    if (!group->is_on_board || (group->own > 0 && group->opponent > 0))
        return 0;
    return own_after[group->own] - opponent_after[group->opponent];
}

int64_t rival_endroad_score(const RivalPosition *position, int cell, RivalStone side) {
    int64_t score = 0;
    for (int d = 0; d < RIVAL_DIRECTIONS; d++) {
        for (int back = 0; back < GROUP; back++) {
            Group group = count_group(position, cell % position->width - back * rival_dx[d],
                                      cell / position->width - back * rival_dy[d], d);
            score += group_before(&group, side);
        }
    }
    return score;
}

int64_t rival_endroad_relative(const RivalPosition *position, int cell) {
    int64_t score = 0;
    for (int d = 0; d < RIVAL_DIRECTIONS; d++) {
        for (int back = 0; back < GROUP; back++) {
            Group group = count_group(position, cell % position->width - back * rival_dx[d],
                                      cell / position->width - back * rival_dy[d], d);
            score += group_after(&group);
        }
    }
    return score;
}

/* Marks the empty cells in the star of one cell. */
static void mark_star(const RivalPosition *position, int cell, bool is_candidate[]) {
    for (int d = 0; d < RIVAL_DIRECTIONS; d++) {
        for (int step = -REACH; step <= REACH; step++) {
            int x = cell % position->width + step * rival_dx[d];
            int y = cell / position->width + step * rival_dy[d];
            if (rival_at(position, x, y) == STONE_NONE)
                is_candidate[y * position->width + x] = true;
        }
    }
}

/* The most recent `most` stones of each side count as stones to look around. */
static void mark_candidates(const RivalPosition *position, int most, bool is_candidate[]) {
    int seen[STONE_WALL] = {0};
    for (int i = position->count - 1; i >= 0; i--) {
        int cell = position->order[i];
        if (seen[position->stones[cell]]++ < most)
            mark_star(position, cell, is_candidate);
    }
}

typedef struct Scored {
    int cell; /* RIVAL_NO_CELL = none */
    int64_t score;
} Scored;

static bool is_better(const RivalPosition *position, Scored one, Scored other) {
    if (one.cell == RIVAL_NO_CELL || other.cell == RIVAL_NO_CELL)
        return one.cell != RIVAL_NO_CELL;
    if (one.score != other.score)
        return one.score > other.score;
    return rival_distance_to_middle(position, one.cell) <
           rival_distance_to_middle(position, other.cell);
}

/* Finds the two best cells for `side`, the better first. */
static void find_best_two(const RivalPosition *position, int recent, RivalStone side,
                          Scored best[2]) {
    bool is_candidate[RIVAL_MAX_CELLS] = {false};
    mark_candidates(position, recent, is_candidate);
    best[0] = best[1] = (Scored){.cell = RIVAL_NO_CELL};
    for (int cell = 0; cell < rival_cells(position); cell++) {
        if (!is_candidate[cell])
            continue;
        Scored scored = {cell, rival_endroad_score(position, cell, side)};
        if (is_better(position, scored, best[0])) {
            best[1] = best[0];
            best[0] = scored;
        } else if (is_better(position, scored, best[1])) {
            best[1] = scored;
        }
    }
}

static int choose_fast(void *state, const RivalPosition *position, const RivalLimits *limits) {
    (void)state;
    (void)limits;
    Scored best[2];
    find_best_two(position, RECENT, STONE_OWN, best);
    return best[0].cell != RIVAL_NO_CELL ? best[0].cell : rival_central_cell(position);
}

int64_t rival_endroad_look_ahead(const RivalPosition *position, int cell) {
    RivalPosition after = *position;
    rival_place(&after, cell % after.width, cell / after.width, STONE_OWN);
    Scored reply[2];
    find_best_two(&after, after.count, STONE_OPPONENT, reply);
    if (reply[0].cell == RIVAL_NO_CELL)
        return rival_endroad_relative(&after, cell);
    rival_place(&after, reply[0].cell % after.width, reply[0].cell / after.width, STONE_OPPONENT);
    return rival_endroad_relative(&after, cell) + rival_endroad_relative(&after, reply[0].cell);
}

static int choose_full(void *state, const RivalPosition *position, const RivalLimits *limits) {
    (void)state;
    (void)limits;
    Scored best[2];
    find_best_two(position, position->count, STONE_OWN, best);
    if (best[0].cell == RIVAL_NO_CELL)
        return rival_central_cell(position);
    if (best[1].cell != RIVAL_NO_CELL && rival_endroad_look_ahead(position, best[1].cell) >
                                             rival_endroad_look_ahead(position, best[0].cell))
        return best[1].cell;
    return best[0].cell;
}

const RivalPlayer rival_endroad_fast = {
    .name = "endroad-fast",
    .method = "best sum over five-cell groups near the last stones",
    .choose = choose_fast,
};

const RivalPlayer rival_endroad = {
    .name = "endroad",
    .method = "best of two such cells after one reply",
    .choose = choose_full,
};
