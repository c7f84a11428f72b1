/**
 * Reads of read_file that know what a file defines: its outline, or one definition.
 * @module
 */
import { fitNamesakes, fitOutline } from "../../../format/read/definition_views.ts";
import type { PreparedRead } from "../../../format/read/read_view.ts";
import type { Definition } from "../../../model/definition.ts";
import { escapeRegex } from "../../../model/escape_regex.ts";
import { ToolError } from "../../../model/messages/tool_error.ts";
import type { OutlineReport, ReadReport } from "../../../model/report.ts";
import type { OutlineRequest } from "../../../model/request.ts";
import type { ToolCall } from "../../define_tool.ts";
import { CutReport } from "./cut_report.ts";
import type { ReadArguments } from "./read_arguments.ts";

/** Prepares a file's outline. */
export async function prepareOutline(args: ReadArguments, call: ToolCall): Promise<PreparedRead> {
  const report = await outlineOf(args, call);
  return { within: (budget, show) => Promise.resolve(fitOutline(report, budget, call.pageContext, show)) };
}

/**
 * Prepares the text of the one definition named so, or the list of several.
 * @throws ToolError `symbol_not_found`, `symbol_not_reached`, `symbol_unsupported`
 */
export async function prepareSymbol(
  args: ReadArguments,
  symbol: string,
  maxBytes: number,
  call: ToolCall,
): Promise<PreparedRead> {
  const report = await outlineOf(args, call, { name: symbol, maxBytes }),
    { definitions: [only, ...others], read } = report;
  if (only === undefined) throw unknownSymbol(report, symbol);
  if (others.length > 0 || read === undefined) return await prepareNamesakes(report, args, call);
  const start = only.commentLine ?? only.startLine, max = only.endLine - start + 1;
  const asked = { range: { type: "lines", start, max, maxBytes }, max, lastLine: only.endLine } as const;
  return new CutReport(untilLine(read, only.endLine), asked, args, call);
}

function outlineOf({ path, encoding }: ReadArguments, { context }: ToolCall, symbol?: OutlineRequest["symbol"]) {
  const file = { op: "outline", path, ...(encoding !== undefined && { encoding }) } as const;
  return context.run({ ...file, ...(symbol && { symbol }), timeoutMs: context.timeoutMs });
}

/** Prepares the list of several definitions, with the names they stand in, which the whole outline has. */
async function prepareNamesakes(report: OutlineReport, args: ReadArguments, call: ToolCall): Promise<PreparedRead> {
  const { definitions: all } = await outlineOf(args, call), names = new Map<string, string>(), open: string[] = [];
  const key = ({ name, startLine, endLine }: Definition) => `${startLine}-${endLine} ${name}`;
  for (const one of all) {
    open.length = one.depth;
    open.push([...open.slice(-1), ...one.owner === undefined ? [] : [one.owner], one.name].join("."));
    names.set(key(one), open[one.depth]);
  }
  const definitions = report.definitions.map((one) => ({
    ...one,
    name: names.get(key(one)) ?? one.name,
    owner: undefined,
  }));
  const found = { ...report, definitions };
  return { within: (budget, show) => Promise.resolve(fitNamesakes(found, budget, call.pageContext, show)) };
}

/** A report that has more to give only up to line `last`. */
function untilLine(report: ReadReport, last: number): ReadReport {
  const { given } = report;
  return { ...report, more: given.type === "lines" && (given.lineCut || given.start + given.count <= last) };
}

function unknownSymbol(report: OutlineReport, symbol: string): ToolError {
  const { path, language, supported = [], nearest = [], isPartial, hasErrors } = report;
  const last = symbol.replace(/^#+\s+|(?<!\s)\s*\(.*$/gs, "").split(/::|[.#/]/).at(-1) || symbol;
  if (language === undefined) {
    const about = { path, symbol, last, languages: supported.join(", ") };
    return new ToolError("symbol_unsupported", about);
  }
  const about = { path, symbol, last, pattern: escapeRegex(last), nearest: nearest.join("\n") };
  return new ToolError(isPartial || hasErrors ? "symbol_not_reached" : "symbol_not_found", about);
}
