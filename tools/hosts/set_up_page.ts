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
    ["host", "version", "for", "by", "command or file", "its list says", "tools at once", "its call found the file"],
    outcomes.map(row),
  );
}

function row({ host, by, scope, how, listed, atOnce, answered }: SetUpOutcome): string[] {
  return [
    host.name,
    versionOf(host),
    scope === "project" ? "one project" : "all projects",
    by,
    `\`${how}\``,
    listed ? host.list?.word ?? "-" : "not connected",
    atOnce ? "yes" : "no",
    answered ? "yes" : "no",
  ];
}
