// What is shown: which processes, which variables, and hence which steps. Steps that are not shown
// collapse into folds. Everything that lists steps lists the same `rows`.

const filter = {
  /** Processes and variables whose chips are off. */
  processes: new Set(),
  variables: new Set(),
  words: "",
};

/** The outcome: kept up to date by `applyFilter`. */
const shown = { processes: [], variables: [], narrowed: false, rows: [], rowOf: new Int32Array(last + 1) };
const filterListeners = [];

/** Words narrow a group that has a name with one of them, and leave alone one that has none: so
    `turn` finds a variable and keeps all processes. */
function named(names) {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = names.map((name) => words.some((word) => name.toLowerCase().includes(word)));
  return found.includes(true) ? found : names.map(() => true);
}

const firstIdentifier = (text) => /[A-Za-z_]\w*/.exec(text)?.[0];

/** Whether a step changes a variable that is shown, or mentions one. */
function concernsShown({ act, partner, changes }, globals, locals) {
  if (changes.some(([variable]) => shown.variables[variable])) return true;
  return [act, partner].some((act) =>
    (act?.statement.match(/[A-Za-z_]\w*/g) ?? []).some(
      (word) => globals.has(word) || locals.get(act.process)?.has(word),
    ),
  );
}

/** Which steps are shown: those of shown processes that have to do with shown variables. */
function shownSteps() {
  const globals = new Set();
  const locals = new Map();
  variables.forEach(({ name, process }, index) => {
    if (!shown.variables[index]) return;
    if (process === undefined) globals.add(firstIdentifier(name));
    else if (!locals.has(process)) locals.set(process, new Set([firstIdentifier(name)]));
    else locals.get(process).add(firstIdentifier(name));
  });
  return steps.map(
    (step, index) =>
      actors(index + 1).some((process) => shown.processes[process]) &&
      (!shown.narrowed || concernsShown(step, globals, locals)),
  );
}

function applyFilter() {
  const byName = named(processNames);
  shown.processes = processes.map((_, index) => byName[index] && !filter.processes.has(index));
  const byVariable = named(variables.map(({ name }) => name));
  const wanted = variables.map((_, index) => byVariable[index] && !filter.variables.has(index));
  shown.narrowed = wanted.includes(false);
  shown.variables = variables.map(
    ({ process }, index) => wanted[index] && (process === undefined || shown.processes[process]),
  );

  const rows = [{ kind: "start", first: 0, last: 0 }];
  shownSteps().forEach((isShown, index) => {
    const position = index + 1;
    const previous = rows.at(-1);
    // A fold does not reach over the start of the loop, so that the loop can be marked.
    if (!isShown && previous.kind === "fold" && loop?.first !== position) previous.last = position;
    else rows.push({ kind: isShown ? "step" : "fold", first: position, last: position });
    shown.rowOf[position] = rows.length - 1;
  });
  shown.rows = rows;
  for (const listener of filterListeners) listener();
  refresh();
}

const isShownStep = (position) => shown.rows[shown.rowOf[position]].kind !== "fold";

/** How a fold reads. */
function foldText({ first, last }) {
  const count = last - first + 1;
  return count === 1 ? "1 step not shown" : `${count} steps not shown`;
}
