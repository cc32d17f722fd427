/* SPDX-License-Identifier: MIT */
#include "timing/protocol.h"
#include "base/fd_io.h"

#include <string.h>

/* Continues an FNV-1a hash (G. Fowler, L. C. Noll, K.-P. Vo) by a text and its final zero. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    const uint64_t prime = 0x100000001b3;
    do
        hash = (hash ^ (unsigned char)*text) * prime;
    while (*text++);
    return hash;
}

uint64_t row_checksum(uint64_t checksum, const struct row *row)
{
    const uint64_t basis = 0xcbf29ce484222325;
    uint64_t hash = hash_text(checksum ^ basis, row->scheme->name);
    hash = hash_text(hash, piece_names[row->workload->piece]);
    hash = hash_text(hash, row->workload->name);
    return hash_text(hash, row->mode->name) ^ basis;
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
