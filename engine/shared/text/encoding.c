#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "shared/text/encoding.h"

#include "shared/text/utf8.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <iconv.h>
#endif

/* The characters of two bytes: of these ranges are their first bytes. */
typedef enum Leads { LEADS_NONE, LEADS_HIGH, LEADS_SHIFT_JIS } Leads;

enum { SYSTEM_NAMES = 2, ALIASES = 8 };
struct Encoding {
    const char *name;
    const char *system[SYSTEM_NAMES]; /* of iconv_open(): the first one that the library knows */
    unsigned code_page;               /* of Windows */
    Leads leads;
    const char *aliases[ALIASES];
};

static const Encoding encodings[] = {
    {"GBK",
     {"GB18030", "GBK"},
     936,
     LEADS_HIGH,
     {"GBK", "GB2312", "GB18030", "GB_2312-80", "EUC-CN", "CP936", "x-gbk", "windows-936"}},
    {"Big5",
     {"BIG5-HKSCS", "BIG5"},
     950,
     LEADS_HIGH,
     {"Big5", "Big-5", "Big5-HKSCS", "CP950", "x-x-big5", "windows-950", "Big5-ETEN"}},
    {"Shift-JIS",
     {"CP932", "SHIFT_JIS"},
     932,
     LEADS_SHIFT_JIS,
     {"Shift_JIS", "Shift-JIS", "SJIS", "MS_Kanji", "CP932", "windows-31j", "x-sjis", "ms932"}},
    {"EUC-KR",
     {"CP949", "EUC-KR"},
     949,
     LEADS_HIGH,
     {"EUC-KR", "CP949", "UHC", "KS_C_5601-1987", "KSC5601", "windows-949", "ms949"}},
    {"EUC-JP", {"EUC-JP-MS", "EUC-JP"}, 20932, LEADS_HIGH, {"EUC-JP", "x-euc-jp", "EUC"}},
    {"Windows-1251", {"CP1251"}, 1251, LEADS_NONE, {"windows-1251", "CP1251"}},
    {"Latin-1",
     {"CP1252", "ISO-8859-1"},
     1252,
     LEADS_NONE,
     {"ISO-8859-1", "Latin1", "Latin-1", "ISO8859-1", "ISO_8859-1", "windows-1252", "CP1252"}},
    /* Only by their names. */
    {"Latin-2", {"ISO-8859-2"}, 28592, LEADS_NONE, {"ISO-8859-2", "Latin2", "Latin-2"}},
    {"Latin-9", {"ISO-8859-15"}, 28605, LEADS_NONE, {"ISO-8859-15", "Latin9", "Latin-9"}},
    {"Windows-1250", {"CP1250"}, 1250, LEADS_NONE, {"windows-1250", "CP1250"}},
    {"Windows-1257", {"CP1257"}, 1257, LEADS_NONE, {"windows-1257", "CP1257"}},
    {"KOI8-R", {"KOI8-R"}, 20866, LEADS_NONE, {"KOI8-R"}},
};
enum { ENCODINGS = sizeof encodings / sizeof encodings[0] };

const char *encoding_name(const Encoding *encoding) {
    return encoding != NULL ? encoding->name : "UTF-8";
}

static char lower(char c) {
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool is_name(const char *name, size_t length, const char *alias) {
    if (alias == NULL || strlen(alias) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (lower(name[i] == '_' ? '-' : name[i]) != lower(alias[i] == '_' ? '-' : alias[i]))
            return false;
    return true;
}

bool encoding_find(const char *name, size_t length, const Encoding **encoding) {
    *encoding = NULL;
    if (is_name(name, length, "UTF-8") || is_name(name, length, "UTF8") ||
        is_name(name, length, "US-ASCII") || is_name(name, length, "ASCII"))
        return true;
    for (size_t i = 0; i < ENCODINGS; i++)
        for (size_t j = 0; j < ALIASES; j++)
            if (is_name(name, length, encodings[i].aliases[j])) {
                *encoding = &encodings[i];
                return true;
            }
    return false;
}

/* ---- Characters ---------------------------------------------------------------------------- */

static bool is_in(unsigned byte, unsigned first, unsigned last) {
    return byte >= first && byte <= last;
}

/* Returns the bytes of the character, which may be NUL; 0 if it is not UTF-8. */
static size_t utf8_step(const unsigned char *at, size_t left) {
    return *at < 0x80 ? 1 : utf8_character((const char *)at, left);
}

bool encoding_is_utf8(const char *text, size_t length) {
    for (size_t i = 0; i < length;) {
        size_t step = utf8_step((const unsigned char *)text + i, length - i);
        if (step == 0)
            return false;
        i += step;
    }
    return true;
}

size_t encoding_utf8_mark(const char *text, size_t length) {
    static const char mark[] = "\xEF\xBB\xBF";
    size_t bytes = sizeof mark - 1;
    return length >= bytes && memcmp(text, mark, bytes) == 0 ? bytes : 0;
}

bool encoding_is_marked_utf8(const char *text, size_t length) {
    return encoding_utf8_mark(text, length) > 0 && encoding_is_utf8(text, length);
}

size_t encoding_step(const Encoding *encoding, const char *at, const char *end) {
    unsigned first = (unsigned char)*at;
    if (encoding == NULL || first < 0x80 || end - at < 2 || (unsigned char)at[1] < 0x30)
        return 1;
    switch (encoding->leads) {
    case LEADS_HIGH:
        return is_in(first, 0x81, 0xFE) ? 2 : 1;
    case LEADS_SHIFT_JIS:
        return is_in(first, 0x81, 0x9F) || is_in(first, 0xE0, 0xFC) ? 2 : 1;
    case LEADS_NONE:
        break;
    }
    return 1;
}

/* ---- Decoding ------------------------------------------------------------------------------ */

enum { GROWTH = 3 /* bytes of UTF-8 that one byte may become; U+FFFD has three */ };

static void put_code(char *utf8, size_t *used, uint32_t code) {
    char *at = utf8 + *used;
    if (code < 0x80) {
        at[0] = (char)code;
        *used += 1;
    } else if (code < 0x800) {
        at[0] = (char)(0xC0 | code >> 6);
        at[1] = (char)(0x80 | (code & 0x3F));
        *used += 2;
    } else if (code < 0x10000) {
        at[0] = (char)(0xE0 | code >> 12);
        at[1] = (char)(0x80 | (code >> 6 & 0x3F));
        at[2] = (char)(0x80 | (code & 0x3F));
        *used += 3;
    } else {
        at[0] = (char)(0xF0 | code >> 18);
        at[1] = (char)(0x80 | (code >> 12 & 0x3F));
        at[2] = (char)(0x80 | (code >> 6 & 0x3F));
        at[3] = (char)(0x80 | (code & 0x3F));
        *used += 4;
    }
}

enum { REPLACEMENT = 0xFFFD };

#ifdef _WIN32
/* Converts one character, of at most four bytes. Returns its bytes, 0 if it is invalid. */
static size_t convert_one(unsigned page, const char *at, size_t left, char *utf8, size_t *used) {
    wchar_t wide[2];
    for (int count = 1; count <= 4 && (size_t)count <= left; count += count < 2 ? 1 : 2) {
        int made = MultiByteToWideChar(page, MB_ERR_INVALID_CHARS, at, count, wide, 2);
        if (made == 0)
            continue;
        uint32_t code = wide[0];
        if (made == 2)
            code = 0x10000 + ((code & 0x3FF) << 10) + ((uint32_t)wide[1] & 0x3FF);
        put_code(utf8, used, code);
        return (size_t)count;
    }
    return 0;
}

static EncodingStatus convert(const Encoding *encoding, const char *text, size_t length, char *utf8,
                              size_t *used) {
    if (!IsValidCodePage(encoding->code_page))
        return ENCODING_UNSUPPORTED;
    for (size_t i = 0; i < length;) {
        size_t step = 1;
        if ((unsigned char)text[i] < 0x80)
            utf8[(*used)++] = text[i];
        else
            step = convert_one(encoding->code_page, text + i, length - i, utf8, used);
        if (step == 0 && i + 1 < length)
            put_code(utf8, used, REPLACEMENT);
        i += step > 0 ? step : 1;
    }
    return ENCODING_DECODED;
}
#else
static EncodingStatus convert(const Encoding *encoding, const char *text, size_t length, char *utf8,
                              size_t *used) {
    iconv_t way = (iconv_t)-1;
    for (size_t i = 0; i < SYSTEM_NAMES && encoding->system[i] != NULL && way == (iconv_t)-1; i++)
        way = iconv_open("UTF-8", encoding->system[i]);
    if (way == (iconv_t)-1)
        return ENCODING_UNSUPPORTED;
    char *from = (char *)(uintptr_t)text; /* iconv() does not write to it */
    size_t left = length, room = length * GROWTH;
    while (left > 0) {
        char *to = utf8 + *used;
        room = length * GROWTH - *used;
        size_t made = iconv(way, &from, &left, &to, &room);
        *used = (size_t)(to - utf8);
        if (made != (size_t)-1 || errno == EINVAL || left == 0)
            break;
        put_code(utf8, used, REPLACEMENT);
        from++;
        left--;
        (void)iconv(way, NULL, NULL, NULL, NULL);
    }
    iconv_close(way);
    return ENCODING_DECODED;
}
#endif

EncodingStatus encoding_decode(const Encoding *encoding, const char *text, size_t length,
                               char **utf8, size_t *utf8_length) {
    EncodingStatus status = ENCODING_DECODED;
    *utf8 = length < SIZE_MAX / GROWTH - 8 ? malloc(length * GROWTH + 8) : NULL;
    *utf8_length = 0;
    if (*utf8 == NULL)
        return ENCODING_NO_MEMORY;
    if (encoding == NULL) {
        memcpy(*utf8, text, length);
        *utf8_length = length;
    } else {
        status = convert(encoding, text, length, *utf8, utf8_length);
    }
    if (status != ENCODING_DECODED) {
        free(*utf8);
        *utf8 = NULL;
        return status;
    }
    (*utf8)[*utf8_length] = '\0';
    return ENCODING_DECODED;
}

bool encoding_is_utf16(const char *text, size_t length) {
    return length >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0);
}

static uint32_t utf16_unit(const char *at, bool is_little) {
    unsigned first = (unsigned char)at[0], second = (unsigned char)at[1];
    return is_little ? first | second << 8 : first << 8 | second;
}

EncodingStatus encoding_decode_utf16(const char *text, size_t length, char **utf8,
                                     size_t *utf8_length) {
    bool is_little = text[0] == '\xFF';
    *utf8_length = 0;
    *utf8 = length < SIZE_MAX / GROWTH - 8 ? malloc(length * GROWTH / 2 + 8) : NULL;
    if (*utf8 == NULL)
        return ENCODING_NO_MEMORY;
    for (size_t i = 2; i + 1 < length; i += 2) {
        uint32_t code = utf16_unit(text + i, is_little);
        bool is_first = (code & 0xFC00) == 0xD800 && i + 3 < length;
        uint32_t second = is_first ? utf16_unit(text + i + 2, is_little) : 0;
        if (is_first && (second & 0xFC00) == 0xDC00) {
            code = 0x10000 + ((code & 0x3FF) << 10) + (second & 0x3FF);
            i += 2;
        }
        put_code(*utf8, utf8_length, (code & 0xFFFFF800) == 0xD800 ? REPLACEMENT : code);
    }
    (*utf8)[*utf8_length] = '\0';
    return ENCODING_DECODED;
}

/* ---- Guessing ------------------------------------------------------------------------------ */

/* Points of a character: how well it fits a text of its language. */
enum { INVALID = 0, RARE = 1, UNCOMMON = 4, SIGN = 8, COMMON = 10, FREQUENT = 16 };

/* Each list: the two bytes of frequent characters of texts and names. */
static const char gbk_frequent[] =
    "\xB5\xC4\xD2\xBB\xCA\xC7\xB2\xBB\xC1\xCB\xD4\xDA\xC8\xCB\xD3\xD0\xCE\xD2\xD6\xD0\xB4\xF3"
    "\xC0\xB4\xC9\xCF\xB8\xF6\xB5\xBD\xCE\xAA\xD7\xD3\xBA\xCD\xC4\xE3\xB3\xF6\xD2\xB2\xCA\xB1"
    "\xBE\xCD\xD2\xAA\xCF\xC2\xD2\xD4\xC9\xFA\xBB\xE1\xBA\xDA\xB0\xD7\xC6\xE5\xCA\xA4\xB8\xBA"
    "\xCF\xC8\xCA\xD6\xCE\xE5\xC1\xAC\xD6\xE9\xCD\xF5\xC0\xEE\xD5\xC5\xC1\xF5\xB3\xC2\xD1\xEE"
    "\xD5\xD4\xBB\xC6\xD6\xDC\xCE\xE2\xD0\xEC\xCB\xEF\xC2\xED\xD6\xEC\xBA\xFA\xC1\xD6\xB9\xF9";
static const char big5_frequent[] =
    "\xAA\xBA\xA4\x40\xAC\x4F\xA4\xA3\xA4\x46\xA4\x48\xA7\xDA\xA6\xB3\xA4\x6A\xA4\xFD\xA7\xF5"
    "\xB3\xAF\xAA\x4C\xB6\xC0\xB1\x69\xB6\xC2\xA5\xD5\xA5\xFD\xA4\xE2\xA4\xAD\xA4\x6C\xB4\xD1"
    "\xB3\xD3\xA4\xA4\xA4\x57\xA4\x55\xA6\x62\xA8\xD3";
static const char korean_frequent[] =
    "\xB1\xE8\xC0\xCC\xB9\xDA\xC3\xD6\xC1\xA4\xB0\xAD\xC1\xB6\xC0\xB1\xC0\xE5\xC0\xD3\xBF\xC0"
    "\xB8\xF1\xC8\xE6\xB9\xE9\xBD\xC2\xBC\xF6\xB9\xCE\xC7\xF6\xC1\xF6\xBF\xB5\xC0\xBA\xB4\xC2"
    "\xB0\xA1\xC0\xBB\xB8\xA6\xC0\xC7\xB4\xD9\xBF\xA1\xB0\xED\xC7\xD1\xB7\xCE\xB1\xE2\xBC\xBA"
    "\xC1\xD8\xC1\xF8\xC8\xA3\xBF\xEC\xC0\xE7\xBB\xF3\xBC\xAD\xB4\xEB\xB1\xB9\xC7\xCF\xBB\xE7"
    "\xBE\xEE\xBE\xC6\xC0\xDA\xB3\xAA\xB5\xB5\xBD\xC3\xC7\xD8\xB1\xD7";
static const char euc_jp_frequent[] =
    "\xC3\xE6\xC2\xBC\xC5\xC4\xBB\xB3\xCB\xDC\xCC\xDA\xB0\xE6\xC6\xA3\xBA\xB4\xBE\xAE\xC2\xE7"
    "\xB9\xF5\xC7\xF2\xBC\xEA\xBE\xA1\xC0\xE8\xA4\xCE";

static bool is_listed(const char *list, unsigned first, unsigned second) {
    for (const unsigned char *at = (const unsigned char *)list; *at != '\0'; at += 2)
        if (at[0] == first && at[1] == second)
            return true;
    return false;
}

/* Each of these returns the points of the character at `at`, whose first byte is not ASCII, and
 * sets `step` to its bytes. `at[step]` may lie at the end, `left` bytes on. */
static unsigned gbk_points(const unsigned char *at, size_t left, size_t *step) {
    unsigned first = at[0], second = left > 1 ? at[1] : 0;
    *step = 2;
    if (is_in(second, 0x30, 0x39)) {
        *step = 4;
        return left >= 4 && at[2] >= 0x81 && is_in(at[3], 0x30, 0x39) ? RARE : INVALID;
    }
    if (!is_in(first, 0x81, 0xFE) || second < 0x40 || second == 0x7F || second == 0xFF)
        return INVALID;
    if (second < 0xA1)
        return RARE;
    if (is_listed(gbk_frequent, first, second))
        return FREQUENT;
    return is_in(first, 0xB0, 0xD7)   ? COMMON
           : is_in(first, 0xD8, 0xF7) ? UNCOMMON
           : is_in(first, 0xA1, 0xA3) ? SIGN
                                      : RARE;
}

static unsigned big5_points(const unsigned char *at, size_t left, size_t *step) {
    unsigned first = at[0], second = left > 1 ? at[1] : 0;
    *step = 2;
    if (!is_in(first, 0x81, 0xFE) || !(is_in(second, 0x40, 0x7E) || is_in(second, 0xA1, 0xFE)))
        return INVALID;
    if (is_listed(big5_frequent, first, second))
        return FREQUENT;
    return is_in(first, 0xA4, 0xC6)   ? COMMON
           : is_in(first, 0xC9, 0xF9) ? UNCOMMON
           : is_in(first, 0xA1, 0xA3) ? SIGN
                                      : RARE;
}

static unsigned shift_jis_points(const unsigned char *at, size_t left, size_t *step) {
    unsigned first = at[0], second = left > 1 ? at[1] : 0;
    *step = 1;
    if (is_in(first, 0xA1, 0xDF))
        return 2; /* narrow katakana */
    *step = 2;
    if (!(is_in(first, 0x81, 0x9F) || is_in(first, 0xE0, 0xFC)) || second < 0x40 ||
        second == 0x7F || second > 0xFC)
        return INVALID;
    bool is_kana = (first == 0x82 && is_in(second, 0x9F, 0xF1)) ||
                   (first == 0x83 && is_in(second, 0x40, 0x96));
    return is_kana                          ? COMMON
           : first == 0x81 || first == 0x82 ? SIGN
           : is_in(first, 0x89, 0x97) || (first == 0x88 && second >= 0x9F) ||
                   (first == 0x98 && second < 0x73)
               ? COMMON
           : is_in(first, 0x98, 0x9F) || is_in(first, 0xE0, 0xEA) ? UNCOMMON
                                                                  : RARE;
}

static unsigned euc_kr_points(const unsigned char *at, size_t left, size_t *step) {
    unsigned first = at[0], second = left > 1 ? at[1] : 0;
    *step = 2;
    if (!is_in(first, 0x81, 0xFE) || second < 0x41 || second == 0xFF)
        return INVALID;
    if (second < 0xA1)
        return RARE;
    if (is_listed(korean_frequent, first, second))
        return FREQUENT;
    return is_in(first, 0xB0, 0xC8)   ? COMMON
           : is_in(first, 0xCA, 0xFD) ? 3 /* Chinese characters */
           : is_in(first, 0xA1, 0xA3) ? SIGN
                                      : RARE;
}

static unsigned euc_jp_points(const unsigned char *at, size_t left, size_t *step) {
    unsigned first = at[0], second = left > 1 ? at[1] : 0;
    *step = first == 0x8F ? 3 : 2;
    if (first == 0x8E)
        return is_in(second, 0xA1, 0xDF) ? 2 : INVALID;
    if (first == 0x8F)
        return left > 2 && second >= 0xA1 && at[2] >= 0xA1 ? RARE : INVALID;
    if (!is_in(first, 0xA1, 0xFE) || second < 0xA1 || second == 0xFF)
        return INVALID;
    if (is_listed(euc_jp_frequent, first, second))
        return FREQUENT;
    return first == 0xA4 || first == 0xA5 || is_in(first, 0xB0, 0xCF) ? COMMON
           : is_in(first, 0xD0, 0xF4)                                 ? UNCOMMON
           : is_in(first, 0xA1, 0xA3)                                 ? SIGN
                                                                      : RARE;
}

static bool is_ascii_letter(unsigned c) {
    return is_in(c, 'a', 'z') || is_in(c, 'A', 'Z');
}

static unsigned latin_points(const unsigned char *at, size_t left, unsigned before) {
    unsigned first = at[0], after = left > 1 ? at[1] : 0;
    if (first < 0xC0)
        return first < 0xA0 ? UNCOMMON : 3;
    bool is_doubled = after == first || before == first;
    return is_doubled || (is_ascii_letter(before) && after < 0x80) ||
                   (before < 0x80 && is_ascii_letter(after))
               ? SIGN
               : 3;
}

static unsigned cyrillic_points(const unsigned char *at, unsigned before) {
    unsigned first = at[0];
    if (first < 0xC0)
        return first == 0xA8 || first == 0xB8 ? UNCOMMON : RARE;
    return first >= 0xE0 ? (before >= 0xC0 ? SIGN : UNCOMMON) : before >= 0xC0 ? UNCOMMON : 6;
}

/* In the order of encodings[]. */
enum { GBK, BIG5, SHIFT_JIS, EUC_KR, EUC_JP, CYRILLIC, LATIN };

static unsigned points_of(int candidate, const unsigned char *at, size_t left, unsigned before,
                          size_t *step) {
    *step = 1;
    switch (candidate) {
    case GBK:
        return gbk_points(at, left, step);
    case BIG5:
        return big5_points(at, left, step);
    case SHIFT_JIS:
        return shift_jis_points(at, left, step);
    case EUC_KR:
        return euc_kr_points(at, left, step);
    case EUC_JP:
        return euc_jp_points(at, left, step);
    case CYRILLIC:
        return cyrillic_points(at, before);
    default:
        return latin_points(at, left, before);
    }
}

static void count_utf8(EncodingGuess *guess, const unsigned char *text, size_t length) {
    for (size_t i = 0; i < length;) {
        size_t step = utf8_step(text + i, length - i);
        guess->utf8_faults += step == 0;
        guess->utf8_characters += step > 1;
        i += step > 0 ? step : 1;
    }
}

void encoding_guess_add(EncodingGuess *guess, const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    count_utf8(guess, bytes, length);
    for (int candidate = 0; candidate < ENCODING_CANDIDATES; candidate++) {
        unsigned before = ' ';
        for (size_t i = 0; i < length && !guess->is_excluded[candidate];) {
            size_t step = 1;
            if (bytes[i] >= 0x80) {
                unsigned points = points_of(candidate, bytes + i, length - i, before, &step);
                /* A text that was cut may end inside a character. */
                guess->is_excluded[candidate] = points == INVALID && i + 4 < length;
                guess->points[candidate] += points;
                guess->characters[candidate]++;
            }
            before = bytes[i];
            i += step;
        }
    }
}

/* Returns whether candidate `i` has more points per character than `best`. */
static bool is_better(const EncodingGuess *guess, int i, int best) {
    return guess->points[i] * guess->characters[best] > guess->points[best] * guess->characters[i];
}

const Encoding *encoding_guess_best(const EncodingGuess *guess) {
    int best = LATIN; /* in which any text is valid */
    if (guess->utf8_faults <= guess->utf8_characters)
        return NULL;
    for (int i = LATIN; i-- > 0;)
        if (!guess->is_excluded[i] && !is_better(guess, best, i))
            best = i;
    return &encodings[best];
}
