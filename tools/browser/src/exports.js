// What a reader takes along: tables, the page of results, and the calls that give the same numbers.
import { query } from "./engine.js";
import { selected } from "./inputs.js";
import { $, element, save } from "./page.js";
import { parquetOf } from "./parquet.js";
import { identifier, literal, pythonValue, sqlValue } from "./sql.js";

// A text that a spreadsheet would run as a formula gets an apostrophe before it.
const FORMULA = /^([=+@\t\r]|-(?!\d*\.?\d+$))/;
function field(value) {
    if (value === null) return "";
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    const safe = typeof value !== "number" && FORMULA.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
export const csvOf = ({ columns, rows }) => [columns, ...rows].map((row) => row.map(field).join(",")).join("\r\n") + "\r\n";

export function offerExports({ means, comparison }) {
    const tables = { means: async () => means, "values by query": () => query("from by_query"), ...(comparison ? { comparison: async () => comparison } : {}) };
    const buttons = Object.entries(tables).flatMap(([name, table]) => [
        ["CSV", async () => save(csvOf(await table()), `${name}.csv`, "text/csv")],
        ["Parquet", async () => save(parquetOf(await table()), `${name}.parquet`, "application/vnd.apache.parquet")],
    ].map(([form, write]) => element("button", { textContent: `${name} as ${form}`, onclick: write })));
    const page = element("button", { textContent: "these tables as one page of HTML", onclick: async () => save(await htmlOf(), "evaluation.html", "text/html") });
    $("exports").replaceChildren(element("p", { className: "buttons" }, ...buttons, page));
}

// The results as they stand, without a script, which may ask no server for anything.
async function htmlOf() {
    const copy = $("results").cloneNode(true);
    copy.querySelectorAll(".not-exported").forEach((each) => each.remove());
    copy.querySelectorAll("button").forEach((each) => each.replaceWith(each.textContent));
    const made = document.implementation.createHTMLDocument("Evaluation · rankhouse");
    const style = await (await fetch(document.querySelector("link[rel=stylesheet]").href)).text();
    const policy = element("meta", { content: "default-src 'none'; style-src 'unsafe-inline'" });
    policy.setAttribute("http-equiv", "Content-Security-Policy");
    made.head.prepend(element("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }), policy);
    made.head.querySelector("meta").before(Object.assign(document.createElement("meta"), {}));
    made.head.firstChild.setAttribute("charset", "utf-8");
    made.head.append(element("style", { textContent: style }));
    made.body.append(element("h1", { textContent: "Evaluation" }), element("p", { textContent: $("versions").textContent }), copy);
    return `<!doctype html>\n${made.documentElement.outerHTML}`;
}

const shared = (call) => Object.entries(call).filter(([name, value]) => !["run", "judgments"].includes(name) && Object.keys(value ?? {}).length);

export function sqlFor(tables, { call, others, comparison, order }, { system, baseline }) {
    const named = (values) => values.map(([name, value]) => `, ${name} := ${sqlValue(value)}`).join("");
    const table = (side, files) => `create or replace table ${side} as ${files.map((file) => selected(file, files.length > 1, true)).join("\nunion all by name ")};`;
    const asked = `('run', 'judgments'${named(shared(call))})`;
    const compared = `('by_query', system := ${literal(system)}${baseline ? `, baseline := ${literal(baseline)}` : ""}${others.length ? `, by := ${sqlValue(others)}` : ""}`;
    return [
        "-- In DuckDB with rankhouse loaded; the files are those of this folder.", table("run", tables.files.run), table("judgments", tables.files.judgments), "",
        `from metrics${asked};`, ...(comparison ? [`create or replace table by_query as from query_metrics${asked};`, `from compare${compared});`, `from decision${compared}, measure := ${literal(order[0])});`] : []),
    ].join("\n");
}

export function pythonFor(tables, { call, comparison }, { system, baseline, by }) {
    const { run: runs, judgments: [judgments] } = tables.files;
    const given = (file) => (file.form === "csv" && file.texts.length
        ? `duckdb.read_csv(${pythonValue(file.name)}, dtype={${file.texts.map((name) => `${pythonValue(name)}: "VARCHAR"`).join(", ")}})` : pythonValue(file.name));
    const options = (names) => shared(call).filter(([name]) => !["by", "judgments_by", "measures"].includes(name)).map(([name, value]) => `, ${name}=${pythonValue(value)}`).join("")
        + (names.length ? `, by=${pythonValue(names)}` : "");
    const isSeveral = runs.length > 1, others = by.filter((name) => name !== system), measures = pythonValue(call.measures);
    const lines = [...([...runs, judgments].some((file) => given(file).startsWith("duckdb")) ? ["import duckdb"] : []), "import rankhouse", ""];
    lines.push(isSeveral ? `runs = {${runs.map((file) => `${pythonValue(file.system)}: ${given(file)}`).join(", ")}}` : `runs = ${given(runs[0])}`, `judgments = ${given(judgments)}`);
    if (isSeveral) lines.push("for name, run in runs.items():", `    print(name, rankhouse.evaluate(run, judgments, ${measures}${options(others)}), sep="\\n")`);
    else lines.push(`print(rankhouse.evaluate(runs, judgments, ${measures}${options(by)}))`);
    const compared = `rankhouse.compare(runs, judgments, ${measures}${baseline ? `, baseline=${pythonValue(baseline)}` : ""}${isSeveral ? "" : `, system=${pythonValue(system)}`}${options(others)})`;
    if (comparison) lines.push(`print(${compared})`);
    return lines.join("\n");
}
