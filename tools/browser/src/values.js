// Values of Arrow as JSON has them. DuckDB-WASM's own cast of decimals is wrong within a struct.
import { Type } from "apache-arrow";

const UNITS = [1e3, 1, 1e-3, 1e-6];

// A whole number that a double cannot hold stays what it is, as text: it may be an id.
const whole = (value) => (value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value));

function decimal(words, scale) {
    const digits = BigInt.asIntN(32 * words.length, words.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n));
    return scale ? Number(digits) / 10 ** scale : whole(digits);
}

const time = (value) => new Date(Number(value)).toISOString().replace("T", " ").replace(/(\.000)?Z$/, "");

export function plain(value, type) {
    if (value === null || value === undefined) return null;
    const [first] = type.children ?? [];
    switch (type.typeId) {
        case Type.Decimal: return decimal(value, type.scale);
        case Type.Date: return time(value).slice(0, 10);
        case Type.Timestamp: return time(value);
        case Type.Time: return time(Number(value) * UNITS[type.unit]).slice(11);
        case Type.List: return Array.from(value, (one) => plain(one, first.type));
        case Type.Struct: return Object.fromEntries(type.children.map((each) => [each.name, plain(value[each.name], each.type)]));
        case Type.Map: return Object.fromEntries(Array.from(value, ([key, one]) => [key, plain(one, first.type.children[1].type)]));
        case Type.Dictionary: return plain(value, type.dictionary);
        default: return typeof value === "bigint" ? whole(value) : value;
    }
}

// An answer as its columns' names and its rows; by place, because two columns may have one name.
export function answerOf(table, most = Infinity) {
    const fields = table.schema.fields;
    const vectors = fields.map((_, place) => table.getChildAt(place));
    const rows = Array.from({ length: Math.min(table.numRows, most) }, (_, row) =>
        vectors.map((vector, place) => plain(vector.get(row), fields[place].type)));
    const kinds = fields.map(({ type }) => ({ [Type.Int]: "whole", [Type.Float]: "number", [Type.Decimal]: type.scale ? "number" : "whole" })[type.typeId] ?? "other");
    return { columns: fields.map((field) => field.name), rows, kinds, count: table.numRows };
}
