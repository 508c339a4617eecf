// What a reader takes along as files: tables, and the page of results.
import { query } from "./engine.js";
import { $, element, save } from "./page.js";
import { parquetOf } from "./parquet.js";

// A text that a spreadsheet would run as a formula gets an apostrophe before it.
const FORMULA = /^([=+@\t\r]|-(?!\d*\.?\d+$))/;
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

function field(value) {
    if (value === null) return "";
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    const safe = typeof value !== "number" && FORMULA.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
const csvOf = ({ columns, rows }) => [columns, ...rows].map((row) => row.map(field).join(",")).join("\r\n") + "\r\n";

export function offerExports({ means, comparison }) {
    const tables = { means: () => means, "values by query": () => query("from by_query"), ...(comparison && { comparison: () => comparison }) };
    const button = (textContent, onclick) => element("button", { textContent, onclick });
    $("exports").replaceChildren(element("p", { className: "buttons" },
        ...Object.entries(tables).flatMap(([name, table]) => [
            button(`${name} as CSV`, async () => save(csvOf(await table()), `${name}.csv`, "text/csv")),
            button(`${name} as Parquet`, async () => save(parquetOf(await table()), `${name}.parquet`, "application/vnd.apache.parquet")),
        ]),
        button("these tables as one page of HTML", () => save(htmlOf(), "evaluation.html", "text/html"))));
}

// The results as they stand, without a script; the page may ask no server for anything.
function htmlOf() {
    const copy = $("results").cloneNode(true);
    copy.querySelectorAll(".not-exported").forEach((each) => each.remove());
    copy.querySelectorAll("button").forEach((each) => each.replaceWith(each.textContent));
    const style = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]).map((rule) => rule.cssText).join("\n");
    return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>Evaluation · rankhouse</title><style>${style}</style></head>
<body><h1>Evaluation</h1>${$("versions").outerHTML}${copy.outerHTML}</body></html>\n`;
}
