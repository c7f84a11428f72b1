/**
 * The answer with several definitions of one name: where each is, and the call that reads it.
 * @module
 */
import type { Definition } from "../../model/definition.ts";
import type { OutlineReport } from "../../model/report.ts";
import type { RenderedPage } from "../render_page.ts";
import { textLine, textPath } from "../safe_text.ts";
import { fitBySearch } from "../fit_budget.ts";
import { definitionFields } from "./outline_answer.ts";
import { type RemarkContext, textWithFooters, withEstimate } from "./read_answer.ts";
import { partOf, type ReadPart } from "./reads_answer.ts";

/** A definition, and its name with those it stands in. */
export interface QualifiedDefinition extends Definition {
  readonly qualified: string;
}

/** Several definitions of one name in a file. */
export interface Namesakes extends Pick<OutlineReport, "path"> {
  readonly definitions: readonly QualifiedDefinition[];
}

/** Answers with the places of all definitions of the name. */
export function namesakesAnswer(found: Namesakes, budget: number, options: RemarkContext): RenderedPage {
  return fitBySearch(found.definitions.length, budget, (count) => {
    const { text, fields } = render(found, count, options);
    return withEstimate(fields, text, true, options.currentCall);
  });
}

/** The same as one part of several. */
export function namesakesPart(found: Namesakes, budget: number, options: RemarkContext): ReadPart {
  return fitBySearch(found.definitions.length, budget, (count) => {
    const { text, fields } = render(found, count, options);
    return partOf(textPath(found.path), text, fields, true, options.currentCall.sentAs);
  });
}

function render({ path, definitions }: Namesakes, count: number, { notes, currentCall }: RemarkContext) {
  const shown = definitions.slice(0, count);
  const call = currentCall.render({ path: placeOf(path, definitions[0]), symbol: undefined });
  const hints = [`${definitions.length} definitions have this name. To read one: ${call}`];
  const line = (one: QualifiedDefinition) => `${placeOf(textPath(path), one)} ${one.kind} ${textLine(one.qualified)}`;
  return {
    text: textWithFooters(shown.map(line).join("\n"), [...notes, ...hints]),
    fields: {
      path,
      definitions: shown.map((one) => ({ ...definitionFields(one), name: one.qualified, read: placeOf(path, one) })),
      ...(count < definitions.length && { truncated: true, truncated_by: "token_budget", total: definitions.length }),
      ...(notes.length > 0 && { notes }),
      hints,
    },
  };
}

/** The path and lines of a definition with its comment, as read_file takes them. */
function placeOf(path: string, { commentLine, startLine, endLine }: Definition): string {
  return `${path}:${commentLine ?? startLine}-${endLine}`;
}
