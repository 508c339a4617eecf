/* Macros of a test, translated, with the library of src/lua: `values FILE` runs the Lua of FILE, and then answers each line
 * `["macro", [arguments]]` with what the macro gives as Python writes it, or with an error. */
#include "../src/reader.c"

#include <stdio.h>

static const char TRIED[] = "function tried(line)\n"
                            "    local asked = json(line)\n"
                            "    return repr(M[asked[1]](table.unpack(asked[2], 1, asked[2].n)))\n"
                            "end";

int main(int argc, char **argv) {
	state *of = new_state();
	if (argc != 2 || !of || luaL_dofile(of->lua, argv[1]) != LUA_OK || luaL_dostring(of->lua, TRIED) != LUA_OK) {
		fprintf(stderr, "%s\n", of ? lua_tostring(of->lua, -1) : "no state");
		return 2;
	}
	char *line = NULL;
	size_t room = 0;
	ssize_t size;
	while ((size = getline(&line, &room, stdin)) > 0) {
		lua_getglobal(of->lua, "tried");
		lua_pushlstring(of->lua, line, (size_t)size - 1);
		bool succeeded = lua_pcall(of->lua, 1, 1, 0) == LUA_OK;
		const char *text = lua_tolstring(of->lua, -1, &room);
		printf("%s %zu\n", succeeded ? "value" : "error", text ? room : 0);
		fwrite(text ? text : "", 1, text ? room : 0, stdout);
		fflush(stdout);
		lua_settop(of->lua, 0);
		free(line);
		line = NULL;
		room = 0;
	}
	free(line);
	close_state(of);
	return 0;
}
