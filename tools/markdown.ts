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
