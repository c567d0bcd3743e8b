// What is violated, in words.

/** A line in which steps that it names can be gone to. */
function withLinks(line) {
  const parts = line.split(/\bstep (\d+)/);
  return parts.map((part, index) => (index % 2 === 0 ? part : stepLink(Number(part))));
}

function drawHeader() {
  const { property, model, fairness = [] } = trace;
  byId("property").textContent = property.name;
  const infinite = loop === null ? [] : [loop.idle ? "then nothing for ever" : `loop from step ${loop.first}`];
  const size = `${last} ${last === 1 ? "step" : "steps"}`;
  byId("facts").textContent = [model, property.kind, size, ...infinite].join(" · ");
  byId("detail").textContent = property.detail;
  if (property.site) {
    const link = el("button", { class: "link", title: "Show it in the source" }, siteName(property.site));
    link.addEventListener("click", () => showSite(property.site));
    byId("detail").append(" ", link);
  }
  if (fairness.length > 0) {
    const section = byId("fairness");
    section.hidden = false;
    addEventListener("beforeprint", () => (section.open = true));
    section.querySelector("ul").append(...fairness.map((line) => el("li", {}, ...withLinks(line))));
  }
}
