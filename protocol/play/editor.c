#include "play/editor.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum {
    CTRL_A = 1,
    CTRL_D = 4,
    CTRL_E = 5,
    BACKSPACE = 8,
    CTRL_K = 11,
    CTRL_U = 21,
    ESCAPE = 27,
    DELETE = 127
};

/* ---- Characters ---------------------------------------------------------------------------- */

static bool continues(char byte) {
    return ((unsigned char)byte & 0xC0) == 0x80;
}

static size_t before(const Editor *editor, size_t at) {
    while (at > 0 && continues(editor->line[--at]))
        ;
    return at;
}

static size_t after(const Editor *editor, size_t at) {
    if (at < editor->length)
        at++;
    while (at < editor->length && continues(editor->line[at]))
        at++;
    return at;
}

static size_t columns_between(const Editor *editor, size_t from, size_t to) {
    size_t columns = 0;
    for (; from < to; from++)
        columns += !continues(editor->line[from]);
    return columns;
}

/* Returns the number of bytes that follow the first byte of a character. */
static size_t followers(char first) {
    unsigned char byte = (unsigned char)first;
    return byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC0 ? 1 : 0;
}

/* ---- Changes ------------------------------------------------------------------------------- */

static void remove_between(Editor *editor, size_t from, size_t to) {
    memmove(editor->line + from, editor->line + to, editor->length - to);
    editor->length -= to - from;
    editor->cursor = from;
}

static EditorEvent insert(Editor *editor, char byte) {
    bool is_first = !continues(byte);
    if (is_first)
        editor->missing = followers(byte);
    else if (editor->missing == 0)
        return EDITOR_WAIT; /* a byte outside a character, or of one that did not fit */
    else
        editor->missing--;
    if (editor->length + (is_first ? 1 + editor->missing : 1) > EDITOR_LINE_MAX) {
        editor->missing = 0;
        return EDITOR_WAIT;
    }
    memmove(editor->line + editor->cursor + 1, editor->line + editor->cursor,
            editor->length - editor->cursor);
    editor->line[editor->cursor++] = byte;
    editor->length++;
    return editor->missing > 0 ? EDITOR_WAIT : EDITOR_MORE;
}

/* Drops a character that was not completed. */
static void drop_torn_character(Editor *editor) {
    if (editor->missing > 0)
        remove_between(editor, before(editor, editor->cursor), editor->cursor);
    editor->missing = 0;
}

/* ---- History ------------------------------------------------------------------------------- */

static void remember(Editor *editor) {
    size_t last = editor->count - 1;
    if (editor->length == 0 || (editor->count > 0 && editor->lengths[last] == editor->length &&
                                memcmp(editor->history[last], editor->line, editor->length) == 0))
        return;
    if (editor->count == EDITOR_HISTORY_MAX) {
        editor->count--;
        memmove(editor->history[0], editor->history[1], editor->count * sizeof editor->history[0]);
        memmove(&editor->lengths[0], &editor->lengths[1], editor->count * sizeof(size_t));
    }
    memcpy(editor->history[editor->count], editor->line, editor->length);
    editor->lengths[editor->count++] = editor->length;
}

static void show(Editor *editor, size_t at) {
    if (editor->at == editor->count) {
        memcpy(editor->draft, editor->line, editor->length);
        editor->draft_length = editor->length;
    }
    bool is_new = at == editor->count;
    editor->at = at;
    editor->length = is_new ? editor->draft_length : editor->lengths[at];
    memcpy(editor->line, is_new ? editor->draft : editor->history[at], editor->length);
    editor->cursor = editor->length;
}

/* ---- Keys ---------------------------------------------------------------------------------- */

static void delete_at_cursor(Editor *editor) {
    remove_between(editor, editor->cursor, after(editor, editor->cursor));
}

/* Acts on a key given without ESC: `[A`, `[3~`, `OH`. Ignores other keys. */
static void press(Editor *editor, const char *key) {
    if (strcmp(key, "[A") == 0 || strcmp(key, "OA") == 0) {
        if (editor->at > 0)
            show(editor, editor->at - 1);
    } else if (strcmp(key, "[B") == 0 || strcmp(key, "OB") == 0) {
        if (editor->at < editor->count)
            show(editor, editor->at + 1);
    } else if (strcmp(key, "[C") == 0 || strcmp(key, "OC") == 0) {
        editor->cursor = after(editor, editor->cursor);
    } else if (strcmp(key, "[D") == 0 || strcmp(key, "OD") == 0) {
        editor->cursor = before(editor, editor->cursor);
    } else if (strcmp(key, "[H") == 0 || strcmp(key, "OH") == 0 || strcmp(key, "[1~") == 0 ||
               strcmp(key, "[7~") == 0) {
        editor->cursor = 0;
    } else if (strcmp(key, "[F") == 0 || strcmp(key, "OF") == 0 || strcmp(key, "[4~") == 0 ||
               strcmp(key, "[8~") == 0) {
        editor->cursor = editor->length;
    } else if (strcmp(key, "[3~") == 0) {
        delete_at_cursor(editor);
    }
}

static EditorEvent feed_key(Editor *editor, char byte) {
    bool is_start = editor->key_length == 1;
    if (editor->key_length < sizeof editor->key - 1)
        editor->key[editor->key_length++] = byte;
    if ((is_start && (byte == '[' || byte == 'O')) || (!is_start && (byte < '@' || byte > '~')))
        return EDITOR_WAIT;
    editor->key[editor->key_length] = '\0';
    editor->key_length = 0;
    if (!is_start)
        press(editor, editor->key + 1);
    return EDITOR_MORE;
}

void editor_begin(Editor *editor) {
    editor->length = editor->cursor = editor->key_length = editor->missing = 0;
    editor->at = editor->count;
}

EditorEvent editor_feed(Editor *editor, char byte) {
    if (editor->key_length > 0)
        return feed_key(editor, byte);
    if ((unsigned char)byte >= 0x80 || (byte >= ' ' && byte != DELETE)) {
        if (!continues(byte))
            drop_torn_character(editor);
        return insert(editor, byte);
    }
    drop_torn_character(editor);
    switch (byte) {
    case '\r':
    case '\n':
        remember(editor);
        return EDITOR_LINE;
    case ESCAPE:
        editor->key[0] = ESCAPE;
        editor->key_length = 1;
        return EDITOR_WAIT;
    case CTRL_A:
        editor->cursor = 0;
        return EDITOR_MORE;
    case CTRL_E:
        editor->cursor = editor->length;
        return EDITOR_MORE;
    case CTRL_D:
        if (editor->length == 0)
            return EDITOR_END;
        delete_at_cursor(editor);
        return EDITOR_MORE;
    case BACKSPACE:
    case DELETE:
        remove_between(editor, before(editor, editor->cursor), editor->cursor);
        return EDITOR_MORE;
    case CTRL_K:
        remove_between(editor, editor->cursor, editor->length);
        return EDITOR_MORE;
    case CTRL_U:
        remove_between(editor, 0, editor->cursor);
        return EDITOR_MORE;
    default:
        return EDITOR_WAIT;
    }
}

size_t editor_draw(const Editor *editor, const char *prompt, int columns,
                   char drawn[EDITOR_DRAWN_MAX]) {
    /* One column is left free: terminals differ in what a full line does to the cursor. */
    size_t used = strlen(prompt) + 1;
    size_t room = columns > (int)used ? (size_t)columns - used : 1;
    size_t from = 0, to;
    while (columns_between(editor, from, editor->cursor) > room)
        from = after(editor, from);
    for (to = from; to < editor->length && columns_between(editor, from, to) < room;)
        to = after(editor, to);
    size_t back = columns_between(editor, editor->cursor, to);
    int length = snprintf(drawn, EDITOR_DRAWN_MAX, "\r%s%.*s\033[K", prompt, (int)(to - from),
                          editor->line + from);
    if (back > 0)
        length += snprintf(drawn + length, EDITOR_DRAWN_MAX - (size_t)length, "\033[%zuD", back);
    return (size_t)length;
}
