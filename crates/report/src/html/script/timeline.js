// The timeline of variables: a row for each variable, a column for each step or fold. A cell has text
// only where the variable changed; the second column has the values at the current step. Rows and
// columns are drawn where they are in view.

const LINE = 26;

const timeline = { rows: [], column: 64, left: 0, names: 0 };

/** Columns are as wide as most changes need, and the names as long as they are, within reason. */
function measureColumns(room) {
  const longest = Math.max(0, ...timeline.rows.map((row) => variableName(row).length));
  timeline.names = Math.max(96, Math.min(longest * 8 + 18, room * 0.28));
  timeline.left = timeline.names + (room < 560 ? 90 : 150);
  const lengths = [];
  for (const { changes } of steps.slice(0, 500)) {
    for (const [variable, value] of changes) {
      const { kind } = variables[variable];
      lengths.push(kind === "scalar" ? valueText(kind, value).length : 7);
    }
  }
  lengths.sort((one, other) => one - other);
  const usual = lengths[Math.floor(lengths.length * 0.95)] ?? 3;
  timeline.column = Math.max(48, Math.min(132, usual * 8 + 18));
}

/** The name of a variable with that of its process. */
function variableName(variable) {
  const { name, process } = variables[variable];
  return process === undefined ? name : `${processNames[process]}.${name}`;
}

/** The text of a cell: what the steps of its column changed, or nothing. */
function cellText(variable, { kind: row, first, last: end }) {
  const { kind } = variables[variable];
  const after = valueAt(variable, end);
  if (row === "start") return after === null ? "" : valueText(kind, after);
  const before = valueAt(variable, first - 1);
  return same(before, after) || after === null ? "" : changeText(kind, before, after);
}

const isCurrentRow = ({ first, last }) => first <= place.at && place.at <= last;

/** Something that stands in a column, or in several. */
function inColumn(column, count, name, attributes, text = "") {
  const node = el("div", { class: name, ...attributes }, text);
  node.style.left = `${timeline.left + column * timeline.column}px`;
  node.style.width = `${count * timeline.column}px`;
  return node;
}

function timelineHead(from, to) {
  const title = (text, name) => el("div", { class: `corner ${name}`, role: "columnheader" }, text);
  const head = el("div", { class: "head", role: "row" }, title("variable", "name"), title(`at ${place.at}`, "value"));
  for (let column = from; column < to; column += 1) {
    const row = shown.rows[column];
    const isCurrent = isCurrentRow(row);
    const text = row.kind === "fold" ? "⋯" : `${loop?.first === row.first ? "↻ " : ""}${row.first}`;
    const attributes = {
      role: "columnheader",
      "aria-colindex": column + 3,
      "aria-current": isCurrent ? "step" : null,
      title: row.kind === "fold" ? foldText(row) : null,
    };
    head.append(inColumn(column, 1, isCurrent ? "cell current" : "cell", attributes, text));
  }
  return head;
}

function rowLabels(variable) {
  const { name, process, kind } = variables[variable];
  const value = valueAt(variable, place.at);
  const before = place.at === 0 ? null : valueAt(variable, place.at - 1);
  const owner = process === undefined ? null : processOwner(process);
  return [
    el("div", { class: "name", role: "rowheader", title: variableName(variable) }, owner, el("span", {}, name)),
    el("div", { class: "value", role: "cell", title: valueText(kind, value) }, ...valueNodes(kind, before, value)),
  ];
}

/** A row has only the cells that say something. */
function timelineRow(index, from, to) {
  const variable = timeline.rows[index];
  const line = el("div", { class: "line", role: "row", "aria-rowindex": index + 2 }, ...rowLabels(variable));
  line.style.top = `${(index + 1) * LINE}px`;
  const { process } = variables[variable];
  const { born = -1, died = last } = process === undefined ? {} : processes[process];
  for (let column = from; column < to; column += 1) {
    const row = shown.rows[column];
    const text = cellText(variable, row);
    const lives = born < row.last && row.first <= died;
    if (lives && text === "") continue;
    const name = !lives ? "gone" : row.kind === "start" ? "initial" : "changed";
    const classes = `cell ${name}${isCurrentRow(row) ? " current" : ""}`;
    line.append(inColumn(column, 1, classes, { role: "cell", "aria-colindex": column + 3, title: text || null }, text));
  }
  return line;
}

/** Bands behind all rows: the loop, and the current step. */
function timelineBands() {
  const bands = [inColumn(shown.rowOf[place.at], 1, "band current", {})];
  if (inLoop(last)) {
    const first = shown.rowOf[loop.first];
    bands.unshift(inColumn(first, shown.rows.length - first, "band loop", {}));
  }
  return bands;
}

function startTimeline() {
  const scroller = byId("timeline").querySelector(".scroller");
  const canvas = el("div", { class: "canvas", role: "rowgroup" });
  scroller.append(canvas);
  const size = watchSize(scroller, () => {
    layOut();
    refresh();
  });
  let visible = [[0, 0], [0, 0]];
  const measure = () => [
    windowOf(scroller.scrollTop, size.height, LINE, timeline.rows.length),
    windowOf(scroller.scrollLeft, size.width - timeline.left, timeline.column, shown.rows.length),
  ];

  function drawPart([top, bottom], columns) {
    const lines = [];
    for (let index = top; index < bottom; index += 1) lines.push(timelineRow(index, ...columns));
    canvas.replaceChildren(...timelineBands(), timelineHead(...columns), ...lines);
  }
  const draw = () => drawPart(...visible);

  function layOut() {
    timeline.rows = variables.map((_, index) => index).filter((index) => shown.variables[index]);
    measureColumns(size.width);
    scroller.setAttribute("aria-rowcount", timeline.rows.length + 1);
    scroller.setAttribute("aria-colcount", shown.rows.length + 2);
    scroller.style.setProperty("--names", `${timeline.names}px`);
    scroller.style.setProperty("--left", `${timeline.left}px`);
    scroller.style.setProperty("--column", `${timeline.column}px`);
    scroller.style.setProperty("--columns", shown.rows.length);
    canvas.style.width = `${timeline.left + shown.rows.length * timeline.column}px`;
    canvas.style.height = `${(timeline.rows.length + 1) * LINE}px`;
  }

  /** If no variable is in view that the current step changes, the first that it changes is shown. */
  function followChanges() {
    const changes = place.at === 0 ? [] : steps[place.at - 1].changes;
    const tops = changes.map(([variable]) => timeline.rows.indexOf(variable) * LINE).filter((top) => top >= 0);
    const room = size.height - LINE;
    const isInView = (top) => top >= scroller.scrollTop && top + LINE <= scroller.scrollTop + room;
    if (tops.length > 0 && !tops.some(isInView)) keepInView(scroller, "y", room, tops[0], tops[0] + LINE);
  }

  function follow() {
    const left = shown.rowOf[place.at] * timeline.column;
    keepInView(scroller, "x", size.width - timeline.left, left, left + timeline.column);
    followChanges();
    visible = measure();
  }

  canvas.addEventListener("click", ({ clientX }) => {
    // Names and values stay where they are when the rest is scrolled.
    if (clientX - scroller.getBoundingClientRect().left < timeline.left) return;
    const column = Math.floor((clientX - canvas.getBoundingClientRect().left - timeline.left) / timeline.column);
    const row = shown.rows[column];
    if (row) goTo(row.last);
  });
  // Browsers say once for each frame that something was scrolled.
  const onScroll = () => {
    const part = measure();
    if (same(part, visible)) return;
    visible = part;
    draw();
  };
  scroller.addEventListener("scroll", onScroll, { passive: true });
  views.push({ follow, draw });
  filterListeners.push(layOut);
  addEventListener("beforeprint", () => drawPart([0, timeline.rows.length], [0, 0]));
  addEventListener("afterprint", draw);
}
