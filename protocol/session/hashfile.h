/* hashfile.h: saves the transposition table to a file and loads it. */
#ifndef KANAME_PROTOCOL_SESSION_HASHFILE_H
#define KANAME_PROTOCOL_SESSION_HASHFILE_H

#include "kaname.h"
#include "shared/files/place.h"

enum { HASHFILE_PATH_MAX = FILES_PATH_MAX }; /* bytes of a path, NUL included */

/* Both return NULL on success, else the reason: in English, without a final dot, in static storage.
 * On failure the old file and the engine are unchanged.
 *
 * Replaces only an empty file or another hash file: see shared/files/replace.h. */
const char *hashfile_save(const KanameEngine *engine, const char *path);
/* Accepts regular files only. */
const char *hashfile_load(KanameEngine *engine, const char *path);

#endif
