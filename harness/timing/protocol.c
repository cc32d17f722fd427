/* SPDX-License-Identifier: MIT */
#include "timing/protocol.h"
#include "base/fd_io.h"

#include <string.h>

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
