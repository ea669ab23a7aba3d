// The panel's pictures: the mark, and signs drawn in the colour of the text around them.

import type { ComponentChildren, VNode } from "preact";
import type { CallState } from "../strings";

function Icon({ children, size = 16 }: { children: ComponentChildren; size?: number }): VNode {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

/** The mark of the product: the drawing that the browser's toolbar shows too. */
export const Mark = ({ size = 20 }: { size?: number }) => (
  <img class="mark" src="icons/margay.svg" width={size} height={size} alt="" draggable={false} />
);

export const Plus = () => (
  <Icon>
    <path d="M8 3.5v9M3.5 8h9" />
  </Icon>
);

export const Chevron = () => (
  <Icon>
    <path d="m4.5 6.5 3.5 3.5 3.5-3.5" />
  </Icon>
);

export const ArrowUp = () => (
  <Icon>
    <path d="M8 13V3.5M4 7l4-4 4 4" />
  </Icon>
);

export const ArrowDown = () => (
  <Icon>
    <path d="M8 3v9.5M4 9l4 4 4-4" />
  </Icon>
);

export const Square = () => (
  <Icon>
    <rect x="4.5" y="4.5" width="7" height="7" rx="1.5" fill="currentColor" stroke="none" />
  </Icon>
);

export const Warning = () => (
  <Icon>
    <path d="M8 2.5 14 13H2L8 2.5zM8 6.5v3M8 11.3v.1" />
  </Icon>
);

export const Info = () => (
  <Icon>
    <circle cx="8" cy="8" r="5.8" />
    <path d="M8 7.3v3.5M8 5.2v.1" />
  </Icon>
);

export const Close = () => (
  <Icon>
    <path d="m4.5 4.5 7 7M11.5 4.5l-7 7" />
  </Icon>
);

/** A picture for each state of a call; the word stands beside it. */
export function CallIcon({ state }: { state: CallState }): VNode {
  switch (state) {
    case "completed":
      return (
        <Icon>
          <path d="m3.5 8.5 3 3 6-7" />
        </Icon>
      );
    case "started":
      return (
        <Icon>
          <circle class="track" cx="8" cy="8" r="5.5" />
          <path class="spin" d="M8 2.5A5.5 5.5 0 0 1 13.5 8" />
        </Icon>
      );
    case "pending":
      return (
        <Icon>
          <circle cx="8" cy="8" r="5.5" stroke-dasharray="2 2.6" />
        </Icon>
      );
    case "error":
      return <Close />;
    case "unknown":
      return (
        <Icon>
          <path d="M5.8 6a2.2 2.2 0 1 1 3.3 1.9c-.7.4-1.1.9-1.1 1.6M8 12v.1" />
        </Icon>
      );
    case "cancelled":
    case "not_run":
      return (
        <Icon>
          <path d="M4 8h8" />
        </Icon>
      );
  }
}
