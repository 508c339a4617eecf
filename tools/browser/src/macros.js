// The package's macros, as Lua: they write the SQL of a call, or say why it is refused.
import { LuaFactory } from "wasmoon";
import { at, unpacked } from "./files_of_site.js";

let lua;

export async function startMacros() {
    const [reader, machine] = await Promise.all([
        unpacked("reader.json.gz").then((found) => new Response(found).json()),
        new LuaFactory(at("lua.wasm")).createEngine(),
    ]);
    machine.doStringSync("TEXTS = {} function give(name, text) TEXTS[name] = text end");
    const give = machine.global.get("give");
    Object.entries(reader.chunks).forEach(([name, text]) => give(name, text));
    machine.doStringSync(reader.setup);
    lua = machine.global;
    return reader;
}

function asked(name, macro, given) {
    const found = lua.get(name)(macro, JSON.stringify(given));
    if (found.startsWith("-")) throw new Error(found.slice(1));
    return found.slice(1);
}

export const sqlOf = (macro, call) => asked("rankhouse_sql", macro, call);
export const says = (macro, ...given) => asked("rankhouse_says", macro, given);
