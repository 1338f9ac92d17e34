/* floats.h: arrays of floats in whole blocks, whose loops the compiler turns into vectors. */
#ifndef KANAME_TRAIN_FLOATS_H
#define KANAME_TRAIN_FLOATS_H

enum { FLOATS_BLOCK = 16 };

/* Returns the sum of the squares of whole blocks; the same for any compiler and instruction set. */
static inline double floats_squares(const float *numbers, int count) {
    double lane[FLOATS_BLOCK] = {0}, sum = 0;
    for (int at = 0; at < count; at += FLOATS_BLOCK)
        for (int i = 0; i < FLOATS_BLOCK; i++)
            lane[i] += (double)numbers[at + i] * (double)numbers[at + i];
    for (int i = 0; i < FLOATS_BLOCK; i++)
        sum += lane[i];
    return sum;
}

#endif
