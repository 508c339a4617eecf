// Files that people drop: what they are, their columns, and their rows as tables `run` and `judgments`.
import { DuckDBDataProtocol } from "@duckdb/duckdb-wasm";
import { catalogue, columnsOf, database, query, says } from "./engine.js";
import { loadParquet, schemaOf } from "./parquet.js";
import { count } from "./tables.js";
import { identifier, literal } from "./sql.js";

export const OURS = { run: ["query_id", "item_id", "score"], judgments: ["query_id", "item_id", "relevance"] };
const WHOLE_NUMBER = /^-?\d+$/, A_NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$|^[-+]?(inf(inity)?|nan)$/i;
let nth = 0;

// Of what form a file is, and what can stand in FROM; its ids as text where `ids` names them.
export async function inspected(side, given) {
    const file = await unpackedFile(given);
    const head = await file.slice(0, 65_536).text();
    if (!file.size || !head.trim()) throw new Error(`${given.name} is empty: it has no rows`);
    const found = { side, name: given.name, registered: `dropped_${nth++}`, form: formOf(side, head) };
    if (/^\s*[[{]/.test(head)) throw new Error(`${given.name} is JSON, which this page does not read: give CSV, Parquet or TREC`);
    try {
        found.columns = await columnsIn(found, file);
    } catch (problem) {
        throw new Error(`${given.name} cannot be read as a table: ${String(problem.message).split("\n").slice(0, 2).join(" ")}`);
    }
    if (found.form === "csv" && found.columns.length < 2) throw new Error(`${given.name} is no table: it has one column; give CSV whose lines all have as many fields as the first, Parquet or TREC`);
    return found;
}

// DuckDB tells types by the first lines; where later ones have others, by all of them.
async function sniffed(files) {
    for (const file of files.filter(({ form }) => form === "csv")) {
        file.sniffsAll = true;
        file.columns = await columnsIn(file);
    }
}

async function columnsIn(found, file) {
    if (found.form === "parquet") return schemaOf(found.file = file);
    if (file) await database.registerFileHandle(found.registered, file, DuckDBDataProtocol.BROWSER_FILEREADER, true);
    return (await query(`describe ${sourceOf(found)}`)).rows.map(([name, type]) => ({ name, type }));
}

async function unpackedFile(file) {
    if (!/\.gz$/i.test(file.name)) return file;
    return new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).blob();
}

// By its magic, or its first line that is no comment: the same forms as in Python.
function formOf(side, head) {
    if (head.startsWith("PAR1")) return "parquet";
    const line = head.split("\n").find((each) => each.trim() && !each.startsWith("#")) ?? "";
    const fields = line.trim().split(/[ \t\v\f\r]+/);
    const [form] = Object.entries(catalogue().trec).filter(([, { fields: wanted, side: own, number }]) =>
        own === side && wanted.length === fields.length && A_NUMBER.test(fields[number - 1])
        && !line.includes(",") && (side === "judgments" || WHOLE_NUMBER.test(fields[3]))).map(([name]) => name);
    return form ?? "csv";
}

function sourceOf({ form, registered, name, texts = [], sniffsAll }, isForReader = false) {
    const file = literal(isForReader ? name : registered);
    if (form === "parquet") return isForReader ? `from ${file}` : `from ${identifier(registered)}`;
    if (form !== "csv") return `from ${catalogue().trec[form].sql.replace("'FILE'", () => file)}`;
    const types = texts.map((each) => `${literal(each)}: 'VARCHAR'`).join(", ");
    return `from read_csv(${file}${types ? `, types = {${types}}` : ""}${sniffsAll ? ", sample_size = -1" : ""})`;
}

// What a column of ours is called in a file: its own name, or what other libraries call it.
export function proposed(side, columns) {
    const known = (name) => columns.find((column) => column.name.toLowerCase() === name.toLowerCase())?.name;
    const found = Object.fromEntries(OURS[side].map((ours) => [ours, known(ours) ?? catalogue().called[ours].map(known).find(Boolean) ?? ""]));
    if (side === "run" && !found.score) found.rank = known("rank") ?? "";
    return found;
}

// What the package says of a column that is missing, or of a score that may be none.
export function advice(side, columns, mapping) {
    const names = columns.map((column) => column.name), listed = names.map((each) => `'${each}'`).join(", ");
    const said = OURS[side].filter((ours) => !mapping[ours] && !(ours === "score" && mapping.rank)).map((ours) =>
        `${side} has no column '${ours}'${says("did_you_mean", ours, names)}; its columns are ${listed}${says("advice_on_missing", side, ours, names, true)}`);
    if (mapping.score && mapping.score !== "score") said.push(says("doubt_of_score", side, mapping.score, true));
    return said.filter(Boolean);
}

// The rows of files as one table; of several runs the file's name is the system, as in Python.
export async function load(side, files, mapping) {
    const ids = ["query_id", "item_id"].map((ours) => mapping[ours]);
    const parts = [];
    for (const file of files) {
        const names = file.columns.map((column) => column.name);
        const missing = ids.find((name) => !names.includes(name));
        if (missing) throw new Error(`${file.name} has no column '${missing}'; its columns are ${names.join(", ")}`);
        file.texts = file.columns.filter(({ name, type }) => ids.includes(name) && type !== "VARCHAR").map(({ name }) => name);
        if (file.form === "parquet") await loadParquet(file);
        parts.push(selected(file, files.length > 1));
    }
    try {
        await query(`create or replace table ${side} as ${parts.join(" union all by name ")}`);
    } catch (problem) {
        if (!/Conversion Error|CSV Error/.test(problem.message) || files.every(({ form, sniffsAll }) => form !== "csv" || sniffsAll)) throw problem;
        await sniffed(files);
        return load(side, files, mapping);
    }
    for (const file of files) if (file.form === "parquet") await query(`drop table ${identifier(file.registered)}`);
    for (const file of files) if (catalogue().trec[file.form]) await refuseMalformed(side, file);
    return { columns: await columnsOf(side), rows: (await query(`select count(*) from ${side}`)).rows[0][0] };
}

export function selected(file, isSeveral, isForReader = false) {
    const source = sourceOf(file, isForReader);
    if (!isSeveral) return source;
    const own = file.columns.some(({ name }) => name.toLowerCase() === "system") ? " exclude (system)" : "";
    return `(select *${own}, ${literal(file.system)} as system ${source})`;
}

// A line that does not parse has no query_id, and only it has none.
async function refuseMalformed(side, file) {
    const wrong = (await query(`select count(*) ${sourceOf(file)} where query_id is null`)).rows[0][0];
    if (!wrong) return;
    const fields = catalogue().trec[file.form].fields.join(" ");
    await query(`drop table ${side}`);
    throw new Error(`${file.name}: ${count(wrong)} ${wrong === 1 ? "line is" : "lines are"} not '${fields}', with a number where one is expected`);
}

// Ids that are text on one side are text on the other.
export async function alignIds(tables) {
    const typeOf = (side, ours) => tables[side].columns.find(({ name }) => name === tables.mapping[side][ours]).type;
    for (const ours of ["query_id", "item_id"]) {
        const [run, judgments] = ["run", "judgments"].map((side) => typeOf(side, ours));
        if ((run === "VARCHAR") === (judgments === "VARCHAR")) continue;
        const side = run === "VARCHAR" ? "judgments" : "run";
        await query(`alter table ${side} alter column ${identifier(tables.mapping[side][ours])} type varchar`);
        tables[side].columns = await columnsOf(side);
    }
}

// Files by their names without suffix; by the whole name where these are alike.
export function named(files) {
    const stems = files.map((file) => file.name.split(".")[0] || file.name);
    files.forEach((file, place) => { file.system = stems.filter((each) => each === stems[place]).length === 1 ? stems[place] : file.name; });
    const twice = files.find((file, place) => files.findIndex((other) => other.system === file.system) !== place);
    if (twice) throw new Error(`${twice.name} was given twice: give each system once`);
    return files;
}

export const forget = (files) => Promise.all(files.map((file) => database.dropFile(file.registered).catch(() => {})));
