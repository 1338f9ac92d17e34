/* hashfile.h: what searches learned, kept in a file. */
#ifndef KANAME_PROTOCOL_SESSION_HASHFILE_H
#define KANAME_PROTOCOL_SESSION_HASHFILE_H

#include "io/draft.h"
#include "kaname.h"

enum { HASHFILE_PATH_MAX = DRAFT_PATH_MAX }; /* bytes of a path, NUL included */

/* KANAME_ERR_IO: it could not be written; the old one stays. */
KanameStatus hashfile_save(const KanameEngine *engine, const char *path);
/* On an error the engine is as it was. */
KanameStatus hashfile_load(KanameEngine *engine, const char *path);

#endif
