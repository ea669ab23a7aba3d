// Markdown as a component. While text streams in, only its last block is
// parsed again; the others are drawn once. A last block that is itself long is
// parsed and drawn no more often than a tenth of the time that it takes, and a
// long table by pieces.

import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { memo } from "../../ui/memo";
import { definitionsOf, GrowingBlocks } from "./blocks";
import { GrowingBlock } from "./growing";
import { render } from "./render";

interface MarkdownProps {
  text: string;
  /** The text is still growing at its end. */
  live: boolean;
}

export const Markdown = memo(({ text, live }: MarkdownProps) => {
  const growing = useRef<GrowingBlocks | null>(null);
  growing.current ??= new GrowingBlocks();
  const blocks = growing.current.update(text);
  const definitions = useMemo(() => definitionsOf(blocks), [text]);
  const last = blocks.length - 1;
  return (
    <div class={live ? "markdown live" : "markdown"}>
      {blocks.map((block, i) => (
        <Block key={i} text={block} definitions={definitions} live={live && i === last} />
      ))}
    </div>
  );
});

interface BlockProps {
  text: string;
  definitions: string;
  /** It is still growing. */
  live: boolean;
}

/** Share of the time that parsing and drawing the live block may take. */
const share = 10;
/** How many characters the browser lays out in a millisecond, as it does with each change. */
const laidOutInMs = 10_000;
/** How long a block that is parsed by pieces may take of a frame. */
const budgetMs = 20;

interface Drawn {
  text: string;
  definitions: string;
  /** The same as long as nothing changes, so that nothing is compared. */
  elements: VNode;
  more: boolean;
  costMs: number;
  at: number;
}

// One for a block that grows and for one that has ended, so that what was drawn stays when it ends.
const Block = memo(({ text, definitions, live }: BlockProps) => {
  const growing = useRef<GrowingBlock | null>(null);
  growing.current ??= new GrowingBlock();
  const last = useRef<Drawn | null>(null);
  const [, again] = useState(0);
  const now = performance.now();
  const behind = () => last.current?.text !== text || last.current.definitions !== definitions || last.current.more;
  const due = live && last.current !== null ? last.current.at + last.current.costMs * share - now : 0;
  if (last.current === null || (behind() && due <= 0)) last.current = draw(growing.current, text, definitions);
  const waits = behind();
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => again((n) => n + 1), Math.max(0, due));
    return () => clearTimeout(timer);
  });
  return last.current.elements;
});

function draw(growing: GrowingBlock, text: string, definitions: string): Drawn {
  const began = performance.now();
  const { tree, more } = growing.parse(text, definitions, budgetMs);
  const at = performance.now();
  const elements = tree === null ? <div class="plain" dir="auto">{text}</div> : render(tree);
  return { text, definitions, elements, more, costMs: at - began + text.length / laidOutInMs, at };
}
