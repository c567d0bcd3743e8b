// The message sequence chart: a lane for each process, time from top to bottom. Only what is in view
// is drawn, so the length of the run does not matter.

/** Width of a lane if there is room. */
const WIDEST = 150;
/** Longest label of an arrow. Few events share a row, so a label may reach over other lanes. */
const LONGEST = 20;
/** Height of the names of the lanes: on one line, on two. */
const HEADS = [32, 46];

const chart = { lanes: [], lane: 0, width: 0, room: 0, head: 0, x: () => 0 };

/** Lanes are as wide as there is room for, within reason. Where they have to be scrolled anyway, they
    have room for their names. */
function laneWidth(room) {
  const count = Math.max(1, chart.lanes.length);
  const narrowest = room < 300 ? 48 : 60;
  if (room >= count * narrowest) return Math.min(WIDEST, room / count);
  const longest = Math.max(...chart.lanes.map((process) => processes[process].name.length));
  return Math.max(narrowest, Math.min(112, longest * 7.8 + 16));
}

/** Lanes of the shown processes. */
function layOutLanes(room) {
  chart.lanes = processes.map((_, index) => index).filter((index) => shown.processes[index]);
  chart.room = room;
  chart.lane = laneWidth(room);
  chart.width = Math.max(room, chart.lane * chart.lanes.length);
  const column = new Map(chart.lanes.map((process, index) => [process, index]));
  chart.x = (process) => (column.has(process) ? (column.get(process) + 0.5) * chart.lane : null);
}

/** Names of the lanes. In narrow lanes the number stands below the name. */
function laneHeads(heads) {
  const longest = Math.max(0, ...chart.lanes.map((process) => processNames[process].length));
  const isStacked = longest * 7.8 + 16 > chart.lane;
  chart.head = HEADS[Number(isStacked)];
  heads.classList.toggle("stacked", isStacked);
  return chart.lanes.map((process) => {
    const head = el("div", { class: "lane-head" }, processLabel(process));
    head.style.left = `${chart.x(process) - chart.lane / 2}px`;
    head.style.width = `${chart.lane}px`;
    return head;
  });
}

/** Heads of arrows. */
function arrowHeads() {
  const head = (id, open) =>
    svg(
      "marker",
      { id, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto-start-reverse" },
      svg("path", { d: open ? "M1 1 9 5 1 9" : "M0 0 10 5 0 10z", class: open ? "open" : "full" }),
    );
  return svg("defs", {}, head("head", false), head("head-open", true), head("head-now", false), head("head-loop", false));
}

/** The line of a process, from its birth to its death. */
function laneLine(process, y, height) {
  const { born, died } = processes[process];
  const x = chart.x(process);
  const top = born === undefined ? -ROW : y(shown.rowOf[born + 1]);
  const end = waiting.length > 0 ? y(shown.rows.length) : height + ROW;
  const bottom = died === undefined ? end : y(shown.rowOf[died + 1]) + 12;
  const group = svg("g", { class: `lane ${hue(process)}` });
  if (bottom < 0 || top > height) return group;
  group.append(svg("line", { x1: x, x2: x, y1: Math.max(top, -ROW), y2: Math.min(bottom, height + ROW) }));
  if (born !== undefined) group.append(svg("rect", { class: "birth", x: x - 9, y: top - 3, width: 18, height: 6, rx: 2 }));
  if (died !== undefined) {
    const cross = `M ${x - 5} ${bottom - 5} l 10 10 m 0 -10 l -10 10`;
    group.append(svg("path", { class: "death", d: cross }, svg("title", {}, `${processNames[process]} ends`)));
  }
  return group;
}

/** The events of a step on the lanes of those who take part. */
function stepEvents(position, index, y) {
  const { act, partner, atomic, fault } = steps[position - 1];
  const isCurrent = position === place.at;
  const nodes = [];
  for (const process of partner ? [act.process, partner.process] : [act.process]) {
    const x = chart.x(process);
    if (x === null) continue;
    if (atomic && process === act.process) {
      const bar = { class: `atomic ${hue(process)}`, x: x - 5, y: y(index), width: 10, height: ROW };
      nodes.push(svg("rect", bar, svg("title", {}, "goes on without interruption")));
    }
    if (breaksProperty(position) && process === act.process) {
      const title = svg("title", {}, fault ?? trace.property.detail);
      nodes.push(svg("path", { class: "fault", d: `M ${x} ${y(index) - 9} l 9 9 -9 9 -9 -9 z` }, title));
    } else {
      const dot = { class: `event ${hue(process)}${isCurrent ? " current" : ""}`, cx: x, cy: y(index), r: isCurrent ? 7 : 5 };
      nodes.push(svg("circle", dot));
    }
  }
  return nodes;
}

/** Where the two ends of an arrow are drawn. An end that is not shown is a stub beside the other. */
function arrowEnds({ from, to }, y) {
  const point = (end) => {
    const x = end === null ? null : chart.x(end.process);
    return x === null ? null : { x, y: y(shown.rowOf[end.position]) };
  };
  return [point(from), point(to)];
}

/** The line of an arrow and the place of its label, which is `reach` wide. */
function arrowShape(start, end, reach) {
  const stub = Math.min(44, chart.lane * 0.42);
  if (start === null) return { d: `M ${end.x - stub} ${end.y} H ${end.x - 7}`, at: { x: end.x - 9, y: end.y, anchor: "end" } };
  if (end === null) return { d: `M ${start.x + 6} ${start.y} h ${stub - 6}`, at: { x: start.x + 9, y: start.y, anchor: "start" } };
  if (start.x === end.x) {
    const bulge = start.x + Math.min(52, chart.lane * 0.45);
    const d = `M ${start.x + 6} ${start.y} C ${bulge} ${start.y} ${bulge} ${end.y} ${end.x + 8} ${end.y}`;
    return { d, at: { x: start.x + (bulge - start.x) * 0.75, y: (start.y + end.y) / 2 } };
  }
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const cut = (gap) => [((end.x - start.x) / length) * gap, ((end.y - start.y) / length) * gap];
  const [[sx, sy], [ex, ey]] = [cut(6), cut(8)];
  const d = `M ${start.x + sx} ${start.y + sy} L ${end.x - ex} ${end.y - ey}`;
  // A label that does not fit in between stands beside the sender.
  const way = Math.sign(end.x - start.x);
  if (Math.abs(end.x - start.x) < reach + 24) {
    return { d, at: { x: start.x + 9 * way, y: start.y, anchor: way > 0 ? "start" : "end" } };
  }
  // The label of a steep arrow stands where it starts, or it would be far from both ends.
  const share = Math.min(0.5, ROW / Math.max(1, Math.abs(end.y - start.y)));
  return { d, at: { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share } };
}

function drawArrow(arrow, y) {
  const [start, end] = arrowEnds(arrow, y);
  if (start === null && end === null) return null;
  const isCurrent = [arrow.from, arrow.to].some((end) => end?.position === place.at);
  const text = arrow.label.length > LONGEST ? `${arrow.label.slice(0, LONGEST - 1)}…` : arrow.label;
  const { d, at } = arrowShape(start, end, text.length * 7);
  const group = svg("g", { class: `arrow ${arrow.kind}${isCurrent ? " current" : ""}` }, svg("title", {}, arrowTitle(arrow)));
  const head = arrow.kind === "birth" ? "head-open" : isCurrent ? "head-now" : "head";
  group.append(svg("path", { d, "marker-end": arrow.kind === "lost" || arrow.kind === "pending" ? null : `url(#${head})` }));
  if (end === null) {
    const x = start.x + Math.min(44, chart.lane * 0.42);
    if (arrow.kind === "lost") group.append(svg("path", { class: "sign", d: `M ${x - 4} ${start.y - 4} l 8 8 m 0 -8 l -8 8` }));
    else if (arrow.kind === "pending") group.append(svg("circle", { class: "sign", cx: x + 4, cy: start.y, r: 4 }));
  }
  group.append(svg("text", { x: at.x, y: at.y - 5, "text-anchor": at.anchor ?? "middle" }, text));
  return group;
}

/** The ends of the lanes of processes that cannot move any more. */
function stuckSigns(y) {
  const level = y(shown.rows.length);
  return waiting.flatMap(({ process, statement, ended }) => {
    const x = chart.x(process);
    if (x === null) return [];
    const title = svg("title", {}, `${processNames[process]} ${ended ? "may end at" : "waits for"} ${statement}`);
    const sign = ended
      ? svg("circle", { cx: x, cy: level, r: 5 }, title)
      : svg("path", { d: `M ${x - 10} ${level} h 20 m -20 4 h 20` }, title);
    return [svg("g", { class: `stuck ${hue(process)}` }, sign)];
  });
}

/** Draws the rows [from, to) of the lanes. */
function drawLanes(lanes, from, to) {
  const height = (to - from) * ROW;
  const y = (row) => (row - from + 0.5) * ROW;
  lanes.style.top = `${from * ROW}px`;
  lanes.setAttribute("width", chart.width);
  lanes.setAttribute("height", height);
  const nodes = [arrowHeads()];
  const band = (name, first, count) => svg("rect", { class: name, x: 0, y: (first - from) * ROW, width: chart.width, height: count * ROW });
  if (inLoop(last)) {
    const first = Math.max(from, shown.rowOf[loop.first]);
    nodes.push(band("loop-band", first, Math.max(0, Math.min(to, shown.rows.length + 1) - first)));
  }
  nodes.push(band("current-band", shown.rowOf[place.at], 1));
  nodes.push(...chart.lanes.map((process) => laneLine(process, y, height)));
  const inView = ({ from: one, to: other }) => {
    const [first, second] = [shown.rowOf[(one ?? other).position], shown.rowOf[(other ?? one).position]];
    return second >= from && first < to;
  };
  nodes.push(...arrows.filter(inView).map((arrow) => drawArrow(arrow, y)).filter(Boolean));
  for (let index = from; index < Math.min(to, shown.rows.length); index += 1) {
    const row = shown.rows[index];
    if (row.kind === "step") nodes.push(...stepEvents(row.first, index, y));
  }
  if (to > shown.rows.length) nodes.push(...stuckSigns(y));
  lanes.replaceChildren(...nodes);
}

/** On paper the lanes get this much of the width. */
const PAPER = 280;

function startChart() {
  const panel = byId("chart");
  const scroller = panel.querySelector(".scroller");
  const heads = panel.querySelector(".heads");
  const canvas = panel.querySelector(".canvas");
  const list = panel.querySelector(".list");
  const lanes = panel.querySelector(".lanes");
  const size = watchSize(scroller, () => {
    layOut();
    refresh();
  });
  let visible = [0, 0];
  const measure = () => windowOf(scroller.scrollTop, size.height, ROW, shown.rows.length + 1);

  function drawRows(from, to) {
    drawList(list, from, to);
    drawLanes(lanes, from, to);
  }
  const draw = () => drawRows(...visible);

  function layOut(room = null) {
    const wanted = shown.processes.filter(Boolean).length * WIDEST;
    scroller.style.setProperty("--wanted", `${wanted}px`);
    const listed = list.offsetWidth;
    layOutLanes(room ?? size.width - listed);
    panel.querySelector(".lane-heads").replaceChildren(...laneHeads(heads));
    canvas.style.height = `${(shown.rows.length + 1) * ROW}px`;
    scroller.style.setProperty("--lanes", `${chart.width}px`);
    for (const wide of [canvas, heads]) wide.style.width = room === null ? `${listed + chart.width}px` : "100%";
  }

  function follow() {
    const top = shown.rowOf[place.at] * ROW;
    // The last step brings the row into view that says how the run ends.
    keepInView(scroller, "y", size.height - chart.head, top, top + (place.at === last ? 2 : 1) * ROW);
    const xs = actors(place.at).map(chart.x).filter((x) => x !== null);
    const half = chart.lane / 2;
    if (xs.length > 0) keepInView(scroller, "x", chart.room, Math.min(...xs) - half, Math.max(...xs) + half);
    visible = measure();
  }

  canvas.addEventListener("click", ({ clientY }) => {
    const row = shown.rows[Math.floor((clientY - canvas.getBoundingClientRect().top) / ROW)];
    goTo(row ? row.last : last);
  });
  // Browsers say once for each frame that something was scrolled.
  const onScroll = () => {
    const [from, to] = measure();
    if (from === visible[0] && to === visible[1]) return;
    visible = [from, to];
    draw();
  };
  scroller.addEventListener("scroll", onScroll, { passive: true });
  views.push({ follow, draw });
  filterListeners.push(() => layOut());
  addEventListener("beforeprint", () => {
    layOut(PAPER);
    drawRows(0, shown.rows.length + 1);
  });
  addEventListener("afterprint", () => {
    layOut();
    draw();
  });
}
