// "Run in this page": a button on pages whose SQL runs. What it needs is loaded when it is pressed.
const offer = () => {
    const blocks = [...document.querySelectorAll("article .runs")];
    if (!blocks.length || document.querySelector(".runs-offer")) return;
    const [offered, button, said] = ["p", "button", "span"].map((tag) => document.createElement(tag));
    offered.className = "runs-offer";
    Object.assign(button, { className: "md-button", textContent: "Run in this page" });
    said.textContent = "The SQL of this page, in your browser: loads DuckDB, 10 MB, once.";
    said.setAttribute("role", "status");
    offered.append(button, said);
    blocks[0].before(offered);
    button.onclick = async () => {
        try {
            const { lacks } = await import("./support.js");
            if (lacks()) said.textContent = lacks();
            else await (await import("./documentation.js")).runPage(blocks, button, said);
        } catch (problem) {
            said.textContent = `The page could not be run: ${problem.message ?? problem}`;
        }
    };
};

// Pages of the site take one another's place without being loaded anew.
if (window.document$) window.document$.subscribe(offer);
else offer();
