// The list of steps at the left of the chart: one row for each step or fold, drawn where it is in
// view, and the bracket of the loop beside it.

/** Height of a row. */
const ROW = 28;
/** Width of the bracket of the loop. */
const BRACKET = 22;

/** The row after the last step says how the run ends. */
function endText() {
  if (waiting.length > 0) return "nobody can move";
  if (loop === null) return "the run ends here";
  if (!loop.idle) return `back to step ${loop.first}, for ever`;
  return loop.fault === undefined ? "nothing happens any more, for ever" : "the fault ends the run";
}

/** What a step changes, in one line. */
function changesText(position) {
  const changes = steps[position - 1].changes.filter(([variable]) => shown.variables[variable]);
  return changes
    .map(([variable, value]) => {
      const { name, kind } = variables[variable];
      const text = changeText(kind, valueAt(variable, position - 1), value);
      return kind === "scalar" ? `${name} = ${text}` : `${name} ${text}`;
    })
    .join(", ");
}

function stepRow(position) {
  const { act, partner, output } = steps[position - 1];
  const who = partner ? [processLabel(act.process), "→", processLabel(partner.process)] : [processLabel(act.process)];
  const said = output?.trim() ? el("span", { class: "output" }, ` » ${output.trim()}`) : null;
  return [
    el("span", { class: "number" }, String(position)),
    el("span", { class: "who" }, ...who),
    el("code", {}, breaksProperty(position) ? "⚠ " : null, act.statement, said),
    el("span", { class: "changes" }, changesText(position)),
  ];
}

function rowContent({ kind, first, last }) {
  switch (kind) {
    case "start":
      return [el("span", { class: "number" }, "0"), el("span", { class: "remark" }, "start")];
    case "fold":
      return [el("span", { class: "number" }, "⋯"), el("span", { class: "remark" }, foldText({ first, last }))];
    case "end":
      return [el("span", { class: "number" }, loop ? "↻" : "■"), el("span", { class: "remark" }, endText())];
    default:
      return stepRow(first);
  }
}

function listRow(row, index) {
  const isCurrent = row.kind !== "end" && row.first <= place.at && place.at <= row.last;
  const faulty = row.kind === "step" && breaksProperty(row.first);
  const classes = ["row", row.kind, isCurrent && "current", faulty && "fault", inLoop(row.first) && "in-loop"];
  const attributes = {
    class: classes.filter(Boolean).join(" "),
    id: `row-${index}`,
    role: "option",
    "aria-selected": String(isCurrent),
    "aria-current": isCurrent ? "step" : null,
    "aria-posinset": index + 1,
    "aria-setsize": shown.rows.length + 1,
    title: row.kind === "step" ? steps[row.first - 1].act.statement : null,
  };
  const node = el("div", attributes, ...rowContent(row));
  node.style.top = `${index * ROW}px`;
  return node;
}

/** The bracket from the end of the loop back to its first step. */
function drawBracket(from, to) {
  const bracket = svg("svg", { class: "bracket", width: BRACKET, height: (to - from) * ROW, "aria-hidden": "true" });
  bracket.style.top = `${from * ROW}px`;
  if (loop === null) return bracket;
  const y = (row) => (row - from + 0.5) * ROW;
  const end = shown.rows.length;
  const start = loop.idle ? end : shown.rowOf[loop.first];
  if (loop.idle) {
    bracket.append(svg("path", { d: `M ${BRACKET} ${y(end) + 5} h -6 a 5 5 0 1 1 0 -10 h 2`, "marker-end": "url(#head-loop)" }));
  } else {
    const [top, bottom] = [y(start), y(end)];
    bracket.append(
      svg("path", { d: `M ${BRACKET} ${bottom} H 12 Q 6 ${bottom} 6 ${bottom - 6} V ${top + 6} Q 6 ${top} 12 ${top} H ${BRACKET - 4}`, "marker-end": "url(#head-loop)" }),
    );
  }
  return bracket;
}

/** Draws the rows [from, to); the last row of all is the end of the run. */
function drawList(list, from, to) {
  const rows = [];
  for (let index = from; index < to; index += 1) {
    rows.push(listRow(shown.rows[index] ?? { kind: "end", first: last, last }, index));
  }
  list.replaceChildren(drawBracket(from, to), ...rows);
  list.setAttribute("aria-activedescendant", `row-${shown.rowOf[place.at]}`);
}
