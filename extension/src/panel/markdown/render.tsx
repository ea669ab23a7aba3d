// Syntax tree to elements. Only the elements written here can come out, and
// none of them loads anything or runs anything: raw HTML is shown as the text it
// is, images become labelled links, and links go where safeAddress allows.

import type { Definition, Link, Root, RootContent, Table } from "mdast";
import type { ComponentChildren, VNode } from "preact";
import { memo } from "../../ui/memo";
import { strings } from "../../ui/strings";
import { letterIn, type Side, sideOfLetter } from "../side";
import { CodeBlock } from "../view/code";
import { misleads, placeOf, safeAddress } from "./links";

type Definitions = ReadonlyMap<string, Definition>;
type Row = Table["children"][number];

export function render(tree: Root): VNode {
  return <>{nodes(tree.children, collect(tree))}</>;
}

// One for all that have none: a row whose properties are the same is not drawn again.
const noDefinitions: Definitions = new Map();

function collect(tree: Root): Definitions {
  const found = new Map<string, Definition>();
  for (const node of tree.children) {
    if (node.type === "definition" && !found.has(node.identifier)) found.set(node.identifier, node);
  }
  return found.size === 0 ? noDefinitions : found;
}

function nodes(list: readonly RootContent[], defs: Definitions): ComponentChildren {
  return list.map((node) => element(node, defs));
}

function element(node: RootContent, defs: Definitions): ComponentChildren {
  switch (node.type) {
    case "text":
      return node.value;
    case "paragraph":
      return <p dir="auto">{nodes(node.children, defs)}</p>;
    case "heading":
      return heading(node.depth, nodes(node.children, defs));
    case "strong":
      return <strong>{nodes(node.children, defs)}</strong>;
    case "emphasis":
      return <em>{nodes(node.children, defs)}</em>;
    case "delete":
      return <del>{nodes(node.children, defs)}</del>;
    case "inlineCode":
      return <code dir="auto">{node.value}</code>;
    case "code":
      return <CodeBlock code={node.value} language={node.lang ?? ""} />;
    case "html":
      return <span class="raw" dir="auto">{node.value}</span>;
    case "break":
      return <br />;
    case "thematicBreak":
      return <hr />;
    case "blockquote":
      return <blockquote dir={sideOf(node.children)}>{nodes(node.children, defs)}</blockquote>;
    case "list":
      return node.ordered === true ? (
        <ol dir={sideOf(node.children)} start={node.start ?? 1}>{nodes(node.children, defs)}</ol>
      ) : (
        <ul dir={sideOf(node.children)}>{nodes(node.children, defs)}</ul>
      );
    case "listItem":
      return item(node.checked ?? null, node.spread === true, node.children, defs);
    case "table":
      return table(node, defs);
    case "tableRow":
      return <tr>{nodes(node.children, defs)}</tr>;
    case "tableCell":
      return <td>{nodes(node.children, defs)}</td>;
    case "link":
      return link(node.url, node.title ?? "", node.children, defs);
    case "linkReference":
      return reference(node.identifier, node.children, defs);
    case "image":
      return image(node.url, node.alt ?? "");
    case "imageReference":
      return image(defs.get(node.identifier)?.url ?? "", node.alt ?? "");
    case "footnoteReference":
      return `[^${node.identifier}]`;
    case "footnoteDefinition":
      return (
        <p dir="auto">
          [^{node.identifier}]: {inlineOf(node.children, defs)}
        </p>
      );
    case "definition":
    case "yaml":
      return null;
  }
}

function heading(depth: number, children: ComponentChildren): VNode {
  // The title of the chat is the first heading; those of an answer stand below it.
  switch (depth) {
    case 1:
      return <h2 dir="auto">{children}</h2>;
    case 2:
      return <h3 dir="auto">{children}</h3>;
    case 3:
      return <h4 dir="auto">{children}</h4>;
    default:
      return <h5 dir="auto">{children}</h5>;
  }
}

function item(checked: boolean | null, loose: boolean, children: readonly RootContent[], defs: Definitions): VNode {
  const inner = loose ? nodes(children, defs) : inlineOf(children, defs);
  const side = sideOf(children);
  if (checked === null) return <li dir={side}>{inner}</li>;
  return (
    <li class="task" dir={side}>
      <input type="checkbox" checked={checked} disabled aria-label={checked ? strings.chat.ticked : strings.chat.unticked} />
      <div>{inner}</div>
    </li>
  );
}

// The paragraphs of a tight list item or a footnote stand without a box of their own.
function inlineOf(children: readonly RootContent[], defs: Definitions): ComponentChildren {
  return children.map((c) => (c.type === "paragraph" ? nodes(c.children, defs) : element(c, defs)));
}

function table(node: Table, defs: Definitions): VNode {
  const [head, ...body] = node.children;
  const columns = head?.children.length ?? 0;
  return (
    <div class="table" tabIndex={0} role="group">
      <table dir={sideOf(node.children)}>
        {head === undefined ? null : <thead><TableRow row={head} of={columns} align={node.align ?? null} Cell="th" defs={defs} /></thead>}
        <tbody>
          {body.map((row, i) => (
            <TableRow key={i} row={row} of={columns} align={node.align ?? null} Cell="td" defs={defs} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  row: Row;
  /** How many columns the table has. */
  of: number;
  align: Table["align"] | null;
  Cell: "th" | "td";
  defs: Definitions;
}

const TableRow = memo(({ row, of, align, Cell, defs }: RowProps) => (
  <tr>
    {row.children.slice(0, of).map((cell, i) => (
      <Cell class={`${alignment(align?.[i])} ${roomOf(plainText(cell.children))}`.trim()} dir={sideOf(cell.children)}>{nodes(cell.children, defs)}</Cell>
    ))}
  </tr>
));

// Which way a block is read that holds blocks: as its first letter is. Told here, because "auto" passes over every part that has a
// direction of its own, and so over all that such a block holds. Without a letter it is read as what is around it.
function sideOf(list: readonly RootContent[]): Side | undefined {
  return sideOfLetter(firstLetter(list));
}

function firstLetter(list: readonly RootContent[]): string | undefined {
  for (const node of list) {
    if (node.type === "code" || node.type === "inlineCode") continue; // says nothing of the words around it
    const found = "children" in node ? firstLetter(node.children) : letterIn("value" in node ? node.value : "");
    if (found !== undefined) return found;
  }
  return undefined;
}

function alignment(align: "left" | "right" | "center" | null | undefined): string {
  return align === "right" || align === "center" ? `align-${align}` : "";
}

// A cell with more than a few words keeps the room for some of them on a line; only what cannot be broken between words is
// broken within.
function roomOf(text: string): string {
  if (/\S{25}/.test(text)) return "unbroken";
  return text.length > 20 ? "wordy" : "";
}

function reference(identifier: string, children: Link["children"], defs: Definitions): ComponentChildren {
  const definition = defs.get(identifier);
  if (definition === undefined) return nodes(children, defs);
  return link(definition.url, definition.title ?? "", children, defs);
}

function link(address: string, title: string, children: Link["children"], defs: Definitions): ComponentChildren {
  const url = safeAddress(address);
  const text = nodes(children, defs);
  if (url === null) {
    return (
      <span class="blocked" title={strings.chat.blockedLink}>
        {text}
      </span>
    );
  }
  const plain = plainText(children);
  return (
    <>
      <a href={url.href} title={title === "" ? url.href : `${title}\n${url.href}`} target="_blank" rel="noopener noreferrer">
        {plain.trim() === "" ? placeOf(url) : text}
      </a>
      {misleads(plain, url) ? <span class="place"> ({strings.chat.external(placeOf(url))})</span> : null}
    </>
  );
}

// Loading an image tells its address, and what is written in it, to whoever
// serves it. The person may follow the link; nothing goes out before.
function image(address: string, alt: string): VNode {
  const url = safeAddress(address);
  const label = strings.chat.image(alt);
  if (url === null) return <span class="image">{label}</span>;
  return (
    <a class="image" href={url.href} title={url.href} target="_blank" rel="noopener noreferrer">
      {label} <span class="place">({placeOf(url)})</span>
    </a>
  );
}

function plainText(list: readonly RootContent[]): string {
  return list
    .map((node) => {
      if ("value" in node) return node.value;
      if (node.type === "image") return node.alt ?? "";
      return "children" in node ? plainText(node.children) : "";
    })
    .join("");
}
