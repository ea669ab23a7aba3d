// Reads stored text by pieces.

import type { Client } from "./client";
import type { ReadText } from "./view/actions";

const pieceBytes = 1 << 20;
/** More than this is not shown in a card: nobody reads it there, and it would slow the page. */
const longestShown = 2 << 20;

export async function readText(client: Pick<Client, "call">, blob: string): Promise<ReadText> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for (let offset = 0; ; ) {
    const piece = await client.call("blob.read", { blob, offset, limit: pieceBytes });
    const bytes = Uint8Array.from(atob(piece.data), (c) => c.charCodeAt(0));
    offset += bytes.length;
    const end = offset >= piece.size || bytes.length === 0;
    parts.push(decoder.decode(bytes, { stream: !end }));
    if (end) return { text: parts.join(""), whole: true };
    if (offset >= longestShown) return { text: parts.join(""), whole: false };
  }
}
