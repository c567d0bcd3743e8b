// The trace, and what follows from it. A *position* is the number of steps taken so far: 0 is before
// the first step, and what step number p did is in `steps[p - 1]`.

const trace = JSON.parse(byId("trace").textContent);
const { steps, processes, variables } = trace;
const last = steps.length;

/** The loop: position of its first step. An idle one has no steps: the run ends, perhaps with a fault. One
 * inside has only steps of an atomic sequence. */
const loop =
  trace.cycle === undefined
    ? null
    : {
        first: trace.cycle + 1,
        idle: trace.cycle >= last,
        inside: steps.slice(trace.cycle).every((step) => step.atomic),
        fault: steps.at(-1)?.fault,
      };

/** How an infinite run goes on, in a few words. */
function onward() {
  if (!loop.idle) return `loop from step ${loop.first}${loop.inside ? ", inside an atomic sequence" : ""}`;
  return loop.fault === undefined ? "then nothing for ever" : "a fault ends the run";
}

const inLoop = (position) => loop !== null && !loop.idle && position >= loop.first;

/** Names of processes, such as `worker(1)`; later ones with the same number get an ordinal. */
const processNames = (() => {
  const seen = new Map();
  return processes.map(({ name, pid }) => {
    const plain = `${name}(${pid})`;
    const times = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, times);
    return times === 1 ? plain : `${plain} #${times}`;
  });
})();

/** The name of a process in its colour. Its number tells it from others, and is never cut. */
function processLabel(process, attributes = {}) {
  const { name } = processes[process];
  const rest = processNames[process].slice(name.length);
  const classes = `process ${hue(process)} ${attributes.class ?? ""}`;
  return cuttable({ title: processNames[process], ...attributes, class: classes }, name, rest);
}

const isAlive = ({ born, died }, position) =>
  (born === undefined || position > born) && (died === undefined || position <= died);

/** Class that gives something the colour of a process. */
const hue = (process) => `hue-${process % 8}`;

/** Who takes part in the step to a position. */
function actors(position) {
  if (position === 0) return [];
  const { act, partner } = steps[position - 1];
  return partner ? [act.process, partner.process] : [act.process];
}

/** For each variable the positions at which it changed, ascending, and its values from there on. */
const histories = (() => {
  const histories = trace.initial.map((value) => ({ at: [0], values: [value] }));
  steps.forEach((step, index) => {
    for (const [variable, value] of step.changes) {
      histories[variable].at.push(index + 1);
      histories[variable].values.push(value);
    }
  });
  return histories;
})();

/** The value of a variable at a position; null if it does not exist there. */
function valueAt(variable, position) {
  const owner = variables[variable].process;
  if (owner !== undefined && !isAlive(processes[owner], position)) return null;
  const { at, values } = histories[variable];
  let low = 0;
  let high = at.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at[middle] <= position) low = middle;
    else high = middle;
  }
  return values[low];
}

/** Where processes wait at the end of a run to a deadlock. */
const waiting = trace.waiting ?? [];

/** The state of the automaton at each position, in the first round of the loop. */
const automatonStates = (() => {
  if (!trace.automaton) return [];
  const states = [trace.automaton.initial];
  for (const step of steps) states.push(step.state ?? states.at(-1));
  return states;
})();

/** The states of the automaton in later rounds of the loop, from its first step on; null if the trace
    does not tell. It does if the automaton is back in its state, too, when the run comes back to the
    start of its loop, or is in one that it cannot leave. */
const laterStates = (() => {
  if (!trace.automaton || !inLoop(last)) return null;
  const final = automatonStates[last];
  if (automatonStates[trace.cycle] === final) return automatonStates.slice(loop.first);
  const leaves = trace.automaton.edges.some(({ from, to }) => from === final && to !== final);
  return leaves ? null : steps.slice(trace.cycle).map(() => final);
})();

/** Short names of the sources: without directories if that leaves them apart. */
const sourceNames = (() => {
  const paths = trace.sources.map(({ path }) => path);
  const short = paths.map((path) => path.split(/[/\\]/).at(-1));
  return new Set(short).size === short.length ? short : paths;
})();

const siteName = ({ source, line }) => `${sourceNames[source] ?? "?"}:${line}`;

/** Whether the run violates something; one that was only replayed need not. */
const isViolated = trace.property.kind !== "run";

/** The step that breaks the property, if a step does: the last of a run that ends and is not stuck. */
const breaksProperty = (position) =>
  isViolated && loop === null && waiting.length === 0 && position === last;
