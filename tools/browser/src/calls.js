// Calls of table macros in SQL that people write become the SQL that they stand for; DuckDB itself reads their arguments.
import { sqlOf } from "./macros.js";

// A text, a name, a comment, a word, or one sign.
const PIECE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--.*|\/\*[\s\S]*?\*\/|\$\$[\s\S]*?\$\$|\w+|[\s\S]/gy;
const CALL = /((?:from|join|,)\s+)(?:rankhouse\.)?(\w+)\s*\(/iy;

export function statementsOf(sql) {
    const found = [""];
    for (const piece of sql.match(PIECE) ?? []) piece === ";" ? found.push("") : (found[found.length - 1] += piece);
    return found.filter((each) => each.replace(/--.*|\/\*[\s\S]*?\*\//g, "").trim());
}

function endOf(sql, start) {
    let place = start, depth = 1;
    for (const piece of sql.slice(start).match(PIECE) ?? []) {
        place += piece.length;
        depth += { "(": 1, ")": -1 }[piece] ?? 0;
        if (!depth) return place;
    }
    throw new Error("a bracket is not closed");
}

// argumentsOf: what DuckDB reads the arguments of a call as. macros: the names of the table macros.
export async function expanded(sql, macros, argumentsOf) {
    let made = "";
    for (let place = 0; place < sql.length; ) {
        PIECE.lastIndex = CALL.lastIndex = place;
        const [piece] = PIECE.exec(sql), call = CALL.exec(sql), name = call?.[2].toLowerCase();
        if (call && Object.hasOwn(macros, name)) {
            const start = place + call[0].length;
            place = endOf(sql, start);
            made += `${call[1]}(${sqlOf(name, await argumentsOf(name, sql.slice(start, place - 1)))})`;
        } else {
            made += piece;
            place += piece.length;
        }
    }
    return made;
}
