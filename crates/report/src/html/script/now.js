// The current step in full: who does what, what it changes, which messages pass.

function stepLink(position) {
  return el("a", { href: `#step=${position}` }, `step ${position}`);
}

function siteLink(site) {
  const link = el("button", { class: "link site", title: trace.sources[site.source]?.path }, siteName(site));
  link.addEventListener("click", () => showSite(site));
  return link;
}

function actLine({ process, statement, site }) {
  return el("p", { class: "act" }, processLabel(process), " ", el("code", {}, statement), " ", siteLink(site));
}

function changeItem([variable, value]) {
  const { process, kind } = variables[variable];
  const before = valueAt(variable, place.at - 1);
  const label = variableLabel(variables[variable]);
  if (before === null) return el("li", {}, label, " = ", ...valueNodes(kind, null, value));
  // Of an array or a channel the new value shows what was changed; the old one would be noise.
  const old = kind === "scalar" ? [el("span", { class: "old" }, valueText(kind, before)), " → "] : [];
  return el("li", { class: process === undefined ? "" : hue(process) }, label, kind === "scalar" ? ": " : " = ", ...old, ...valueNodes(kind, before, value));
}

function messageItem({ process, channel, event, fields, sent }) {
  const words = { sent: "sends", received: "receives", lost: "loses" }[event];
  const way = { sent: "into", received: "from", lost: "at the full" }[event];
  const origin = sent === undefined || event !== "received" || sent + 1 === place.at ? [] : [", sent in ", stepLink(sent + 1)];
  return el("li", {}, `${processNames[process]} ${words} `, el("span", { class: "message" }, fieldsText(fields)), ` ${way} `, el("code", {}, channel), ...origin);
}

function lives(position) {
  const named = (of) => processes.map((process, index) => [process[of], index]).filter(([at]) => at === position - 1);
  const line = (index, words) => el("li", {}, `${processNames[index]} ${words}`);
  return [...named("born").map(([, index]) => line(index, "is created")), ...named("died").map(([, index]) => line(index, "ends"))];
}

/** Where processes are that cannot move: at the end of a run to a deadlock. */
function waitingLines() {
  return waiting.map(({ process, statement, site, ended }) => {
    const words = ended ? " may end at " : " waits for ";
    return el("li", {}, processLabel(process), words, el("code", {}, statement), " ", siteLink(site));
  });
}

function nowContent() {
  const title = el("h2", {}, placeText());
  if (place.at === 0) {
    const alive = processes.filter((process) => isAlive(process, 0)).length;
    const text = `Before the first step. ${alive} ${alive === 1 ? "process is" : "processes are"} alive.`;
    return [title, el("p", {}, text), el("ul", {}, ...(last === 0 ? waitingLines() : []))];
  }
  const { act, partner, changes, messages = [], output, fault, atomic } = steps[place.at - 1];
  const items = [...changes.map(changeItem), ...messages.map(messageItem), ...lives(place.at)];
  const [before, after] = [stateAt(place.at - 1), stateAt(place.at)];
  if (trace.automaton && after !== null) {
    items.push(el("li", {}, before === after ? `the automaton stays in state ${after}` : `the automaton moves from state ${before} to ${after}`));
  }
  if (atomic) items.push(el("li", {}, "goes on without interruption"));
  return [
    title,
    actLine(act),
    partner ? actLine(partner) : null,
    fault ? el("p", { class: "fault" }, `⚠ cannot be executed: ${fault}`) : null,
    !fault && breaksProperty(place.at) ? el("p", { class: "fault" }, "⚠ ", ...detailNodes(trace.property)) : null,
    el("ul", {}, ...items, ...(place.at === last ? waitingLines() : [])),
    output ? el("pre", { class: "output" }, output) : null,
  ].filter(Boolean);
}

function startNow() {
  const panel = byId("now");
  views.push({ draw: () => panel.replaceChildren(...nowContent()) });
}
