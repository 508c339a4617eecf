/* LOAD rankhouse: attaches a catalogue in memory, `rankhouse`, and makes the macros of sql/rankhouse.sql there.
 *
 * Nothing of DuckDB is linked: at LOAD it hands over a struct of functions, which only grows. So a file that is built
 * for version 1.2.0 of the struct loads into every later DuckDB.
 */
#define DUCKDB_EXTENSION_API_VERSION_MAJOR 1
#define DUCKDB_EXTENSION_API_VERSION_MINOR 2
#define DUCKDB_EXTENSION_API_VERSION_PATCH 0
#define DUCKDB_EXTENSION_NAME rankhouse
#include "duckdb_extension.h"

#include "script.h"

DUCKDB_EXTENSION_EXTERN

/* A row when the macros are there already: rankhouse.register(con) made them, or a file of that name has them. */
static const char FOUND[] =
    "select if(exists(from duckdb_functions() where database_name = 'rankhouse' and comment like '% [rankhouse]'), true,"
    " error('the macros go into a catalogue named rankhouse, and a database of yours has this name: attach it under"
    " another name, or detach it, and load again')) "
    "from duckdb_databases() where database_name = 'rankhouse'";

static const char *const STEPS[] = {"attach ':memory:' as rankhouse (read_write)", "use rankhouse", SCRIPT};

/* Whether it could be executed, else DuckDB is told what was wrong; `has_rows` may be NULL. */
static bool executed(duckdb_connection connection, duckdb_extension_info info, struct duckdb_extension_access *access,
                     const char *sql, bool *has_rows) {
	duckdb_result result;
	bool succeeded = duckdb_query(connection, sql, &result) == DuckDBSuccess;
	if (!succeeded) {
		access->set_error(info, duckdb_result_error(&result));
	} else if (has_rows) {
		duckdb_data_chunk rows = duckdb_fetch_chunk(result);
		*has_rows = rows && duckdb_data_chunk_get_size(rows) > 0;
		duckdb_destroy_data_chunk(&rows);
	}
	duckdb_destroy_result(&result);
	return succeeded;
}

DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection connection, duckdb_extension_info info,
                            struct duckdb_extension_access *access) {
	bool is_there = false;
	if (!executed(connection, info, access, FOUND, &is_there)) {
		return false;
	}
	for (size_t step = 0; !is_there && step < sizeof(STEPS) / sizeof(*STEPS); step++) {
		if (!executed(connection, info, access, STEPS[step], NULL)) {
			return false;
		}
	}
	return true;
}
