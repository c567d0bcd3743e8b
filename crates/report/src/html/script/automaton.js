// The automaton of the runs that violate the property, with the state in which the run is.

const RADIUS = 17;
const LABEL = 26;

const shortLabel = (label) => (label.length > LABEL ? `${label.slice(0, LABEL - 1)}…` : label);
const markText = (marks = []) => marks.map((mark) => `●${mark}`).join(" ");

/** The state at a position of the current round; null if it is not known. */
function stateAt(position) {
  if (place.round === 1) return automatonStates[position];
  // Before the first step of a round is after the last one of the round before.
  if (position < loop.first) return place.round === 2 ? automatonStates[last] : (laterStates?.at(-1) ?? null);
  return laterStates?.[position - loop.first] ?? null;
}

/** A curve between two states, bent to its left by a part of its length, and its middle. */
function bentEdge(start, end, bend) {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy);
  const control = { x: (start.x + end.x) / 2 + (dy / length) * bend, y: (start.y + end.y) / 2 - (dx / length) * bend };
  const towards = (from, gap) => {
    const away = Math.hypot(control.x - from.x, control.y - from.y);
    return { x: from.x + ((control.x - from.x) / away) * gap, y: from.y + ((control.y - from.y) / away) * gap };
  };
  const [first, second] = [towards(start, RADIUS + 1), towards(end, RADIUS + 3)];
  const middle = { x: (start.x + 2 * control.x + end.x) / 4, y: (start.y + 2 * control.y + end.y) / 4 };
  return { d: `M ${first.x} ${first.y} Q ${control.x} ${control.y} ${second.x} ${second.y}`, middle };
}

function selfEdge({ x, y }) {
  const [dx, dy] = [9, 44];
  const d = `M ${x - dx} ${y - 15} C ${x - dx - 16} ${y - dy} ${x + dx + 16} ${y - dy} ${x + dx} ${y - 16}`;
  return { d, middle: { x, y: y - dy + 5 } };
}

/** Where an edge runs. Edges between neighbouring layers are nearly straight, others go round. */
function edgeShape({ from, to }, centres, isAnswered) {
  const [start, end] = [centres.get(from), centres.get(to)];
  if (from === to) return selfEdge(start);
  const leap = end.rank - start.rank;
  if (leap === 1) return bentEdge(start, end, isAnswered ? 18 : 0);
  if (leap === 0) return bentEdge(start, end, 26);
  return bentEdge(start, end, 16 + 26 * Math.abs(leap));
}

/** Labels of a bundle, one below the other, the last of them at the given place. */
function edgeLabels(edges, { x, y }) {
  const most = 3;
  const lines = edges.slice(0, most).map(({ label, marks }) => [shortLabel(label), markText(marks)]);
  if (edges.length > most) lines.push([`and ${edges.length - most} more`, ""]);
  return lines.map(([label, marks], index) =>
    svg(
      "text",
      { x, y: y - 5 - (lines.length - 1 - index) * 13 },
      label,
      marks === "" ? null : svg("tspan", { class: "mark" }, ` ${marks}`),
    ),
  );
}

function drawAutomaton(automaton) {
  const grouped = bundles(automaton.edges);
  const longest = Math.max(0, ...automaton.edges.filter(({ from, to }) => from !== to).map(({ label, marks }) => shortLabel(label).length + markText(marks).length));
  const centres = layOutAutomaton(automaton, longest * 6.4);
  const answered = new Set(grouped.map(({ from, to }) => `${to} ${from}`));
  const drawing = svg("svg", { role: "img", "aria-label": "States and edges of the automaton" });

  const edges = grouped.map((bundle) => {
    const { d, middle } = edgeShape(bundle, centres, answered.has(`${bundle.from} ${bundle.to}`));
    const title = bundle.edges.map(({ label, marks }) => `${bundle.from} → ${bundle.to}: ${label} ${markText(marks)}`).join("\n");
    const isAccepting = bundle.edges.some(({ marks = [] }) => marks.length > 0);
    const node = svg("g", { class: `edge${isAccepting ? " accepting" : ""}` }, svg("title", {}, title), svg("path", { d, "marker-end": "url(#head-edge)" }), ...edgeLabels(bundle.edges, middle));
    return { ...bundle, node };
  });
  drawing.classList.toggle("dense", edges.length > DENSE);
  const looping = new Set(laterStates ?? []);
  const states = [...centres].map(([state, { x, y }]) => {
    const isOnLoop = looping.has(state);
    const ring = isOnLoop ? svg("circle", { class: "ring", cx: x, cy: y, r: RADIUS + 4 }) : null;
    const node = svg("g", { class: "state" }, svg("title", {}, `state ${state}${isOnLoop ? ", on the loop" : ""}`), ring, svg("circle", { cx: x, cy: y, r: RADIUS }), svg("text", { x, y: y + 5 }, String(state)));
    return { state, node };
  });
  const start = centres.get(automaton.initial);
  const entry = svg("path", { class: "entry", d: `M ${start.x - RADIUS - 26} ${start.y} h 22`, "marker-end": "url(#head-edge)" });
  const head = svg("marker", { id: "head-edge", viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" }, svg("path", { d: "M0 0 10 5 0 10z" }));
  drawing.append(svg("defs", {}, head), entry, ...edges.map(({ node }) => node), ...states.map(({ node }) => node));
  return { drawing, edges, states };
}

/** With more edges than this only those that leave the current state have their labels. */
const DENSE = 12;

/** Gives a drawing the size of what is in it. It has to be in the page for that. */
function fitDrawing(drawing) {
  const box = drawing.getBBox();
  const margin = 10;
  const [width, height] = [box.width + 2 * margin, box.height + 2 * margin];
  drawing.setAttribute("viewBox", `${box.x - margin} ${box.y - margin} ${width} ${height}`);
  drawing.style.setProperty("--width", `${width}px`);
  drawing.style.setProperty("--height", `${height}px`);
}

/** What is possible from the current state, in full. */
function automatonCaption({ edges, marks }, state) {
  if (state === null) return [el("p", {}, "The trace has the states of the automaton for the first round of the loop.")];
  const possible = edges.filter(({ from }) => from === state);
  const accepting = marks === 0 ? "Every infinite run of it counts." : "A run counts if it takes edges with each mark ● for ever again.";
  const items = possible.map(({ to, label, marks }) =>
    el("li", {}, `to ${to} if `, el("code", {}, label), el("span", { class: "mark" }, marks?.length ? ` ${markText(marks)}` : "")),
  );
  return [el("p", {}, el("strong", {}, `State ${state}. `), accepting, laterStates ? " Dashed rings: states on the loop." : ""), el("ul", {}, ...items)];
}

function startAutomaton() {
  const { automaton } = trace;
  if (!automaton) return;
  const panel = byId("automaton");
  panel.hidden = false;
  const { drawing, edges, states } = drawAutomaton(automaton);
  const scroller = panel.querySelector(".scroller");
  scroller.append(drawing);
  fitDrawing(drawing);
  const draw = () => {
    const now = stateAt(place.at);
    const before = place.at === 0 ? null : stateAt(place.at - 1);
    for (const { state, node } of states) node.classList.toggle("current", state === now);
    for (const { from, to, node } of edges) {
      node.classList.toggle("ahead", from === now);
      node.classList.toggle("taken", from === before && to === now);
    }
    panel.querySelector(".caption").replaceChildren(...automatonCaption(automaton, now));
  };
  /** Of a drawing that is larger than its panel, the current state is shown. */
  const follow = () => {
    const state = states.find(({ state }) => state === stateAt(place.at));
    if (!state) return;
    const [view, box] = [scroller.getBoundingClientRect(), state.node.getBoundingClientRect()];
    const [x, y] = [box.x - view.x + scroller.scrollLeft, box.y - view.y + scroller.scrollTop];
    keepInView(scroller, "x", view.width, x, x + box.width);
    keepInView(scroller, "y", view.height, y, y + box.height);
  };
  views.push({ follow, draw });
}
