// When the next try to reach the program comes.

import type { VNode } from "preact";
import { useSecondsUntil } from "./clock";
import { strings } from "./strings";

// Out of the alert's announcements: a screen reader would read every second.
export function Countdown({ until }: { until: number }): VNode {
  const seconds = useSecondsUntil(until);
  return (
    <span class="countdown" aria-live="off">
      {seconds > 0 ? strings.link.reconnectIn(seconds) : strings.link.reconnecting}
    </span>
  );
}
