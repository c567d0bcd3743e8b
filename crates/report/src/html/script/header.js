// What is violated, in words.

/** A line in which steps that it names can be gone to. */
function withLinks(line) {
  const parts = line.split(/\bstep (\d+)/);
  return parts.map((part, index) => (index % 2 === 0 ? part : stepLink(Number(part))));
}

/** What is wrong, with a link to its site: where the sentence has it, else behind it. */
function detailNodes({ detail, site }) {
  if (!site) return [detail];
  const written = `${trace.sources[site.source]?.path}:${site.line}`;
  const [before, ...after] = detail.split(written);
  return after.length === 0 ? [detail, " ", siteLink(site)] : [before, siteLink(site), after.join(written)];
}

function drawHeader() {
  const { property, model, fairness = [] } = trace;
  byId("property").textContent = property.name;
  const infinite = loop === null ? [] : [onward()];
  const size = `${last} ${last === 1 ? "step" : "steps"}`;
  byId("facts").textContent = [model, property.kind, size, ...infinite].join(" · ");
  byId("detail").append(...detailNodes(property));
  if (fairness.length > 0) {
    const section = byId("fairness");
    section.hidden = false;
    addEventListener("beforeprint", () => (section.open = true));
    section.querySelector("ul").append(...fairness.map((line) => el("li", {}, ...withLinks(line))));
  }
}
