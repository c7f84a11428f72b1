/**
 * Kotlin as its grammar can read it. The grammar takes words such as `private` for names: with two annotations before
 * them the whole declaration becomes an expression, without an error.
 * @module
 */
import type { Node } from "web-tree-sitter";
import type { Declared, FoundKind } from "./language.ts";

/** Words before a declaration that say nothing of its kind or its name. */
const MODIFIERS = "abstract|actual|annotation|data|expect|external|final|infix|inline|inner|internal|lateinit|open|" +
  "operator|override|private|protected|public|sealed|suspend|tailrec|value";

/** What may stand in brackets, with brackets in it once. A bound, as an open one would be looked at to the end. */
const PLAIN = '[^()"]|"(?:[^"\\\\\\n]|\\\\.)*"', ARGUMENTS = `\\((?:${PLAIN}|\\((?:${PLAIN}){0,500}\\)){0,2000}\\)`;

/**
 * Modifiers; `interface`, which the grammar takes for a name as well; what a context must have; arguments of annotations; a delegate, whose body
 * would be its argument; the end of an interface on one line, which needs a `;`; a name like a modifier.
 */
const UNREAD = new RegExp(
  [
    `(?<![\\w.])(?:(?:${MODIFIERS})[ \\t]+){1,8}` +
    "(?=(?:fun|class|interface|object|val|var|typealias|constructor|enum|companion|const)\\b|@)",
    "\\b(?:fun[ \\t]+)?interface(?=\\s)",
    "(?<=^[ \\t]*)context[ \\t]*\\([^()\\n]{1,200}\\)(?=\\s+(?:@|\\w))",
    `(?<=@[\\w.:]{1,100})${ARGUMENTS}`,
    "(?<=(?:\\bobject|\\bclass|\\)[ \\t]*:)[^\\n{}]{1,200}[ \\t])by[ \\t]+[\\w.]+(?=[ \\t]*\\{)",
    "(?<=\\binterface\\b[^\\n{}]{1,200}\\{[^\\n{}]{0,200})[ \\t](?=\\})",
    "(?<=\\bfun[ \\t]+(?:[\\w<>?, ]{1,80}\\.)?)suspend(?=[ \\t]*\\()",
  ].join("|"),
  "gm",
);

/** What was an interface in the text is called one. */
export function declaredInKotlin(name: Node, kind: FoundKind, text: string): Declared {
  const isInterface = /\binterface\s+$/.test(text.slice(Math.max(0, name.startIndex - 20), name.startIndex));
  return { name, kind: isInterface ? "interface" : kind };
}

/** The text with spaces for such words, or another word or sign of the same length. */
export function withoutModifiers(text: string): string {
  return text.replaceAll(UNREAD, (words) => {
    if (words === "suspend") return "suspens";
    if (words.endsWith("interface")) return "class".padStart(words.length);
    return words.trim() === "" ? ";" : words.replaceAll(/[^\r\n]/g, " ");
  });
}
