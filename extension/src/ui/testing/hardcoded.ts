// Finds words for people in the source of a page: text between tags, in attributes that people read or hear, and sentences
// in strings. It reads the syntax tree, so that comments, types, class names and identifiers do not matter.

import ts from "typescript";

/** Attributes, and properties of our components, whose value is read or heard by people. */
const read = new Set(["title", "alt", "placeholder", "label", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "next", "of"]);

/** Each finding with its place. */
export function hardCoded(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node) || isForProgrammers(node)) return;
    const words = wordsAt(node);
    if (words !== "") {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1}: ${words}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function wordsAt(node: ts.Node): string {
  if (ts.isJsxText(node)) return hasLetters(node.text) ? node.text.trim() : "";
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return "";
  const text = ts.isTemplateExpression(node) ? [node.head.text, ...node.templateSpans.map((s) => s.literal.text)].join("") : node.text;
  const seen = hasLetters(text) && isShown(node);
  return seen || isSentence(text) ? text : "";
}

const hasLetters = (text: string): boolean => /\p{L}/u.test(text);

// Several words that begin with a capital letter, or a script that no name in code is written in.
const isSentence = (text: string): boolean => /^\p{Lu}[\p{L}’']* \p{L}/u.test(text) || /\p{Script=Han}/u.test(text);

/** Whether a string stands where people read it: among an element's children, or in an attribute for them. */
function isShown(node: ts.Node): boolean {
  let at = node;
  while (passesOn(at.parent, at)) at = at.parent;
  const { parent } = at;
  if (ts.isJsxAttribute(parent)) return isReadAttribute(parent);
  if (!ts.isJsxExpression(parent)) return false;
  return ts.isJsxAttribute(parent.parent) ? isReadAttribute(parent.parent) : true;
}

// An expression whose value is, as it may turn out, the value of its part.
function passesOn(parent: ts.Node, part: ts.Node): boolean {
  if (ts.isParenthesizedExpression(parent)) return true;
  if (ts.isConditionalExpression(parent)) return parent.condition !== part;
  if (!ts.isBinaryExpression(parent)) return false;
  const { kind } = parent.operatorToken;
  return kind === ts.SyntaxKind.PlusToken || kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken ||
    (kind === ts.SyntaxKind.AmpersandAmpersandToken && parent.right === part);
}

function isReadAttribute(attribute: ts.JsxAttribute): boolean {
  return read.has(attribute.name.getText());
}

// Errors that only a mistake in the program brings up, and the console.
function isForProgrammers(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return /Error$/.test(node.expression.getText());
  return ts.isCallExpression(node) && /^console\./.test(node.expression.getText());
}
