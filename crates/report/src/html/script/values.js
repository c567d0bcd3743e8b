// Values as people read them, and what is different between two of them.

const messageText = (message) => `⟨${fieldsText(message)}⟩`;
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** A value in full. */
function valueText(kind, value) {
  if (value === null || value === undefined) return "–";
  if (kind === "channel") return value.length === 0 ? "empty" : value.map(messageText).join(" ");
  if (kind === "array") return `[${fieldsText(value)}]`;
  return scalarText(value);
}

/** What a change did, as short as can be: the elements that changed, the messages that came or went. */
function changeText(kind, before, after) {
  if (before === null || before === undefined || after === null) return valueText(kind, after);
  if (kind === "array") {
    const changed = after.map((value, index) => [index, value]).filter(([index, value]) => !same(value, before[index]));
    return changed.map(([index, value]) => `[${index}]=${scalarText(value)}`).join(" ");
  }
  if (kind === "channel") {
    const grown = after.length - before.length;
    if (grown > 0 && same(after.slice(0, before.length), before)) {
      return `+${after.slice(before.length).map(messageText).join(" ")}`;
    }
    if (grown < 0 && same(before.slice(-grown), after)) {
      return `−${before.slice(0, -grown).map(messageText).join(" ")}`;
    }
  }
  return valueText(kind, after);
}

/** A value in full as nodes, in which what differs from an earlier value is marked. */
function valueNodes(kind, before, after) {
  const part = (text, changed) => (changed ? el("mark", {}, text) : text);
  if (after === null || after === undefined) return [el("span", { class: "absent" }, "–")];
  if (kind === "array") {
    const elements = after.flatMap((value, index) => [
      index === 0 ? "" : ", ",
      part(scalarText(value), before !== null && !same(value, before[index])),
    ]);
    return ["[", ...elements, "]"];
  }
  if (kind === "channel") {
    if (after.length === 0) return [part("empty", before !== null && before.length > 0)];
    // Messages that stayed have moved up by as many places as were taken out.
    const stayed = before === null ? after.length : longestOverlap(before, after);
    return after.flatMap((message, index) => [
      index === 0 ? "" : " ",
      el("span", { class: "message" }, part(fieldsText(message), index >= stayed)),
    ]);
  }
  return [part(scalarText(after), before !== null && !same(before, after))];
}

/** How many of the last messages of a channel are the first of the later one. */
function longestOverlap(before, after) {
  let length = Math.min(before.length, after.length);
  while (length > 0 && !same(before.slice(before.length - length), after.slice(0, length))) length -= 1;
  return length;
}
