// What an evaluation found, as people read it.
import { catalogue } from "./engine.js";
import { rowsOf } from "./evaluation.js";
import { $, element, visible } from "./page.js";
import { between, count, digitsOf, number, pValue, tableOfCells } from "./tables.js";

const MOST_COLUMNS = 4;
const REFUSED = {
    everywhere: "refused: there are no numbers until it is put right",
    python: "Python refuses it; the numbers below leave it as it is",
    counted: "counted, not refused",
};
const said = (text, className = "quiet") => element("p", { className, textContent: visible(text) });
const keyOf = (row, names) => names.map((name) => row[name] ?? "NULL").join(" · ");

export function showProblems(problems) {
    const rows = problems.map((one) => [
        { text: `${one.side}: ${one.problem}`, small: one.message }, { text: count(one.n_rows), isNumber: true }, one.example ?? "", REFUSED[one.refused] ?? one.refused,
    ]);
    const heads = ["problem", { text: "rows", isNumber: true }, "such as", ""];
    $("problems").replaceChildren(rows.length ? tableOfCells(heads, rows) : said("The checks of the inputs found no problem."));
}

const lower = (measure) => catalogue().losses.includes(measure.split(/[@(]/)[0]);

// A value first, its interval below it: measures are rows, and groups columns where they are few.
export function showMeans({ means, order, call, others }) {
    const by = [...new Set([...call.by, ...call.judgments_by])], rows = rowsOf(means), groups = [...new Set(rows.map((row) => keyOf(row, by)))];
    const found = new Map(rows.map((row) => [JSON.stringify([row.measure, keyOf(row, by)]), row]));
    const counts = new Set(rows.map((row) => row.n_queries)), isOne = counts.size === 1;
    const cell = (measure, group) => {
        const row = found.get(JSON.stringify([measure, group]));
        if (!row) return { text: "–", isNumber: true };
        const text = number(row.value, digitsOf(row.ci_low, row.ci_high));
        const rivals = rows.filter((one) => one.measure === measure && one.value !== null && keyOf(one, others) === keyOf(row, others));
        const values = rivals.map((one) => one.value), isBest = rivals.length > 1 && row.value === (lower(measure) ? Math.min(...values) : Math.max(...values));
        const small = [between(row.ci_low, row.ci_high), isOne ? "" : `${count(row.n_queries)} queries`].filter(Boolean).join(", ");
        return { text: element("span", { className: isBest ? "best" : "", textContent: text }), small, isNumber: true };
    };
    const heads = groups.map((text) => ({ text: text || "value", isNumber: true }));
    const table = groups.length <= MOST_COLUMNS
        ? tableOfCells(["measure", ...heads], order.map((measure) => [measure, ...groups.map((group) => cell(measure, group))]))
        : tableOfCells([by.join(" · "), ...order.map((text) => ({ text, isNumber: true }))], groups.map((group) => [group, ...order.map((measure) => cell(measure, group))]));
    const missing = rows.filter((row) => row.measure === order[0] && row.n_missing > 0);
    $("means").replaceChildren(table, said(`Means over queries${isOne ? ` (${count([...counts][0])})` : ""}, with 95 % intervals.`),
        ...missing.map((row) => said(`${keyOf(row, by) || "The run"} lacks ${count(row.n_missing)} judged ${row.n_missing === 1 ? "query" : "queries"}.`)));
}

export function showDecision(decision, others) {
    $("decision").replaceChildren(...rowsOf(decision).flatMap((row) => {
        const group = keyOf(row, others), digits = digitsOf(row.ci_low, row.ci_high);
        const interval = between(row.ci_low, row.ci_high, digits, true), p = pValue(row.p_adjusted).replace(/^(?=\d)/, "= ");
        const sentences = [
            row.difference === null ? "" : `${number(row.difference, digits, true)} (${interval}), p ${p}, ${count(row.n_units)} ${row.unit}`,
            row.reason ?? "",
        ];
        const whom = row.system === null ? "" : ` – ${row.system} against ${row.baseline}, by ${row.measure}`;
        return [
            element("p", { className: "verdict" }, group ? `${visible(group)}: ` : "", element("b", { textContent: row.decision }), visible(whom)),
            said(sentences.filter(Boolean).join("; ")),
        ];
    }));
}

export const pairName = (row) => `${row.system} against ${row.baseline}`;

export function showComparison({ comparison, order, others }) {
    const rows = rowsOf(comparison).sort((one, other) => order.indexOf(one.measure) - order.indexOf(other.measure));
    const cells = rows.map((row) => {
        const digits = digitsOf(row.ci_low, row.ci_high);
        return [
            { text: row.measure, small: [keyOf(row, others), pairName(row)].filter(Boolean).join(": ") },
            { text: number(row.difference, digits, true), small: between(row.ci_low, row.ci_high, digits, true), isNumber: true },
            { text: pValue(row.p_adjusted), isNumber: true }, { text: `${count(row.wins)} / ${count(row.ties)} / ${count(row.losses)}`, isNumber: true },
        ];
    });
    const heads = ["measure", ...["difference", "p adjusted", "wins / ties / losses"].map((text) => ({ text, isNumber: true }))];
    const how = "Differences of the means with 95 % intervals; Student's paired t-test, two-sided, corrected by Holm for all rows together.";
    $("comparison").replaceChildren(tableOfCells(heads, cells), said(how));
    return rows;
}

// opened: what is called with a query whose lists are to be shown.
export function showMoved(answer, { own, other, measure }, opened) {
    const rows = rowsOf(answer), names = answer.columns.filter((name) => !["query_id", "value", "baseline_value", "difference"].includes(name));
    $("moved_title").textContent = other ? "Queries that moved most" : "Queries with the lowest values";
    const figure = (value, hasSign) => ({ text: number(value, 4, hasSign), isNumber: true });
    const cells = rows.map((row) => {
        const button = element("button", { textContent: visible(row.query_id) });
        button.onclick = () => opened(String(row.query_id));
        return [button, ...(other ? [figure(row.difference, true), figure(row.value), figure(row.baseline_value)] : [figure(row.value)]), ...names.map((name) => row[name])];
    });
    const heads = ["query", ...(other ? ["difference", own, other] : [measure]).map((text) => ({ text, isNumber: true })), ...names];
    $("moved").replaceChildren(rows.length ? tableOfCells(heads, cells) : said("No query has another value."),
        said(`By ${measure}${other ? `, ${own} against ${other}` : ""}. A query opens its lists.`));
    $("lists").replaceChildren();
}

export function showLists(queryId, rows) {
    const systems = [...new Set(rows.map((row) => row.system))];
    const sides = systems.map((system) => {
        const own = rows.filter((row) => row.system === system);
        const table = tableOfCells([{ text: "rank", isNumber: true }, "item", { text: "relevance", isNumber: true }],
            own.map((row) => [{ text: count(row.place), isNumber: true }, row.item_id, { text: row.relevance === null ? "" : String(row.relevance), isNumber: true }]), system);
        own.forEach((row, place) => table.querySelectorAll("tbody tr")[place].classList.toggle("relevant", row.relevance > 0));
        return table;
    });
    $("lists").replaceChildren(element("h3", { textContent: `Query ${visible(queryId)}` }), element("div", { className: "sides" }, ...sides));
}
