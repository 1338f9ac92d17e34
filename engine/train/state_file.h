/* state_file.h: the state of a fit in a file, so that the fit can continue after an interruption.
 *
 * A file, little-endian:
 *      0  8 bytes  the magic of the kind
 *      8  u32      its version
 *     12  u32      bytes of the description
 *     16  u64      FNV-1a hash of everything after it
 *     24  description: everything the fit depends on, text
 *         body: the checkpoint.h of the kind
 *
 * Plain functions; any thread, one at a time for each file. */
#ifndef KANAME_TRAIN_STATE_FILE_H
#define KANAME_TRAIN_STATE_FILE_H

#include "shared/files/replace.h"
#include "shared/status/failure.h"
#include "train/cursor.h"

enum { STATE_MAGIC_BYTES = 8 };

/* The files of one kind of fit. */
typedef struct StateKind {
    const char *magic; /* STATE_MAGIC_BYTES bytes */
    uint32_t version;
    const char *content; /* for errors, such as "a fit" */
} StateKind;

/* A file in memory. */
typedef struct StateFile {
    Cursor body;   /* at its begin, or as far as the caller has written or read it */
    uint64_t hash; /* of a file that was read */
    unsigned char *bytes;
} StateFile;

/* Begins a file whose body takes at most `body_max` bytes. The caller writes them to file->body and
 * then calls state_file_save(). Returns false if out of memory. */
bool state_file_begin(StateFile *file, const StateKind *kind, const char *description,
                      size_t body_max);
/* Writes the file whole or not at all, and frees its memory. */
Status state_file_save(StateFile *file, const char *path, const FilesRules *rules);

/* Reads a file of the kind with this description; NULL: with any. On success the caller reads
 * file->body and then calls state_file_release(). */
bool state_file_read(StateFile *file, const char *path, const StateKind *kind,
                     const char *description, Failure *failure);
void state_file_release(StateFile *file);

typedef enum StateOutcome {
    STATE_LOADED,
    STATE_NONE,  /* there is no file, or an empty one */
    STATE_FAILED /* `failure` says why */
} StateOutcome;

/* Reads a file as state_file_read() does, lets `take` set `context` from its body, and frees its
 * memory. `take` returns false if the body is not as expected or out of memory; bytes that it
 * leaves unread are a fault too. */
StateOutcome state_file_load(const char *path, const StateKind *kind, const char *description,
                             bool (*take)(Cursor *body, void *context), void *context,
                             Failure *failure);

#endif
