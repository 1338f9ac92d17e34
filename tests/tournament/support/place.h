/* place.h: a folder of the test's own, files in it, and the match manager run in it. One at a time.
 * What fails ends the test. */
#ifndef TESTS_TOURNAMENT_SUPPORT_PLACE_H
#define TESTS_TOURNAMENT_SUPPORT_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { TEXT_MAX = 200000 }; /* bytes of a command line */

/* What the manager has in its environment when it runs here: the folder. */
#define PLACE_MARK "KANAME_TEST_FOLDER"

/* A new folder; the last one goes when the suite ends. */
void place_begin(void);
const char *place_folder(void);
/* A path there; good for seven more calls. */
const char *in_folder(const char *name);
bool is_there(const char *name);
/* The whole file; "" if there is none. Good until the next call. */
const char *read_text(const char *name);
void write_text(const char *name, const char *text);
void write_bytes(const char *name, const char *bytes, size_t count);

/* Starts the match manager with these words, as the shell reads them; what it prints is added to
 * the files `out` and `err`. */
pid_t start(const char *words);
/* Becomes that program; for a child process. */
void become(const char *words);
/* Its exit status; 1000 and the signal that killed it. */
int finish(pid_t pid);
/* Both. */
int run(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
