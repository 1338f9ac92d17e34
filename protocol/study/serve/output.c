#define _POSIX_C_SOURCE 200809L /* open_memstream() */
#include "study/serve/output.h"

#include "io/lines.h"

#include <stdlib.h>

/* Windows has no streams in memory, and no pipes that its stdio would find full. */
static FILE *open_file(ServeOutput *output) {
#ifdef _WIN32
    (void)output;
    return stdout;
#else
    return open_memstream(&output->text, &output->size);
#endif
}

bool serve_output_init(ServeOutput *output) {
    *output = (ServeOutput){.text = NULL};
    pthread_mutex_init(&output->lock, NULL);
    output->file = open_file(output);
    return output->file != NULL;
}

void serve_output_release(ServeOutput *output) {
    if (output->file != NULL && output->file != stdout)
        fclose(output->file);
    free(output->text);
    pthread_mutex_destroy(&output->lock);
}

FILE *serve_output_begin(ServeOutput *output) {
    pthread_mutex_lock(&output->lock);
    if (output->file != stdout)
        rewind(output->file); /* over the answer before */
    return output->file;
}

void serve_output_end(ServeOutput *output) {
    bool is_whole = fflush(output->file) == 0 && !ferror(output->file);
    /* Not by stdio, which loses bytes where a pipe that does not block is full. */
    if (is_whole && output->file != stdout)
        is_whole = line_write_stdout(NULL, output->text, output->size);
    if (!is_whole)
        atomic_store(&output->is_broken, true);
    pthread_mutex_unlock(&output->lock);
}

bool serve_output_is_broken(const ServeOutput *output) {
    return atomic_load(&output->is_broken);
}

void serve_output_look(ServeOutput *output) {
    if (line_stdout_is_closed())
        atomic_store(&output->is_broken, true);
}
