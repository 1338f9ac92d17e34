/* editor.h: edits one line of a terminal: moves the cursor, deletes, and recalls earlier lines.
 *
 * The caller passes the bytes of the keys and writes the output of editor_draw(). Text is UTF-8; a
 * character counts as one column. The editor does no input or output. One thread. */
#ifndef KANAME_PROTOCOL_PLAY_EDITOR_H
#define KANAME_PROTOCOL_PLAY_EDITOR_H

#include <stddef.h>

enum {
    EDITOR_LINE_MAX = 512,   /* bytes; more are ignored */
    EDITOR_HISTORY_MAX = 40, /* earlier lines */
    EDITOR_DRAWN_MAX = EDITOR_LINE_MAX + 64
};

typedef enum {
    EDITOR_MORE, /* the line goes on: draw it */
    EDITOR_WAIT, /* in the middle of a key or character: do not draw */
    EDITOR_LINE, /* the line is complete; the next byte begins another */
    EDITOR_END   /* Ctrl-D on an empty line */
} EditorEvent;

/* All zero: empty, without history. */
typedef struct Editor {
    size_t length, cursor; /* bytes; the cursor stands at the start of a character */
    char line[EDITOR_LINE_MAX];
    /* Private. */
    char key[8]; /* of an escape sequence so far */
    size_t key_length;
    size_t missing;   /* bytes of the character that is being typed */
    size_t count, at; /* of history; the line shown, `count`: the new one */
    size_t lengths[EDITOR_HISTORY_MAX], draft_length;
    char history[EDITOR_HISTORY_MAX][EDITOR_LINE_MAX], draft[EDITOR_LINE_MAX];
} Editor;

/* Empties the line; the history stays. */
void editor_begin(Editor *editor);
EditorEvent editor_feed(Editor *editor, char byte);
/* Writes to `text` the bytes that redraw the terminal's line: the prompt, the part of the line
 * around the cursor that fits `columns`, and the codes that place the cursor. Returns their length.
 */
size_t editor_draw(const Editor *editor, const char *prompt, int columns,
                   char drawn[EDITOR_DRAWN_MAX]);

#endif
