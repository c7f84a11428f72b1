/**
 * Writes Markdown.
 * @module
 */

/** A table with these cells. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** A text in a cell, without signs that Markdown would read. */
export function cellText(text: string): string {
  return text.replace(/[*|<[\]\\]/g, "\\$&");
}

/**
 * Replaces the text between `<!-- name:begin -->` and `<!-- name:end -->`.
 * @throws Error if `text` has no such markers
 */
export function withSection(text: string, name: string, content: string): string {
  const begin = `<!-- ${name}:begin -->`, end = `<!-- ${name}:end -->`;
  const from = text.indexOf(begin), to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`There is no ${begin} … ${end}.`);
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}
