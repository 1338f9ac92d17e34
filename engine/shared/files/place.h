/* place.h: what stands at a path, and whether two paths name the same file. */
#ifndef KANAME_SHARED_FILES_PLACE_H
#define KANAME_SHARED_FILES_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "shared/status/status.h"

enum { FILES_PATH_MAX = 4096 /* bytes of a path, NUL included */ };

typedef enum FilesPlaceKind {
    FILES_PLACE_MISSING,
    FILES_PLACE_REGULAR,
    FILES_PLACE_STREAM, /* a character device or a pipe */
    FILES_PLACE_OTHER,  /* a folder, socket or block device; on Windows also a link */
    FILES_PLACE_UNKNOWN /* errno says why it cannot be told */
} FilesPlaceKind;

typedef struct FilesPlace {
    FilesPlaceKind kind;
    uint64_t size;          /* bytes, of a regular file */
    uint64_t device, index; /* the file's identity; 0 if it is missing */
    unsigned mode;          /* permission bits, POSIX */
    unsigned owner, group;  /* POSIX */
} FilesPlace;

/* Follows symbolic links. */
FilesPlace files_place(const char *path);
/* The path with the symbolic links of its last component followed, also to a target that is
 * missing. Returns false with errno if there are too many links or no room. Windows: a copy. */
bool files_resolve(const char *path, char target[FILES_PATH_MAX]);
/* True if both name one file, by any names and links. Missing files are the same if they would have
 * one name in one folder. NULL names none. */
bool files_are_same(const char *a, const char *b);
/* True if the path names an SQLite database's file or one of those that SQLite keeps beside it
 * (-wal, -shm, -journal); they need not exist. No other writer may touch them, nor a reader in the
 * process that has the database open: closing the file would drop SQLite's locks. An empty name has
 * no files. */
bool files_are_of_database(const char *database, const char *path);
/* Checks, without opening it, that SQLite may open the path. Returns STATUS_OTHER_KIND for a file
 * too short for a database but not empty (SQLite takes a file of one byte for an empty one),
 * STATUS_NOT_REGULAR for anything but a file, such as a pipe, whose writer SQLite would wait for,
 * and STATUS_OK for the rest, which SQLite itself judges. */
Status files_check_database(const char *path);

#endif
