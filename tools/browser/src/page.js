// Elements of a page. Text of data is only ever set as text.
export const $ = (id) => document.getElementById(id);

export function element(tag, properties = {}, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
}

// What moves or hides other text is shown as its code.
export const visible = (text) => String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu,
    (sign) => `\\u${sign.codePointAt(0).toString(16).padStart(4, "0")}`);

export function save(content, name, type) {
    const link = element("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
