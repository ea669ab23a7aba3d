// Following a list that grows at its end. While the person is at the end, the
// end stays in view; once they scroll up, what they read stays where it is until
// they come down again. What grows below needs nothing for that; what comes in
// above (earlier messages) moves the list by its height.

import type { RefObject } from "preact";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { nextFrame } from "../frames";

/** Closer to the end than this counts as being there. */
const endPx = 32;
/** Closer to the top than this, earlier messages are asked for. */
const topPx = 600;

interface Follow {
  scroller: RefObject<HTMLDivElement | null>;
  /** The end is in view and stays there. */
  following: boolean;
  onScroll: () => void;
  /** For clicks in the list: what a person unfolds stays under the pointer. */
  onClick: (event: MouseEvent) => void;
  toEnd: () => void;
}

interface Anchor {
  element: HTMLElement;
  /** Where it stood in the list after the last drawing. */
  offset: number;
}

// A long result has a scrollbar of its own and takes the wheel first.
function scrollsInside(target: EventTarget | null): boolean {
  const inner = target instanceof Element ? target.closest("pre") : null;
  return inner !== null && inner.scrollTop > 0;
}

/** Does nothing while `on` is false: a page that is read from its top. */
export function useFollow(on: boolean, onNearTop: () => void): Follow {
  const scroller = useRef<HTMLDivElement>(null);
  const first = useRef<Anchor | null>(null);
  const enabled = useRef(on);
  enabled.current = on;
  const follows = useRef(true);
  const lastTop = useRef(0);
  const [following, setFollowing] = useState(true);

  const set = useCallback((on: boolean) => {
    follows.current = on;
    setFollowing(on);
  }, []);

  const toEnd = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    box.scrollTop = box.scrollHeight;
    lastTop.current = box.scrollTop;
    set(true);
  }, []);

  const onScroll = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    const distance = box.scrollHeight - box.scrollTop - box.clientHeight;
    // The list may have grown since the last frame, so being away from the end
    // says nothing; only a way up does, and that is the person's. A list that
    // became shorter goes up too, but stays at its end.
    if (box.scrollTop < lastTop.current - 1 && distance > 1) set(false);
    else if (distance <= endPx) set(true);
    lastTop.current = box.scrollTop;
    if (box.scrollTop < topPx) onNearTop();
  }, [onNearTop]);

  const onClick = useCallback((event: MouseEvent) => {
    if (!follows.current || !(event.target instanceof Element) || event.target.closest("summary") === null) return;
    set(false);
    // Unfolded in the second frame from here; where all still fits, following goes on.
    nextFrame(() => nextFrame(onScroll));
  }, [onScroll]);

  // Between a turn of the wheel and the scrolling that comes of it, the list may
  // be drawn again and put back to its end; so the turn itself counts.
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const up = () => {
      if (enabled.current && box.scrollTop > 0) set(false);
    };
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY < 0 && !event.ctrlKey && !scrollsInside(event.target)) up();
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "PageUp" || key === "Home" || key === "ArrowUp") up();
    };
    box.addEventListener("wheel", onWheel, { passive: true });
    box.addEventListener("keydown", onKey);
    return () => {
      box.removeEventListener("wheel", onWheel);
      box.removeEventListener("keydown", onKey);
    };
  }, []);

  // After every drawing, before it is painted.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null || !on) return;
    const { current: anchor } = first;
    if (follows.current) box.scrollTop = box.scrollHeight;
    else if (anchor?.element.isConnected === true) box.scrollTop += anchor.element.offsetTop - anchor.offset;
    lastTop.current = box.scrollTop;
    const element = box.querySelector<HTMLElement>("[data-message]");
    first.current = element === null ? null : { element, offset: element.offsetTop };
  });

  // The composer grows and the window changes its size without a drawing here.
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const keep = () => {
      if (!enabled.current) return;
      if (follows.current) box.scrollTop = box.scrollHeight;
      lastTop.current = box.scrollTop;
    };
    const observer = new ResizeObserver(keep);
    observer.observe(box);
    for (const child of box.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);

  return { scroller, following, onScroll, onClick, toEnd };
}
