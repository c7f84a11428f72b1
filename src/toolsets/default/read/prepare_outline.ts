/**
 * Reads of read_file that know what a file defines: its outline, or one definition.
 * @module
 */
import { fitNamesakes, fitOutline } from "../../../format/read/definition_views.ts";
import type { PreparedRead } from "../../../format/read/read_view.ts";
import { escapeRegex } from "../../../model/escape.ts";
import { ToolError } from "../../../model/messages/tool_error.ts";
import type { OutlineReport, ReadReport } from "../../../model/report.ts";
import type { OutlineRequest } from "../../../model/request.ts";
import type { ToolCall } from "../../define_tool.ts";
import { cutReport, type FileArguments } from "./cut_report.ts";

/** Prepares a file's outline. */
export async function prepareOutline(args: FileArguments, call: ToolCall): Promise<PreparedRead> {
  const report = await outlineOf(args, call);
  return { within: (budget, show) => Promise.resolve(fitOutline(report, budget, call.pageContext, show)) };
}

/**
 * Prepares the text of the one definition named so, or the list of several.
 * @throws ToolError `symbol_not_found`, `symbol_not_reached`, `symbol_unparsed`, `symbol_unsupported`
 */
export async function prepareSymbol(
  args: FileArguments,
  symbol: string,
  maxBytes: number,
  call: ToolCall,
): Promise<PreparedRead> {
  const report = await outlineOf(args, call, { name: symbol, maxBytes }),
    { definitions: [only, ...others], read } = report;
  if (only === undefined) throw unknownSymbol(report, symbol);
  if (others.length > 0 || read === undefined) {
    return { within: (budget, show) => Promise.resolve(fitNamesakes(report, budget, call.pageContext, show)) };
  }
  const start = only.commentLine ?? only.startLine, max = only.endLine - start + 1;
  const asked = { range: { type: "lines", start, max, maxBytes }, max, lastLine: only.endLine } as const;
  return cutReport(untilLine(read, only.endLine), asked, args, call);
}

function outlineOf({ path, encoding }: FileArguments, { context }: ToolCall, symbol?: OutlineRequest["symbol"]) {
  return context.run({ op: "outline", path, encoding, symbol, timeoutMs: context.timeoutMs });
}

/** A report that has more to give only up to line `last`. */
function untilLine(report: ReadReport, last: number): ReadReport {
  const { given } = report;
  return { ...report, more: given.type === "lines" && (given.lineCut || given.start + given.count <= last) };
}

function unknownSymbol(report: OutlineReport, symbol: string): ToolError {
  const { path, language, supported = [], nearest = [], isPartial, unparsedLines } = report;
  const last = symbol.replace(/^#+\s+|(?<!\s)\s*\(.*$/gs, "").split(/::|[.#/]/).at(-1) || symbol;
  if (language === undefined) {
    const about = { path, symbol, last, languages: supported.join(", ") };
    return new ToolError("symbol_unsupported", about);
  }
  const about = { path, symbol, last, pattern: escapeRegex(last), nearest: nearest.join("\n") };
  if (unparsedLines && !isPartial) return new ToolError("symbol_unparsed", { ...about, lines: String(unparsedLines) });
  return new ToolError(isPartial ? "symbol_not_reached" : "symbol_not_found", about);
}
