#include "shared/text/xml.h"
#include "shared/status/status.h"
#include "shared/text/words.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER = 1 << 16, ENTITY_MAX = 12, END_OF_FILE = -1 };

bool xml_init(XmlReader *xml, XmlSource source, void *context) {
    *xml = (XmlReader){.source = source, .context = context, .line = 1};
    xml->buffer = malloc(BUFFER);
    xml->tag = malloc(XML_TAG_MAX + 1);
    xml->text_capacity = 256;
    xml->text = malloc(xml->text_capacity);
    return xml->buffer != NULL && xml->tag != NULL && xml->text != NULL;
}

void xml_release(XmlReader *xml) {
    free(xml->buffer);
    free(xml->tag);
    free(xml->text);
    *xml = (XmlReader){.buffer = NULL};
}

static XmlEvent fail(XmlReader *xml, const char *wrong) {
    if (xml->wrong == NULL)
        xml->wrong = wrong;
    return XML_FAULT;
}

/* ---- Bytes --------------------------------------------------------------------------------- */

/* Returns the next byte without taking it. */
static int peek(XmlReader *xml) {
    if (xml->next == xml->count) {
        xml->next = 0;
        xml->count = xml->source(xml->context, xml->buffer, BUFFER);
        if (xml->count == 0)
            return END_OF_FILE;
    }
    return (unsigned char)xml->buffer[xml->next];
}

static int take(XmlReader *xml) {
    int c = peek(xml);
    if (c != END_OF_FILE)
        xml->next++;
    xml->line += c == '\n';
    return c;
}

static bool is_blank(int c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool skip_blanks(XmlReader *xml) {
    bool has_any = false;
    while (is_blank(peek(xml))) {
        (void)take(xml);
        has_any = true;
    }
    return has_any;
}

static bool is_name_byte(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == ':' || c >= 0x80;
}

/* Takes a name. Returns false if there is none or if it is too long. */
static bool take_name(XmlReader *xml, char name[XML_NAME_MAX]) {
    size_t length = 0;
    while (is_name_byte(peek(xml))) {
        if (length + 1 == XML_NAME_MAX)
            return false;
        name[length++] = (char)take(xml);
    }
    name[length] = '\0';
    return length > 0;
}

/* Takes the rest of a word that has begun. */
static bool take_word(XmlReader *xml, const char *word) {
    for (; *word != '\0'; word++)
        if (take(xml) != *word)
            return false;
    return true;
}

/* ---- Text ---------------------------------------------------------------------------------- */

static bool put(XmlReader *xml, char c) {
    if (xml->text_length == XML_TEXT_MAX)
        return true; /* cut */
    if (xml->text_length + 2 > xml->text_capacity) {
        char *more = realloc(xml->text, 2 * xml->text_capacity);
        if (more == NULL)
            return false;
        xml->text = more;
        xml->text_capacity *= 2;
    }
    xml->text[xml->text_length++] = c;
    return true;
}

static bool put_code(XmlReader *xml, uint32_t code) {
    if (code < 0x80)
        return put(xml, (char)code);
    if (code < 0x800)
        return put(xml, (char)(0xC0 | code >> 6)) && put(xml, (char)(0x80 | (code & 0x3F)));
    if (code < 0x10000)
        return put(xml, (char)(0xE0 | code >> 12)) && put(xml, (char)(0x80 | (code >> 6 & 0x3F))) &&
               put(xml, (char)(0x80 | (code & 0x3F)));
    return put(xml, (char)(0xF0 | code >> 18)) && put(xml, (char)(0x80 | (code >> 12 & 0x3F))) &&
           put(xml, (char)(0x80 | (code >> 6 & 0x3F))) && put(xml, (char)(0x80 | (code & 0x3F)));
}

/* Returns the code of a character reference, `#38` or `#x26`; 0 if it is wrong. */
static uint32_t code_of(const char *digits) {
    bool is_hex = digits[1] == 'x';
    const char *at = digits + 1 + is_hex;
    char *end;
    if (*at == '\0' || *at == '-' || *at == '+' || *at == ' ')
        return 0;
    unsigned long code = strtoul(at, &end, is_hex ? 16 : 10);
    bool is_good = *end == '\0' && code < 0x110000 && (code & 0xFFFFF800) != 0xD800;
    return is_good ? (uint32_t)code : 0;
}

static bool put_bytes(XmlReader *xml, const char *bytes, size_t count) {
    bool is_put = true;
    for (size_t i = 0; is_put && i < count; i++)
        is_put = put(xml, bytes[i]);
    return is_put;
}

static void begin_text(XmlReader *xml) {
    xml->text_length = xml->decoded_length = 0;
}

/* Decodes what was put since the last call if the document is not in UTF-8. */
static bool decode_rest(XmlReader *xml) {
    const char *rest = xml->text + xml->decoded_length;
    size_t rest_length = xml->text_length - xml->decoded_length, length;
    char *utf8;
    bool is_put = true;
    if (xml->encoding != NULL && !encoding_is_utf8(rest, rest_length)) {
        if (encoding_decode(xml->encoding, rest, rest_length, &utf8, &length) != ENCODING_DECODED)
            return false;
        xml->text_length = xml->decoded_length;
        is_put = put_bytes(xml, utf8, length);
        free(utf8);
    }
    xml->decoded_length = xml->text_length;
    return is_put;
}

/* Takes a character reference, whose character is in UTF-8 whatever the document is in. */
static bool put_reference(XmlReader *xml, const char *digits) {
    uint32_t code = code_of(digits);
    bool is_put = code > 0 && decode_rest(xml) && put_code(xml, code);
    xml->decoded_length = xml->text_length;
    return is_put;
}

/* Takes an entity after its `&`. Keeps one that is unknown, and a lone `&`, as text: names often
 * hold such. Returns false if out of memory or if a character reference is wrong. */
static bool put_entity(XmlReader *xml) {
    static const struct {
        const char *name;
        char c;
    } entities[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
    char name[ENTITY_MAX];
    size_t length = 0;
    while ((is_name_byte(peek(xml)) || peek(xml) == '#') && length + 1 < sizeof name)
        name[length++] = (char)take(xml);
    name[length] = '\0';
    bool has_end = length > 0 && peek(xml) == ';';
    if (!has_end)
        return put(xml, '&') && put_bytes(xml, name, length);
    (void)take(xml);
    if (name[0] == '#')
        return put_reference(xml, name);
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++)
        if (strcmp(name, entities[i].name) == 0)
            return put(xml, entities[i].c);
    return put(xml, '&') && put_bytes(xml, name, length) && put(xml, ';');
}

static bool finish_text(XmlReader *xml) {
    bool is_decoded = decode_rest(xml);
    xml->text[xml->text_length] = '\0';
    return is_decoded;
}

static XmlEvent read_text(XmlReader *xml) {
    begin_text(xml);
    for (int c; (c = peek(xml)) != '<';) {
        if (c == END_OF_FILE && xml->depth > 0)
            return fail(xml, "the document ends inside an element");
        if (c == END_OF_FILE)
            break;
        (void)take(xml);
        if (xml->depth == 0 && !is_blank(c) && c != '\x1a' && c != '\0')
            return fail(xml, "text outside the document's element");
        if (c == '&' ? !put_entity(xml) : !put(xml, (char)c))
            return fail(xml, "a wrong character reference");
    }
    return finish_text(xml) ? XML_TEXT : fail(xml, "the text cannot be decoded");
}

static XmlEvent read_cdata(XmlReader *xml) {
    if (!take_word(xml, "CDATA[") || xml->depth == 0)
        return fail(xml, "neither an element nor a comment");
    begin_text(xml);
    for (int brackets = 0, c; (c = take(xml)) != '>' || brackets < 2;) {
        if (c == END_OF_FILE)
            return fail(xml, "CDATA does not end");
        brackets = c == ']' ? brackets + 1 : 0;
        if (!put(xml, (char)c))
            return fail(xml, status_text(STATUS_MEMORY));
    }
    xml->text_length -= xml->text_length >= 2 ? 2 : 0;
    return finish_text(xml) ? XML_TEXT : fail(xml, "the text cannot be decoded");
}

/* ---- Elements ------------------------------------------------------------------------------ */

static bool keep(XmlReader *xml, const char *text, size_t length) {
    if (xml->tag_used + length + 1 > XML_TAG_MAX)
        return false;
    memcpy(xml->tag + xml->tag_used, text, length);
    xml->tag_used += length;
    xml->tag[xml->tag_used++] = '\0';
    return true;
}

/* Takes `name="value"`. */
static bool take_attribute(XmlReader *xml) {
    char name[XML_NAME_MAX];
    if (xml->attribute_count == XML_ATTRIBUTES_MAX || !take_name(xml, name))
        return false;
    skip_blanks(xml);
    if (take(xml) != '=')
        return false;
    skip_blanks(xml);
    int quote = take(xml);
    if (quote != '"' && quote != '\'')
        return false;
    begin_text(xml);
    for (int c; (c = take(xml)) != quote;)
        if (c == END_OF_FILE || c == '<' || (c == '&' ? !put_entity(xml) : !put(xml, (char)c)))
            return false;
    size_t at = xml->attribute_count;
    xml->attributes[at].name = xml->tag_used;
    if (!finish_text(xml) || !keep(xml, name, strlen(name)))
        return false;
    xml->attributes[at].value = xml->tag_used;
    xml->attribute_count++;
    return keep(xml, xml->text, xml->text_length);
}

/* Takes attributes up to another character. */
static bool take_attributes(XmlReader *xml) {
    xml->attribute_count = 0;
    xml->tag_used = 0;
    while (skip_blanks(xml) && is_name_byte(peek(xml)))
        if (!take_attribute(xml))
            return false;
    return true;
}

static XmlEvent read_start(XmlReader *xml) {
    if (!take_name(xml, xml->name) || !take_attributes(xml))
        return fail(xml, "an element is written <name attribute=\"value\">");
    if (xml->depth == XML_DEPTH_MAX)
        return fail(xml, "elements are nested too deep");
    if (xml->depth == 0 && xml->has_root)
        return fail(xml, "more than one element outside all others");
    xml->has_root = true;
    memcpy(xml->open[xml->depth++], xml->name, sizeof xml->name);
    xml->is_empty_element = peek(xml) == '/';
    if (xml->is_empty_element)
        (void)take(xml);
    return take(xml) == '>' ? XML_START : fail(xml, "an element's `>` is missing");
}

static XmlEvent read_end(XmlReader *xml) {
    (void)take(xml);
    if (!take_name(xml, xml->name))
        return fail(xml, "an end without a name");
    skip_blanks(xml);
    if (take(xml) != '>' || xml->depth == 0 || strcmp(xml->open[--xml->depth], xml->name) != 0)
        return fail(xml, "an end that does not fit the element");
    return XML_END;
}

/* Finds the encoding that the declaration names. A document whose bytes are read as ASCII is not in
 * UTF-16: one that says so was decoded before. Returns false if the encoding is unknown. */
static bool find_encoding(XmlReader *xml, const char *name) {
    static const char *const decoded[] = {"UTF-16", "UTF-16LE", "UTF-16BE"};
    Word word = {name, strlen(name)};
    bool is_found = encoding_find(word.text, word.length, &xml->encoding);
    for (size_t i = 0; i < sizeof decoded / sizeof decoded[0] && !is_found; i++)
        is_found = word_is(word, decoded[i]);
    return is_found;
}

/* Takes `<?xml version="1.0" encoding="..."?>`, or skips another instruction. */
static bool skip_instruction(XmlReader *xml) {
    char name[XML_NAME_MAX];
    (void)take(xml);
    if (!take_name(xml, name))
        return false;
    if (strcmp(name, "xml") == 0) {
        if (!take_attributes(xml))
            return false;
        const char *encoding = xml_attribute(xml, "encoding");
        if (encoding != NULL && !find_encoding(xml, encoding))
            return false;
    }
    for (int before = 0, c; (c = take(xml)) != '>' || before != '?'; before = c)
        if (c == END_OF_FILE)
            return false;
    return true;
}

static bool skip_comment(XmlReader *xml) {
    if (!take_word(xml, "--"))
        return false;
    for (int dashes = 0, c; (c = take(xml)) != '>' || dashes < 2;) {
        if (c == END_OF_FILE)
            return false;
        dashes = c == '-' ? dashes + 1 : 0;
    }
    return true;
}

/* Skips a quoted text, a comment or an instruction of a document type after its first character.
 * Returns false at the end of the file. */
static bool skip_declared(XmlReader *xml, int first) {
    if (first == '<' && peek(xml) == '?') {
        int c = take(xml);
        for (int before = 0; (c = take(xml)) != '>' || before != '?'; before = c)
            if (c == END_OF_FILE)
                return false;
    } else if (first == '<' && peek(xml) == '!') {
        (void)take(xml);
        return peek(xml) != '-' || skip_comment(xml);
    } else if (first == '"' || first == '\'') {
        for (int c; (c = take(xml)) != first;)
            if (c == END_OF_FILE)
                return false;
    }
    return true;
}

/* Skips `<!DOCTYPE name ...>`. What it declares in brackets does not count. */
static bool skip_doctype(XmlReader *xml) {
    bool is_inside = false;
    if (xml->depth > 0 || xml->has_root || !take_word(xml, "DOCTYPE"))
        return false;
    for (int c; (c = take(xml)) != '>' || is_inside;) {
        if (c == END_OF_FILE || (c == '<' && !is_inside) || !skip_declared(xml, c))
            return false;
        is_inside = (is_inside || c == '[') && c != ']';
    }
    return true;
}

/* Reads what follows `<`. Sets `is_skipped` if that makes no event. */
static XmlEvent read_markup(XmlReader *xml, bool *is_skipped) {
    *is_skipped = false;
    (void)take(xml);
    if (peek(xml) == '/')
        return read_end(xml);
    if (peek(xml) == '?') {
        *is_skipped = skip_instruction(xml);
        return fail(xml, *is_skipped ? NULL : "an unknown encoding or instruction");
    }
    if (peek(xml) != '!')
        return read_start(xml);
    (void)take(xml);
    if (peek(xml) == '[') {
        (void)take(xml);
        return read_cdata(xml);
    }
    *is_skipped = peek(xml) == '-' ? skip_comment(xml) : skip_doctype(xml);
    return fail(xml, *is_skipped ? NULL : "neither an element nor a comment");
}

/* Skips the byte order mark of UTF-8 at the beginning. */
static void skip_mark(XmlReader *xml) {
    if (!xml->has_begun && peek(xml) == 0xEF && xml->count - xml->next > 3)
        xml->next += 3;
    xml->has_begun = true;
}

XmlEvent xml_next(XmlReader *xml) {
    bool is_skipped = true;
    XmlEvent event = XML_FAULT;
    if (xml->wrong != NULL)
        return XML_FAULT;
    skip_mark(xml);
    if (xml->is_empty_element) {
        xml->is_empty_element = false;
        xml->depth--;
        return XML_END;
    }
    while (is_skipped) {
        if (peek(xml) == END_OF_FILE)
            return xml->depth == 0 && xml->has_root
                       ? XML_OVER
                       : fail(xml, "the document ends inside an element");
        if (peek(xml) != '<')
            return read_text(xml);
        event = read_markup(xml, &is_skipped);
    }
    return event;
}

const char *xml_attribute(const XmlReader *xml, const char *name) {
    for (size_t i = 0; i < xml->attribute_count; i++)
        if (strcmp(xml->tag + xml->attributes[i].name, name) == 0)
            return xml->tag + xml->attributes[i].value;
    return NULL;
}
