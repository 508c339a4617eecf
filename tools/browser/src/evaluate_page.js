// The page that evaluates: files in, tables out.
import { cleared, drawComparison, drawDifferences, drawMeans, vega } from "./charts.js";
import { query, reason, start } from "./engine.js";
import { callOf, differences, evaluated, listsOf, moved, problemsOf, rowsOf } from "./evaluation.js";
import { pythonFor, sqlFor } from "./copied.js";
import { offerExports } from "./exports.js";
import { alignIds, forget, inspected, load, named, proposed } from "./inputs.js";
import { controlsOf, isComplete } from "./mapping.js";
import { fetched } from "./files_of_site.js";
import { $, element } from "./page.js";
import { pairName, showComparison, showDecision, showLists, showMeans, showMoved, showProblems } from "./results.js";
import { link, offerColumns, offerSystems, prepare, restored, settings } from "./settings.js";
import { count } from "./tables.js";
import { identifier } from "./sql.js";

const SIDES = ["run", "judgments"];
const tables = { files: {}, mapping: {}, run: null, judgments: null };

function say(text, isWrong = false) {
    $("state").textContent = text;
    $("state").className = isWrong ? "wrong" : "";
}

// One thing after the other; what fails is said, and the page goes on.
let last = Promise.resolve();
const guarded = (work) => (event) => {
    event?.preventDefault?.();
    last = last.then(async () => {
        document.body.setAttribute("aria-busy", "true");
        try { await work(event); } catch (problem) { say(reason(problem), true); }
        document.body.removeAttribute("aria-busy");
    });
    return last;
};

async function take(side, given) {
    if (!given.length) return;
    if (side === "judgments" && given.length > 1) throw new Error("judgments are one file; drop several files as runs");
    say(`Reading ${[...given].map((file) => file.name).join(", ")} …`);
    const found = [];
    for (const file of given) found.push(await inspected(side, file));
    if (side === "run") named(found);
    if (tables.files[side]) await forget(tables.files[side]);
    tables.files[side] = found;
    tables.mapping[side] = proposed(side, found[0].columns);
    await read(side);
}

// The file anew, because its ids are read as text.
async function read(side) {
    tables[side] = null;
    $("results").hidden = true;
    const again = guarded(() => read(side));
    $(`columns_of_${side}`).replaceChildren(controlsOf(side, tables.files[side][0].columns, tables.mapping[side], again));
    if (!isComplete(side, tables.mapping[side])) { say(`Which columns of the ${side === "run" ? "runs" : "judgments"} are which? Choose them below.`, true); return; }
    tables[side] = await load(side, tables.files[side], tables.mapping[side]);
    if (!tables[side].rows) throw new Error(`${tables.files[side][0].name} is empty: it has no rows`);
    await offer();
    if (tables.run && tables.judgments) {
        await alignIds(tables);
        await evaluate();
    } else say(`${count(tables[side].rows)} rows. Now the ${side === "run" ? "judgments" : "runs"}.`);
}

async function offer() {
    const taken = SIDES.flatMap((side) => Object.values(tables.mapping[side] ?? {})).filter(Boolean);
    const names = SIDES.flatMap((side) => tables[side]?.columns ?? []).map((column) => column.name);
    offerColumns([...new Set(names)].filter((name) => !taken.includes(name) && name !== "rank"), tables.files.run?.length > 1);
    await offerBaselines();
    $("settings").hidden = false;
}

async function offerBaselines() {
    const { system } = settings();
    const isThere = tables.run?.columns.some((column) => column.name === system);
    offerSystems(isThere ? (await query(`select distinct ${identifier(system)}::varchar from run where ${identifier(system)} is not null order by 1 limit 1000`)).rows.flat() : []);
}

async function evaluate() {
    if (!tables.run || !tables.judgments) throw new Error(`give ${tables.run ? "judgments" : "runs"} first`);
    const begun = performance.now(), chosen = settings(), call = callOf(chosen, tables);
    restored();
    history.replaceState(null, "", link());
    say("Looking at the files …");
    $("results").hidden = false;
    $("numbers").hidden = true;
    cleared();
    showProblems(await problemsOf(call));
    say("Evaluating …");
    const found = await evaluated(call, chosen);
    $("numbers").hidden = false;
    showMeans(found);
    $("of_comparison").hidden = $("of_pairs").hidden = !found.comparison;
    const pair = { measure: found.order[0], system: chosen.system, others: found.others, own: found.systems[0] };
    let compared = [];
    if (found.comparison) {
        showDecision(found.decision, found.others);
        compared = showComparison(found);
        [pair.own, pair.other] = pairOf(rowsOf(found.decision)[0], compared);
    }
    showMoved(await moved(pair), pair, guarded(async (_, queryId = _) => showLists(queryId, await listsOf(queryId, tables, chosen.system))));
    offerExports(found);
    $("as_sql").textContent = sqlFor(tables, found, chosen);
    $("as_python").textContent = pythonFor(tables, found, chosen);
    say(`${count(tables.run.rows)} rows of runs, ${count(tables.judgments.rows)} judgments, ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
    await draw(found, compared, pair, chosen);
}

const pairOf = (decided, [first]) => (decided?.system ? [decided.system, decided.baseline] : [first.system, first.baseline]);

async function draw(found, compared, pair, { system }) {
    await drawMeans(rowsOf(found.means).filter((row) => row.value !== null).map((row) => ({ ...row, system: system && row[system] })), found);
    if (!compared.length) return;
    const isOne = new Set(compared.map(pairName)).size === 1 && !found.others.length;
    await drawComparison(compared.filter((row) => row.difference !== null).map((row) => ({
        ...row, p: row.p_adjusted, n: row.n_queries, pair: `${row.system} − ${row.baseline}`, said: row.p_adjusted < 0.05 ? "significant" : "not significant",
        row: isOne ? row.measure : [row.measure, ...found.others.map((name) => row[name]), `${row.system} − ${row.baseline}`].join(" · "),
    })));
    await drawDifferences(await differences(pair), pair);
}

async function takeExample() {
    for (const side of SIDES) await take(side, [new File([await (await fetched(`example_${side}.csv`)).blob()], `example_${side}.csv`)]);
}

async function begin() {
    for (const side of SIDES) $("columns").append(element("div", { id: `columns_of_${side}` }));
    say("Loading DuckDB …");
    const versions = await start((share) => say(`Loading DuckDB${share ? `, ${Math.round(100 * share)} %` : ""} …`));
    $("versions").textContent = `rankhouse ${versions.rankhouse}, DuckDB ${versions.duckdb}.`;
    prepare(guarded(async () => { if (tables.run) await offer(); }));
    for (const side of SIDES) {
        const input = $(side === "run" ? "runs" : side), zone = input.closest("label");
        input.disabled = false;
        input.onchange = guarded(async () => { await take(side, input.files); input.value = ""; });
        zone.ondragover = (event) => { event.preventDefault(); zone.classList.add("over"); };
        zone.ondragleave = () => zone.classList.remove("over");
        zone.ondrop = (event) => {
            event.preventDefault();
            zone.classList.remove("over");
            guarded(take.bind(null, side, [...event.dataTransfer.files]))();
        };
    }
    $("example").disabled = false;
    $("example").onclick = guarded(takeExample);
    $("evaluate").onclick = guarded(evaluate);
    for (const id of ["as_sql", "as_python"]) $(`copy_${id}`).onclick = guarded(() => navigator.clipboard.writeText($(id).textContent));
    $("link").onclick = guarded(async () => { await navigator.clipboard.writeText(link()); say("The link is copied: it has the settings, and none of your data."); });
    say("Ready.");
    document.body.dataset.ready = "yes";
    vega().catch(() => {});
}
guarded(begin)();
