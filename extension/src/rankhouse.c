/* LOAD rankhouse: the function rankhouse_sql, and a catalogue in memory, `rankhouse`, with the macros of sql/.
 *
 * Nothing of DuckDB is linked: at LOAD it hands over a struct of functions, which only grows. So a file that is built
 * for version 1.2.0 of the struct loads into every later DuckDB.
 */
#define DUCKDB_EXTENSION_API_VERSION_MAJOR 1
#define DUCKDB_EXTENSION_API_VERSION_MINOR 2
#define DUCKDB_EXTENSION_API_VERSION_PATCH 0
#define DUCKDB_EXTENSION_NAME rankhouse
#include "duckdb_extension.h"

#include "reader.h"
#include "scripts.h"

#include <string.h>

DUCKDB_EXTENSION_EXTERN

#define OURS "'" RANKHOUSE_VERSION "'"

/* A row where a database of the name is attached. DuckDB's list of functions, which the next one reads, is long. */
static const char IS_ATTACHED[] = "select 'yes' from duckdb_databases() where database_name = 'rankhouse'";

/* What becomes of its macros. A catalogue in memory is brought to this version; a file is its owner's. One in memory that
 * is empty is what another connection has begun to fill. */
static const char IS_KEPT[] =
    "with attached as (select nullif(path, '') as path,"
    " exists(from duckdb_functions() where database_name = 'rankhouse' and comment like '% [rankhouse]') as is_ours,"
    " (select trim(any_value(macro_definition), '()''') from duckdb_functions()"
    " where database_name = 'rankhouse' and function_name = 'rankhouse_version') as version"
    " from duckdb_databases() where database_name = 'rankhouse') "
    "select case when not is_ours and path is null and not exists(from duckdb_functions()"
    " where database_name = 'rankhouse' and not internal) and not exists(from duckdb_tables()"
    " where database_name = 'rankhouse') then '' when not is_ours then error('the macros go into a catalogue named rankhouse, but one of your databases"
    " has this name: attach it under another name, or detach it, and load again')"
    " when version = " OURS " then 'yes' when path is null then ''"
    " else error('the database rankhouse, ' || path || ', has the macros of '"
    " || coalesce('rankhouse ' || version, 'an earlier rankhouse') || ', but the extension is ' || " OURS
    " || ': detach it and load again, or bring it to this version with rankhouse.install') end from attached";

/* Python's rankhouse.register makes the function, too, and its macros ask for their own version. */
static const char HAS_FUNCTION[] = "select rankhouse_sql('version', '{}')";
static const char HAS_SAME_FUNCTION[] =
    "select case when version = " OURS " then 'yes' else error('the function rankhouse_sql of this database is from"
    " rankhouse ' || version || ', but the extension is ' || " OURS " || ': load it where the other one is not, or use"
    " one version of both') end from (select rankhouse_sql('version', '{}') as version)";

/* How often the function and the macros are tried, while other connections make them. */
#define TRIES 200

typedef struct place {
	duckdb_vector vector;
	idx_t row;
} place;

static void answer(void *context, const char *text, size_t size) {
	const place *to = context;
	duckdb_vector_assign_string_element_len(to->vector, to->row, text, size);
}

static reader_text text_at(duckdb_vector vector, idx_t row) {
	reader_text text = {NULL, 0};
	uint64_t *validity = duckdb_vector_get_validity(vector);
	if (!validity || duckdb_validity_row_is_valid(validity, row)) {
		duckdb_string_t *strings = duckdb_vector_get_data(vector);
		text.start = duckdb_string_t_data(&strings[row]);
		text.size = duckdb_string_t_length(strings[row]);
	}
	return text;
}

static void rankhouse_sql(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
	(void)info;
	duckdb_vector macros = duckdb_data_chunk_get_vector(input, 0), arguments = duckdb_data_chunk_get_vector(input, 1);
	place to = {output, 0};
	for (idx_t n_rows = duckdb_data_chunk_get_size(input); to.row < n_rows; to.row++) {
		reader_ask(text_at(macros, to.row), text_at(arguments, to.row), answer, &to);
	}
}

static bool registered(duckdb_connection connection) {
	duckdb_scalar_function function = duckdb_create_scalar_function();
	duckdb_logical_type varchar = duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);
	duckdb_scalar_function_set_name(function, "rankhouse_sql");
	duckdb_scalar_function_add_parameter(function, varchar);
	duckdb_scalar_function_add_parameter(function, varchar);
	duckdb_scalar_function_set_return_type(function, varchar);
	/* NULL is an argument that is refused by its name. */
	duckdb_scalar_function_set_special_handling(function);
	duckdb_scalar_function_set_function(function, rankhouse_sql);
	bool succeeded = duckdb_register_scalar_function(connection, function) == DuckDBSuccess;
	duckdb_destroy_logical_type(&varchar);
	duckdb_destroy_scalar_function(&function);
	return succeeded;
}

/* Whether it could be executed, else DuckDB is told what was wrong, unless `access` is NULL. `says_yes`, which may be
 * NULL too: whether the first row has a text. */
static bool executed(duckdb_connection connection, duckdb_extension_info info, struct duckdb_extension_access *access,
                     const char *sql, bool *says_yes) {
	duckdb_result result;
	bool succeeded = duckdb_query(connection, sql, &result) == DuckDBSuccess;
	if (!succeeded && access) {
		access->set_error(info, duckdb_result_error(&result));
	} else if (succeeded && says_yes) {
		duckdb_data_chunk rows = duckdb_fetch_chunk(result);
		*says_yes = rows && duckdb_data_chunk_get_size(rows) > 0 &&
		            text_at(duckdb_data_chunk_get_vector(rows, 0), 0).size > 0;
		duckdb_destroy_data_chunk(&rows);
	}
	duckdb_destroy_result(&result);
	return succeeded;
}

DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection connection, duckdb_extension_info info,
                            struct duckdb_extension_access *access) {
	bool is_attached = false, is_kept = false;
	if (!executed(connection, info, access, IS_ATTACHED, &is_attached) ||
	    (is_attached && !executed(connection, info, access, IS_KEPT, &is_kept))) {
		return false;
	}
	if (executed(connection, info, NULL, HAS_FUNCTION, NULL) &&
	    !executed(connection, info, access, HAS_SAME_FUNCTION, NULL)) {
		return false;
	}
	/* It takes the place of Python's of the same version: every thread asks it at once, and no interpreter has to run. */
	bool is_registered = false;
	for (int left = TRIES; !is_registered && left; left--) {
		is_registered = registered(connection);
	}
	if (!is_registered) {
		access->set_error(info, "DuckDB does not take the function rankhouse_sql");
		return false;
	}
	/* All of them or none. Other connections may make them at this moment: then they are there when these fail. */
	static const char *const STEPS[] = {
	    "attach if not exists ':memory:' as rankhouse (read_write)",
	    "use rankhouse.main",
	    "begin transaction",
	    (const char *)RANKHOUSE,
	    (const char *)TABLE_MACROS,
	    "commit",
	};
	for (int left = TRIES; !is_kept; left--) {
		bool is_made = true;
		for (size_t i = 0; is_made && i < sizeof(STEPS) / sizeof(*STEPS); i++) {
			is_made = executed(connection, info, left ? NULL : access, STEPS[i], NULL);
		}
		if (is_made) {
			return true;
		}
		executed(connection, info, NULL, "rollback", NULL);
		if (!left || !executed(connection, info, access, IS_KEPT, &is_kept)) {
			return false;
		}
	}
	return true;
}
