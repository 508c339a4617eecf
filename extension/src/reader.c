/* A pool of states of Lua: a call takes an idle one or makes one, so that calls wait for each other only to take it.
 *
 * A state has the parts of Lua's library that compute, and none that opens, loads or runs something: no io, os, package,
 * debug, coroutine, load. Macros are compiled when they are first called, a file of them at a time.
 */
#include "reader.h"

#include "embedded.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
static SRWLOCK lock = SRWLOCK_INIT;
#define LOCK() AcquireSRWLockExclusive(&lock)
#define UNLOCK() ReleaseSRWLockExclusive(&lock)
#else
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define LOCK() pthread_mutex_lock(&lock)
#define UNLOCK() pthread_mutex_unlock(&lock)
#endif

/* States that wait for the next call. */
#define IDLE 16
/* What an idle state may hold before its garbage is collected, which a call does only where its memory ends. */
#define IDLE_BYTES ((size_t)32 << 20)
/* Instructions between two looks at the limit. */
#define EVERY 1000

typedef struct state {
	lua_State *lua;
	size_t bytes;
	long long steps;
	struct state *next;
} state;

static state *idle;
static int n_idle;

static void *allocate(void *context, void *block, size_t before, size_t size) {
	state *of = context;
	size_t held = block ? before : 0;
	if (size == 0) {
		free(block);
		of->bytes -= held;
		return NULL;
	}
	if (size > held && size - held > READER_BYTES - of->bytes) {
		return NULL;
	}
	void *made = realloc(block, size);
	if (made) {
		of->bytes += size - held;
	}
	return made;
}

static state *state_of(lua_State *lua) {
	return *(state **)lua_getextraspace(lua);
}

/* Once the limit is reached every further instruction fails, so that nothing can go on. */
static void count(lua_State *lua, lua_Debug *debug) {
	(void)debug;
	if (--state_of(lua)->steps < 0) {
		lua_sethook(lua, count, LUA_MASKCOUNT, 1);
		luaL_error(lua, "it takes too many steps");
	}
}

/* chunk(name): an embedded text as a function. There is no other way to compile one. */
static int chunk(lua_State *lua) {
	const char *name = luaL_checkstring(lua, 1);
	for (size_t i = 0; i < sizeof(CHUNKS) / sizeof(*CHUNKS); i++) {
		if (strcmp(CHUNKS[i].name, name) == 0) {
			lua_pushfstring(lua, "=%s", name);
			if (luaL_loadbufferx(lua, (const char *)CHUNKS[i].text, CHUNKS[i].size, lua_tostring(lua, -1), "t") != LUA_OK) {
				return lua_error(lua);
			}
			return 1;
		}
	}
	return luaL_error(lua, "no file %s", name);
}

/* before(a, b): whether a text comes first by its bytes. Lua's own order follows the machine's language. */
static int before(lua_State *lua) {
	size_t left_size, right_size;
	const char *left = luaL_checklstring(lua, 1, &left_size), *right = luaL_checklstring(lua, 2, &right_size);
	int order = memcmp(left, right, left_size < right_size ? left_size : right_size);
	lua_pushboolean(lua, order < 0 || (order == 0 && left_size < right_size));
	return 1;
}

/* What a table says where it has no such name, for the table of macros: the file that has it is run, which adds them. */
static int find_macro(lua_State *lua) {
	lua_settop(lua, 2);
	lua_pushvalue(lua, 2);
	if (lua_rawget(lua, lua_upvalueindex(1)) != LUA_TSTRING) {
		return 0;
	}
	lua_pushcfunction(lua, chunk);
	lua_insert(lua, -2);
	lua_call(lua, 1, 1);
	lua_call(lua, 0, 0);
	lua_rawget(lua, 1);
	return 1;
}

static void run_chunk(lua_State *lua, const char *name, int n_results) {
	lua_pushcfunction(lua, chunk);
	lua_pushstring(lua, name);
	lua_call(lua, 1, 1);
	lua_call(lua, 0, n_results);
}

static int set_up(lua_State *lua) {
	static const luaL_Reg LIBRARIES[] = {
	    {LUA_GNAME, luaopen_base},          {LUA_STRLIBNAME, luaopen_string}, {LUA_TABLIBNAME, luaopen_table},
	    {LUA_MATHLIBNAME, luaopen_math},    {LUA_UTF8LIBNAME, luaopen_utf8},
	};
	static const char *const LEFT_OUT[] = {"collectgarbage", "dofile", "load",  "loadfile",
	                                       "pcall",          "print",  "warn",  "xpcall"};
	for (size_t i = 0; i < sizeof(LIBRARIES) / sizeof(*LIBRARIES); i++) {
		luaL_requiref(lua, LIBRARIES[i].name, LIBRARIES[i].func, 1);
		lua_pop(lua, 1);
	}
	for (size_t i = 0; i < sizeof(LEFT_OUT) / sizeof(*LEFT_OUT); i++) {
		lua_pushnil(lua);
		lua_setglobal(lua, LEFT_OUT[i]);
	}
	lua_getglobal(lua, LUA_STRLIBNAME);
	lua_pushnil(lua);
	lua_setfield(lua, -2, "dump");
	lua_register(lua, "chunk", chunk);
	lua_register(lua, "before", before);
	for (size_t i = 0; i < FILES_OF_LIBRARY; i++) {
		run_chunk(lua, CHUNKS[i].name, 0);
	}
	lua_getglobal(lua, "M");
	lua_createtable(lua, 0, 1);
	run_chunk(lua, "lua/index.lua", 1);
	lua_pushcclosure(lua, find_macro, 1);
	lua_setfield(lua, -2, "__index");
	lua_setmetatable(lua, -2);
	return 0;
}

static void close_state(state *of) {
	lua_close(of->lua);
	free(of);
}

static state *new_state(void) {
	state *made = calloc(1, sizeof(*made));
	if (!made) {
		return NULL;
	}
	made->lua = lua_newstate(allocate, made);
	if (!made->lua) {
		free(made);
		return NULL;
	}
	*(state **)lua_getextraspace(made->lua) = made;
	lua_gc(made->lua, LUA_GCSTOP);
	lua_pushcfunction(made->lua, set_up);
	if (lua_pcall(made->lua, 0, 0, 0) != LUA_OK) {
		close_state(made);
		return NULL;
	}
	return made;
}

static state *take(void) {
	LOCK();
	state *taken = idle;
	if (taken) {
		idle = taken->next;
		n_idle--;
	}
	UNLOCK();
	return taken ? taken : new_state();
}

static void give_back(state *of) {
	bool is_kept = of->steps >= 0;
	if (is_kept && of->bytes > IDLE_BYTES) {
		lua_gc(of->lua, LUA_GCCOLLECT);
		is_kept = of->bytes <= IDLE_BYTES;
	}
	if (is_kept) {
		LOCK();
		is_kept = n_idle < IDLE;
		if (is_kept) {
			of->next = idle;
			idle = of;
			n_idle++;
		}
		UNLOCK();
	}
	if (!is_kept) {
		close_state(of);
	}
}

void reader_close(void) {
	state *of;
	do {
		LOCK();
		of = idle;
		if (of) {
			idle = of->next;
			n_idle--;
		}
		UNLOCK();
		if (of) {
			close_state(of);
		}
	} while (of);
}

typedef struct question {
	reader_text macro, arguments;
} question;

static void push(lua_State *lua, reader_text text) {
	if (text.start) {
		lua_pushlstring(lua, text.start, text.size);
	} else {
		lua_pushnil(lua);
	}
}

/* Leaves the statement; within a protected call, because whatever takes memory may fail. */
static int ask(lua_State *lua) {
	const question *asked = lua_touserdata(lua, 1);
	lua_getglobal(lua, "asked");
	push(lua, asked->macro);
	push(lua, asked->arguments);
	lua_call(lua, 2, 1);
	luaL_checktype(lua, -1, LUA_TSTRING);
	return 1;
}

/* Of what was raised: a macro's refusal as it is, anything else in one line. */
static int refusal(lua_State *lua) {
	bool is_refused = lua_istable(lua, 1) && lua_getfield(lua, 1, "refused") == LUA_TSTRING;
	if (!is_refused) {
		lua_settop(lua, 1);
		if (!lua_isstring(lua, 1)) {
			lua_pushliteral(lua, "an error without a message");
		}
	}
	size_t size;
	const char *message = lua_tolstring(lua, -1, &size);
	luaL_Buffer text;
	luaL_buffinit(lua, &text);
	luaL_addstring(&text, is_refused ? "select error('" : "select error('rankhouse cannot read this call: ");
	for (size_t i = 0; i < size; i++) {
		if (message[i] == '\'') {
			luaL_addchar(&text, '\'');
		}
		luaL_addchar(&text, !is_refused && (unsigned char)message[i] < ' ' ? ' ' : message[i]);
	}
	luaL_addstring(&text, "')");
	luaL_pushresult(&text);
	return 1;
}

static void answer_with(const char *text, reader_answer answer, void *context) {
	answer(context, text, strlen(text));
}

void reader_ask(reader_text macro, reader_text arguments, reader_answer answer, void *context) {
	static const char NO_MEMORY[] = "select error('rankhouse cannot read this call: it takes too much memory')";
	question asked = {macro, arguments};
	state *of = take();
	if (!of) {
		answer_with(NO_MEMORY, answer, context);
		return;
	}
	lua_State *lua = of->lua;
	of->steps = READER_STEPS;
	lua_sethook(lua, count, LUA_MASKCOUNT, EVERY);
	lua_pushcfunction(lua, ask);
	lua_pushlightuserdata(lua, &asked);
	int status = lua_pcall(lua, 1, 1, 0);
	if (status == LUA_ERRMEM) {
		of->steps = -1;
		answer_with(NO_MEMORY, answer, context);
	} else {
		if (status != LUA_OK) {
			long long left = of->steps;
			lua_sethook(lua, NULL, 0, 0);
			lua_pushcfunction(lua, refusal);
			lua_insert(lua, 1);
			status = lua_pcall(lua, 1, 1, 0);
			of->steps = status == LUA_OK ? left : -1;
		}
		size_t size;
		const char *text = status == LUA_OK ? lua_tolstring(lua, -1, &size) : NULL;
		if (text) {
			answer(context, text, size);
		} else {
			answer_with(NO_MEMORY, answer, context);
		}
	}
	lua_settop(lua, 0);
	give_back(of);
}
