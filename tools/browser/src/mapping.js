// Which column is which, where the names of a file differ from ours.
import { OURS, advice } from "./inputs.js";
import { element, visible } from "./page.js";

// The controls of a side; `mapping` is changed by them, and `changed` called.
export function controlsOf(side, columns, mapping, changed) {
    const options = () => columns.map(({ name }) => element("option", { value: name, textContent: visible(name) }));
    const fields = OURS[side].map((ours) => {
        const isOrder = ours === "score", rank = element("input", { type: "checkbox", checked: Boolean(mapping.rank) });
        const select = element("select", {}, element("option", { value: "", textContent: "–" }), ...options());
        select.value = mapping[ours] || (isOrder && mapping.rank) || "";
        select.onchange = rank.onchange = () => {
            if (isOrder) Object.assign(mapping, rank.checked ? { score: "", rank: select.value } : { score: select.value, rank: "" });
            else mapping[ours] = select.value;
            changed();
        };
        return element("label", { className: "field" }, `${ours} `, select, isOrder ? element("span", {}, rank, " it is a rank: 1 comes first") : null);
    });
    const isPlain = OURS[side].every((ours) => mapping[ours] === ours);
    return element("details", { className: "columns", open: !isPlain },
        element("summary", { textContent: `Columns of the ${side === "run" ? "runs" : side}` }),
        element("div", { className: "fields" }, ...fields),
        ...advice(side, columns, mapping).map((text) => element("p", { className: "wrong", textContent: visible(text) })));
}

export const isComplete = (side, mapping) => OURS[side].every((ours) => mapping[ours] || (ours === "score" && mapping.rank));
