// `node in_firefox.mjs MODULES FIREFOX ADDRESS RUN... JUDGMENTS`: what both pages show in Firefox, as JSON.
import { createRequire } from "node:module";

const [modules, executablePath, address, ...files] = process.argv.slice(2);
const puppeteer = createRequire(`${modules}/`)("puppeteer-core");
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
const page = await browser.newPage(), found = { wrong: [] };
page.on("pageerror", (error) => found.wrong.push(String(error)));

async function said(selector, wanted) {
    for (let tries = 0; tries < 240; tries++) {
        const text = await page.$eval(selector, (each) => each.textContent).catch(() => "");
        if (wanted.test(text)) return text;
        await new Promise((done) => setTimeout(done, 250));
    }
    throw new Error(`${selector} does not say ${wanted}: ${await page.$eval(selector, (each) => each.textContent)}`);
}

try {
    await page.goto(`${address}evaluate/#m=ndcg%4010+map`);
    await said("#state", /Ready/);
    await (await page.$("#runs")).uploadFile(...files.slice(0, -1));
    await said("#state", /Now the judgments/);
    await (await page.$("#judgments")).uploadFile(files.at(-1));
    await said("#state", / s\.$/);
    await page.waitForSelector("[data-chart=differences] svg");
    found.values = await page.evaluate(async () => {
        const engine = await import(new URL("../browser/engine.js", document.baseURI));
        return (await engine.query("select system, measure, query_id, value from by_query order by all")).rows;
    });
    await page.goto(`${address}start/duckdb/`);
    await (await page.waitForSelector(".runs-offer button")).click();
    found.documentation = await said(".runs-offer span", /run it again|failed/);
} finally {
    await browser.close();
}
process.stdout.write(JSON.stringify(found));
