/* Many threads ask at the same time: `threads CALLS SECONDS`. A line of CALLS is a macro, a tab, and its arguments. Every
 * answer has to be the one that a single thread gets. */
#include "reader.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define THREADS 8
#define MOST_CALLS 10000

typedef struct call {
	reader_text macro, arguments;
	char *answer;
	size_t size;
} call;

static call calls[MOST_CALLS];
static size_t n_calls;
static time_t end;
static atomic_long n_asked, n_other;

static void keep(void *context, const char *text, size_t size) {
	call *of = context;
	of->answer = malloc(size + 1);
	of->size = size;
	memcpy(of->answer, text, size);
}

static void compare(void *context, const char *text, size_t size) {
	const call *of = context;
	n_asked++;
	if (size != of->size || memcmp(text, of->answer, size) != 0) {
		n_other++;
	}
}

static void *ask_all(void *context) {
	size_t first = (size_t)context * n_calls / THREADS;
	while (time(NULL) < end) {
		for (size_t i = 0; i < n_calls && time(NULL) < end; i++) {
			call *of = &calls[(first + i) % n_calls];
			reader_ask(of->macro, of->arguments, compare, of);
		}
	}
	return NULL;
}

int main(int argc, char **argv) {
	FILE *file = argc == 3 ? fopen(argv[1], "r") : NULL;
	char *line = NULL;
	size_t room = 0;
	ssize_t size;
	if (!file) {
		return 2;
	}
	while (n_calls < MOST_CALLS && (size = getline(&line, &room, file)) > 0) {
		char *tab = strchr(line, '\t');
		call *of = &calls[n_calls++];
		of->macro = (reader_text){line, (size_t)(tab - line)};
		of->arguments = (reader_text){tab + 1, (size_t)(line + size - tab - 2)};
		reader_ask(of->macro, of->arguments, keep, of);
		line = NULL;
		room = 0;
	}
	fclose(file);
	free(line);
	end = time(NULL) + atoi(argv[2]);
	pthread_t threads[THREADS];
	for (size_t i = 0; i < THREADS; i++) {
		pthread_create(&threads[i], NULL, ask_all, (void *)i);
	}
	for (size_t i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
	}
	reader_close();
	printf("%d threads, %zu calls asked %ld times, %ld answers not as by one thread\n", THREADS, n_calls, n_asked, n_other);
	return n_other > 0 || n_asked == 0;
}
