// Buttons, keys, the address and the theme; and the start of everything.

const player = { timer: null };

function play(wanted) {
  clearInterval(player.timer);
  player.timer = wanted ? setInterval(() => goNext() || play(false), Number(byId("speed").value)) : null;
  const button = byId("play");
  button.textContent = wanted ? "⏸\ufe0e" : "▶\ufe0e";
  button.setAttribute("aria-pressed", String(wanted));
  button.setAttribute("aria-label", wanted ? "Pause" : "Play");
  // Nobody can listen to several steps in a second.
  byId("now").setAttribute("aria-live", wanted ? "off" : "polite");
}

const isDark = () => {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

/** What was chosen is kept where the browser allows it; a file's page may not be allowed. */
function remembered(theme) {
  try {
    if (theme) localStorage.setItem("stubborn-theme", theme);
    return localStorage.getItem("stubborn-theme");
  } catch {
    return null;
  }
}

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  byId("theme").textContent = isDark() ? "☀\ufe0e" : "☾";
  byId("theme").setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
}

function toggleTheme() {
  const theme = isDark() ? "light" : "dark";
  remembered(theme);
  setTheme(theme);
}

function focusFilter() {
  showFilter(true);
  byId("words").focus();
  byId("words").select();
}

const byHand = (move) => () => {
  play(false);
  move();
};

const KEYS = {
  ArrowRight: byHand(goNext),
  ArrowDown: byHand(goNext),
  j: byHand(goNext),
  ArrowLeft: byHand(goPrevious),
  ArrowUp: byHand(goPrevious),
  k: byHand(goPrevious),
  Home: byHand(() => goTo(0)),
  End: byHand(() => goTo(last)),
  l: byHand(goToLoop),
  n: byHand(goNextSame),
  p: byHand(goPreviousSame),
  " ": () => play(player.timer === null),
  "/": focusFilter,
  d: toggleTheme,
  "?": () => byId("help").showModal(),
};

/** Fields keep their keys, and buttons keep those that press them. */
function isTaken({ target, key }) {
  if (byId("help").open) return true;
  if (target.closest("input[type=search], select")) return true;
  if (target.closest("input[type=range]")) return key.startsWith("Arrow") || key === "Home" || key === "End";
  return key === " " && target.closest("button, input, summary, a") !== null;
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && event.target === byId("words")) byId("words").blur();
  if (isTaken(event) || !Object.hasOwn(KEYS, event.key)) return;
  event.preventDefault();
  KEYS[event.key]();
}

/** The step that the address names, as in `#step=12`. */
function addressed() {
  const named = /^#step=(\d+)$/.exec(location.hash);
  return named === null ? null : Number(named[1]);
}

function startAddress() {
  let waiting = null;
  const draw = () => {
    // Browsers allow only so many changes of the address in a while.
    clearTimeout(waiting);
    if ((addressed() ?? 0) === place.at) return;
    waiting = setTimeout(() => history.replaceState(null, "", `#step=${place.at}`), 150);
  };
  views.push({ draw });
  addEventListener("hashchange", () => {
    const step = addressed();
    if (step !== null && step !== place.at) goTo(step);
  });
}

function startButtons() {
  const moves = { first: () => goTo(0), previous: goPrevious, next: goNext, last: () => goTo(last), loop: goToLoop, "previous-same": goPreviousSame, "next-same": goNextSame };
  for (const [id, move] of Object.entries(moves)) byId(id).addEventListener("click", byHand(move));
  byId("loop").hidden = loop === null || loop.idle;
  byId("play").addEventListener("click", () => play(player.timer === null));
  byId("speed").addEventListener("change", () => player.timer !== null && play(true));
  byId("theme").addEventListener("click", toggleTheme);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTheme());
  byId("help-open").addEventListener("click", () => byId("help").showModal());
  const slider = byId("slider");
  slider.max = last;
  slider.addEventListener("input", byHand(() => goTo(Number(slider.value))));
  // As wide as the longest text will be, or the slider would move under the pointer.
  byId("position").style.minWidth = loop === null ? "11em" : `${26 + 2 * String(last).length}ch`;
  const draw = () => {
    slider.value = place.at;
    slider.setAttribute("aria-valuetext", placeText());
    byId("position").textContent = placeText();
  };
  views.push({ draw });
  addEventListener("keydown", onKey);
}

function start() {
  setTheme(remembered());
  drawHeader();
  startButtons();
  startFilter();
  startChart();
  startTimeline();
  startNow();
  startSource();
  startAutomaton();
  applyFilter();
  goTo(addressed() ?? 0);
  startAddress();
}

start();
