/* replace.h: files written whole or not at all, and files that grow.
 *
 * Replacing: the text goes into a new file beside the target, which is made exclusively under a
 * name of its own; it is flushed to the disk, renamed over the target, and the folder is flushed.
 * After any failure the old file stands and the new one is gone. Symbolic links are followed (the
 * link stays, its target is replaced; Windows: a link is refused). A hard link's other names keep
 * the old contents. Mode, and for root the owner, of an old file are kept; a new one gets what the
 * umask leaves.
 *
 * What may be written, in both ways:
 * - a missing file whose folder exists, an empty file, or a file of the caller's kind, so that a
 *   wrong name costs nobody a file; a file that ends inside the kind's prefix counts as one of it;
 * - never a file that the caller lists as busy: its inputs, its other outputs, open databases;
 * - never a folder, socket or block device. Character devices and pipes (/dev/stdout, /dev/null, a
 *   shell's >(...)) only where the rules say `may_stream`: they are then written to as they come,
 *   and never truncated, renamed over or removed. So is a file that is this program's standard
 *   output or error already. A pipe that nobody reads is an error, not a wait. */
#ifndef KANAME_SHARED_FILES_REPLACE_H
#define KANAME_SHARED_FILES_REPLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "shared/files/place.h"
#include "shared/status/status.h"

enum { FILES_HEAD_BYTES = 4096 /* at the start of a file, which decide its kind */ };

/* How a file of the kind begins. With neither, any file is of the kind. */
typedef struct FilesKind {
    const void *prefix; /* its first bytes; NULL: `matches` tells */
    size_t prefix_size;
    /* `head`: the first bytes of the file, at most FILES_HEAD_BYTES; is_whole: all of it. */
    bool (*matches)(const unsigned char *head, size_t size, bool is_whole);
} FilesKind;

/* The kind of files that begin with a string literal. */
#define FILES_KIND_OF(text) \
    { .prefix = (text), .prefix_size = sizeof(text) - 1 }

/* The kind of Kaname's pages, which bear a mark near their start that pages of others lack. */
#define FILES_KIND_OF_PAGE                                        \
    FILES_KIND_OF("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n" \
                  "<meta charset=\"utf-8\">\n<meta name=\"generator\" content=\"Kaname\">")

typedef struct FilesRules {
    FilesKind kind;
    const char *const *busy; /* paths; NULLs among them are skipped */
    size_t busy_count;
    bool may_stream;
} FilesRules;

/* What files_draft_begin() or files_open_append() would say now; changes nothing. For commands that
 * work long before they write. */
Status files_check(const char *path, const FilesRules *rules);

typedef struct FilesDraft {
    FILE *file; /* write to it; binary */
    /* Private. */
    const FilesRules *rules;
    FilesPlace old;
    bool is_stream;
    char target[FILES_PATH_MAX], beside[FILES_PATH_MAX];
} FilesDraft;

/* The rules and what they point to must live until files_draft_finish(). On an error there is
 * nothing to finish and draft->file is NULL. */
Status files_draft_begin(FilesDraft *draft, const char *path, const FilesRules *rules);
/* Puts the new file in its place, or removes it: after an error, or if is_good is false (then
 * STATUS_UNWRITABLE is returned). Closes draft->file. */
Status files_draft_finish(FilesDraft *draft, bool is_good);
/* Returns whether a file of this name, without its folder, is the draft of a replacement that is in
 * progress or was killed. */
bool files_is_draft(const char *name);
/* Both, for contents that are ready. */
Status files_replace(const char *path, const void *bytes, size_t size, const FilesRules *rules);
/* Both, for contents that `write` prints to the file. */
Status files_replace_by(const char *path, const FilesRules *rules,
                        void (*write)(const void *content, FILE *file), const void *content);

/* Opens a file to write at its end; creates it if it is missing. The caller closes *file, which is
 * NULL on an error. */
Status files_open_append(const char *path, const FilesRules *rules, FILE **file);
/* Flushes a file, or the name of a file or folder, to the disk, so that a power cut loses neither.
 * Return false, with errno set, on an error; true where the file system has no flush. */
bool files_sync(FILE *file);
bool files_sync_name(const char *path);

#endif
