// The panel's pictures: the mark, and signs drawn in the colour of the text around them.

import type { ComponentChildren, VNode } from "preact";
import type { CallState } from "./strings";

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
    case "timed_out":
    case "not_run":
      return (
        <Icon>
          <path d="M4 8h8" />
        </Icon>
      );
  }
}

export const Gear = () => (
  <Icon>
    <circle cx="8" cy="8" r="2.2" />
    <path d="M8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4" />
  </Icon>
);

export const Search = () => (
  <Icon>
    <circle cx="7" cy="7" r="4.2" />
    <path d="m10.2 10.2 3.3 3.3" />
  </Icon>
);

export const Pencil = () => (
  <Icon>
    <path d="m3 13 .7-3L10.5 3.2a1 1 0 0 1 1.4 0l.9.9a1 1 0 0 1 0 1.4L6 12.3 3 13z" />
  </Icon>
);

export const Trash = () => (
  <Icon>
    <path d="M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4M9.2 7v4" />
  </Icon>
);

export const Paperclip = () => (
  <Icon>
    <path d="m13 7.5-5.2 5.2a3 3 0 0 1-4.3-4.3l5.6-5.6a2 2 0 0 1 2.9 2.9L6.6 11a1 1 0 0 1-1.4-1.4l4.6-4.6" />
  </Icon>
);

export const FileIcon = () => (
  <Icon>
    <path d="M4 2h5l3 3v9H4V2zM9 2v3h3" />
  </Icon>
);

export const Tick = () => (
  <Icon>
    <path d="m3.5 8.5 3 3 6-7" />
  </Icon>
);

export const Panel = () => (
  <Icon>
    <rect x="2" y="3" width="12" height="10" rx="1.5" />
    <path d="M10 3v10" />
  </Icon>
);

export const Key = () => (
  <Icon>
    <circle cx="5.5" cy="10.5" r="2.8" />
    <path d="m7.5 8.5 5-5M10.5 5.5l1.8 1.8" />
  </Icon>
);

export const Minus = () => (
  <Icon>
    <path d="M4 8h8" />
  </Icon>
);
