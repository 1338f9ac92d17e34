#include "database/renlib.h"

#include "database/intake.h"
#include "database/text.h"
#include "database/tree.h"
#include "database/walk.h"
#include "io/draft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RENLIB_SIZE = DATABASEFILE_SIZE,
    RENLIB_HEADER = 20,
    RENLIB_MAJOR = 3,
    RENLIB_MINOR = 4, /* the newest version read, written */
    RENLIB_MAX_BYTES = 512 << 20,
    FLAG_EXTENSION = 0x01, /* two more bytes of flags follow */
    FLAG_NO_MOVE = 0x02,
    FLAG_COMMENT = 0x08,
    FLAG_OLD_COMMENT = 0x20,
    FLAG_LEAF = 0x40,       /* nothing follows this move */
    FLAG_SIBLING = 0x80,    /* another move instead of this one comes after its followers */
    FLAG_BOARD_TEXT = 0x100 /* of the extension */
};

static const unsigned char magic[8] = {0xFF, 'R', 'e', 'n', 'L', 'i', 'b', 0xFF};

/* ---- Reading ------------------------------------------------------------------------------- */

/* The moves of the current branch, and where its pending siblings branch off. */
typedef struct Branch {
    size_t count, open_count;
    KanamePoint moves[KANAME_MAX_CELLS];
    size_t open[KANAME_MAX_CELLS + 2];
} Branch;

typedef struct Bytes {
    const unsigned char *next, *end;
} Bytes;

/* Takes a text that ends with NUL, padded to an even number of bytes. Returns false if it does not
 * end. */
static bool take_string(Bytes *bytes, char *text, size_t size) {
    const unsigned char *zero = memchr(bytes->next, 0, (size_t)(bytes->end - bytes->next));
    if (zero == NULL)
        return false;
    size_t length = (size_t)(zero - bytes->next), used = 0;
    for (size_t i = 0; i < length && used + 1 < size; i++) {
        unsigned char c = bytes->next[i];
        bool is_mark = c == '\b'; /* between the first line of a comment and the rest */
        if (is_mark)
            c = '\n';
        if (c != '\r' && !(is_mark && i == 0))
            text[used++] = (char)c;
    }
    text[used] = '\0';
    bytes->next = zero + 1 + (length % 2 == 0);
    return bytes->next <= bytes->end;
}

/* Makes the position after the branch's moves. Returns false if a point occurs twice. */
static bool set_branch(const Branch *branch, KanameRule rule, DatabasePosition *position) {
    database_position_init(position, rule, RENLIB_SIZE, RENLIB_SIZE);
    for (size_t i = 0; i < branch->count; i++)
        if (!database_position_play(position, branch->moves[i]))
            return false;
    return true;
}

/* Takes the move of a node, if it has one. Returns NULL on success, else the reason. */
static const char *take_move(Branch *branch, unsigned place, bool is_root) {
    if (is_root && place == 0)
        return NULL;
    int x = (int)(place & 15) - 1, y = (int)(place >> 4);
    if (x < 0 || x >= RENLIB_SIZE || y >= RENLIB_SIZE)
        return "a move lies off the board";
    if (branch->count == RENLIB_SIZE * RENLIB_SIZE)
        return "a branch has more moves than the board has points";
    branch->moves[branch->count++] = (KanamePoint){x, y};
    return NULL;
}

/* A letter on the board is a label, not a result. */
static int tag_of(const char *text) {
    int tag = (unsigned char)text[0];
    if (tag != 0 && text[1] != '\0')
        tag = tag * 256 + (unsigned char)text[1];
    DatabaseRecord record = {.tag = tag};
    return database_is_proven(&record) || (tag > 255 && text[2] != '\0') ? 0 : tag;
}

static const char *take_node(Bytes *bytes, Branch *branch, KanameRule rule, Intake *intake,
                             bool is_root, bool *is_last) {
    DatabasePosition position;
    DatabaseRecord record = {.tag = 0};
    if (bytes->end - bytes->next < 2)
        return "the file ends early";
    unsigned place = bytes->next[0], flags = bytes->next[1];
    size_t before = branch->count;
    bytes->next += 2;
    if (flags & FLAG_EXTENSION) {
        if (bytes->end - bytes->next < 2)
            return "the file ends early";
        flags |= (unsigned)bytes->next[1] << 8 | (unsigned)bytes->next[0] << 16;
        bytes->next += 2;
    }
    if ((flags & (FLAG_COMMENT | FLAG_OLD_COMMENT)) &&
        !take_string(bytes, record.text, sizeof record.text))
        return "a comment does not end";
    char board_text[4] = "";
    if ((flags & FLAG_BOARD_TEXT) && !take_string(bytes, board_text, sizeof board_text))
        return "a text does not end";
    record.tag = tag_of(board_text);
    const char *wrong = flags & FLAG_NO_MOVE ? NULL : take_move(branch, place, is_root);
    if (wrong != NULL)
        return wrong;
    if (!set_branch(branch, rule, &position))
        return "a branch plays a point twice";
    bool has_content = branch->count > 0 || record.tag != 0 || record.text[0] != '\0';
    if (has_content && !intake_add(intake, &position, &record))
        return "the database cannot be written";
    if (flags & FLAG_SIBLING) {
        if (branch->open_count == sizeof branch->open / sizeof branch->open[0])
            return "too many open branches";
        branch->open[branch->open_count++] = before;
    }
    *is_last = (flags & FLAG_LEAF) && branch->open_count == 0;
    if ((flags & FLAG_LEAF) && !*is_last)
        branch->count = branch->open[--branch->open_count];
    return NULL;
}

static const char *take_tree(Bytes bytes, KanameRule rule, Intake *intake) {
    Branch branch = {.count = 0};
    bool is_last = false;
    if (bytes.end - bytes.next < RENLIB_HEADER || memcmp(bytes.next, magic, sizeof magic) != 0)
        return "not a Renlib file";
    if (bytes.next[8] != RENLIB_MAJOR || bytes.next[9] > RENLIB_MINOR)
        return "unknown Renlib version";
    bytes.next += RENLIB_HEADER;
    if (bytes.next == bytes.end)
        return NULL;
    for (bool is_root = true; !is_last; is_root = false) {
        const char *wrong = take_node(&bytes, &branch, rule, intake, is_root, &is_last);
        if (wrong != NULL)
            return wrong;
    }
    return bytes.next == bytes.end ? NULL : "data follows the end of the tree";
}

/* Reads the whole file. Returns NULL if it cannot be read or is too large, or without memory. */
static unsigned char *load(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = NULL;
    size_t used = 0, capacity = 0;
    while (file != NULL) {
        if (used == capacity) {
            capacity = capacity == 0 ? 1 << 16 : capacity * 2;
            unsigned char *more = capacity <= RENLIB_MAX_BYTES ? realloc(bytes, capacity) : NULL;
            if (more == NULL)
                break;
            bytes = more;
        }
        size_t count = fread(bytes + used, 1, capacity - used, file);
        used += count;
        if (count > 0)
            continue;
        bool is_good = !ferror(file);
        fclose(file);
        *size = used;
        if (is_good)
            return bytes;
        free(bytes);
        return NULL;
    }
    if (file != NULL)
        fclose(file);
    free(bytes);
    return NULL;
}

long databaserenlib_read(Database *database, KanameRule rule, const char *path, char *error,
                         size_t error_size) {
    size_t size = 0;
    unsigned char *bytes = load(path, &size);
    const char *wrong = bytes == NULL ? "the file cannot be read" : NULL;
    long count = 0;
    for (int round = 0; round < 2 && wrong == NULL; round++) {
        Intake intake = {.database = round == 0 ? NULL : database};
        wrong = take_tree((Bytes){bytes, bytes + size}, rule, &intake);
        if (!intake_end(&intake) && wrong == NULL)
            wrong = "the database cannot be written";
        count = intake.count;
    }
    free(bytes);
    if (wrong != NULL)
        snprintf(error, error_size, "%s", wrong);
    return wrong == NULL ? count : -1;
}

/* ---- Writing ------------------------------------------------------------------------------- */

static void write_end(FILE *file, size_t length) {
    fputc(0, file);
    if (length % 2 == 0)
        fputc(0, file);
}

/* Writes a comment, whose first line ends with a mark of its own. */
static void write_comment(FILE *file, const char *text) {
    size_t length = 0;
    bool is_first_line = *text != '\n'; /* a mark at the start means no first line */
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
    int flags = (node->first_child == DATABASE_TREE_NONE ? FLAG_LEAF : 0) |
                (node->next != DATABASE_TREE_NONE ? FLAG_SIBLING : 0) |
                (has_comment ? FLAG_COMMENT : 0) | (has_tag ? FLAG_EXTENSION : 0);
    bool has_move = node->parent != DATABASE_TREE_NONE;
    fputc(has_move ? 16 * node->move.y + node->move.x + 1 : 0, file);
    fputc(flags, file);
    if (has_tag) {
        fputc(FLAG_BOARD_TEXT >> 16, file);
        fputc(FLAG_BOARD_TEXT >> 8, file);
    }
    if (has_comment)
        write_comment(file, entry->text);
    if (has_tag)
        write_tag(file, entry->tag);
}

static bool write_tree(FILE *file, const DatabaseTree *tree) {
    fwrite(magic, 1, sizeof magic, file);
    fputc(RENLIB_MAJOR, file);
    fputc(RENLIB_MINOR, file);
    for (size_t i = sizeof magic + 2; i < RENLIB_HEADER; i++)
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

/* Returns NULL on success, else the reason. */
static const char *write_collection(Database *database, Collection *collection, const char *path) {
    Draft draft;
    if (!database_each_following(database, &collection->tree.root, collect, collection))
        return database_error(database);
    if (collection->is_full || !database_tree_build(&collection->tree))
        return "not enough memory";
    bool is_placed = draft_begin(&draft, path);
    if (is_placed)
        is_placed = draft_finish(&draft, write_tree(draft.file, &collection->tree));
    return is_placed ? NULL : "the file cannot be written";
}

long databaserenlib_write(Database *database, const DatabasePosition *position, const char *path,
                          long *left_out, char *error, size_t error_size) {
    Collection collection = {.is_full = false};
    KanamePoint moves[KANAME_MAX_CELLS];
    size_t move_count;
    const char *wrong = NULL;
    if (position->width != RENLIB_SIZE || position->height != RENLIB_SIZE)
        wrong = "the format only has boards of 15x15";
    else if (!database_position_moves(position, moves, &move_count))
        wrong = "no game reaches the position";
    else if (!database_tree_init(&collection.tree, position))
        wrong = "not enough memory";
    if (wrong != NULL) {
        snprintf(error, error_size, "%s", wrong);
        return -1;
    }
    wrong = write_collection(database, &collection, path);
    long count = (long)collection.tree.entry_count;
    *left_out = collection.tree.left_out;
    if (wrong != NULL)
        snprintf(error, error_size, "%s", wrong);
    database_tree_release(&collection.tree);
    return wrong == NULL ? count : -1;
}
