// The SQL of a page of the documentation, run from its top: each answer below its block, which the reader may change.
import { fresh, reason, run, start } from "./engine.js";
import { element } from "./page.js";
import { tableOf } from "./tables.js";

const MOST_ROWS = 200;
const codeOf = (block) => block.querySelector("code");

export async function runPage(blocks, button, said) {
    button.disabled = true;
    try {
        const versions = await start((share) => { said.textContent = `Loading DuckDB${share ? `, ${Math.round(100 * share)} %` : ""} …`; });
        const places = blocks.map((block, place) => placeOf(block, () => runUpTo(place)));
        // What a block needs stands above it, so a changed one runs with those above it, in a database without tables.
        async function runUpTo(last) {
            button.disabled = true;
            await fresh();
            let failed = 0;
            for (const [place, block] of blocks.slice(0, last + 1).entries()) failed += await answered(block, places[place]);
            button.disabled = false;
            said.textContent = `DuckDB ${versions.duckdb}, rankhouse ${versions.rankhouse}. `
                + (failed ? `${failed} of ${last + 1} blocks failed.` : "Change a block and run it again.");
        }
        button.onclick = () => runUpTo(blocks.length - 1);
        button.textContent = "Run all again";
        said.textContent = "Running …";
        await runUpTo(blocks.length - 1);
    } finally {
        button.disabled = false;
    }
}

function placeOf(block, runAgain) {
    const code = codeOf(block), again = element("button", { className: "md-button runs-again", textContent: "Run", onclick: runAgain });
    code.setAttribute("contenteditable", "plaintext-only");
    if (!code.isContentEditable) code.contentEditable = "true";
    code.spellcheck = false;
    code.setAttribute("aria-label", "SQL, which you may change");
    code.onkeydown = (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); again.click(); } };
    const place = element("div", { className: "runs-answer" });
    block.after(place, again);
    return place;
}

// Whether it failed, and what is shown of it.
async function answered(block, place) {
    try {
        let answer;
        for await (answer of run(codeOf(block).innerText, MOST_ROWS));
        place.replaceChildren(isAnswer(answer) ? tableOf(answer) : element("p", { textContent: "Done." }));
        return 0;
    } catch (problem) {
        place.replaceChildren(element("p", { className: "runs-wrong", textContent: reason(problem) }));
        return 1;
    }
}

// Statements that make something answer with nothing, or with a count.
const isAnswer = (answer) => answer?.columns.length && !["Count", "Success"].includes(answer.columns.join());
