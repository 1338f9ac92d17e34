/* xml.h: reads XML as a stream of events, strictly, in a fixed amount of memory: elements,
 * attributes, text, CDATA, comments, the five named entities and character references. Skips what
 * a document type declares; keeps other entities and a lone `&` as text. One thread. */
#ifndef KANAME_SHARED_TEXT_XML_H
#define KANAME_SHARED_TEXT_XML_H

#include "shared/text/encoding.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    XML_NAME_MAX = 64,       /* bytes of a name, NUL included */
    XML_ATTRIBUTES_MAX = 64, /* of an element */
    XML_DEPTH_MAX = 32,
    XML_TAG_MAX = 1 << 16, /* bytes of an element's attributes */
    XML_TEXT_MAX = 1 << 20 /* bytes of a text; more is cut */
};

/* Writes up to `capacity` bytes and returns their number; 0 at the end. */
typedef size_t (*XmlSource)(void *context, char *bytes, size_t capacity);

typedef enum XmlEvent {
    XML_START, /* of element `name`; its attributes: xml_attribute() */
    XML_END,   /* of element `name` */
    XML_TEXT,  /* `text`, up to the next element, comment or CDATA */
    XML_OVER,  /* the document has ended */
    XML_FAULT  /* `wrong` says why; there is no further event */
} XmlEvent;

typedef struct XmlReader {
    char name[XML_NAME_MAX];
    char *text; /* UTF-8, ended by NUL */
    size_t text_length;
    const char *wrong; /* in English, static storage */
    size_t line;       /* from 1 */
    size_t depth;      /* of open elements */
    /* Private. */
    XmlSource source;
    void *context;
    const Encoding *encoding;
    char *buffer, *tag;
    size_t next, count; /* of the buffer */
    size_t tag_used, text_capacity;
    size_t decoded_length; /* of the text: its beginning is UTF-8 already */
    struct {
        size_t name, value; /* offsets in `tag` */
    } attributes[XML_ATTRIBUTES_MAX];
    size_t attribute_count;
    char open[XML_DEPTH_MAX][XML_NAME_MAX];
    bool is_empty_element; /* its end is the next event */
    bool has_begun, has_root;
} XmlReader;

/* Returns false if out of memory. The caller calls xml_release() in either case. */
bool xml_init(XmlReader *xml, XmlSource source, void *context);
void xml_release(XmlReader *xml);

XmlEvent xml_next(XmlReader *xml);
/* Returns the attribute's value, UTF-8, valid until the next event; NULL if the element has none of
 * this name. */
const char *xml_attribute(const XmlReader *xml, const char *name);

#endif
