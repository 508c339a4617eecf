// Parquet without DuckDB's extension, which comes from a server: read by row groups, through CSV, because Arrow's builders
// need eval; and written.
import { parquetMetadataAsync, parquetReadObjects, parquetSchema } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { parquetWriteBuffer } from "hyparquet-writer";
import { database, query } from "./engine.js";
import { identifier, literal } from "./sql.js";

const ROWS = 250_000;
const TYPES = { INT32: "BIGINT", INT64: "BIGINT", INT96: "TIMESTAMP", FLOAT: "DOUBLE", DOUBLE: "DOUBLE", BOOLEAN: "BOOLEAN" };
const LOGICAL = { DATE: "DATE", TIMESTAMP_MILLIS: "TIMESTAMP", TIMESTAMP_MICROS: "TIMESTAMP", DECIMAL: "DOUBLE", UINT_64: "HUGEINT" };
const sliced = (file) => ({ byteLength: file.size, slice: (start, end) => file.slice(start, end).arrayBuffer() });

export async function schemaOf(file) {
    const { children } = parquetSchema(await parquetMetadataAsync(sliced(file)));
    return children.map(({ element, children: parts }) => ({
        name: element.name,
        type: parts.length ? "VARCHAR" : LOGICAL[element.converted_type] ?? (element.logical_type?.type === "TIMESTAMP" ? "TIMESTAMP" : TYPES[element.type]) ?? "VARCHAR",
    }));
}

function field(value) {
    if (value === null || value === undefined) return "";
    if (value instanceof Date) return value.toISOString();
    // A field within quotes is written as an identifier of SQL is.
    if (typeof value === "object") return identifier(JSON.stringify(value, (_, one) => (typeof one === "bigint" ? String(one) : one)));
    return typeof value === "string" ? identifier(value) : String(value);
}

export async function loadParquet({ file, registered, columns }) {
    const buffer = sliced(file), metadata = await parquetMetadataAsync(buffer), total = Number(metadata.num_rows);
    const types = columns.map(({ name, type }) => `${literal(name)}: ${literal(type)}`).join(", ");
    const made = columns.map(({ name, type }) => `${identifier(name)} ${type}`).join(", ");
    await query(`create or replace table ${identifier(registered)} (${made})`);
    for (let rowStart = 0; rowStart < total; rowStart += ROWS) {
        const rows = await parquetReadObjects({ file: buffer, metadata, compressors, rowStart, rowEnd: Math.min(rowStart + ROWS, total) });
        await database.registerFileText(`${registered}.csv`, rows.map((row) => columns.map(({ name }) => field(row[name])).join(",")).join("\n") + "\n");
        await query(`insert into ${identifier(registered)} from read_csv('${registered}.csv', auto_detect = false, header = false, delim = ',',`
            + ` quote = '"', escape = '"', allow_quoted_nulls = false, columns = {${types}})`);
        await database.dropFile(`${registered}.csv`);
    }
}

const WRITTEN = { number: "DOUBLE", whole: "INT64", other: "STRING" };
export function parquetOf({ columns, rows, kinds }) {
    const other = (one) => (typeof one === "object" ? JSON.stringify(one) : String(one));
    const value = (one, kind) => (one === null ? null : { whole: BigInt, number: Number, other }[kind](one));
    return parquetWriteBuffer({
        columnData: columns.map((name, place) => ({ name, type: WRITTEN[kinds[place]], nullable: true, data: rows.map((row) => value(row[place], kinds[place])) })),
    });
}
