// Names and values as SQL and Python write them.
export const identifier = (name) => `"${String(name).replaceAll('"', '""')}"`;
export const literal = (text) => `'${String(text).replaceAll("'", "''")}'`;

export function sqlValue(value) {
    if (Array.isArray(value)) return `[${value.map(sqlValue).join(", ")}]`;
    if (value !== null && typeof value === "object") return `map {${Object.entries(value).map(([key, one]) => `${literal(key)}: ${sqlValue(one)}`).join(", ")}}`;
    return typeof value === "string" ? literal(value) : String(value);
}

export function pythonValue(value) {
    if (Array.isArray(value)) return `[${value.map(pythonValue).join(", ")}]`;
    if (value !== null && typeof value === "object") return `{${Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${pythonValue(one)}`).join(", ")}}`;
    // JSON escapes what Python escapes, in the same way, but for characters of two halves, which stand as they are.
    return typeof value === "string" ? JSON.stringify(value) : String(value);
}
