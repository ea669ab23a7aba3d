// Finds words for people in the source of a page. It reads the syntax tree, so that comments, types and identifiers do not
// matter. Text between tags and in attributes that people read or hear is found whatever it is. Any other string is found
// where it looks like words (letters, a blank, letters; or a capital and a small letter at its beginning), wherever it goes
// from there, unless it stands where only the program reads: see isForProgram.
//
// It does not find one word in small letters that reaches the page by way of a variable: that is what names in code look like.

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
  return seen || (looksLikeWords(text) && !reviewed.has(text) && !isForProgram(node)) ? text : "";
}

const hasLetters = (text: string): boolean => /\p{L}/u.test(text);

/** Read and found to be the same in every language: commands, and the signs of units. */
const reviewed = new Set(["margay doctor", "margay stop", " min  s"]);

const looksLikeWords = (text: string): boolean => /\p{L}[,;:.…’”]? +[“‘]?\p{L}/u.test(text) || /^\p{Lu}\p{Ll}/u.test(text) || /\p{Script=Han}/u.test(text);

/** Calls whose strings are selectors, names of events, keys or patterns of text. */
const machineCalls = /(^|\.)(querySelector(All)?|closest|matches|getElementById|getAttribute|setAttribute|addEventListener|removeEventListener|includes|startsWith|endsWith|split|join|has|get|call|notify|on)$/;

// Compared with, used as a key, handed to a function that takes selectors or names, or in an attribute that nobody reads.
function isForProgram(node: ts.Node): boolean {
  let at = node;
  while (passesOn(at.parent, at) || ts.isSpreadElement(at.parent)) at = at.parent;
  const { parent } = at;
  if (ts.isBinaryExpression(parent)) return isComparison(parent.operatorToken.kind);
  if (ts.isCaseClause(parent) || ts.isElementAccessExpression(parent)) return true;
  if (ts.isPropertyAssignment(parent)) return parent.name === at;
  if (ts.isCallExpression(parent)) return machineCalls.test(parent.expression.getText());
  const attribute = ts.isJsxExpression(parent) ? parent.parent : parent;
  return ts.isJsxAttribute(attribute) && !isReadAttribute(attribute) && !/^[a-z]*([wW]ords|[tT]itle|[lL]abel)$/.test(attribute.name.getText());
}

function isComparison(kind: ts.SyntaxKind): boolean {
  return kind === ts.SyntaxKind.EqualsEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsEqualsToken || kind === ts.SyntaxKind.InKeyword;
}

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
