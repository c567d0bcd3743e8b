// Messages and births as arrows between (process, position) and (process, position).

const scalarText = (scalar) => String(scalar);
const fieldsText = (fields) => fields.map(scalarText).join(", ");

/** What became of each message, in the order of sending; and who created whom. */
const arrows = (() => {
  const arrows = [];
  /** Arrows of messages that each step put into buffers. */
  const buffered = new Map();

  const end = (process, position) => ({ process, position });
  const label = (message) => `${message.channel}!${fieldsText(message.fields)}`;

  /** The arrow whose message is taken out: of the same channel if there are several. The two ends
      may know the channel by different names. A message that was only looked at stays in the
      buffer, so one arrow may have been taken before. */
  function origin(message) {
    const sent = message.sent === undefined ? [] : (buffered.get(message.sent + 1) ?? []);
    const same = sent.filter((arrow) => arrow.fields === fieldsText(message.fields));
    const named = same.filter((arrow) => arrow.channel === message.channel);
    for (const some of [named, same, sent]) {
      const found = some.find((arrow) => arrow.kind === "pending") ?? some[0];
      if (found) return found;
    }
    return null;
  }

  function receive(message, position) {
    const to = end(message.process, position);
    const arrow = origin(message);
    if (arrow === null) arrows.push({ kind: "unknown", from: null, to, label: label(message) });
    else if (arrow.kind === "pending") Object.assign(arrow, { kind: "buffered", to });
    else arrows.push({ ...arrow, to });
  }

  function send(message, position) {
    const arrow = {
      kind: message.event === "lost" ? "lost" : "pending",
      from: end(message.process, position),
      to: null,
      label: label(message),
      channel: message.channel,
      fields: fieldsText(message.fields),
    };
    arrows.push(arrow);
    if (!buffered.has(position)) buffered.set(position, []);
    if (arrow.kind === "pending") buffered.get(position).push(arrow);
  }

  steps.forEach(({ act, partner, messages = [] }, index) => {
    const position = index + 1;
    if (partner) {
      const text = messages.length > 0 ? label(messages[0]) : act.statement;
      const [from, to] = [end(act.process, position), end(partner.process, position)];
      arrows.push({ kind: "rendezvous", from, to, label: text });
      return;
    }
    for (const message of messages) {
      if (message.event === "received") receive(message, position);
      else send(message, position);
    }
  });
  processes.forEach(({ born }, process) => {
    if (born === undefined) return;
    const from = end(steps[born].act.process, born + 1);
    arrows.push({ kind: "birth", from, to: end(process, born + 1), label: "run" });
  });
  return arrows;
})();

/** What an arrow means, in words. */
function arrowTitle({ kind, from, to, label }) {
  const where = (end) => `${processNames[end.process]} at step ${end.position}`;
  switch (kind) {
    case "birth":
      return `${where(from)} creates ${processNames[to.process]}`;
    case "rendezvous":
      return `${label}: ${processNames[from.process]} hands it to ${where(to)}`;
    case "buffered":
      return `${label}: sent by ${where(from)}, received by ${where(to)}`;
    case "lost":
      return `${label}: sent by ${where(from)}, lost because the channel was full`;
    case "pending":
      return `${label}: sent by ${where(from)}, not received when the run ${loop ? "comes back to its loop" : "ends"}`;
    default:
      return `${label}: received by ${where(to)}`;
  }
}
