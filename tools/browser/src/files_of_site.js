// What is loaded of the site, from the folder of this script.
export const at = (file) => new URL(file, import.meta.url).href;

export async function fetched(file) {
    const found = await fetch(at(file)).catch(() => { throw new Error(`${file} could not be loaded: is there a network?`); });
    if (!found.ok) throw new Error(`${file} could not be loaded: ${found.status} ${found.statusText}`);
    return found;
}

// told: what hears which share has been loaded. Packed in the site, because not every host packs what it sends.
export async function unpacked(file, told = () => {}) {
    const found = await fetched(file), total = Number(found.headers.get("content-length"));
    let seen = 0;
    const transform = (chunk, stream) => { told(total ? (seen += chunk.length) / total : 0); stream.enqueue(chunk); };
    return found.body.pipeThrough(new TransformStream({ transform })).pipeThrough(new DecompressionStream("gzip"));
}
