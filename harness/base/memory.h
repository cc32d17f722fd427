/* SPDX-License-Identifier: MIT
 * Memory on the heap. No command can go on without it, so a failure ends the process with a line on
 * stderr and STATUS_ENVIRONMENT. What a run has measured until then is in its log. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>
#include <stdio.h>

/* Do what malloc(), calloc(), and realloc() of n elements do, but never return NULL. */
void *xmalloc(size_t size);
void *xcalloc(size_t n, size_t size);
void *xreallocarray(void *old, size_t n, size_t size);

/* Returns the array of `count` elements with room for one more element, which may have moved as by
 * realloc(). *room is the number of elements, each of `size` bytes, for which there is room. */
void *array_reserve(void *array, size_t count, size_t *room, size_t size);

/* A text of any length that is written like a file. */
struct memory_file {
    FILE *out;
    char *text; /* as of the latest fflush() */
    size_t length;
};

/* Opens a memory file, and returns the stream to write to. */
FILE *memory_file_open(struct memory_file *file);

/* Closes the file, and returns the whole text, which the caller frees. */
char *memory_file_close(struct memory_file *file);

/* Prints that there is no memory for this number of bytes, and ends the process. */
_Noreturn void exit_without_memory(size_t bytes);

#endif
