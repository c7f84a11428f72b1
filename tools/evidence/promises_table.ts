/**
 * The table of promises in docs/evidence.md.
 * @module
 */
import { markdownTable } from "../markdown.ts";
import { PROMISES } from "./promises.ts";

/** The page, relative to the checkout. */
export const EVIDENCE_PAGE = "docs/evidence.md";

/** Each promise with its tests and tasks, and with its latest figure. */
export function promisesTable(): string {
  const rows = PROMISES.map(({ promise, shownBy, figure }) => [
    promise,
    shownBy.map(link).join(", "),
    sentences(figure()),
  ]);
  return markdownTable(["promise", "shown by", "figure"], rows);
}

/** A test's path as a link from the page; a task as code. */
function link(shown: string): string {
  return shown.startsWith("tests/") ? `[${shown.slice("tests/".length)}](../${shown})` : `\`${shown}\``;
}

/** A figure with a sentence for each of its parts, which semicolons separate. */
function sentences(figure: string): string {
  return figure.split("; ").map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(". ");
}
