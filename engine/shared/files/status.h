/* status.h: what can stop the reading or writing of a file, and its English text.
 *
 * engine/shared/ holds what the programs share: it uses the C library and the system alone, and
 * libkaname, which reads and writes no file, does not link it. No function prints; all may be
 * called from any thread. */
#ifndef KANAME_SHARED_FILES_STATUS_H
#define KANAME_SHARED_FILES_STATUS_H

typedef enum FilesStatus {
    FILES_OK,
    FILES_UNREADABLE,  /* errno says why */
    FILES_UNWRITABLE,  /* errno says why */
    FILES_NOT_REGULAR, /* a folder, device, pipe or socket where only a file will do */
    FILES_IN_USE,      /* an input, another output or an open database */
    FILES_OTHER_KIND,  /* a file that holds something else */
    FILES_TOO_LARGE,   /* larger than the caller's limit */
    FILES_NO_MEMORY,
    FILES_UNSYNCED /* the new file is whole and in its place, but may not survive a power cut */
} FilesStatus;

/* A sentence without its dot, such as "the file cannot be read". */
const char *files_status_text(FilesStatus status);
/* The same, but the system's reason where errno holds it: to be called before errno changes. */
const char *files_reason_text(FilesStatus status);

#endif
