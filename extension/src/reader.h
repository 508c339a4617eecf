/* What a table macro runs: the package's macros, as Lua, asked for the text of a call. */
#ifndef RANKHOUSE_READER_H
#define RANKHOUSE_READER_H

#include <stddef.h>

/* Of one call: what its state of Lua may take, and how many thousand instructions it may run. */
#ifndef READER_BYTES
#define READER_BYTES (512u << 20)
#endif
#ifndef READER_STEPS
#define READER_STEPS 1000000
#endif

/* A text that need not end with a zero; NULL where it is SQL's NULL. */
typedef struct reader_text {
	const char *start;
	size_t size;
} reader_text;

/* Gets the answer, which is valid until it returns. */
typedef void (*reader_answer)(void *context, const char *text, size_t size);

/* Asks for the statement of a call. The answer is one always: what is refused or fails is `select error(...)`.
 * Any number of threads may ask at the same time. */
void reader_ask(reader_text macro, reader_text arguments, reader_answer answer, void *context);

/* Frees what no call is using. */
void reader_close(void);

#endif
