/* secret.h: the secrets that tie a result to a delivery and a worker to its name. Pure, except
 * secret_random().
 *
 * A run has a secret that only its manager and the server know. Each delivery of a task carries a
 * code made from it, which its result must repeat; so a result fits only if the server lent that
 * task to its sender. A worker chooses a token at its start and sends it to managers alone. They
 * know the worker by the token's digest, which they may publish: whoever learns it cannot answer
 * in the worker's place. */
#ifndef TOURNAMENT_GRID_SECRET_H
#define TOURNAMENT_GRID_SECRET_H

#include <stdbool.h>
#include <stdint.h>

enum { SECRET_MAX = 33 }; /* 128 bits in hexadecimal digits, with the final zero */

/* Writes a random secret. Returns false if the system has no random numbers. */
bool secret_random(char secret[SECRET_MAX]);
/* Writes the code of attempt `attempt` at task `id`. Returns false if out of memory. */
bool secret_of_delivery(const char *run_secret, int64_t id, int attempt, char code[SECRET_MAX]);
/* Writes the digest by which managers know the worker with this token. Returns false if out of
 * memory. */
bool secret_digest(const char *token, char digest[SECRET_MAX]);
/* Compares in a time that does not depend on the texts, and returns whether they are equal. */
bool secret_is_equal(const char one[SECRET_MAX], const char other[SECRET_MAX]);

#endif
