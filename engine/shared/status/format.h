/* format.h: lets the compiler check the arguments of functions that take a printf format. */
#ifndef KANAME_SHARED_STATUS_FORMAT_H
#define KANAME_SHARED_STATUS_FORMAT_H

#include <stdio.h> /* MinGW selects its printf there */

/* `format_at`: the parameter's number, from 1. `first`: the first argument's, 0 for a va_list. */
#if defined(__MINGW_PRINTF_FORMAT)
#define FORMAT_CHECK(format_at, first) \
    __attribute__((format(__MINGW_PRINTF_FORMAT, format_at, first)))
#elif defined(__GNUC__)
#define FORMAT_CHECK(format_at, first) __attribute__((format(printf, format_at, first)))
#else
#define FORMAT_CHECK(format_at, first)
#endif

#endif
