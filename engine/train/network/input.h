/* input.h: the network's input from a position, and its target. */
#ifndef KANAME_TRAIN_NETWORK_INPUT_H
#define KANAME_TRAIN_NETWORK_INPUT_H

#include "eval/eval.h"
#include "eval/network/numbers.h"
#include "train/dataset.h"

enum { INPUT_ALL, INPUT_OWN_FOURS, INPUT_OTHER_FOURS }; /* parts of the input */

/* An empty cell with a stone in one of its windows, or a candidate move. */
typedef struct InputCell {
    uint16_t own[DIRECTIONS], other[DIRECTIONS]; /* rows of its windows with a stone */
    uint8_t window_count;
    uint8_t links; /* 1: linked to a four of the side to move, 2: of the other side, 3: both */
} InputCell;

/* The order of a move by the tables, in nats. */
typedef struct InputMove {
    uint16_t cell; /* index in `cells` */
    float table;
} InputMove;

typedef struct NetworkInput {
    int own_role, other_role; /* of the side to move, and of the other side */
    int stage, threat;        /* threat_state() */
    int stones;
    int cell_count;
    int move_count;        /* 0: teaches nothing about moves */
    int best;              /* index of the searched move in `moves` */
    float table;           /* score by the tables, in nats */
    double target, weight; /* probability for the side to move */
    InputCell cells[CELLS_MAX];
    InputMove moves[CELLS_MAX];
} NetworkInput;

/* The rows of a window in the views of both colours. */
typedef struct InputRows {
    uint16_t of[COLORS];
} InputRows;

/* The tables for reading positions. Read-only in use; any thread. */
typedef struct InputReader {
    const Evaluator *table; /* whose tables the boards use */
    InputRows *rows;        /* by window key */
    double units;           /* evaluation units of a nat */
} InputReader;

/* Returns false if out of memory. `table` must outlive the reader. */
bool input_reader_init(InputReader *reader, const Evaluator *table, double units);
void input_reader_release(InputReader *reader);

/* Sets all of the input but target and weight. */
void input_read(const InputReader *reader, const Sample *sample, NetworkInput *input);

#endif
