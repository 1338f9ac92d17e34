/* windows.h: reads the shape of every window that contains a cell. The hot loop of the board, with
 * one version per instruction set; all give identical results. Private to board.c.
 *
 * fresh[d][i] becomes the shape pair at distance i - reach from the cell on its line of direction
 * d, 0 <= i <= 2 * reach. Only the slots of empty cells are defined; the cell itself counts as
 * occupied. */
#ifndef KANAME_BOARD_WINDOWS_H
#define KANAME_BOARD_WINDOWS_H

#include "base/x86.h"
#include "board/structure.h"

/* ---- Scalar ------------------------------------------------------------------------------- */

static inline void read_line_scalar(const ShapePair *shapes, uint64_t line, int position, int reach,
                                    ShapePair fresh[WINDOW_SLOTS]) {
    uint64_t window = line >> (2 * (position + LINE_PAD - reach));
    for (int i = 0; i <= 2 * reach; i++)
        if ((window >> (2 * i) & 3) == CELL_EMPTY)
            fresh[i] = shapes[window_key(line, position - reach + i, reach)];
}

static inline void read_scalar(const Board *board, Cell cell, int reach,
                               ShapePair fresh[DIRECTIONS][WINDOW_SLOTS]) {
    for (int d = 0; d < DIRECTIONS; d++)
        read_line_scalar(board->tables->shapes, board->line[d][board_line(board, d, cell)],
                         board_position(board, d, cell), reach, fresh[d]);
}

#if KANAME_X86
/* In both vector versions a lane holds the line word shifted so that its window begins at bit 0.
 * Lanes of cells off the board may have a negative shift; as unsigned that is 64 or more and yields
 * 0, a valid key whose shape is not used. */

/* ---- AVX2: four windows per vector ---------------------------------------------------------- */

AVX2 static inline __m256i window_keys_avx2(__m256i line, __m256i shifts, int reach) {
    __m256i window = _mm256_srlv_epi64(line, shifts);
    __m256i low = _mm256_set1_epi64x((1 << (2 * reach)) - 1);
    __m256i high = _mm256_slli_epi64(low, 2 * reach);
    return _mm256_or_si256(_mm256_and_si256(window, low),
                           _mm256_and_si256(_mm256_srli_epi64(window, 2), high));
}

/* Returns the low halves of the eight 64-bit lanes of a and b, in order. */
AVX2 static inline __m256i narrow_avx2(__m256i a, __m256i b) {
    __m256i mixed = _mm256_castps_si256(
        _mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0x88));
    return _mm256_permute4x64_epi64(mixed, 0xD8);
}

/* Returns the shapes of eight keys: the first four in the slots from `back` on, the others from
 * back + 5 on. The slots are stored in one piece, since the board reads them as one vector. */
AVX2 static inline __m128i gather8_avx2(const ShapePair *shapes, __m256i keys, int back) {
    __m256i found = _mm256_i32gather_epi32((const int *)(const void *)shapes, keys, 1);
    const __m256i pick =
        _mm256_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                         -1, -1, 0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1);
    found = _mm256_shuffle_epi8(found, pick);
    __m128i slots = _mm_or_si128(_mm256_castsi256_si128(found), _mm256_extracti128_si256(found, 1));
    return back == 0 ? slots : _mm_slli_si128(slots, 1);
}

/* The eight windows within four cells of the position. */
AVX2 static inline __m256i near_keys_avx2(uint64_t word, int position, int reach) {
    __m256i line = _mm256_set1_epi64x((long long)word);
    __m256i base = _mm256_set1_epi64x(2LL * (position + LINE_PAD - reach));
    __m256i back = _mm256_add_epi64(base, _mm256_setr_epi64x(-8, -6, -4, -2));
    __m256i ahead = _mm256_add_epi64(base, _mm256_setr_epi64x(2, 4, 6, 8));
    return narrow_avx2(window_keys_avx2(line, back, reach), window_keys_avx2(line, ahead, reach));
}

AVX2 static inline void read_avx2(const Board *board, Cell cell, int reach,
                                  ShapePair fresh[DIRECTIONS][WINDOW_SLOTS]) {
    const ShapePair *shapes = board->tables->shapes;
    for (int d = 0; d < DIRECTIONS; d++) {
        int position = board_position(board, d, cell);
        uint64_t word = board->line[d][board_line(board, d, cell)];
        __m128i slots = gather8_avx2(shapes, near_keys_avx2(word, position, reach), reach - 4);
        /* The two farthest windows, unless their cells lie beyond the padding. */
        if (reach == 5 && position >= 5)
            slots = _mm_insert_epi8(slots, shapes[window_key(word, position - 5, 5)], 0);
        if (reach == 5 && position + 5 < BOARD_MAX)
            slots = _mm_insert_epi8(slots, shapes[window_key(word, position + 5, 5)], 10);
        _mm_storeu_si128((__m128i *)(void *)fresh[d], slots);
    }
}
#endif

#endif
