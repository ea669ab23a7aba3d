// The button that copies a text.

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { strings } from "./strings";

export function CopyButton({ text, label }: { text: string; label: string }): VNode {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  // Where the browser refuses, nothing was copied and the word does not change.
  const copy = () => {
    navigator.clipboard.writeText(text).then(() => setCopied(true), () => undefined);
  };
  return (
    <button type="button" class="quiet copy" aria-label={label} onClick={copy}>
      {copied ? strings.common.copied : strings.common.copy}
    </button>
  );
}
