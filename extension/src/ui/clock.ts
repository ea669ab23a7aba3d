// Time that passes on the screen.

import { useEffect, useState } from "preact/hooks";

/** The present time, drawn again every `everyMs` while `running`. */
export function useNow(running: boolean, everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!running) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [running, everyMs]);
  return now;
}

/** Whole seconds until `until`, counted down on the screen. */
export function useSecondsUntil(until: number): number {
  const now = useNow(true, 250);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
