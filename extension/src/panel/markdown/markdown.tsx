// Markdown as a component. While text streams in, only its last block is
// parsed again; the others are drawn once. A last block that is itself long is
// parsed no more often than a tenth of the time that it takes.

import type { Root } from "mdast";
import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { memo } from "../../ui/memo";
import { definitionsOf, GrowingBlocks } from "./blocks";
import { parse } from "./parse";
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
      {blocks.map((block, i) =>
        live && i === last ? (
          <LiveBlock key={i} text={block} definitions={definitions} />
        ) : (
          <Block key={i} text={block} definitions={definitions} />
        ),
      )}
    </div>
  );
});

interface BlockProps {
  text: string;
  definitions: string;
}

const Block = memo(({ text, definitions }: BlockProps) => draw(text, parse(text, definitions)));

/** Share of the time that parsing the live block may take. */
const share = 10;

interface Parsed {
  text: string;
  tree: Root | null;
  costMs: number;
  at: number;
}

function LiveBlock({ text, definitions }: BlockProps): VNode {
  const last = useRef<Parsed | null>(null);
  const [, again] = useState(0);
  const now = performance.now();
  const due = last.current === null ? 0 : last.current.at + last.current.costMs * share - now;
  if (last.current === null || due <= 0) last.current = measure(text, definitions, now);
  const behind = last.current.text !== text;
  useEffect(() => {
    if (!behind) return undefined;
    const timer = setTimeout(() => again((n) => n + 1), due);
    return () => clearTimeout(timer);
  }, [behind, text]);
  return draw(last.current.text, last.current.tree);
}

function measure(text: string, definitions: string, now: number): Parsed {
  const tree = parse(text, definitions);
  const end = performance.now();
  return { text, tree, costMs: end - now, at: end };
}

function draw(text: string, tree: Root | null): VNode {
  return tree === null ? <div class="plain" dir="auto">{text}</div> : render(tree);
}
