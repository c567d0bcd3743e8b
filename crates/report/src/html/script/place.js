// Where the reader is: a position of the run, and in an infinite run the round of the loop.

const place = { at: 0, round: 1 };

/** What is drawn anew when the place changes: `follow` scrolls and measures, `draw` draws. */
const views = [];

/** All views measure before the first one draws: to measure a page that has been changed, a browser
    has to lay it out again. */
const refresh = framed(() => {
  for (const view of views) view.follow?.();
  for (const view of views) view.draw();
});

function goTo(at, round) {
  place.at = Math.max(0, Math.min(last, at));
  place.round = inLoop(place.at) ? Math.max(1, round ?? place.round) : 1;
  refresh();
}

/** The next position that is acceptable, round the loop if need be; null if there is none. */
function nextPlace(accept) {
  for (let at = place.at + 1; at <= last; at += 1) {
    if (accept(at)) return [at, place.round];
  }
  if (loop === null || loop.idle) return null;
  for (let at = loop.first; at <= last; at += 1) {
    if (accept(at)) return [at, place.round + 1];
  }
  return null;
}

/** The same backwards: out of the first round into what was before the loop. */
function previousPlace(accept) {
  const lowest = place.round > 1 ? loop.first : 0;
  for (let at = place.at - 1; at >= lowest; at -= 1) {
    if (at === 0 || accept(at)) return [at, place.round];
  }
  if (place.round === 1) return null;
  for (let at = last; at >= loop.first; at -= 1) {
    if (accept(at)) return [at, place.round - 1];
  }
  return null;
}

/** Goes there, and says whether there was somewhere to go. */
function move(found) {
  if (found !== null) goTo(...found);
  return found !== null;
}

const goNext = () => move(nextPlace(isShownStep));
const goPrevious = () => move(previousPlace(isShownStep));

/** Accepts steps in which somebody takes part who takes part in the current one. */
function ofSameProcess() {
  const current = actors(place.at);
  return (at) => isShownStep(at) && (current.length === 0 || actors(at).some((process) => current.includes(process)));
}

const goNextSame = () => move(nextPlace(ofSameProcess()));
const goPreviousSame = () => move(previousPlace(ofSameProcess()));
const goToLoop = () => loop !== null && goTo(loop.first, 1);

/** The current position in words. */
function placeText() {
  const step = place.at === 0 ? `start of ${last}` : `step ${place.at} of ${last}`;
  const atEnd = place.at === last;
  if (inLoop(place.at)) return `${step}, round ${place.round} of the loop`;
  if (atEnd && loop?.idle) return `${step}, ${onward()}`;
  return atEnd && last > 0 ? `${step}, the end` : step;
}
