// Elements. Everything that comes from the model goes through here as text.

const SVG = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);

/** Attributes and children of an element: strings become text, null is left out. */
function complete(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

function el(name, attributes = {}, ...children) {
  return complete(document.createElement(name), attributes, children);
}

function svg(name, attributes = {}, ...children) {
  return complete(document.createElementNS(SVG, name), attributes, children);
}

/** A name that can be cut where there is no room, without what follows it. */
function cuttable(attributes, name, rest) {
  const { class: given = "", ...others } = attributes;
  return el("span", { class: `cuttable ${given}`, ...others }, el("span", {}, name), el("span", { class: "rest" }, rest));
}

/** The part of a long list that is in view, with some more on both sides: [from, to). */
function windowOf(offset, extent, size, count) {
  const more = 6;
  const from = Math.max(0, Math.floor(offset / size) - more);
  const to = Math.min(count, Math.ceil((offset + extent) / size) + more);
  return [from, Math.max(from, to)];
}

/** The size of what can be seen through a scroller, kept so that nobody has to measure it again. */
function watchSize(scroller, onChange) {
  const size = { width: scroller.clientWidth, height: scroller.clientHeight };
  const observer = new ResizeObserver(
    framed(() => {
      const [width, height] = [scroller.clientWidth, scroller.clientHeight];
      if (width === size.width && height === size.height) return;
      Object.assign(size, { width, height });
      onChange();
    }),
  );
  observer.observe(scroller);
  return size;
}

/** Scrolls so that a range is well inside of the view, and not at all if it is. */
function keepInView(scroller, axis, extent, from, to) {
  const offset = axis === "y" ? "scrollTop" : "scrollLeft";
  const margin = Math.max(0, Math.min(extent / 4, (extent - (to - from)) / 2));
  const low = scroller[offset] + margin;
  const high = scroller[offset] + extent - margin;
  if (from < low) scroller[offset] = from - margin;
  else if (to > high) scroller[offset] = to - extent + margin;
}

/** Runs a function once in the next frame, however often it is asked for. */
function framed(draw) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw();
    });
  };
}
