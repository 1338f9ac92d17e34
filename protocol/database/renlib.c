#include "database/renlib.h"

#include "database/intake.h"
#include "database/text.h"
#include "database/tree.h"
#include "database/walk.h"
#include "shared/files/input.h"
#include "shared/files/replace.h"
#include "shared/notation/renlib.h"
#include "shared/status/failure.h"
#include "shared/text/encoding.h"
#include "shared/text/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RENLIB_MAX_BYTES = 512 << 20 };

static const FilesRules rules = {.kind = {.prefix = renlib_magic, .prefix_size = RENLIB_MAGIC}};

/* ---- Reading ------------------------------------------------------------------------------- */

/* The moves of the current branch, and where its pending siblings branch off. */
typedef struct Branch {
    size_t count, open_count;
    KanamePoint moves[KANAME_MAX_CELLS];
    size_t open[KANAME_MAX_CELLS + 2];
} Branch;

static int next_byte(void *context) {
    return getc((FILE *)context);
}

/* Sets `position` to that after the branch's moves. Returns false if a point occurs twice. */
static bool set_branch(const Branch *branch, KanameRule rule, DatabasePosition *position) {
    database_position_init(position, rule, RENLIB_SIZE, RENLIB_SIZE);
    for (size_t i = 0; i < branch->count; i++)
        if (!database_position_play(position, branch->moves[i]))
            return false;
    return true;
}

/* Returns the tag of a board text; 0 if it has more than two characters, or would mean a result: in
 * Renlib such letters are only labels. */
static int tag_of(const char *text) {
    int tag = (unsigned char)text[0];
    if (tag != 0 && text[1] != '\0')
        tag = tag * 256 + (unsigned char)text[1];
    DatabaseRecord record = {.tag = tag};
    return database_is_proven(&record) || (tag > 255 && text[2] != '\0') ? 0 : tag;
}

/* The texts of the file: the first time it is read, their encoding is guessed; the second time they
 * are decoded. */
typedef struct Texts {
    EncodingGuess guess;
    bool is_known;
    const Encoding *encoding;
    bool is_cut; /* a decoded comment was longer than a record's text */
} Texts;

/* Copies a text and cuts it, between two characters, to `capacity` bytes with its NUL. Returns
 * whether it was longer. */
static bool copy_text(char *to, size_t capacity, const char *text, size_t length) {
    size_t kept = utf8_cut(text, length, capacity - 1);
    memcpy(to, text, kept);
    to[kept] = '\0';
    return kept < length;
}

/* Writes a text of the file to `to`, as UTF-8 once the encoding is known; then *is_cut says whether
 * it was longer. Returns NULL on success, else the reason. */
static const char *take_text(Texts *texts, const char *text, char *to, size_t capacity,
                             bool *is_cut) {
    char *utf8;
    size_t length;
    if (!texts->is_known) {
        encoding_guess_add(&texts->guess, text, strlen(text));
        (void)copy_text(to, capacity, text, strlen(text));
        return NULL;
    }
    EncodingStatus status = encoding_decode(texts->encoding, text, strlen(text), &utf8, &length);
    if (status != ENCODING_DECODED)
        return status == ENCODING_NO_MEMORY ? status_text(STATUS_MEMORY)
                                            : "this system cannot decode the texts";
    *is_cut = copy_text(to, capacity, utf8, length);
    free(utf8);
    return NULL;
}

static const char *take_texts(Texts *texts, const RenlibNode *node, DatabaseRecord *record) {
    char label[8]; /* longer ones are no tags */
    bool is_comment_cut = false, is_label_cut;
    const char *wrong =
        take_text(texts, node->comment, record->text, sizeof record->text, &is_comment_cut);
    texts->is_cut = texts->is_cut || is_comment_cut;
    if (wrong == NULL)
        wrong = take_text(texts, node->board_text, label, sizeof label, &is_label_cut);
    if (wrong == NULL)
        record->tag = tag_of(label);
    return wrong;
}

static const char *take_node(FILE *file, Branch *branch, KanameRule rule, Texts *texts,
                             Intake *intake, bool is_root, bool *is_last) {
    DatabasePosition position;
    DatabaseRecord record = {.tag = 0};
    RenlibNode node;
    size_t before = branch->count;
    const char *wrong = renlib_read_node(next_byte, file, is_root, &node);
    if (wrong != NULL)
        return wrong;
    if (node.has_move && branch->count == RENLIB_SIZE * RENLIB_SIZE)
        return "a branch has more moves than the board has points";
    if (node.has_move)
        branch->moves[branch->count++] = node.move;
    if (!set_branch(branch, rule, &position))
        return "a branch plays a point twice";
    wrong = take_texts(texts, &node, &record);
    if (wrong != NULL)
        return wrong;
    bool has_content = branch->count > 0 || record.tag != 0 || record.text[0] != '\0';
    if (has_content && !intake_add(intake, &position, &record))
        return "the database cannot be written";
    if (node.has_sibling) {
        if (branch->open_count == sizeof branch->open / sizeof branch->open[0])
            return "too many open branches";
        branch->open[branch->open_count++] = before;
    }
    *is_last = node.is_leaf && branch->open_count == 0;
    if (node.is_leaf && !*is_last)
        branch->count = branch->open[--branch->open_count];
    return NULL;
}

static const char *take_tree(FILE *file, KanameRule rule, Texts *texts, Intake *intake) {
    Branch branch = {.count = 0};
    bool is_last = false;
    const char *wrong = renlib_read_header(next_byte, file);
    if (wrong != NULL)
        return wrong;
    int next = getc(file);
    if (next == EOF)
        return NULL;
    (void)ungetc(next, file);
    for (bool is_root = true; !is_last; is_root = false) {
        wrong = take_node(file, &branch, rule, texts, intake, is_root, &is_last);
        if (wrong != NULL)
            return wrong;
    }
    return getc(file) == EOF ? NULL : "data follows the end of the tree";
}

/* Reads the file twice, never all of it into memory: the first time only checks and looks for the
 * encoding, so a damaged file changes nothing. */
static const char *take_file(FILE *file, KanameRule rule, Database *database, long *count,
                             bool *is_cut) {
    const char *wrong = NULL;
    Texts texts = {.is_known = false};
    for (int round = 0; round < 2 && wrong == NULL; round++) {
        Intake intake = {.database = round == 0 ? NULL : database};
        rewind(file);
        wrong = take_tree(file, rule, &texts, &intake);
        if (ferror(file))
            wrong = "reading the file failed";
        if (!intake_end(&intake, wrong == NULL))
            wrong = "the database cannot be written";
        *count = intake.count;
        texts.encoding = encoding_guess_best(&texts.guess);
        texts.is_known = true;
    }
    *is_cut = texts.is_cut;
    return wrong;
}

long database_renlib_read(Database *database, KanameRule rule, const char *path, bool *is_cut,
                          Failure *failure) {
    FILE *file = NULL;
    long count = 0;
    Status status = files_place(path).size > RENLIB_MAX_BYTES ? STATUS_TOO_LARGE
                    : database_uses_file(database, path)      ? STATUS_IN_USE
                                                              : files_open_input(path, &file);
    if (status != STATUS_OK) {
        failure_set(failure, status);
        return -1;
    }
    const char *wrong = take_file(file, rule, database, &count, is_cut);
    (void)fclose(file);
    return wrong == NULL || failure_say(failure, STATUS_DAMAGED, "%s", wrong) ? count : -1;
}

/* ---- Writing ------------------------------------------------------------------------------- */

static void write_end(FILE *file, size_t length) {
    fputc(0, file);
    if (length % 2 == 0)
        fputc(0, file);
}

/* Writes a comment. A special mark ends its first line. */
static void write_comment(FILE *file, const char *text) {
    size_t length = 0;
    bool is_first_line = *text != '\n'; /* a mark at the start: there is no first line */
    for (; *text != '\0'; text++) {
        if (*text == '\n' && !is_first_line) {
            fputc('\r', file);
            length++;
        }
        fputc(*text == '\n' && is_first_line ? '\b' : *text, file);
        is_first_line = is_first_line && *text != '\n';
        length++;
    }
    write_end(file, length);
}

static void write_tag(FILE *file, int tag) {
    size_t length = 1;
    if (tag > 255) {
        fputc(tag / 256, file);
        length++;
    }
    fputc(tag % 256, file);
    write_end(file, length);
}

static void write_node(FILE *file, const DatabaseTree *tree, const DatabaseTreeNode *node) {
    const DatabaseTreeEntry *entry =
        node->entry != DATABASE_TREE_NONE ? &tree->entries[node->entry] : NULL;
    bool has_tag = entry != NULL && entry->tag % 256 != 0; /* NUL would end the text */
    bool has_comment = entry != NULL && entry->text != NULL;
    int flags = (node->first_child == DATABASE_TREE_NONE ? RENLIB_LEAF : 0) |
                (node->next != DATABASE_TREE_NONE ? RENLIB_SIBLING : 0) |
                (has_comment ? RENLIB_COMMENT : 0) | (has_tag ? RENLIB_EXTENSION : 0);
    bool has_move = node->parent != DATABASE_TREE_NONE;
    fputc(has_move ? 16 * node->move.y + node->move.x + 1 : 0, file);
    fputc(flags, file);
    if (has_tag) {
        fputc(RENLIB_BOARD_TEXT >> 16, file);
        fputc(RENLIB_BOARD_TEXT >> 8, file);
    }
    if (has_comment)
        write_comment(file, entry->text);
    if (has_tag)
        write_tag(file, entry->tag);
}

static bool write_tree(FILE *file, const DatabaseTree *tree) {
    fwrite(renlib_magic, 1, RENLIB_MAGIC, file);
    fputc(RENLIB_MAJOR, file);
    fputc(RENLIB_MINOR, file);
    for (size_t i = RENLIB_MAGIC + 2; i < RENLIB_HEADER; i++)
        fputc(0xFF, file);
    size_t index = 0;
    while (index != DATABASE_TREE_NONE && !ferror(file)) {
        const DatabaseTreeNode *node = &tree->nodes[index];
        write_node(file, tree, node);
        index = node->first_child;
        while (index == DATABASE_TREE_NONE && node->parent != DATABASE_TREE_NONE) {
            index = node->next;
            node = &tree->nodes[node->parent];
        }
    }
    return !ferror(file);
}

typedef struct Collection {
    DatabaseTree tree;
    bool is_full; /* no memory */
} Collection;

static bool collect(const DatabasePosition *position, const DatabaseRecord *record, void *context) {
    Collection *collection = context;
    collection->is_full = !database_tree_collect(&collection->tree, position, record);
    return !collection->is_full;
}

static bool write_collection(Database *database, Collection *collection, const char *path,
                             Failure *failure) {
    FilesDraft draft;
    if (!database_each_following(database, &collection->tree.root, collect, collection))
        return database_pass(database, failure);
    if (collection->is_full || !database_tree_build(&collection->tree))
        return failure_set(failure, STATUS_MEMORY);
    Status status = database_file_begin(&draft, database, path, &rules);
    if (status == STATUS_OK)
        status = files_draft_finish(&draft, write_tree(draft.file, &collection->tree));
    return status == STATUS_OK || failure_set(failure, status);
}

long database_renlib_write(Database *database, const DatabasePosition *position, const char *path,
                           long *left_out, Failure *failure) {
    Collection collection = {.is_full = false};
    KanamePoint moves[KANAME_MAX_CELLS];
    size_t move_count;
    bool is_possible = true;
    if (position->width != RENLIB_SIZE || position->height != RENLIB_SIZE)
        is_possible = failure_say(failure, STATUS_BOARD, "the format only has boards of 15x15");
    else if (!database_position_moves(position, moves, &move_count))
        is_possible = failure_say(failure, STATUS_GAME, "no game reaches the position");
    else if (!database_tree_init(&collection.tree, position))
        is_possible = failure_set(failure, STATUS_MEMORY);
    if (!is_possible)
        return -1;
    bool is_written = write_collection(database, &collection, path, failure);
    long count = (long)collection.tree.entry_count;
    *left_out = collection.tree.left_out;
    database_tree_release(&collection.tree);
    return is_written ? count : -1;
}
