/* Whatever the arguments are, the answer is a statement: libFuzzer's program. An input is a macro, a tab, arguments. */
#include "reader.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int begins(const char *text, size_t size, const char *start) {
	return size >= strlen(start) && memcmp(text, start, strlen(start)) == 0;
}

static void check(void *context, const char *text, size_t size) {
	int *n_answers = context;
	(*n_answers)++;
	int is_error = begins(text, size, "select error('") && text[size - 1] == ')';
	if (!is_error && !begins(text, size, "from (") && !begins(text, size, "select '") && size != strlen("1.0.0")) {
		fprintf(stderr, "no statement: %.*s\n", (int)size, text);
		abort();
	}
	/* A failure is told on one line. A refusal may repeat what it was given. */
	if (begins(text, size, "select error('rankhouse cannot read this call") && memchr(text, '\n', size)) {
		abort();
	}
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
	(void)argc;
	(void)argv;
	return atexit(reader_close);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	const char *text = (const char *)data, *tab = size ? memchr(text, '\t', size) : NULL;
	reader_text macro = {"metrics", 7}, arguments = {text, size};
	if (tab) {
		macro = (reader_text){text, (size_t)(tab - text)};
		arguments = (reader_text){tab + 1, size - macro.size - 1};
	}
	int n_answers = 0;
	reader_ask(macro, arguments, check, &n_answers);
	if (n_answers != 1) {
		abort();
	}
	return 0;
}
