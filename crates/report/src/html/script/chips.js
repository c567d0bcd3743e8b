// The filter as the reader sees it: a word, and a chip to tick for each process and each variable.

/** The process of a variable, as it stands before its name. */
function processOwner(process) {
  const { name } = processes[process];
  return cuttable({ class: "owner" }, name, `${processNames[process].slice(name.length)}.`);
}

function variableLabel({ name, process }) {
  const owner = process === undefined ? null : processOwner(process);
  return el("span", {}, owner, name);
}

/** Chips of a group; `hidden` is the set of those that are off. */
function drawChips(container, labels, hidden, isShown) {
  const boxes = labels.map((label, index) => {
    const box = el("input", { type: "checkbox", "data-index": index });
    box.checked = true;
    return { box, chip: el("label", { class: "chip" }, box, label) };
  });
  const all = el("button", { class: "quiet" }, "all");
  const none = el("button", { class: "quiet" }, "none");
  container.replaceChildren(all, none, ...boxes.map(({ chip }) => chip));

  all.addEventListener("click", () => {
    hidden.clear();
    applyFilter();
  });
  none.addEventListener("click", () => {
    labels.forEach((_, index) => hidden.add(index));
    applyFilter();
  });
  container.addEventListener("change", ({ target }) => {
    const index = Number(target.dataset.index);
    if (target.checked) hidden.delete(index);
    else hidden.add(index);
    applyFilter();
  });
  filterListeners.push(() =>
    boxes.forEach(({ box, chip }, index) => {
      box.checked = !hidden.has(index);
      chip.classList.toggle("out", box.checked && !isShown(index));
    }),
  );
}

const countShown = (flags) => `${flags.filter(Boolean).length} of ${flags.length}`;

function filterStatus() {
  const hiddenSteps = shown.rows.reduce((sum, { kind, first, last }) => sum + (kind === "fold" ? last - first + 1 : 0), 0);
  const some = [];
  if (shown.processes.includes(false)) some.push(`${countShown(shown.processes)} processes`);
  if (shown.variables.includes(false)) some.push(`${countShown(shown.variables)} variables`);
  if (hiddenSteps > 0) some.push(`${last - hiddenSteps} of ${last} steps`);
  return some.join(", ");
}

function showFilter(open) {
  byId("filters").hidden = !open;
  byId("filter-toggle").setAttribute("aria-expanded", String(open));
}

function startFilter() {
  const processLabels = processNames.map((name, index) => el("span", { class: `process ${hue(index)}` }, name));
  drawChips(byId("process-chips"), processLabels, filter.processes, (index) => shown.processes[index]);
  drawChips(byId("variable-chips"), variables.map(variableLabel), filter.variables, (index) => shown.variables[index]);
  byId("words").addEventListener("input", ({ target }) => {
    filter.words = target.value;
    applyFilter();
  });
  byId("filter-reset").addEventListener("click", () => {
    filter.processes.clear();
    filter.variables.clear();
    filter.words = byId("words").value = "";
    applyFilter();
  });
  byId("filter-toggle").addEventListener("click", () => showFilter(byId("filters").hidden));
  filterListeners.push(() => {
    const status = filterStatus();
    byId("filter-status").textContent = status === "" ? "everything is shown" : `${status} shown`;
    byId("filter-toggle").classList.toggle("active", status !== "");
    byId("filter-toggle").textContent = status === "" ? "Filter" : "Filter (on)";
  });
}
