/* matrix.h: products of small matrices of floats, compiled into the functions that use them, once
 * for each instruction set.
 *
 * A number of a product is summed in the order of the inner index, in runs of MATRIX_DEPTH
 * products, each added to the number so far. Products are not fused, so the bits are the same for
 * every instruction set. */
#ifndef KANAME_TRAIN_REGIONS_MATRIX_H
#define KANAME_TRAIN_REGIONS_MATRIX_H

#include <string.h>

#define REGIONS_INLINE __attribute__((always_inline)) static inline

typedef float MatrixLanes __attribute__((vector_size(32), aligned(4)));

enum { MATRIX_LANES = 8, MATRIX_ROWS = 4, MATRIX_COLUMNS = 2 * MATRIX_LANES, MATRIX_DEPTH = 128 };

/* Factor of a product: the number of row r and inner index k is at[r * row + k * inner]. */
typedef struct MatrixLeft {
    const float *at;
    int row, inner;
} MatrixLeft;

/* Adds the product to `rows` rows and MATRIX_COLUMNS columns. */
REGIONS_INLINE void matrix_block(float *restrict to, int to_row, MatrixLeft left,
                                 const float *restrict right, int right_row, int rows, int inner) {
    MatrixLanes sum[MATRIX_ROWS][2] = {{{0}}};
    for (int k = 0; k < inner; k++) {
        const float *line = right + k * right_row;
        MatrixLanes low = *(const MatrixLanes *)(const void *)line;
        MatrixLanes high = *(const MatrixLanes *)(const void *)(line + MATRIX_LANES);
#pragma GCC unroll 4
        for (int r = 0; r < rows; r++) {
            float factor = left.at[r * left.row + k * left.inner];
            sum[r][0] += factor * low;
            sum[r][1] += factor * high;
        }
    }
#pragma GCC unroll 4
    for (int r = 0; r < rows; r++) {
        MatrixLanes *at = (MatrixLanes *)(void *)(to + r * to_row);
        at[0] += sum[r][0];
        at[1] += sum[r][1];
    }
}

/* Copies MATRIX_COLUMNS columns: lines a power of two apart would share a few sets of the cache. */
REGIONS_INLINE void matrix_pack(float *restrict to, const float *restrict right, int right_row,
                                int inner) {
    for (int k = 0; k < inner; k++)
        memcpy(to + k * MATRIX_COLUMNS, right + k * right_row, MATRIX_COLUMNS * sizeof *to);
}

/* to[r][c] += sum over k of left(r, k) * right[k][c]. `columns` is a multiple of MATRIX_COLUMNS. */
REGIONS_INLINE void matrix_add(float *restrict to, int to_row, MatrixLeft left,
                               const float *restrict right, int right_row, int rows, int inner,
                               int columns) {
    _Alignas(64) float packed[MATRIX_DEPTH * MATRIX_COLUMNS];
    for (int k = 0; k < inner; k += MATRIX_DEPTH)
        for (int c = 0; c < columns; c += MATRIX_COLUMNS) {
            int depth = inner - k < MATRIX_DEPTH ? inner - k : MATRIX_DEPTH, r = 0;
            const float *from = left.at + k * left.inner;
            matrix_pack(packed, right + k * right_row + c, right_row, depth);
            for (; r + MATRIX_ROWS <= rows; r += MATRIX_ROWS) {
                MatrixLeft four = {from + r * left.row, left.row, left.inner};
                matrix_block(to + r * to_row + c, to_row, four, packed, MATRIX_COLUMNS, MATRIX_ROWS,
                             depth);
            }
            for (; r < rows; r++) {
                MatrixLeft one = {from + r * left.row, left.row, left.inner};
                matrix_block(to + r * to_row + c, to_row, one, packed, MATRIX_COLUMNS, 1, depth);
            }
        }
}

/* The rows of a matrix, and its columns as rows. */
REGIONS_INLINE MatrixLeft matrix_rows(const float *at, int row) {
    return (MatrixLeft){at, row, 1};
}

REGIONS_INLINE MatrixLeft matrix_columns(const float *at, int row) {
    return (MatrixLeft){at, 1, row};
}

/* Forward: to[rows][outputs] += from[rows][inputs] * weights[inputs][outputs]. */
REGIONS_INLINE void matrix_forward(float *restrict to, const float *from, const float *weights,
                                   int rows, int inputs, int outputs) {
    matrix_add(to, outputs, matrix_rows(from, inputs), weights, outputs, rows, inputs, outputs);
}

/* Gradient of the weights: to[inputs][outputs] += from[rows][inputs] turned *
 * slopes[rows][outputs]. */
REGIONS_INLINE void matrix_teach(float *restrict to, const float *from, const float *slopes,
                                 int rows, int inputs, int outputs) {
    matrix_add(to, outputs, matrix_columns(from, inputs), slopes, outputs, inputs, rows, outputs);
}

/* to[columns][rows] = from[rows][columns] turned. */
REGIONS_INLINE void matrix_turn(float *restrict to, const float *restrict from, int rows,
                                int columns) {
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            to[c * rows + r] = from[r * columns + c];
}

#endif
