/**
 * The part of docs/evidence.md on setting hosts up by `fossick config`.
 * @module
 */
import { markdownTable } from "../markdown.ts";
import { versionOf } from "./answers_page.ts";
import type { SetUpOutcome } from "./set_up_part.ts";

/** The section, in Markdown. */
export function setUpSection(outcomes: readonly SetUpOutcome[]): string {
  return markdownTable(
    ["host", "version", "for", "command or file", "its list says", "its call found the file"],
    outcomes.map(row),
  );
}

function row({ host, scope, how, listed, answered }: SetUpOutcome): string[] {
  return [
    host.name,
    versionOf(host),
    scope === "project" ? "one project" : "all projects",
    `\`${how}\``,
    listed ? host.list?.word ?? "-" : "not connected",
    answered ? "yes" : "no",
  ];
}
