// DuckDB as WebAssembly in a worker, with rankhouse's macros.
import * as duckdb from "@duckdb/duckdb-wasm";
import { expanded, statementsOf } from "./calls.js";
import { at, fetched, unpacked } from "./files_of_site.js";
import { startMacros } from "./macros.js";
import { answerOf } from "./values.js";

const OLDEST = [1, 5];
const GIGABYTE = 1024 ** 3;
let reader, connection, lost;
export let database;

// The same start for all that ask.
let started;
export const start = (told = () => {}) => (started ??= begin(told).catch((problem) => { started = undefined; throw problem; }));

async function begin(told) {
    const macros = startMacros();
    macros.catch(() => {});
    await startDuckDB(told);
    reader = await macros;
    await fresh();
    return { rankhouse: reader.version, duckdb: (await query("select version()")).rows[0][0] };
}

async function startDuckDB(told) {
    // A worker made of a blob has this page's content security policy; one of an address would have none.
    const script = new Blob([`importScripts(${JSON.stringify(at("duckdb-browser-eh.worker.js"))})`]);
    const worker = new Worker(URL.createObjectURL(script));
    lost = new Promise((_, reject) => { worker.onerror = () => reject(new Error("DuckDB has stopped, probably for want of memory: reload the page, and give smaller files.")); });
    lost.catch(() => {});
    database = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), worker);
    const module = await new Response(await unpacked("duckdb-eh.wasm.gz", told), { headers: { "content-type": "application/wasm" } }).blob();
    await alive(database.instantiate(URL.createObjectURL(module)));
    connection = await database.connect();
    const [version] = (await query("select version()")).rows[0];
    const [major, minor] = version.replace("v", "").split(".").map(Number);
    if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
        throw new Error(`This page needs DuckDB ${OLDEST.join(".")} or newer, and has ${version}, which computes some aggregates wrongly.`);
    }
    // Extensions come from a server.
    await query("set autoinstall_known_extensions = false");
    await query("set autoload_known_extensions = false");
    // So that DuckDB says that its memory is full before the browser ends the tab.
    await query(`set memory_limit = '${Math.floor(Math.min((navigator.deviceMemory ?? 4) / 2, 3) * GIGABYTE)}B'`);
}

// A worker that has stopped answers nothing.
const alive = (work) => Promise.race([work, lost]);

// A database without tables, and the macros beside it, as `rankhouse.register` makes them.
export async function fresh() {
    const found = (await query("select database_name from duckdb_databases() where not internal")).rows.flat();
    if (!found.includes("rankhouse")) {
        await query("attach ':memory:' as rankhouse; use rankhouse");
        await query(await (await fetched("aggregates.sql")).text());
    }
    await query("use rankhouse");
    if (found.includes("memory")) await query("detach memory");
    await query("attach ':memory:' as memory; use memory; set search_path = 'memory.main,rankhouse.main'");
}

export const query = async (sql, most) => answerOf(await alive(connection.query(sql)), most);

// The arguments of a call, which DuckDB reads as those of a scalar macro.
async function argumentsOf(name, text) {
    await query(`create or replace macro memory.main.${reader.calls[name]}`);
    const answer = await query(`select memory.main.call_of_${name}(${text})`);
    await query(`drop macro memory.main.call_of_${name}`);
    return answer.rows[0][0];
}

// Statements as a person writes them, one after the other; the answer of each.
export async function* run(sql, most) {
    for (const statement of statementsOf(sql)) yield await query(await expanded(statement, reader.calls, argumentsOf), most);
}

export { says } from "./macros.js";
export const catalogue = () => reader.catalogue;
export const columnsOf = async (table) => (await query(`describe ${table}`)).rows.map(([name, type]) => ({ name, type }));

// What a person reads of an error.
export function reason(problem) {
    const text = String(problem?.message ?? problem).replace(/^(Invalid Input Error|Error): /, "").split("\nstack:")[0];
    if (/out of memory|memory access out of bounds|allocation failed|could not allocate/i.test(text)) {
        return `This tab's memory is full: leave columns or systems out, or use rankhouse in Python. (${text.split("\n")[0].slice(0, 200)})`;
    }
    return text.slice(0, 800);
}
