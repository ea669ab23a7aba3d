// Reads stored bytes by pieces: texts, and the images that are shown.

import { FaultError } from "../wire";
import type { Client } from "./client";
import type { ReadText } from "./view/actions";

const pieceBytes = 1 << 20;
/** More than this is not shown in a card: nobody reads it there, and it would slow the page. */
const longestShown = 2 << 20;
/** What is larger is no screenshot and no attachment. */
const largestImage = 32 << 20;
/** Kinds that an image element draws and that carry no script, style or link. */
const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"];

type Reader = Pick<Client, "call">;

export async function readText(client: Reader, blob: string): Promise<ReadText> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for await (const { bytes, end, offset } of pieces(client, blob)) {
    parts.push(decoder.decode(bytes, { stream: !end }));
    if (!end && offset >= longestShown) return { text: parts.join(""), whole: false };
  }
  return { text: parts.join(""), whole: true };
}

/** Reads an image. Its kind is the one it was stored with, else the one that the message names. */
export async function readImage(client: Reader, blob: string, named: string): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let type = named;
  for await (const { bytes, offset, mimeType } of pieces(client, blob)) {
    if (offset > largestImage) throw new FaultError("too_large", "The image is too large to be shown.");
    if (mimeType !== "") type = mimeType;
    parts.push(bytes);
  }
  if (!imageTypes.includes(type)) throw new FaultError("unsupported", `Files of kind “${type}” are not shown as images.`);
  return new Blob(parts, { type });
}

async function* pieces(client: Reader, blob: string) {
  for (let offset = 0; ; ) {
    const piece = await client.call("blob.read", { blob, offset, limit: pieceBytes });
    const bytes = Uint8Array.from(atob(piece.data), (c) => c.charCodeAt(0));
    offset += bytes.length;
    const end = offset >= piece.size || bytes.length === 0;
    yield { bytes, offset, end, mimeType: piece.mimeType ?? "" };
    if (end) return;
  }
}
