// Calls of table macros in SQL that people write become the SQL that they stand for; DuckDB itself reads their arguments.
import { sqlOf } from "./macros.js";

const SKIPPED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--.*|\/\*[\s\S]*?\*\/|\$\$[\s\S]*?\$\$/y;
const CALL = /(from|join|,)(\s+)(?:rankhouse\.)?(\w+)\s*\(/iy;

// Where a text, a name or a comment that begins here ends; the same place where none does.
function skip(sql, place) {
    SKIPPED.lastIndex = place;
    return SKIPPED.test(sql) ? SKIPPED.lastIndex : place;
}

export function statementsOf(sql) {
    const found = [];
    let start = 0;
    for (let place = 0; place <= sql.length; ) {
        const after = skip(sql, place);
        if (after > place) place = after;
        else if (place === sql.length || sql[place] === ";") {
            found.push(sql.slice(start, place));
            start = ++place;
        } else place++;
    }
    return found.filter((each) => each.replace(/--.*|\/\*[\s\S]*?\*\//g, "").trim());
}

function endOf(sql, start) {
    for (let place = start, depth = 1; place < sql.length; ) {
        const after = skip(sql, place);
        if (after > place) { place = after; continue; }
        depth += { "(": 1, ")": -1 }[sql[place++]] ?? 0;
        if (!depth) return place;
    }
    throw new Error("a bracket is not closed");
}

// argumentsOf: what DuckDB reads the arguments of a call as. macros: the names of the table macros.
export async function expanded(sql, macros, argumentsOf) {
    let made = "";
    for (let place = 0; place < sql.length; ) {
        const after = skip(sql, place);
        CALL.lastIndex = place;
        const call = after === place && !/\w/.test(sql[place - 1] ?? "") && CALL.exec(sql);
        const name = call && call[3].toLowerCase();
        if (call && Object.hasOwn(macros, name)) {
            const start = place + call[0].length, end = endOf(sql, start);
            const given = await argumentsOf(name, sql.slice(start, end - 1));
            made += `${call[1]}${call[2]}(${sqlOf(name, given)})`;
            place = end;
        } else {
            made += sql.slice(place, Math.max(after, place + 1));
            place = Math.max(after, place + 1);
        }
    }
    return made;
}
