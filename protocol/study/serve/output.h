/* output.h: the standard output of `pbrain-kaname serve`: answers of many threads, each a line that
 * leaves as a whole and at once. */
#ifndef KANAME_PROTOCOL_STUDY_SERVE_OUTPUT_H
#define KANAME_PROTOCOL_STUDY_SERVE_OUTPUT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct ServeOutput {
    pthread_mutex_t lock; /* of one answer */
    FILE *file;           /* takes the answer */
    char *text;           /* what it has taken; not on Windows */
    size_t size;
    atomic_bool is_broken;
} ServeOutput;

/* Returns false if out of memory; release it even then. */
bool serve_output_init(ServeOutput *output);
void serve_output_release(ServeOutput *output);

/* Begins an answer and returns the file that takes it. Other threads wait until it ends. */
FILE *serve_output_begin(ServeOutput *output);
/* Sends the answer, and waits for a reader that is slow. */
void serve_output_end(ServeOutput *output);

/* Returns whether nobody reads the answers any more: one could not be sent, or a look has found
 * standard output closed. */
bool serve_output_is_broken(const ServeOutput *output);
void serve_output_look(ServeOutput *output);

#endif
