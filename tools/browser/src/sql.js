// Names and values as SQL and Python write them.
export const identifier = (name) => `"${String(name).replaceAll('"', '""')}"`;
export const literal = (text) => `'${String(text).replaceAll("'", "''")}'`;

const writer = (text, before) => function written(value) {
    if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
    if (typeof value === "object") return `${before}{${Object.entries(value).map(([key, one]) => `${text(key)}: ${written(one)}`).join(", ")}}`;
    return typeof value === "string" ? text(value) : String(value);
};
export const sqlValue = writer(literal, "map ");
// JSON escapes what Python escapes, in the same way, but for characters of two halves, which stand as they are.
export const pythonValue = writer(JSON.stringify, "");
