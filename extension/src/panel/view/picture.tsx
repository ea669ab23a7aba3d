// An image of a conversation: read by its id when it comes near the window, shown small, and large when pressed.

import type { Block } from "@protocol/chat.gen";
import type { VNode } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../../ui/dialog";
import { size } from "../../ui/format";
import { Close, FileIcon } from "../../ui/icons";
import { strings } from "../../ui/strings";
import { ActionsContext, LinkContext } from "./actions";
import { ExcerptNote } from "./excerpt";
import { LoadFailure } from "./loadfailure";

/** How far outside of what is seen an image is read already. */
const margin = "400px";

/** Images and files of a message or a call. `by` names the tool that made them; it is empty for a person's. */
export function Files({ blocks, by = "" }: { blocks: readonly Block[]; by?: string }): VNode | null {
  const shown = blocks.filter((b) => (b.type === "image" || b.type === "file") && b.blob !== undefined);
  if (shown.length === 0) return null;
  return (
    <ul class="files">
      {shown.map((block) => (
        <li key={block.blob}>{block.type === "image" ? <Picture block={block} by={by} /> : <FileChip block={block} />}</li>
      ))}
    </ul>
  );
}

function FileChip({ block }: { block: Block }): VNode {
  return (
    <span class="file-chip">
      <FileIcon />
      <span class="file-name">{block.name === undefined || block.name === "" ? strings.picture.file : block.name}</span>
      {block.size === undefined ? null : <span class="file-size">{size(block.size)}</span>}
      <ExcerptNote block={block} />
    </span>
  );
}

function Picture({ block, by }: { block: Block; by: string }): VNode {
  const place = useRef<HTMLDivElement>(null);
  const { url, failure, again } = useImage(place, block);
  const [large, setLarge] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The button that was pressed to try again is gone with the focus; the image stands in its place.
  const tried = useRef(false);
  useLayoutEffect(() => {
    if (tried.current && url !== "" && document.activeElement === document.body) button.current?.focus();
  }, [url]);
  const retry = () => {
    tried.current = place.current?.contains(document.activeElement) === true;
    again();
  };
  const linked = useContext(LinkContext);
  useEffect(() => {
    if (linked && failure !== "") retry();
  }, [linked]);
  const alt = altOf(block, by);
  return (
    <div class="picture" ref={place} data-blob={block.blob}>
      {failure !== "" ? (
        <div class="picture-failed" role="note">
          <LoadFailure title={strings.picture.failed} words={failure} />
          <button
            type="button"
            class="quiet"
            aria-label={`${strings.common.tryAgain}: ${alt}`}
            onClick={retry}
          >
            {strings.common.tryAgain}
          </button>
        </div>
      ) : url === "" ? (
        <span class="picture-wait">{strings.picture.loading}</span>
      ) : (
        <button
          type="button"
          class="picture-button"
          ref={button}
          title={strings.picture.enlarge}
          aria-label={`${strings.picture.enlarge}: ${alt}`}
          onClick={() => setLarge(true)}
        >
          <img src={url} alt={alt} />
        </button>
      )}
      {large && url !== "" ? <Enlarged url={url} alt={alt} close={() => setLarge(false)} /> : null}
    </div>
  );
}

// In its own size, because a panel is often as narrow as the small one; what does not fit is scrolled to.
function Enlarged({ url, alt, close }: { url: string; alt: string; close: () => void }): VNode {
  const [fit, setFit] = useState(false);
  const turn = () => setFit(!fit);
  return (
    <Dialog id="picture" class="lightbox" label={alt} close={close}>
      <div class="lightbox-bar">
        <button type="button" class="button" id="picture-fit" aria-pressed={fit} onClick={turn}>
          {strings.picture.fit}
        </button>
        <button type="button" class="icon-button" aria-label={strings.common.close} onClick={close}>
          <Close />
        </button>
      </div>
      <div class="lightbox-view" tabIndex={0} role="group" aria-label={alt}>
        <img class={fit ? "fit" : ""} src={url} alt={alt} onClick={turn} />
      </div>
    </Dialog>
  );
}

function altOf({ name }: Block, by: string): string {
  if (name !== undefined && name !== "") return strings.picture.named(name);
  return by === "" ? strings.picture.unnamed : strings.picture.by(by);
}

interface Image {
  url: string;
  /** Why it could not be read; empty where it was not tried, or was read. */
  failure: string;
  again: () => void;
}

// Read once it is near what is seen; a long conversation holds many that nobody looks at.
function useImage(place: { current: HTMLElement | null }, { blob = "", mimeType = "" }: Block): Image {
  const { readImage } = useContext(ActionsContext);
  const [url, setUrl] = useState("");
  const [failure, setFailure] = useState("");
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let made = "";
    let gone = false;
    const read = () => {
      readImage(blob, mimeType).then(
        (image) => {
          if (gone) return;
          made = URL.createObjectURL(image);
          setUrl(made);
        },
        (error: unknown) => {
          if (!gone) setFailure(error instanceof Error ? error.message : String(error));
        },
      );
    };
    const stop = whenNear(place.current, read);
    return () => {
      gone = true;
      stop();
      if (made !== "") URL.revokeObjectURL(made);
    };
  }, [blob, tries]);
  const again = () => {
    setFailure("");
    setTries(tries + 1);
  };
  return { url, failure, again };
}

function whenNear(element: HTMLElement | null, act: () => void): () => void {
  if (element === null) return () => undefined;
  const observer = new IntersectionObserver(
    (seen) => {
      if (!seen.some((s) => s.isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: margin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
