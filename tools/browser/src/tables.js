// Tables of answers, as people read them.
import { element, visible } from "./page.js";

const NOTHING = "–", MOST_DIGITS = 4;
const spelled = (value) => (value !== null && typeof value === "object" ? JSON.stringify(value) : String(value));

// As many decimals as an interval allows: two digits of its half.
export const digitsOf = (low, high) =>
    low === null || high === null || !(high > low) ? MOST_DIGITS : Math.min(MOST_DIGITS, Math.max(0, 1 - Math.floor(Math.log10((high - low) / 2))));

export function number(value, digits = MOST_DIGITS, hasSign = false) {
    if (value === null) return NOTHING;
    if (!Number.isFinite(value)) return String(value);
    const small = value !== 0 && digits === MOST_DIGITS && Math.abs(value) < 0.00005;
    const text = small ? value.toExponential(1)
        : value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace(/^-(0\.?0*)$/, "$1");
    return `${hasSign && value > 0 ? "+" : ""}${text}`.replaceAll("-", "−");
}
export const count = (value) => (value === null ? NOTHING : Number(value).toLocaleString("en-US"));
export const pValue = (value) => (value === null ? NOTHING : value > 0.9999 ? "> 0.9999" : value < 0.0001 ? "< 0.0001" : value.toFixed(4));
export const between = (low, high, digits = digitsOf(low, high), hasSign = false) =>
    low === null || high === null ? "" : `${number(low, digits, hasSign)} to ${number(high, digits, hasSign)}`;

const cellText = (value, kind) => (value === null ? "NULL" : kind === "number" ? number(value) : visible(spelled(value)));

// heads and rows: texts, elements, or {text, small, isNumber}.
export function tableOfCells(heads, rows, caption = "") {
    const cell = (tag, given) => {
        const { text, small, isNumber } = given instanceof Node || typeof given !== "object" || given === null ? { text: given } : given;
        const made = element(tag, isNumber ? { className: "number" } : {}, text instanceof Node ? text : element("bdi", { textContent: visible(text ?? NOTHING) }));
        if (small) made.append(element("small", { textContent: visible(small) }));
        if (tag === "th") made.scope = "col";
        return made;
    };
    const made = element("table", {}, caption ? element("caption", { textContent: caption }) : null,
        element("thead", {}, element("tr", {}, ...heads.map((head) => cell("th", head)))),
        element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((one) => cell("td", one))))));
    const region = element("div", { className: "scroll", tabIndex: 0 }, made);
    region.setAttribute("role", "region");
    region.setAttribute("aria-label", caption || "answer");
    return region;
}

export function tableOf({ columns, rows, kinds, count: all }) {
    const isNumber = kinds.map((kind) => kind !== "other");
    const made = tableOfCells(
        columns.map((text, place) => ({ text, isNumber: isNumber[place] })),
        rows.map((row) => row.map((value, place) => ({ text: cellText(value, kinds[place]), isNumber: isNumber[place] }))),
    );
    if (all > rows.length) made.append(element("p", { textContent: `The first ${count(rows.length)} of ${count(all)} rows.` }));
    return made;
}
