/* SPDX-License-Identifier: MIT */
#include "record/gzip_member.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    WINDOW = MAX_WBITS + 16, /* of a gzip member; without 16: of a zlib stream */
    MEMORY_LEVEL = 9,        /* the highest                                    */
    MAX_TEXT = 1 << 28,
};
static const unsigned char MAGIC[] = {0x1f, 0x8b, Z_DEFLATED};

unsigned char *gzip_member_make(const char *text, size_t length, size_t *bytes)
{
    z_stream stream = {.next_in = (unsigned char *)text, .avail_in = (unsigned)length};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, WINDOW, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    size_t room = deflateBound(&stream, (unsigned long)length);
    unsigned char *member = malloc(room);
    stream.next_out = member;
    stream.avail_out = (unsigned)room;
    if (member)
        deflate(&stream, Z_FINISH); /* has room for all */
    *bytes = room - stream.avail_out;
    deflateEnd(&stream);
    return member;
}

/* Makes room for more text. */
static bool grow(char **text, size_t *room, z_stream *stream)
{
    size_t used = *room, more = used ? 2 * used : 1 << 16;
    char *grown = more <= MAX_TEXT ? realloc(*text, more) : NULL;
    if (!grown)
        return false;
    *text = grown;
    *room = more;
    stream->next_out = (unsigned char *)grown + used;
    stream->avail_out = (unsigned)(more - used);
    return true;
}

enum member_state gzip_member_read(const unsigned char *data, size_t size, char **text,
                                   size_t *length, size_t *bytes)
{
    z_stream stream = {.next_in = (unsigned char *)data, .avail_in = (unsigned)size};
    size_t room = 0;
    *text = NULL;
    if (inflateInit2(&stream, WINDOW) != Z_OK)
        return MEMBER_NO_MEMORY;
    int outcome = Z_OK;
    while (outcome == Z_OK && (stream.avail_out || grow(text, &room, &stream)))
        outcome = inflate(&stream, Z_NO_FLUSH);
    *length = stream.total_out;
    *bytes = stream.total_in;
    inflateEnd(&stream);
    if (outcome == Z_STREAM_END)
        return MEMBER_WHOLE;
    free(*text);
    *text = NULL;
    return outcome == Z_OK || outcome == Z_MEM_ERROR ? MEMBER_NO_MEMORY
           : outcome == Z_BUF_ERROR                  ? MEMBER_TORN
                                                     : MEMBER_DAMAGED;
}

size_t gzip_member_find_next(const unsigned char *data, size_t size)
{
    for (size_t i = 1; i + sizeof MAGIC < size; i++) {
        char *text;
        size_t length, bytes;
        if (memcmp(data + i, MAGIC, sizeof MAGIC) != 0)
            continue;
        enum member_state state = gzip_member_read(data + i, size - i, &text, &length, &bytes);
        free(text);
        if (state == MEMBER_WHOLE)
            return i;
    }
    return size;
}
