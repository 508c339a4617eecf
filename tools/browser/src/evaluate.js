// "Evaluate in the browser": what a browser that cannot run the page says, and the page itself.
import { lacks } from "./support.js";

const say = (text) => Object.assign(document.getElementById("state"), { textContent: text, className: "wrong" });

if (lacks()) say(lacks());
else import("./evaluate_page.js").catch((problem) => say(`The page could not be loaded: ${problem.message ?? problem}`));
