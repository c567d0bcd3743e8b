// Where the states of an automaton are drawn: in layers by their distance from the initial state,
// from left to right; within a layer each near the states it is connected with (the barycentre
// heuristic of Sugiyama, Tagawa and Toda, 1981).

/** Edges with the same ends as one: [{ from, to, edges }]. */
function bundles(edges) {
  const bundles = new Map();
  for (const edge of edges) {
    const key = `${edge.from} ${edge.to}`;
    if (!bundles.has(key)) bundles.set(key, { from: edge.from, to: edge.to, edges: [] });
    bundles.get(key).edges.push(edge);
  }
  return [...bundles.values()];
}

/** The states by distance from the initial one; those that cannot be reached come last. */
function layersOf({ states, initial, edges }) {
  const successors = Array.from({ length: states }, () => []);
  for (const { from, to } of edges) successors[from].push(to);
  const layers = [[initial]];
  const seen = new Set([initial]);
  for (;;) {
    const next = new Set(layers.at(-1).flatMap((state) => successors[state]).filter((state) => !seen.has(state)));
    if (next.size === 0) break;
    layers.push([...next]);
    for (const state of next) seen.add(state);
  }
  const rest = successors.map((_, state) => state).filter((state) => !seen.has(state));
  return rest.length > 0 ? [...layers, rest] : layers;
}

/** Sorts each layer by the mean place of the neighbours, there and back a few times. */
function orderLayers(layers, edges) {
  const place = new Map();
  const number = () => layers.forEach((layer) => layer.forEach((state, index) => place.set(state, index - (layer.length - 1) / 2)));
  number();
  const neighbours = new Map();
  for (const { from, to } of edges) {
    for (const [one, other] of [[from, to], [to, from]]) {
      if (one !== other) neighbours.set(one, [...(neighbours.get(one) ?? []), other]);
    }
  }
  const mean = (state) => {
    const near = neighbours.get(state) ?? [state];
    return near.reduce((sum, other) => sum + place.get(other), 0) / near.length;
  };
  for (let round = 0; round < 4; round += 1) {
    for (const layer of round % 2 === 0 ? layers : [...layers].reverse()) {
      const means = new Map(layer.map((state) => [state, mean(state)]));
      layer.sort((one, other) => means.get(one) - means.get(other));
      number();
    }
  }
}

/** Centres of the states, and the size of the drawing. `reach` is the length of the longest label. */
function layOutAutomaton(automaton, reach) {
  const layers = layersOf(automaton);
  orderLayers(layers, automaton.edges);
  const across = Math.max(110, Math.min(260, reach + 70));
  const down = 96;
  const tallest = Math.max(...layers.map((layer) => layer.length));
  const centres = new Map();
  layers.forEach((layer, rank) =>
    layer.forEach((state, index) => {
      const y = (index - (layer.length - 1) / 2) * down + (tallest * down) / 2;
      centres.set(state, { x: rank * across, y, rank });
    }),
  );
  return centres;
}
