// Whether the page is drawn: one in a tab in the background is not, unless the
// driver sees to it, and hears of nothing that comes with a frame.

/** Waits for two frames; false if they did not come in time. */
export function twoFrames(withinMs: number): Promise<boolean> {
  return new Promise((done) => {
    const timer = setTimeout(() => done(false), withinMs);
    requestAnimationFrame(() => {
      requestAnimationFrame(() => {
        clearTimeout(timer);
        done(true);
      });
    });
  });
}
