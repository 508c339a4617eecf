// The settings: their controls, and a link that restores them, which holds no data.
import { catalogue } from "./engine.js";
import { $, element, visible } from "./page.js";

const measures = [];
// Commas and spaces that stand in no brackets.
const BETWEEN = /[\s,]+(?![^({]*[)}])/;
const SELECTS = { system: "s", baseline: "b", convention: "c", ties: "t", queries: "q" };
const AUTOMATIC = { convention: "rankhouse", ties: "the convention's", queries: "the convention's", system: "none", baseline: "none: every pair" };
// What a link asks for that the files have not yet been seen to have.
let wanted = new URLSearchParams(location.hash.slice(1));

export function prepare(changed) {
    const { measures: known, conventions, policies, defaults, sentences } = catalogue();
    for (const { names, cutoff, description } of known) {
        for (const name of names) $("known").append(element("option", { value: cutoff === "none" ? name : `${name}@10`, label: description }));
    }
    fill("convention", conventions);
    for (const [name, choices] of Object.entries(policies)) { fill(name, choices); $(name).parentElement.title = sentences[name]; }
    $("convention").parentElement.title = sentences.convention;
    $("measure").title = sentences.measures;
    (wanted.get("m")?.split(BETWEEN) ?? defaults).filter(Boolean).forEach(add);
    $("cutoffs").value = wanted.get("k") ?? "";
    for (const name of ["convention", ...Object.keys(policies)]) $(name).value = wanted.get(SELECTS[name]) ?? "";
    const take = () => { $("measure").value.split(BETWEEN).filter(Boolean).forEach(add); $("measure").value = ""; changed(); };
    $("measure").onchange = take;
    $("measure").onkeydown = (event) => { if (event.key === "Enter") { event.preventDefault(); take(); } };
    $("system").onchange = changed;
}

function add(name) {
    if (measures.includes(name)) return;
    measures.push(name);
    const button = element("button", { type: "button", textContent: visible(name), title: `Leave ${name} out` });
    button.onclick = () => { measures.splice(measures.indexOf(name), 1); button.parentElement.remove(); };
    $("measures").append(element("li", {}, button));
}

function fill(id, choices, chosen = $(id).value) {
    $(id).replaceChildren(element("option", { value: "", textContent: AUTOMATIC[id] }), ...choices.map((value) => element("option", { value, textContent: visible(value) })));
    $(id).value = choices.includes(chosen) ? chosen : "";
}

// Columns of the files to group by, and the one that tells systems apart. isSeveral: of several files it is the file's name.
export function offerColumns(names, isSeveral) {
    const before = settings(), asked = wanted.has("by") ? wanted.getAll("by") : before.by;
    fill("system", names, wanted.get("s") ?? (before.system || (isSeveral || names.includes("system") ? "system" : "")));
    $("by").replaceChildren(...names.filter((name) => name !== $("system").value).map((name) => {
        const box = element("input", { type: "checkbox", value: name, checked: asked.includes(name) });
        return element("label", {}, box, ` ${visible(name)}`);
    }));
}
export const offerSystems = (names) => fill("baseline", names, wanted.get("b") ?? ($("baseline").value || ""));
export const restored = () => { wanted = new URLSearchParams(); };

// Cutoffs are those of measures that take one and are written without.
function withCutoffs(name) {
    const cutoffs = $("cutoffs").value.split(/[\s,]+/).filter(Boolean), plain = name.split(/[@(]/)[0];
    const takes = catalogue().measures.some(({ names, cutoff }) => names.includes(plain) && cutoff !== "none");
    return name.includes("@") || !takes || !cutoffs.length ? [name] : cutoffs.map((cutoff) => `${name}@${cutoff}`);
}

export function settings() {
    const chosen = [...$("by").querySelectorAll("input:checked")].map((box) => box.value), system = $("system").value;
    return {
        ...Object.fromEntries(Object.keys(SELECTS).map((name) => [name, $(name).value])),
        measures: [...new Set(measures.flatMap(withCutoffs))], by: [...(system ? [system] : []), ...chosen.filter((name) => name !== system)],
    };
}

export function link() {
    const given = [["m", measures.join(" ")], ["k", $("cutoffs").value], ...Object.entries(SELECTS).map(([name, short]) => [short, $(name).value])];
    const by = settings().by.filter((name) => name !== $("system").value).map((name) => ["by", name]);
    return `${location.href.split("#")[0]}#${new URLSearchParams([...given, ...by].filter(([, value]) => value))}`;
}
