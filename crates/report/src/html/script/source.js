// The text of the model with what is executed marked in it.

const sourceView = { shown: -1, lines: [], marked: [] };

const TOKEN =
  /(\/\*.*?(?:\*\/|$)|\/\/.*$)|("(?:[^"\\]|\\.)*")|(^\s*#\s*\w+)|\b(active|assert|atomic|bit|bool|break|byte|chan|d_step|do|else|empty|enabled|eval|false|fi|full|goto|hidden|if|init|inline|int|len|local|ltl|mtype|nempty|never|nfull|notrace|od|of|pid|printf|printm|priority|proctype|provided|return|run|select|short|show|skip|timeout|trace|true|typedef|unless|unsigned|xr|xs)\b|(\b\d+\b)/g;
const TOKEN_CLASSES = ["comment", "string", "directive", "keyword", "number"];

/** Ranges of a line with their class, ascending and apart: [from, to, class]. */
function tokensOf(line, isInComment) {
  const tokens = [];
  let from = 0;
  if (isInComment) {
    const end = line.indexOf("*/");
    from = end < 0 ? line.length : end + 2;
    tokens.push([0, from, "comment"]);
    if (end < 0) return { tokens, isInComment: true };
  }
  let opens = false;
  TOKEN.lastIndex = from;
  for (let match = TOKEN.exec(line); match !== null; match = TOKEN.exec(line)) {
    const group = match.slice(1).findIndex((part) => part !== undefined);
    tokens.push([match.index, match.index + match[0].length, TOKEN_CLASSES[group]]);
    opens = match[0].startsWith("/*") && (match[0].length < 4 || !match[0].endsWith("*/"));
  }
  return { tokens, isInComment: opens };
}

/** The nodes of a line: cut at the ends of tokens and of marks. */
function lineNodes({ text, tokens }, marks) {
  const cuts = new Set([0, text.length, ...tokens.flatMap(([from, to]) => [from, to]), ...marks.flatMap(([from, to]) => [from, to])]);
  const points = [...cuts].filter((point) => point <= text.length).sort((one, other) => one - other);
  const covers = (from, to) => ([start, end]) => start <= from && to <= end;
  return points.slice(1).map((to, index) => {
    const from = points[index];
    const token = tokens.find(covers(from, to));
    const mark = marks.find(covers(from, to));
    const part = text.slice(from, to);
    const piece = token ? el("span", { class: `token-${token[2]}` }, part) : part;
    return mark ? el("mark", { class: mark[2] }, piece) : piece;
  });
}

/** Columns count characters; strings of scripts count units, of which some characters have two. */
function unitOf(text, column) {
  let unit = 0;
  for (let passed = 1; passed < column && unit < text.length; passed += 1) unit += text.codePointAt(unit) > 0xffff ? 2 : 1;
  return unit;
}

function openSource(index) {
  if (sourceView.shown === index || !trace.sources[index]) return;
  sourceView.shown = index;
  let isInComment = false;
  sourceView.lines = trace.sources[index].text.split(/\r\n|[\n\r]/).map((text, number) => {
    const read = tokensOf(text, isInComment);
    isInComment = read.isInComment;
    const line = { text, tokens: read.tokens };
    line.code = el("code", {}, ...lineNodes(line, []));
    line.tag = el("span", { class: "tag" });
    line.node = el("div", { class: "line" }, el("span", { class: "number" }, String(number + 1)), line.code, line.tag);
    return line;
  });
  sourceView.marked = [];
  const site = trace.property.site;
  if (site?.source === index) {
    for (const line of sourceView.lines.slice(site.line - 1, site.end_line)) line.node.classList.add("property");
  }
  const panel = byId("source");
  panel.querySelector(".scroller").replaceChildren(...sourceView.lines.map(({ node }) => node));
  for (const tab of panel.querySelectorAll("[role=tab]")) {
    tab.setAttribute("aria-selected", String(Number(tab.dataset.index) === index));
  }
}

/** Marks sites of the open source: { site, tag, name }. */
function markSites(sites) {
  for (const line of sourceView.marked) {
    line.node.classList.remove("current");
    line.node.removeAttribute("aria-current");
    line.code.replaceChildren(...lineNodes(line, []));
    line.tag.replaceChildren();
  }
  sourceView.marked = [];
  const marks = new Map();
  for (const { site, name, tag } of sites.filter(({ site }) => site.source === sourceView.shown)) {
    for (let number = site.line; number <= site.end_line; number += 1) {
      const line = sourceView.lines[number - 1];
      if (!line) continue;
      if (!marks.has(line)) marks.set(line, []);
      const from = number === site.line ? unitOf(line.text, site.column) : line.text.search(/\S|$/);
      const to = number === site.end_line ? unitOf(line.text, site.end_column) : line.text.length;
      marks.get(line).push([from, Math.max(from, to), name]);
      if (number === site.line) line.tag.append(tag);
    }
  }
  for (const [line, ranges] of marks) {
    line.node.classList.add("current");
    line.node.setAttribute("aria-current", "true");
    line.code.replaceChildren(...lineNodes(line, ranges));
    sourceView.marked.push(line);
  }
}

/** Width of a character, and of what stands left of the text and over its right end. */
const CHARACTER = 7.83;
const MARGINS = { left: 56, right: 150 };

/** Scrolls sideways to the start of a site: in a long line it may be far from its begin. */
function revealColumns(scroller, { line, end_line: end, column, end_column: endColumn }) {
  const room = scroller.clientWidth - MARGINS.left - MARGINS.right;
  const from = (column - 1) * CHARACTER;
  const to = line === end ? (endColumn - 1) * CHARACTER : from;
  keepInView(scroller, "x", room, from, Math.min(to, from + room));
}

/** Scrolls to the first site, and to the others as far as they fit. */
function revealSites(sites) {
  const scroller = byId("source").querySelector(".scroller");
  const room = scroller.clientHeight;
  const lines = sites.filter(({ site }) => site.source === sourceView.shown).map(({ site }) => sourceView.lines[site.line - 1]?.node);
  const tops = lines.filter(Boolean).map((node) => node.offsetTop);
  if (tops.length === 0) return;
  const height = lines[0].offsetHeight;
  const [low, high] = [Math.min(...tops), Math.max(...tops) + height];
  const fits = high - low <= room;
  keepInView(scroller, "y", room, fits ? low : tops[0], fits ? high : tops[0] + height);
  revealColumns(scroller, sites[0].site);
}

/** Shows one site, whatever the current step is. */
function showSite(site) {
  openSource(site.source);
  const here = [{ site, name: "here", tag: el("span", { class: "badge" }, "◀ here") }];
  markSites(here);
  revealSites(here);
}

function startSource() {
  const panel = byId("source");
  const tabs = trace.sources.map(({ path }, index) => {
    const attributes = { role: "tab", "aria-controls": "source-text", "data-index": index, title: path };
    const tab = el("button", attributes, sourceNames[index]);
    tab.addEventListener("click", () => openSource(index));
    return tab;
  });
  panel.querySelector(".tabs").append(...tabs);
  openSource(0);
  const current = () => {
    const { act, partner } = steps[place.at - 1] ?? {};
    const mark = (sign) => ({ process, site }) => ({
      site,
      name: hue(process),
      tag: el("span", { class: `badge ${hue(process)}` }, `${sign} `, processLabel(process)),
    });
    const stuck = place.at === last ? waiting.filter(({ ended }) => !ended) : [];
    return [...[act, partner].filter(Boolean).map(mark("◀")), ...stuck.map(mark("⊣ waits:"))];
  };
  const follow = () => {
    const sites = current();
    if (sites.length > 0) openSource(sites[0].site.source);
    revealSites(sites);
  };
  const draw = () => {
    const sites = current();
    tabs.forEach((tab, index) => tab.classList.toggle("used", sites.some(({ site }) => site.source === index)));
    markSites(sites);
  };
  views.push({ follow, draw });
}
