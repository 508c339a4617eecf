// What is asked of the package's macros, by the settings.
import { query, says } from "./engine.js";
import { sqlOf } from "./macros.js";
import { identifier, literal } from "./sql.js";

const MOST_MOVED = 20, FIRST_RANKS = 10, MOST_BARS = 1000;
export const rowsOf = ({ columns, rows }) => rows.map((row) => Object.fromEntries(columns.map((name, place) => [name, row[place]])));
const asked = async (macro, call, most) => query(sqlOf(macro, call), most);

// The names that differ from ours, as `columns` of every way in has them.
const renamed = (mapping) => Object.fromEntries(Object.entries(mapping).flatMap(([side, names]) =>
    Object.entries(names).filter(([ours, name]) => name && (name !== ours || ours === "rank")).map(([ours, name]) => [`${side}.${ours}`, name])));

// The arguments of metrics and query_metrics. Columns to group by are those of the run, of the judgments, or of both.
export function callOf({ measures, by, convention, ties, queries }, tables) {
    const has = (side) => by.filter((name) => tables[side].columns.some((column) => column.name === name));
    return {
        run: "run", judgments: "judgments", measures, by: has("run"), judgments_by: has("judgments"), columns: renamed(tables.mapping),
        ...Object.fromEntries(Object.entries({ convention, ties, queries }).filter(([, value]) => value)),
    };
}

// What the inputs have, and what the convention needs of them and they have not.
export async function problemsOf({ run, judgments, by, judgments_by, columns, measures, convention, ties, queries }) {
    const inputs = { run, judgments, by, judgments_by, columns };
    const found = rowsOf(await asked("input_problems", inputs));
    if (!convention) return found;
    const asks = Object.fromEntries(Object.entries({ measures, convention, ties, queries }).filter(([, value]) => value));
    const unmet = rowsOf(await asked("convention_problems", { ...inputs, ...asks }));
    return found.concat(unmet.map(({ need, n_lists: lists, example }) => (
        { side: convention, problem: `needs ${need}`, n_rows: lists, example: `query_id '${example}'`, refused: "python" })));
}

// Means, values by query in the table by_query and, of several systems, what the comparison says and what it decides.
export async function evaluated(call, { system, baseline, by }) {
    const order = await orderOf(call), means = await asked("metrics", call);
    await query(`create or replace table by_query as ${sqlOf("query_metrics", call)}`);
    const others = by.filter((name) => name !== system), found = { call, order, means, others, systems: [] };
    if (!system) return found;
    found.systems = (await query(`select distinct ${identifier(system)}::varchar from by_query order by 1`)).rows.flat().filter((name) => name !== null);
    if (found.systems.length < 2) return found;
    const compared = { query_metrics: "by_query", system, by: others, ...(baseline ? { baseline } : {}) };
    found.comparison = await asked("compare", compared);
    found.decision = await asked("decision", { ...compared, measure: order[0] });
    return found;
}

// Measures as the package writes them, in the order in which they were asked for.
async function orderOf({ measures }) {
    const found = [];
    for (const one of measures) found.push((await asked("metric_settings", { measures: [one] })).rows.find(([, name]) => name === "measure")[2]);
    return [...new Set(found)];
}

const ofSystem = (table, system, name) => `${table}.${identifier(system)}::varchar = ${literal(name)}`;
const isSame = (name) => `and ours.${identifier(name)} is not distinct from theirs.${identifier(name)}`;
const paired = ({ measure, system, own, other, others }) => `select ours.query_id, ${others.map((name) => `ours.${identifier(name)}, `).join("")}ours.value,
    theirs.value as baseline_value, ours.value - theirs.value as difference from by_query as ours join by_query as theirs
    on ours.query_id = theirs.query_id and ours.measure = theirs.measure ${others.map(isSame).join(" ")}
    where ours.measure = ${literal(measure)} and ${ofSystem("ours", system, own)} and ${ofSystem("theirs", system, other)} and difference is not null`;

// The queries that differ most between two systems, or those with the lowest values.
export const moved = (pair) => query(pair.other
    ? `select * from (${paired(pair)}) where difference <> 0 order by abs(difference) desc, query_id limit ${MOST_MOVED}`
    : `select query_id, value from by_query where measure = ${literal(pair.measure)} and value is not null order by value, query_id limit ${MOST_MOVED}`);

// Differences from the largest loss to the largest gain; of many some, evenly spaced.
export async function differences(pair) {
    const found = await query(`with sorted as (select *, row_number() over (order by difference, query_id) - 1 as nth, count(*) over () as n from (${paired(pair)}))
        select query_id::varchar as query_id, value, baseline_value, difference, n from sorted where nth % greatest(1, n // ${MOST_BARS}) = 0 or nth = n - 1 order by nth`);
    return rowsOf(found);
}

// The first ranks of a query in each system, with their relevance.
export async function listsOf(queryId, tables, system) {
    const { run, judgments } = tables.mapping;
    const name = system ? `${identifier(system)}::varchar` : "''";
    const score = run.rank ? `-${identifier(run.rank)}` : identifier(run.score);
    return rowsOf(await query(`with graded as (select ${identifier(judgments.item_id)}::varchar as item_id, max(${identifier(judgments.relevance)}) as relevance
            from judgments where ${identifier(judgments.query_id)}::varchar = ${literal(queryId)} group by 1),
        listed as (select ${name} as system, ${identifier(run.item_id)} as item_id, max(${score}) as score
            from run where ${identifier(run.query_id)}::varchar = ${literal(queryId)} and ${score} is not null group by 1, 2),
        ranked as (select system, item_id::varchar as item_id, ${says("item_place", ["system"])} as place from listed)
        select system, place, ranked.item_id, relevance from ranked left join graded using (item_id) where place <= ${FIRST_RANKS} order by system, place`));
}
