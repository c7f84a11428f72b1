/**
 * The list of promises in docs/evidence.md.
 * @module
 */
import { type PromiseEntry, PROMISES } from "./promises.ts";

/** The page, relative to the checkout. */
export const EVIDENCE_PAGE = "docs/evidence.md";

/** Each promise with its latest figure, and with its tests and tasks. */
export function promisesList(): string {
  return PROMISES.map(entry).join("\n");
}

function entry({ promise, shownBy, figure }: PromiseEntry): string {
  return [`- **${promise}.**`, `  - ${sentences(figure())}`, `  - Shown by ${shownBy.map(link).join(", ")}.`].join(
    "\n",
  );
}

/** A test's path as a link from the page; a task as code. */
function link(shown: string): string {
  return shown.startsWith("tests/") ? `[${shown.slice("tests/".length)}](../${shown})` : `\`${shown}\``;
}

/** A figure with a sentence for each of its parts, which semicolons separate. */
function sentences(figure: string): string {
  return figure.split("; ").map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`).join(" ");
}
