// The composer's part of attachments: the button, the list with progress, and taking what is pasted or dropped.

import type { VNode } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { size } from "../../ui/format";
import { Close, FileIcon, Paperclip } from "../../ui/icons";
import { useObservable } from "../../ui/observable";
import { Quote } from "../../ui/quote";
import { strings } from "../../ui/strings";
import { tellWords } from "../../ui/telling";
import { accepted, type Attached, type Attachments, type FileTrouble, longestFile, mostFiles } from "../attachments";
import { ActionsContext } from "./actions";
import { ExcerptNote } from "./excerpt";

const limits = () => strings.files.limits(mostFiles, size(longestFile));

export function AttachButton({ files }: { files: Attachments }): VNode {
  const field = useRef<HTMLInputElement>(null);
  const words = `${strings.files.attach}\n${limits()}`;
  return (
    <>
      <button type="button" id="attach" class="icon-button" aria-label={strings.files.attach} title={words} onClick={() => field.current?.click()}>
        <Paperclip />
      </button>
      <input
        type="file"
        id="attach-input"
        class="unseen"
        ref={field}
        multiple
        accept={accepted}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ currentTarget }) => {
          take(files, currentTarget.files);
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}

interface StripProps {
  files: Attachments;
  /** The name of the model that answers where it is given no images; else empty. */
  blind: string;
}

/** What is attached, with how far it is and what is wrong with it. */
export function FileStrip({ files, blind }: StripProps): VNode | null {
  const { items, tooMany } = useObservable(files.state);
  const unseen = blind !== "" && items.some((f) => f.block?.type === "image");
  if (items.length === 0 && tooMany.length === 0) return null;
  return (
    <div class="strip">
      {items.length === 0 ? null : (
        <ul aria-label={strings.files.list}>
          {items.map((item) => (
            <FileItem key={item.key} item={item} remove={() => files.remove(item.key)} />
          ))}
        </ul>
      )}
      {tooMany.length > 0 ? (
        <p class="strip-trouble" role="alert">
          {strings.files.tooMany(mostFiles, tooMany.join(strings.files.and))}
        </p>
      ) : null}
      {unseen ? (
        <p class="strip-note" id="not-seen" role="status">
          {strings.files.notSeen(blind)}
        </p>
      ) : null}
    </div>
  );
}

function FileItem({ item, remove }: { item: Attached; remove: () => void }): VNode {
  const waits = item.state === "reading" || item.state === "sending" || item.state === "storing";
  const { compose } = useContext(ActionsContext);
  // The button goes with its file, and must not take the focus along: the next file has it then, or who writes.
  const removing = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const next = currentTarget.closest("li")?.nextElementSibling?.querySelector<HTMLElement>(".icon-button");
    remove();
    if (next == null) compose(null);
    else next.focus();
  };
  return (
    <li class={`strip-item strip-${item.state}`} data-file={item.name} data-state={item.state}>
      <Preview item={item} />
      <span class="strip-words">
        <span class="file-name">{item.name}</span>
        <span class="file-size" role={item.trouble === null ? undefined : "alert"}>
          {item.trouble === null ? stateWords(item) : <Trouble trouble={item.trouble} bytes={item.size} />}
        </span>
        {item.block === null ? null : <ExcerptNote block={item.block} />}
        {waits ? <progress aria-label={item.name} max={1} value={item.progress} /> : null}
      </span>
      <button type="button" class="icon-button" aria-label={strings.files.remove(item.name)} title={strings.files.remove(item.name)} onClick={removing}>
        <Close />
      </button>
    </li>
  );
}

function stateWords({ state, progress, size: bytes }: Attached): string {
  if (state === "reading") return strings.files.reading;
  if (state === "sending") return strings.files.sending(Math.round(progress * 100));
  return state === "storing" ? strings.files.storing : size(bytes);
}

function Trouble({ trouble, bytes }: { trouble: FileTrouble; bytes: number }): VNode {
  if (trouble.kind === "tooLarge") return <>{strings.files.tooLarge(size(bytes), size(longestFile))}</>;
  if (trouble.kind !== "unsupported" && trouble.kind !== "refused") return <>{strings.files[trouble.kind]}</>;
  const { own, quoted } = tellWords(trouble.words);
  return (
    <>
      {quoted === "" ? own : strings.files[trouble.kind]}
      <Quote words={quoted} />
    </>
  );
}

function Preview({ item }: { item: Attached }): VNode {
  const [url, setUrl] = useState("");
  const { readImage } = useContext(ActionsContext);
  const { file, block } = item;
  useEffect(() => {
    let made = "";
    let gone = false;
    const show = (image: Blob) => {
      if (gone) return;
      made = URL.createObjectURL(image);
      setUrl(made);
    };
    if (file !== null && /^image\/(png|jpeg|gif|webp)$/.test(file.type)) show(file);
    // What comes from an earlier panel is known by its id alone. Where it cannot be read, a sign stands for it.
    if (file === null && block?.type === "image") readImage(block.blob ?? "", block.mimeType ?? "").then(show, () => undefined);
    return () => {
      gone = true;
      if (made !== "") URL.revokeObjectURL(made);
    };
  }, [file, block]);
  return <span class="strip-icon">{url === "" ? <FileIcon /> : <img src={url} alt="" onError={() => setUrl("")} />}</span>;
}

/** Takes the files of a paste. Text that comes with a picture of itself (from an office program) is text. */
export function pasted(files: Attachments, event: ClipboardEvent): void {
  const data = event.clipboardData;
  if (data === null || data.files.length === 0 || data.types.includes("text/plain")) return;
  event.preventDefault();
  take(files, data.files);
}

/** Takes files that are dropped anywhere on an element; true while some are held over it. */
export function useFileDrop(files: Attachments): { over: boolean; handlers: DropHandlers } {
  const [over, setOver] = useState(false);
  const hold = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes("Files") !== true) return;
    // Without it the browser opens the file in place of the panel.
    event.preventDefault();
    setOver(true);
  };
  const leave = (event: DragEvent) => {
    if (!(event.relatedTarget instanceof Node)) setOver(false);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (event.dataTransfer === null || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    take(files, event.dataTransfer.files);
  };
  return { over, handlers: { onDragEnter: hold, onDragOver: hold, onDragLeave: leave, onDrop: drop } };
}

interface DropHandlers {
  onDragEnter: (event: DragEvent) => void;
  onDragOver: (event: DragEvent) => void;
  onDragLeave: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
}

function take(files: Attachments, list: FileList | null): void {
  if (list !== null) void files.add([...list], strings.files.pasted);
}
