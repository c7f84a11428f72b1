/**
 * Reads the text of the definitions that a search found, if these are few.
 * @module
 */
import type { DefinitionText } from "../../format/search/definition_texts.ts";
import { LIMITS } from "../../model/limits.ts";
import type { Definition } from "../../model/definition.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { OutputForm } from "../../model/output_form.ts";
import type { SearchReport } from "../../model/report.ts";
import type { SearchRequest } from "../../model/request.ts";
import type { CallContext } from "../tool.ts";

/** Bytes that are read of one text: more than the tokens allow for. */
const TEXT_BYTES = 16 * LIMITS.definitionTokens;

/** The texts of a search's definitions, for a form that shows lines; none if there are more than a few. */
export async function definitionTexts(
  request: SearchRequest,
  report: SearchReport,
  form: OutputForm | undefined,
  leftMs: number,
  { run }: CallContext,
): Promise<DefinitionText[]> {
  const showsLines = form === undefined || form === "group_by_file";
  if (report.uncounted === undefined || !showsLines || report.total > LIMITS.definitionTexts || leftMs < 1) return [];
  const texts = outermost(report).map(({ path, definition }) => readText(path, definition, request, leftMs, run));
  return (await Promise.all(texts)).filter((text) => text !== undefined);
}

interface FoundDefinition {
  readonly path: string;
  readonly definition: Definition;
}

/** The definitions found, without those inside another of them. */
function outermost({ files }: SearchReport): FoundDefinition[] {
  const found = files.flatMap(({ path, hits }) =>
    hits.flatMap(({ definition }) => definition === undefined ? [] : [{ path, definition }])
  );
  return found.filter(({ path, definition: { startLine, endLine } }, i) =>
    !found.some(({ path: other, definition }, k) =>
      k < i && other === path && definition.startLine <= startLine && endLine <= definition.endLine
    )
  );
}

/** Undefined if the file can't be read, or has other lines by now. */
async function readText(
  path: string,
  { commentLine, startLine, endLine }: Definition,
  { encoding }: SearchRequest,
  leftMs: number,
  run: CallContext["run"],
): Promise<DefinitionText | undefined> {
  const start = commentLine ?? startLine, max = endLine - start + 1;
  const range = { type: "lines", start, max, maxBytes: TEXT_BYTES } as const;
  try {
    const { content, given } = await run({
      op: "read",
      path,
      range,
      timeoutMs: Math.floor(leftMs),
      ...(encoding !== undefined && { encoding }),
    });
    const isWhole = given.type === "lines" && given.start === start && !given.lineCut && given.count > 0;
    return isWhole ? { path, startLine: start, endLine, lines: content.split("\n") } : undefined;
  } catch (error) {
    if (error instanceof ToolError && error.key !== "cancelled") return undefined;
    throw error;
  }
}
