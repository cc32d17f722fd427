/* SPDX-License-Identifier: MIT
 * Members of a gzip file (RFC 1952): each is compressed by itself and ends with the CRC-32 and
 * the length of its text. A file may consist of several. */
#ifndef GZIP_MEMBER_H
#define GZIP_MEMBER_H

#include <stdbool.h>
#include <stddef.h>

enum member_state {
    MEMBER_WHOLE,
    MEMBER_TORN,    /* the data end within it */
    MEMBER_DAMAGED, /* no member, or its CRC-32 does not fit */
    MEMBER_NO_MEMORY,
};

/* Compresses a text; free() the member. Returns NULL if out of memory. */
unsigned char *gzip_member_make(const char *text, size_t length, size_t *bytes);

/* Reads the member that begins at `data`, and how many bytes it has. free() the text, which is NULL
 * unless the member is whole. */
enum member_state gzip_member_read(const unsigned char *data, size_t size, char **text,
                                   size_t *length, size_t *bytes);

/* Returns where the next whole member begins behind one that is not; `size` if there is none. */
size_t gzip_member_find_next(const unsigned char *data, size_t size);

#endif
