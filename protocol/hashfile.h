/* hashfile.h: what searches learned, kept in a file. */
#ifndef KANAME_PROTOCOL_HASHFILE_H
#define KANAME_PROTOCOL_HASHFILE_H

#include "kaname.h"

enum { HASHFILE_PATH_MAX = 4096 }; /* bytes of a path, NUL included */

/* Writes another file beside it and puts that in its place when it is whole, so that at no time
 * there is half a file under this name. KANAME_ERR_IO: it could not be written; the old one stays.
 */
KanameStatus hashfile_save(const KanameEngine *engine, const char *path);
/* On an error the engine is as it was. */
KanameStatus hashfile_load(KanameEngine *engine, const char *path);

#endif
