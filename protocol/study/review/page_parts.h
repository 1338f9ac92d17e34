/* page_parts.h: the sources of the review's page as zero-terminated strings in static storage;
 * engine/shared/page/embed.cmake writes review_parts.c at build time. */
#ifndef KANAME_PROTOCOL_STUDY_REVIEW_PAGE_PARTS_H
#define KANAME_PROTOCOL_STUDY_REVIEW_PAGE_PARTS_H

extern const char review_html[];
extern const char review_css[];
extern const char review_js[];

#endif
