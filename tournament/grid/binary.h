/* binary.h: facts about a machine: the hashes of its programs, its processor, its speed. */
#ifndef TOURNAMENT_GRID_BINARY_H
#define TOURNAMENT_GRID_BINARY_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the SHA-256 of a command's program in hexadecimal digits; `size` is 65 or more. Returns
 * false if the program is missing or cannot be read. Arguments and data files are not included. */
bool binary_hash(const char *command, char *hash, size_t size);

/* Writes the model of the processor and the number of those online: "AMD EPYC 7763, 16". */
void binary_cpu(char *text, size_t size);

/* Returns millions of steps a second of a fixed mix of integer work and memory reads like those of
 * searches: the best of several measurements, which take less than a second together. Only the
 * ratio between machines matters. */
double binary_speed(void);

#endif
