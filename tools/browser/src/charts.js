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
    if (typeof made.domain?.[0] === "number") names.end === undefined ? delete made.domain : made.domain = [0, names.end];
    return made;
}

async function drawn(chart, title, spec) {
    const place = document.querySelector(`[data-chart=${chart}]`);
    const { draw } = await vega();
    const config = { ...catalogue().themes[dark.matches ? "dark" : "light"], background: "transparent" };
    const host = element("div");
    place.replaceChildren(element("figcaption", { textContent: visible(title) }), host);
    await draw(host, { ...spec, description: visible(title), width: Math.max(220, Math.min(800, place.clientWidth)) }, config);
    host.querySelector("svg")?.setAttribute("role", "img");
}
export const cleared = () => document.querySelectorAll("[data-chart]").forEach((place) => place.replaceChildren());

const listed = (count, name) => JSON.stringify(Array.from({ length: count }, (_, place) => `${name} ${place + 1}`));

export async function drawMeans(rows, measures, systems) {
    const { summary, step, level, systems: most } = catalogue().charts;
    if (systems.length > most || !rows.length) return;
    const shown = systems.map(visible), one = Math.max(1.5 * step, systems.length * level + step / 2);
    const names = { texts: [], systems: shown, lists: { [listed(2, "MEASURE")]: measures, [listed(2, "SYSTEM")]: shown } };
    await drawn("summary", systems.length > 1 ? "Means by system" : "Means", {
        ...filled(summary, names, rows.map((row) => ({ ...row, system: visible(row.system ?? "") }))), height: measures.length * one,
    });
}

export async function drawComparison(rows) {
    const { comparison, step } = catalogue().charts, order = rows.map((row) => row.row);
    if (!rows.length || rows.length > 60) return;
    const spec = filled(comparison, { texts: [], lists: { [listed(2, "MEASURE")]: order } }, rows);
    await drawn("comparison", "Differences of the means, with their intervals", { ...spec, height: order.length * (step + 4) });
}

export async function drawDifferences(rows, { measure, own, other }) {
    if (!rows.length) return;
    const names = [["SYSTEM 2", visible(own)], ["SYSTEM 1", visible(other)], ["MEASURE 1", measure]], n = rows[0].n;
    const bars = rows.map((row, place) => ({
        ...row, query_id: visible(row.query_id), from: (place * n) / rows.length, to: ((place + 1) * n) / rows.length,
        side: `${visible(row.difference > 0 ? own : other)} better`,
    }));
    const spec = filled(catalogue().charts.differences, { texts: names, lists: {}, end: n }, bars);
    await drawn("differences", `${measure}: ${own} against ${other}, query by query`, spec);
}
