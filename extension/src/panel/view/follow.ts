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
  scroller: Scroller;
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

/** What is known of the list between two drawings. */
interface State {
  on: boolean;
  follows: boolean;
  lastTop: number;
  /** The first message. */
  first: Anchor | null;
}

type Scroller = RefObject<HTMLDivElement | null>;

/** Does nothing while `on` is false: a page that is read from its top. */
export function useFollow(on: boolean, onNearTop: () => void): Follow {
  const scroller = useRef<HTMLDivElement>(null);
  const state = useRef<State>({ on, follows: true, lastTop: 0, first: null }).current;
  state.on = on;
  const [following, setFollowing] = useState(true);

  const set = useCallback((follows: boolean) => {
    state.follows = follows;
    setFollowing(follows);
  }, []);

  const toEnd = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    box.scrollTop = box.scrollHeight;
    state.lastTop = box.scrollTop;
    set(true);
  }, []);

  const onScroll = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    const distance = box.scrollHeight - box.scrollTop - box.clientHeight;
    // The list may have grown since the last frame, so being away from the end
    // says nothing; only a way up does, and that is the person's. A list that
    // became shorter goes up too, but stays at its end.
    if (box.scrollTop < state.lastTop - 1 && distance > 1) set(false);
    else if (distance <= endPx) set(true);
    state.lastTop = box.scrollTop;
    if (box.scrollTop < topPx) onNearTop();
  }, [onNearTop]);

  const onClick = useCallback((event: MouseEvent) => {
    if (!state.follows || !(event.target instanceof Element) || event.target.closest("summary") === null) return;
    set(false);
    // Unfolded in the second frame from here; where all still fits, following goes on.
    nextFrame(() => nextFrame(onScroll));
  }, [onScroll]);

  useTurnsUp(scroller, state, () => set(false));
  useLayoutEffect(() => {
    if (scroller.current !== null && on) afterDrawing(scroller.current, state);
  });
  useSizes(scroller, state);
  return { scroller, following, onScroll, onClick, toEnd };
}

// Between a turn of the wheel and the scrolling that comes of it, the list may
// be drawn again and put back to its end; so the turn itself counts.
function useTurnsUp(scroller: Scroller, state: State, leave: () => void): void {
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const up = () => {
      if (state.on && box.scrollTop > 0) leave();
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
}

// A long result has a scrollbar of its own and takes the wheel first.
function scrollsInside(target: EventTarget | null): boolean {
  const inner = target instanceof Element ? target.closest("pre") : null;
  return inner !== null && inner.scrollTop > 0;
}

// After every drawing, before it is painted.
function afterDrawing(box: HTMLElement, state: State): void {
  const { first: anchor } = state;
  if (state.follows) box.scrollTop = box.scrollHeight;
  else if (anchor?.element.isConnected === true) box.scrollTop += anchor.element.offsetTop - anchor.offset;
  state.lastTop = box.scrollTop;
  const element = box.querySelector<HTMLElement>("[data-message]");
  state.first = element === null ? null : { element, offset: element.offsetTop };
}

// The composer grows and the window changes its size without a drawing here.
function useSizes(scroller: Scroller, state: State): void {
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const keep = () => {
      if (!state.on) return;
      if (state.follows) box.scrollTop = box.scrollHeight;
      state.lastTop = box.scrollTop;
    };
    const observer = new ResizeObserver(keep);
    observer.observe(box);
    for (const child of box.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
}
