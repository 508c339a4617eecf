// Charts of the report: its specifications, with rows, measures and systems of this evaluation.
import { catalogue } from "./engine.js";
import { element, visible } from "./page.js";

// Loaded once there is something to draw, or before, because later there may be no network.
export const vega = () => import("./vega.js");
const dark = matchMedia("(prefers-color-scheme: dark)");

// The template with what stands in it for measures and systems, and for rows.
function filled(node, names, rows) {
    if (node === "rows") return { values: rows };
    if (typeof node === "string") return names.texts.reduce((text, [from, to]) => text.replaceAll(from, () => to), node);
    if (Array.isArray(node)) return names.lists[JSON.stringify(node)] ?? node.map((one) => filled(one, names, rows));
    if (node === null || typeof node !== "object") return node;
    const made = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, key === "data" && Array.isArray(value) ? { values: value } : filled(value, names, rows)]));
    // Shapes and colours are the theme's; ends of axes are those of these rows.
    if (made.domain && made.domain === names.systems) delete made.range;
    if (made.legend && names.systems?.length < 2) made.legend = null;
    if (typeof made.domain?.[0] === "number") names.end === undefined ? delete made.domain : made.domain = [0, names.end];
    return made;
}

const placeOf = (chart) => document.querySelector(`[data-chart=${chart}]`);

async function drawn(place, title, spec) {
    const { draw } = await vega();
    const config = { ...catalogue().themes[dark.matches ? "dark" : "light"], background: "transparent" };
    const host = element("div");
    place.replaceChildren(element("figcaption", { textContent: visible(title) }), host);
    await draw(host, { ...spec, description: visible(title), width: Math.max(220, Math.min(800, place.clientWidth)) }, config);
    host.querySelector("svg")?.setAttribute("role", "img");
}
export const cleared = () => document.querySelectorAll("[data-chart]").forEach((place) => place.replaceChildren());

const listed = (count, name) => Array.from({ length: count }, (_, place) => `${name} ${place + 1}`);
const SYSTEMS = listed(2, "SYSTEM");

// A template of means by system; `lists` and `texts` stand for others than systems.
function ofSystems(template, rows, systems, lists, texts = []) {
    const shown = (systems.length ? systems : [""]).map(visible);
    const { [template]: chart, dashes } = catalogue().charts, turned = (list, count = list.length) => list.slice(0, count).reverse();
    const named = [[SYSTEMS, shown], [turned(SYSTEMS), turned(shown)], [turned(dashes, 2), turned(dashes, shown.length)], ...lists].map(([from, to]) => [JSON.stringify(from), to]);
    return filled(chart, { texts, systems: shown, lists: Object.fromEntries(named) },
        rows.map((row) => ({ ...row, n: row.n_queries, system: visible(row.system ?? "") })));
}
const heightOf = (systems) => Math.max(1.5 * catalogue().charts.step, systems.length * catalogue().charts.level + catalogue().charts.step / 2);

// others: the columns, beside the system, whose groups have means of their own.
export async function drawMeans(rows, { order, systems, others: [group, ...more] }) {
    if (systems.length > catalogue().charts.systems || !rows.length || more.length) return;
    if (group) {
        const own = rows.filter((row) => row.measure === order[0]).map((row) => ({ ...row, segment: visible(row[group] ?? "NULL") }));
        const groups = [...new Set(own.map((row) => row.segment))];
        const spec = ofSystems("segments", own, systems, [[listed(2, "GROUP"), groups]], [["MEASURE 1", order[0]], ["SEGMENT", visible(group)]]);
        await drawn(placeOf("summary"), `${order[0]} by ${group}`, { ...spec, height: groups.length * heightOf(systems) });
        return;
    }
    const spec = ofSystems("summary", rows, systems, [[listed(2, "MEASURE"), order]]);
    await drawn(placeOf("summary"), systems.length > 1 ? "Means by system" : "Means", { ...spec, height: order.length * heightOf(systems) });
    const sorted = [...rows].sort((one, other) => order.indexOf(one.measure) - order.indexOf(other.measure));
    for (const metric of new Set(sorted.map((row) => row.metric))) {
        const own = rows.filter((row) => row.metric === metric && row.k !== null), place = element("figure");
        const cutoffs = [...new Set(own.map((row) => row.k))].sort((one, other) => one - other);
        placeOf("cutoffs").append(place);
        if (cutoffs.length > 1) await drawn(place, `${metric} by cutoff`, ofSystems("cutoffs", own, systems, [[[1, 2], cutoffs]], [["MEASURE 1", metric]]));
    }
}

export async function drawComparison(rows) {
    const { comparison, step } = catalogue().charts, order = rows.map((row) => row.row);
    if (!rows.length || rows.length > 60) return;
    const spec = filled(comparison, { texts: [], lists: { [JSON.stringify(listed(2, "MEASURE"))]: order } }, rows);
    await drawn(placeOf("comparison"), "Differences of the means, with their intervals", { ...spec, height: order.length * (step + 4) });
}

export async function drawDifferences(rows, { measure, own, other }) {
    if (!rows.length) return;
    const names = [["SYSTEM 2", visible(own)], ["SYSTEM 1", visible(other)], ["MEASURE 1", measure]], n = rows[0].n;
    const bars = rows.map((row, place) => ({
        ...row, query_id: visible(row.query_id), from: (place * n) / rows.length, to: ((place + 1) * n) / rows.length,
        side: `${visible(row.difference > 0 ? own : other)} better`,
    }));
    const spec = filled(catalogue().charts.differences, { texts: names, lists: {}, end: n }, bars);
    await drawn(placeOf("differences"), `${measure}: ${own} against ${other}, query by query`, spec);
}
