/* SPDX-License-Identifier: MIT */
#include "timing/protocol.h"
#include "base/fd_io.h"
#include "base/fnv1a.h"

#include <string.h>

/* Continues a hash by a text and its final zero. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    return fnv1a(hash, text, strlen(text) + 1);
}

uint64_t row_checksum(uint64_t checksum, const struct row *row)
{
    uint64_t hash = hash_text(checksum ^ FNV1A_BASIS, row->scheme->name);
    hash = hash_text(hash, piece_names[row->list->piece]);
    hash = hash_text(hash, row->list->name);
    return hash_text(hash, row->mode->name) ^ FNV1A_BASIS;
}

void message_write_error(int fd, const struct error *error)
{
    struct message message = {MESSAGE_FAILED, error->status, (uint32_t)strlen(error->text)};
    if (write_all(fd, &message, sizeof message))
        write_all(fd, error->text, message.n);
}

bool message_read_error(int fd, const struct message *message, struct error *error)
{
    if (!message->row || message->n >= sizeof error->text || !read_all(fd, error->text, message->n))
        return false;
    error->status = message->row;
    error->text[message->n] = 0;
    return true;
}
