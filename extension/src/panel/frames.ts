// Work that belongs to the next frame. A hidden document has no frames
// (requestAnimationFrame stands still there), and a covered one may lose them,
// so a timer stands behind: whichever comes first does the work, once.

const hiddenDelayMs = 100;
const coveredDelayMs = 500;

export type Schedule = (work: () => void) => void;

/** Runs `work` with the next frame, or soon where there are no frames. */
export function nextFrame(work: () => void): void {
  let frame = 0;
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    work();
  };
  const hidden = document.visibilityState === "hidden";
  const timer = setTimeout(once, hidden ? hiddenDelayMs : coveredDelayMs);
  frame = requestAnimationFrame(once);
}
