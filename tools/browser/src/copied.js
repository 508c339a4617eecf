// Calls in SQL and Python that give the numbers of the page, to copy.
import { selected } from "./inputs.js";
import { literal, pythonValue, sqlValue } from "./sql.js";

const NAMED_ELSEWHERE = ["run", "judgments"];
const optionsOf = (call, ...without) => Object.entries(call)
    .filter(([name, value]) => ![...NAMED_ELSEWHERE, ...without].includes(name) && Object.keys(value ?? {}).length);

export function sqlFor(tables, { call, others, comparison, order }, { system, baseline }) {
    const written = (options) => options.map(([name, value]) => `, ${name} := ${sqlValue(value)}`).join("");
    const table = (side) => {
        const files = tables.files[side].map((file) => selected(file, tables.files[side].length > 1, true));
        return `create or replace table ${side} as ${files.join("\nunion all by name ")};`;
    };
    const given = `('run', 'judgments'${written(optionsOf(call))})`;
    const compared = `('by_query'${written(Object.entries({ system, ...(baseline && { baseline }), ...(others.length && { by: others }) }))}`;
    const comparing = [
        `create or replace table by_query as from query_metrics${given};`,
        `from compare${compared});`,
        `from decision${compared}, measure := ${literal(order[0])});`,
    ];
    return [
        "-- In DuckDB with rankhouse loaded, in the folder of the files.",
        ...NAMED_ELSEWHERE.map(table), `from metrics${given};`, ...(comparison ? comparing : []),
    ].join("\n");
}

// A file by its name, unless its ids would not be read as text.
const fileOf = (file) => (file.form === "csv" && file.texts.length
    ? `duckdb.read_csv(${pythonValue(file.name)}, dtype={${file.texts.map((name) => `${pythonValue(name)}: "VARCHAR"`).join(", ")}})`
    : pythonValue(file.name));

export function pythonFor(tables, { call, comparison }, { system, baseline, by }) {
    const { run: files, judgments: [judgments] } = tables.files, isSeveral = files.length > 1;
    const others = by.filter((name) => name !== system);
    const options = (named) => Object.entries(named).filter(([, value]) => value?.length).concat(optionsOf(call, "by", "judgments_by", "measures"))
        .map(([name, value]) => `, ${name}=${pythonValue(value)}`).join("");
    const asked = (run, named) => `(${run}, judgments, ${pythonValue(call.measures)}${options(named)})`;
    const runs = isSeveral ? `{${files.map((file) => `${pythonValue(file.system)}: ${fileOf(file)}`).join(", ")}}` : fileOf(files[0]);
    const evaluated = isSeveral
        ? `for name, run in runs.items():\n    print(name, rankhouse.evaluate${asked("run", { by: others })}, sep="\\n")`
        : `print(rankhouse.evaluate${asked("runs", { by })})`;
    const compared = `print(rankhouse.compare${asked("runs", { baseline, system: isSeveral ? "" : system, by: others })})`;
    const body = [`runs = ${runs}`, `judgments = ${fileOf(judgments)}`, evaluated, ...(comparison ? [compared] : [])].join("\n");
    return `${body.includes("duckdb.read_csv(") ? "import duckdb\n" : ""}import rankhouse\n\n${body}`;
}
