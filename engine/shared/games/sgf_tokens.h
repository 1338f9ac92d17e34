/* sgf_tokens.h: takes names and values of properties from the bytes of an SGF game. */
#ifndef KANAME_SHARED_GAMES_SGF_TOKENS_H
#define KANAME_SHARED_GAMES_SGF_TOKENS_H

#include "shared/games/reading.h"

#include <stdbool.h>
#include <stddef.h>

enum { SGF_WORD_MAX = 16, SGF_NAME_MAX = 255 }; /* bytes; longer ones are cut */

typedef struct SgfValue {
    const char *text, *end; /* between the brackets, with escapes */
} SgfValue;

typedef struct SgfProperty {
    char word[SGF_WORD_MAX + 1]; /* the capitals and digits of its name; empty: an odd one */
    char name[SGF_NAME_MAX + 1]; /* as it is in the file */
    bool is_odd;                 /* no name of SGF: other characters than letters and digits, or a
                                  * digit first */
    const char *at, *values;     /* `values`: the first bracket */
} SgfProperty;

/* Returns the next character that is not blank, NUL at the end. */
char sgf_peek(GameReading *reading);
/* Returns whether a property's name begins with the character. */
bool sgf_begins_name(char c);
bool sgf_is_letter(char c);
/* Takes a property's name: the capitals of a long name as in Black[hh], with the digits behind the
 * first of them. One of small letters alone, as in b[hh], counts as its capitals. Returns false
 * with a fault if no value follows. */
bool sgf_take_name(GameReading *reading, SgfProperty *property);
/* Takes the value in brackets that follows. Returns false with a fault if it does not end. */
bool sgf_take_value(GameReading *reading, SgfValue *value);
/* Returns the value without the blanks around it. */
SgfValue sgf_trimmed(SgfValue value);
/* Copies the value without its escapes, with LF as the line end. Returns its length; sets `text` to
 * NULL if out of memory. The caller frees the text. */
size_t sgf_unescape(SgfValue value, char **text);
/* Copies the value with its brackets and escapes, with LF as the line end; as sgf_unescape(). */
size_t sgf_raw(SgfValue value, char **text);

#endif
