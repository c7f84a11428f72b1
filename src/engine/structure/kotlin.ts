/**
 * Kotlin as its grammar can read it. The grammar takes words such as `private` and `interface` for names: after two
 * annotations the whole declaration becomes an expression, without an error.
 * @module
 */

/** Words before a declaration that say nothing of its kind or its name. */
const MODIFIERS = "abstract|actual|annotation|data|expect|external|final|infix|inline|inner|internal|lateinit|open|" +
  "operator|override|private|protected|public|sealed|suspend|tailrec|value";

/** What may stand in brackets, with brackets in it once. Bounds, as an open one would be looked at to the end. */
const PLAIN = '[^()"]|"""(?:(?!""")[^]){0,2000}"""|"(?!"")(?:[^"\\\\\\n]|\\\\.){0,2000}"';
const ARGUMENTS = `\\((?:${PLAIN}|\\((?:${PLAIN}){0,500}\\)){0,2000}\\)`;
const ANNOTATION = `@(?:\\w+:)?\\w[\\w.]*(?:${ARGUMENTS})?`;

/**
 * Modifiers; `fun` of a functional interface; what a context must have; annotations, and whether they end their line; a
 * delegate, whose body would be its argument; the end of a body on one line, which needs a `;`; a name like a modifier.
 */
const UNREAD = new RegExp(
  [
    `(?<![\\w.])(?:(?:${MODIFIERS})[ \\t]+){1,8}` +
    "(?=(?:fun|class|interface|object|val|var|typealias|constructor|enum|companion|const)\\b|@)",
    "\\bfun[ \\t]+(?=interface\\b)",
    "(?<=^[ \\t]*)context[ \\t]*\\([^()\\n]{1,200}\\)(?=\\s+(?:@|\\w))",
    `(?<![\\w)\\]}])${ANNOTATION}(?:[ \\t]+${ANNOTATION}){0,8}(?=[ \\t\\r]*(\\n)?)`,
    "(?<=(?:\\bobject|\\bclass|\\)[ \\t]*:)[^\\n{}]{1,200}[ \\t])by[ \\t]+[\\w.]+(?=[ \\t]*\\{)",
    "(?<=\\b(?:object|interface)\\b[^\\n{}]{0,200}\\{[^\\n{}]{0,200})[ \\t](?=\\})",
    "(?<=\\bfun[ \\t]+(?:[\\w<>?, ]{1,80}\\.)?)suspend(?=[ \\t]*\\()",
  ].join("|"),
  "gm",
);

/**
 * The text with spaces for such words, or others of the same length. Annotations at the end of a line become comments, so
 * that their lines are known; of those on several lines the name stays.
 */
export function withoutModifiers(text: string): string {
  return text.replaceAll(UNREAD, (words: string, lineEnd?: string) => {
    if (words === "suspend") return "suspens";
    if (words.trim() === "") return ";";
    const blank = words.replaceAll(/[^\r\n]/g, " "), name = /^@[\w.:]+/.exec(words)?.[0] ?? "";
    if (words.includes("\n")) return name + blank.slice(name.length);
    return lineEnd === undefined ? blank : `//${blank.slice(2)}`;
  });
}
