// What this browser lacks, in a sentence; nothing where all is there. Apart from what it is about, which fails when it is loaded.
export function lacks() {
    if (typeof WebAssembly !== "object") return "This browser has no WebAssembly, or does not allow it, and DuckDB runs in it.";
    if (typeof Worker !== "function" || typeof DecompressionStream !== "function") return "This browser is too old: it cannot unpack DuckDB.";
    return "";
}
