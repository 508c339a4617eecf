"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const state = { m: 0, p: data.firstPair, s: 0, systems: data.systems.map(() => true), unit: null };
  const $ = (selector, from) => (from || document).querySelector(selector);
  const all = (selector, from) => [...(from || document).querySelectorAll(selector)];
  const make = (tag, properties, ...children) => {
    const made = Object.assign(document.createElement(tag), properties || {});
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  };

  // Numbers as the tables of the page have them.
  const NOTHING = "–";
  const number = (value) => {
    if (value === null || value === undefined || Number.isNaN(value)) return NOTHING;
    const text = value !== 0 && Math.abs(value) < 0.00005 ? value.toExponential(1)
      : value.toLocaleString("en-US", { minimumFractionDigits: 4, maximumFractionDigits: 4 }).replace(/^-(0\.0+)$/, "$1");
    return text.replaceAll("-", "−");
  };
  const signed = (value) => (value > 0 ? "+" : "") + number(value);
  // Sums of weights are broken numbers.
  const counted = (value) => Number.isInteger(value) ? value.toLocaleString("en-US") : number(value);
  // Text that moves or hides other text is shown as its code, as in the charts.
  // But for what makes one emoji of two.
  const visible = (text) => text.replace(/(?<=[\p{So}\p{Sk}\uFE0F])(\u200D)(?=\p{So})|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu,
    (sign, joins) => joins ?? "\\u" + sign.codePointAt(0).toString(16).padStart(4, "0"));

  // A name: left to itself by the text around it, and cut by the style sheet, with the whole in a tooltip.
  const LONG = 30;
  const isLong = (text) => (text || "").length > LONG;
  const named = (text) => make("bdi", { textContent: visible(text), title: isLong(text) ? visible(text) : "" });
  const nameCell = (tag, properties, text, ...children) =>
    make(tag, { ...properties, className: `${properties.className || "name"}${isLong(text) ? " long" : ""}` }, named(text), ...children);

  // What scrolls can be focused, and is named.
  const region = (label, ...children) => {
    const made = make("div", { className: "scroll", tabIndex: 0 }, ...children);
    made.setAttribute("role", "region");
    made.setAttribute("aria-label", label);
    return made;
  };

  // Colours: those of the system, or the ones chosen here.
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  let theme = "auto";
  try { theme = localStorage.getItem("rankhouse-theme") || "auto"; } catch (_) { /* A file may have no storage. */ }
  const isDark = () => (theme === "auto" ? dark.matches : theme === "dark");
  const dress = () => {
    if (theme === "auto") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.dataset.theme = theme;
    all("[data-theme]", $(".theme")).forEach((button) =>
      button.setAttribute("aria-pressed", String(button.dataset.theme === theme)));
  };

  // Charts.
  const pairs = new Map();
  data.systems.forEach((own, i) => data.systems.forEach((other, j) => pairs.set(`${visible(own)} − ${visible(other)}`, [i, j])));
  const places = new Map(data.systems.map((name, place) => [visible(name), place]));
  const isShown = (row) => {
    if (row.pair !== undefined && pairs.has(row.pair)) return pairs.get(row.pair).every((place) => state.systems[place]);
    const place = places.get(row.system);
    return place === undefined || state.systems[place];
  };
  const unpacked = data.rows.map(({ fields, rows }) =>
    rows.map((row) => Object.fromEntries(fields.map((field, place) => [field, row[place]]))));
  const filled = (node) => {
    if (Array.isArray(node)) return node.map(filled);
    if (node === null || typeof node !== "object") return node;
    return Object.fromEntries(Object.entries(node).map(([key, value]) =>
      key === "data" && value && value.rows !== undefined
        ? [key, { values: unpacked[value.rows].filter(isShown).map((row) => ({ ...row })) }]
        : [key, filled(value)]));
  };
  // A panel of a system that is not shown goes; a name that is left alone keeps its colour.
  const panelled = (spec) => {
    if (!spec.vconcat) return spec;
    const isFull = (view) => {
      const rows = [view, ...(view.layer || [])].flatMap((each) => (each.data && each.data.values) || []);
      return rows.length > 1 || rows.some((row) => !("at" in row));
    };
    return { ...spec, vconcat: spec.vconcat.filter(isFull) };
  };
  const chosen = (name) => {
    const variants = data.figures[name] || [];
    const fits = (variant, keys) => keys.every((key) => variant[key] === undefined || variant[key] === state[key]);
    return variants.find((variant) => fits(variant, ["m", "p", "s"]))
      || variants.find((variant) => fits(variant, ["m", "p"]) && !variant.s)
      || variants.find((variant) => fits(variant, ["p", "s"]) && !variant.m)
      || null;
  };
  // A system has its colour and its shape in every chart, whichever systems it shows.
  const placeOf = (name) => (typeof name === "string" ? places.get(name) ?? places.get(name.replace(/ better$/, "")) : undefined);
  const dressed = (node, config) => {
    if (node === null || typeof node !== "object") return;
    Object.entries(node).forEach(([key, value]) => {
      const range = {
        color: config.range.category, fill: config.range.category, stroke: config.range.category, shape: config.range.symbol,
      }[key];
      const domain = value?.scale?.domain;
      if (range && Array.isArray(domain) && domain.every((name) => placeOf(name) !== undefined)) {
        value.scale = { ...value.scale, range: domain.map((name) => range[placeOf(name) % range.length]) };
      } else if (key !== "values") dressed(value, config);
    });
  };
  const stack = (node) => {
    if (node === null || typeof node !== "object") return;
    Object.entries(node).forEach(([key, value]) => {
      if (key === "legend" && value) value.columns = 1;
      else if (key !== "values") stack(value);
    });
  };
  const views = new Map();
  const drawn = async (figure) => {
    const name = figure.dataset.figure, variant = chosen(name), place = $(".plot", figure);
    const turn = (views.get(figure)?.turn || 0) + 1;
    views.get(figure)?.result?.finalize();
    views.set(figure, { turn });
    if (!variant) {
      place.replaceChildren(make("p", { className: "note", textContent: "Nothing to draw for this choice." }));
      return;
    }
    $("h3", figure).textContent = variant.title;
    const among = state.s && variant.s === state.s ? ` Among ${data.subsets[state.s].join(" ")}.`
      : state.s && !variant.s && !/^segment-|^classifier|^learning/.test(name) ? " Among all queries." : "";
    $(".subtitle", figure).textContent = (variant.subtitle + among).trim();
    const words = $(".words", figure);
    words.textContent = variant.words || variant.description;
    words.classList.toggle("unseen", !variant.words);
    const width = Math.max(220, Math.floor(place.clientWidth));
    const config = structuredClone(isDark() ? data.dark : data.light);
    config.background = "transparent";
    // Laid out where it is seen, so in the page's own font.
    const font = getComputedStyle(document.body).fontFamily;
    [config, ...Object.values(config.style)].forEach((each) => { if (each.font) each.font = font; });
    config.padding = { left: 0, right: 6, top: 6, bottom: 6 };
    config.axis = { ...config.axis, labelLimit: Math.min(170, Math.round(width * 0.36)) };
    config.legend = { ...config.legend, labelLimit: Math.min(220, Math.round(width * 0.5)) };
    config.title = { ...config.title, limit: width - 60 };
    const spec = panelled(filled(data.specs[variant.spec]));
    dressed(spec, config);
    // A panel of one system has bars of its colour.
    for (const { mark, data: own } of (spec.vconcat || []).flatMap((view) => view.layer || [])) {
      const place = places.get(own?.values?.[0]?.system);
      if (mark?.type === "bar" && place !== undefined) mark.color = config.range.category[place % config.range.category.length];
    }
    spec.description = `${variant.title}. ${variant.description}`;
    const draw = (inner) => {
      const { autosize, ...rest } = spec;
      const sized = spec.vconcat
        ? { ...rest, vconcat: spec.vconcat.map((view) => ({ ...view, width: inner })) }
        : { ...rest, width: inner };
      const host = document.createElement("div");
      return vegaEmbed(host, sized, {
        renderer: "svg", ast: true, actions: false, config, tooltip: { theme: "custom", id: "vg-tooltip-element", offsetX: 12, offsetY: 12, formatTooltip },
        logLevel: 1,
      }).then((result) => ({ result, host }));
    };
    // Only when it is drawn one knows how wide axes and legends are; names that do not fit side by side stand below
    // each other.
    let inner = width - 70, made = await draw(inner);
    const over = () => Number($("svg", made.host).getAttribute("width")) - width;
    for (const step of ["fit", "stack", "fit"]) {
      if (step === "fit" ? Math.abs(over()) <= 1 : over() <= 1) continue;
      if (step === "stack") { config.legend.columns = 1; stack(spec); inner = width - 70; } else { inner -= over(); }
      made.result.finalize();
      made = await draw(inner);
    }
    if (views.get(figure).turn !== turn) { made.result.finalize(); return; }
    views.set(figure, { turn, result: made.result, variant });
    place.replaceChildren(made.host);
    const svg = $("svg", made.host);
    svg?.setAttribute("role", "img");
    svg?.setAttribute("aria-label", spec.description);
    made.result.view.addEventListener("click", (_, item) => {
      const unit = item?.datum?.query_id;
      if (unit !== undefined && unit !== null) openLists(unitOf(unit), true);
    });
    figure.dataset.ready = String(turn);
  };
  const formatTooltip = (value, clean) => {
    if (typeof value !== "object" || value === null) return clean(String(value));
    const rows = Object.entries(value).map(([key, each]) =>
      `<tr><td class="key">${clean(key)}</td><td>${clean(each === null || each === undefined || each === "null" ? NOTHING : String(each))}</td></tr>`);
    return `<table>${rows.join("")}</table>`;
  };
  const drawAll = async () => { for (const figure of all("[data-figure]")) await drawn(figure); };

  // The data of a chart: the rows that have the most in them, of all its panels.
  const csvOf = (figure) => {
    const variant = chosen(figure.dataset.figure);
    const found = [];
    const collect = (node) => {
      if (Array.isArray(node)) node.forEach(collect);
      else if (node && typeof node === "object") Object.entries(node).forEach(([key, value]) =>
        key === "data" && value && value.rows !== undefined ? found.includes(value.rows) || found.push(value.rows) : collect(value));
    };
    collect(data.specs[variant.spec]);
    const size = (place) => data.rows[place].fields.length * data.rows[place].rows.length;
    const widest = found.reduce((best, place) => (size(place) > size(best) ? place : best), found[0]);
    const fields = data.rows[widest].fields;
    const rows = found.filter((place) => String(data.rows[place].fields) === String(fields))
      .flatMap((place) => unpacked[place].filter(isShown));
    const quoted = (value) => {
      if (value === null || value === undefined) return "";
      const text = String(value);
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    };
    return [fields, ...rows.map((row) => fields.map((field) => row[field]))]
      .map((row) => row.map(quoted).join(",")).join("\r\n") + "\r\n";
  };
  const save = (text, type, name) => {
    const link = make("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  };

  // Tables.
  const filterTables = () => {
    all('table[id^="table-"] tbody tr').forEach((row) => {
      const systems = (row.dataset.systems || "").split(" ").filter(Boolean).map(Number);
      row.hidden = !(systems.every((place) => state.systems[place]) && isOfSegment(row));
    });
    all("main th[data-system], main td[data-system]").forEach((cell) => { cell.hidden = !state.systems[Number(cell.dataset.system)]; });
  };
  // Sentences that are true of all queries, or of one segment alone.
  const rewrite = () => all("[data-among]").forEach((each) => {
    each.hidden = each.dataset.among === "all" ? !state.s : each.dataset.among !== String(state.s);
  });
  const isOfSegment = (row) => {
    const body = row.closest("tbody");
    const has = body.querySelector(`tr[data-s="${state.s}"]`) !== null;
    return has ? row.dataset.s === String(state.s) : row.dataset.s === undefined;
  };

  // Queries that moved most, and their lists.
  const isCompared = data.pairs.length > 0;
  const rankedItems = (unit, system) => data.lists[unit].filter((row) => row[2 + system] !== null).sort((a, b) => a[2 + system] - b[2 + system]);
  const unitOf = (shown) => Object.keys(data.lists).find((unit) => visible(unit) === String(shown)) ?? String(shown);
  const movedTable = () => {
    const table = $("#moved");
    if (!table) return;
    const found = data.moved.find((one) => one.m === state.m && (!isCompared || one.p === state.p));
    const [column, value] = data.subsets[state.s] || ["", ""];
    const place = data.groupNames.indexOf(column);
    const rows = (found?.rows || []).filter(([unit]) => !state.s || (data.groups[unit]?.[place] ?? NOTHING) === value);
    const measure = data.measures[state.m];
    const [own, other] = isCompared ? data.pairs[state.p].map((name) => data.systems.indexOf(name)) : [0, -1];
    $(".moved .subtitle").replaceChildren(`By ${measure}`,
      ...(isCompared ? [", ", named(data.systems[own]), " against ", named(data.systems[other])] : []),
      `: ${rows.length} of ${counted(found?.n || 0)} queries.`);
    // Figures first: a telephone shows them beside the query.
    const ofFigures = isCompared ? ["difference", data.systems[own], data.systems[other]] : [measure];
    const head = make("thead", {}, make("tr", {}, nameCell("th", { scope: "col" }, "query"),
      ...ofFigures.map((text) => nameCell("th", { scope: "col", className: "figure" }, text)),
      ...data.groupNames.map((text) => nameCell("th", { scope: "col" }, text))));
    const body = make("tbody", {}, ...rows.map(([unit, difference, mine, theirs]) => {
      const button = make("button", { type: "button" }, named(unit));
      button.dataset.unit = unit;
      button.setAttribute("aria-pressed", String(unit === state.unit));
      const arrow = difference > 0 ? "▲ " : difference < 0 ? "▼ " : "";
      const figures = isCompared
        ? [make("td", { className: `figure ${difference > 0 ? "up" : "down"}`, textContent: arrow + signed(difference) }),
          make("td", { className: "figure", textContent: number(mine) }), make("td", { className: "figure", textContent: number(theirs) })]
        : [make("td", { className: "figure", textContent: number(mine) })];
      return make("tr", {},
        make("th", { scope: "row", className: `name${isLong(unit) ? " long" : ""}` }, data.lists[unit] ? button : named(unit)), ...figures,
        ...data.groupNames.map((_, at) => nameCell("td", {}, data.groups[unit]?.[at] ?? NOTHING)));
    }));
    const width = 1 + ofFigures.length + data.groupNames.length;
    if (!rows.length) body.append(make("tr", {}, make("td", { className: "name", colSpan: width, textContent: "None of them is in the file." })));
    table.replaceChildren(head, body);
  };
  const graded = (relevance) => (relevance === null ? "not judged" : relevance > 0 ? `● ${relevance}` : `○ ${relevance}`);
  const openLists = (unit, moves) => {
    const place = $("#lists");
    if (!place) return;
    state.unit = unit;
    all("#moved button").forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.unit === unit)));
    const head = make("h4", {}, "Query ", named(unit));
    if (!data.lists[unit]) {
      place.replaceChildren(head, make("p", { className: "note", textContent: "Its rankings are not in the file, which has those of the queries that moved most." }));
    } else {
      place.replaceChildren(head, ...sideBySide(unit));
    }
    if (moves) { place.scrollIntoView({ block: "nearest" }); place.focus({ preventScroll: true }); }
  };
  const sideBySide = (unit) => {
    const [own, other] = isCompared ? data.pairs[state.p].map((name) => data.systems.indexOf(name)) : [0, -1];
    const mine = rankedItems(unit, own), theirs = other < 0 ? [] : rankedItems(unit, other);
    const last = Math.min(20, Math.max(...mine.map((row) => row[2 + own]), ...theirs.map((row) => row[2 + other]), 0));
    const at = (rows, system, rank) => rows.find((row) => row[2 + system] === rank);
    const heads = ["rank", ...(other < 0 ? [] : [data.systems[other], "relevance"]), data.systems[own], "relevance", ...(other < 0 ? [] : ["moved"])];
    const names = new Set([data.systems[own], data.systems[other], "relevance"]);
    const body = make("tbody");
    for (let rank = 1; rank <= last; rank += 1) {
      const left = other < 0 ? null : at(theirs, other, rank), right = at(mine, own, rank);
      const cells = [make("th", { scope: "row", className: "figure", textContent: String(rank) })];
      const item = (row) => cells.push(
        nameCell("td", {}, row ? row[0] : NOTHING),
        make("td", { className: "name grade", textContent: row ? graded(row[1]) : NOTHING }));
      if (other >= 0) item(left);
      item(right);
      if (other >= 0) {
        const before = right ? right[2 + other] : null;
        const by = before === null || before === undefined ? null : before - rank;
        const text = !right ? NOTHING : by === null ? "new" : by > 0 ? `▲ ${by}` : by < 0 ? `▼ ${-by}` : "=";
        cells.push(make("td", { className: `figure ${by > 0 ? "up" : by < 0 ? "down" : ""}`, textContent: text }));
      }
      body.append(make("tr", {}, ...cells));
    }
    const table = make("table", {}, make("caption", { textContent: "Rankings side by side" }),
      make("thead", {}, make("tr", {}, ...heads.map((text) => nameCell("th", { scope: "col", className: names.has(text) ? "name" : "figure" }, text)))), body);
    const legend = other < 0 ? "● relevant, ○ not relevant."
      : "● relevant, ○ not relevant; ▲ and ▼: how many ranks higher or lower than in the other list; new: not in it.";
    return [region(`Rankings of query ${visible(unit)}`, table), make("p", { className: "note", textContent: legend })];
  };

  // The confusion matrix at a threshold.
  const slider = $("#threshold");
  const share = (part, whole) => (whole ? part / whole : null);
  const matrices = () => {
    if (!slider) return;
    const { thresholds, systems, counts } = data.confusion, place = Number(slider.value);
    const shown = Number(thresholds[place].toPrecision(6)).toString();
    $("#threshold-value").textContent = shown;
    slider.setAttribute("aria-valuetext", `score of ${shown}`);
    $(".matrices").replaceChildren(...systems.map((name, at) => {
      const known = places.get(visible(name));
      if (known !== undefined && !state.systems[known]) return null;
      const [tp, fp, fn, tn] = counts[at][place];
      const cell = (count, words, kind) => make("td", { className: kind }, counted(count), make("span", { className: "small", textContent: words }));
      const head = (text) => make("th", { scope: "col", textContent: text });
      const row = (text, ...cells) => make("tr", {}, make("th", { scope: "row", className: "name", textContent: text }), ...cells);
      const figures = [["precision", share(tp, tp + fp)], ["recall", share(tp, tp + fn)], ["f1", share(2 * tp, 2 * tp + fp + fn)],
        ["accuracy", share(tp + tn, tp + fp + fn + tn)], ["false positive rate", share(fp, fp + tn)]];
      return make("div", { className: "matrix" }, name ? make("h4", {}, named(name)) : null,
        region(name ? `Confusion matrix of ${visible(name)}` : "Confusion matrix", make("table", {}, make("thead", {}, make("tr", {}, make("td"), head("predicted positive"), head("predicted negative"))),
          make("tbody", {}, row("positive", cell(tp, "true positives", "right"), cell(fn, "false negatives", "wrong")),
            row("negative", cell(fp, "false positives", "wrong"), cell(tn, "true negatives", "right"))))),
        make("dl", {}, ...figures.map(([label, value]) => make("div", {}, make("dt", { textContent: label }), make("dd", { textContent: number(value) })))));
    }).filter(Boolean));
  };

  // What is chosen.
  const tell = () => {
    const place = $(".state");
    if (!place) return;
    const n = state.systems.filter(Boolean).length;
    const [column, value] = data.subsets[state.s] || [];
    const segment = state.s ? [column, " ", named(value)] : ["all queries"];
    const systems = data.systems.length > 1 ? [`, ${n} of ${data.systems.length} systems`] : [];
    place.replaceChildren("Shown: ", ...(data.measures.length ? [`${data.measures[state.m]}, `] : []), ...segment, ...systems, ".");
  };
  const update = () => { rewrite(); filterTables(); movedTable(); matrices(); tell(); if (state.unit) openLists(state.unit, false); return drawAll(); };

  all("button", $(".theme")).forEach((button) => button.addEventListener("click", () => {
    theme = button.dataset.theme;
    try { localStorage.setItem("rankhouse-theme", theme); } catch (_) { /* as above */ }
    dress();
    drawAll();
  }));
  dark.addEventListener("change", () => { if (theme === "auto") drawAll(); });
  const form = $("#filters");
  form?.addEventListener("submit", (event) => event.preventDefault());
  form?.addEventListener("change", (event) => {
    const boxes = all('input[name="system"]', form);
    if (boxes.length && !boxes.some((box) => box.checked)) event.target.checked = true;
    boxes.forEach((box) => { state.systems[Number(box.value)] = box.checked; });
    state.m = Number($("#measure")?.value || 0);
    state.p = Number($("#pair")?.value || 0);
    state.s = Number($("#subset")?.value || 0);
    update();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    const figure = button?.closest("[data-figure]");
    if (button?.dataset.unit !== undefined) openLists(button.dataset.unit, window.innerWidth < 1240);
    else if (figure && button.dataset.csv !== undefined) save(csvOf(figure), "text/csv;charset=utf-8", `${figure.dataset.figure}.csv`);
    else if (figure && button.dataset.svg !== undefined) {
      views.get(figure)?.result?.view.toSVG().then((text) => save(text, "image/svg+xml", `${figure.dataset.figure}.svg`));
    }
  });
  if (slider) {
    // At the highest F1 of the first system.
    slider.max = String(data.confusion.thresholds.length - 1);
    slider.value = String(data.confusion.first);
    slider.addEventListener("input", matrices);
  }
  if (window.innerWidth < 1040) all("nav details").forEach((details) => { details.open = false; });
  window.addEventListener("beforeprint", () => all("details.doubts").forEach((details) => { details.open = true; }));
  let width = window.innerWidth, waiting = 0;
  window.addEventListener("resize", () => {
    if (window.innerWidth === width) return;
    width = window.innerWidth;
    clearTimeout(waiting);
    waiting = setTimeout(drawAll, 150);
  });
  dress();
  // Where there is room beside the list, it is not left empty.
  const first = data.moved.find((one) => one.m === state.m && (!isCompared || one.p === state.p))?.rows[0]?.[0];
  if (window.innerWidth >= 1240 && data.lists[first]) state.unit = first;
  update().then(() => { document.documentElement.dataset.ready = "true"; });
})();
