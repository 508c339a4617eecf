import { lacks } from "./support.js";

// "Run in this page": a button on pages whose SQL runs. What it needs is loaded when it is pressed.
const offer = () => {
    const blocks = [...document.querySelectorAll("article .runs")];
    if (!blocks.length || document.querySelector(".runs-offer")) return;
    const offered = document.createElement("p"), button = document.createElement("button"), said = document.createElement("span");
    offered.className = "runs-offer";
    button.className = "md-button";
    button.textContent = "Run in this page";
    said.textContent = "The SQL of this page, in your browser: loads DuckDB, 9 MB, once.";
    said.setAttribute("role", "status");
    offered.append(button, said);
    blocks[0].before(offered);
    button.onclick = async () => {
        if (lacks()) { said.textContent = lacks(); return; }
        try {
            const { runPage } = await import("./documentation.js");
            await runPage(blocks, button, said);
        } catch (problem) {
            said.textContent = `The page could not be run: ${problem.message ?? problem}`;
        }
    };
};

// Pages of the site take one another's place without being loaded anew.
if (window.document$) window.document$.subscribe(offer);
else offer();
