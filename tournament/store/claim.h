/* claim.h: the right to play runs in a database, held by one program at a time.
 *
 * The claim is a lock on a byte of the database that SQLite never locks. It belongs to the open
 * file: it ends with the program, however that ends, and engines do not inherit it. It leaves no
 * file, changes none, and does not disturb programs that only read. */
#ifndef TOURNAMENT_STORE_CLAIM_H
#define TOURNAMENT_STORE_CLAIM_H

typedef enum ClaimStatus {
    CLAIM_TAKEN,
    CLAIM_OF_ANOTHER, /* another program has it, or another open Store of this one */
    CLAIM_FAILED      /* errno says why */
} ClaimStatus;

/* Takes the claim to an existing database; waits up to a second for a program that is ending.
 * Sets *file to the open file, or to -1 if it cannot be opened. Close the file with
 * claim_release(), and only after the program has closed the database: closing any open file of a
 * database drops SQLite's own locks on it. */
ClaimStatus claim_take(const char *path, int *file);
/* Ignores -1. */
void claim_release(int file);

#endif
