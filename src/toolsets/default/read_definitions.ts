/**
 * Reads the definitions that a search found, if these are few.
 * @module
 */
import type { FoundDefinition } from "../../format/search/shown_definitions.ts";
import { LIMITS } from "../../model/limits.ts";
import type { Definition } from "../../model/definition.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { OutputForm } from "../../model/output_form.ts";
import type { Hit, SearchReport } from "../../model/search_report.ts";
import type { SearchRequest } from "../../model/request.ts";
import type { CallContext } from "../tool.ts";

/** Bytes that are read of one text: more than the tokens allow for. */
const TEXT_BYTES = 16 * LIMITS.definitionTokens;

/** Lines of a definition up to which its text costs little more than an outline. */
const SHORT_LINES = 20;

/** The definitions of a search without a named form; none if there are more than a few. */
export async function readDefinitions(
  request: SearchRequest,
  report: SearchReport,
  form: OutputForm | undefined,
  leftMs: number,
  { run }: CallContext,
): Promise<FoundDefinition[]> {
  const isFew = report.uncounted !== undefined && report.total <= LIMITS.definitionTexts;
  if (!isFew || form !== undefined || leftMs < 1) return [];
  const timeoutMs = Math.floor(leftMs), { encoding } = request;
  const common = { timeoutMs, ...(encoding !== undefined && { encoding }) };
  return await Promise.all(outermost(report).map((one) => readDefinition(one, common, run)));
}

interface DefinitionHit {
  readonly path: string;
  readonly hit: Hit;
  readonly definition: Definition;
}

/** The definitions found, without those inside another of them. */
function outermost({ files }: SearchReport): DefinitionHit[] {
  const found = files.flatMap(({ path, hits }) =>
    hits.flatMap((hit) => hit.definition === undefined ? [] : [{ path, hit, definition: hit.definition }])
  );
  return found.filter(({ path, definition }, i) =>
    !found.some((other, k) => k < i && other.path === path && isWithin(definition, other.definition))
  );
}

function isWithin(one: Definition, other: Definition): boolean {
  return other.startLine <= one.startLine && one.endLine <= other.endLine;
}

/** Fields of all requests for one search. */
interface CommonArguments {
  readonly timeoutMs: number;
  readonly encoding?: string;
}

async function readDefinition(
  { path, hit, definition }: DefinitionHit,
  common: CommonArguments,
  run: CallContext["run"],
): Promise<FoundDefinition> {
  const { commentLine, startLine, endLine, name } = definition, start = commentLine ?? startLine;
  const lines = await readText({ path, start, end: endLine }, common, run);
  const all = endLine - startLine < SHORT_LINES ? [] : await definitionsOf(path, common, run);
  const isAlone = all.filter((other) => other.name === name).length < 2;
  return {
    path,
    hit,
    startLine: start,
    endLine,
    ...(lines && { lines }),
    members: all.filter((other) => other.depth > definition.depth && isWithin(other, definition)),
    read: isAlone ? { path, symbol: name } : { path: `${path}:${start}-${endLine}` },
  };
}

/** Undefined if the file can't be read, has other lines by now, or these are too long. */
async function readText(
  { path, start, end }: { readonly path: string; readonly start: number; readonly end: number },
  common: CommonArguments,
  run: CallContext["run"],
): Promise<readonly string[] | undefined> {
  const max = end - start + 1, range = { type: "lines", start, max, maxBytes: TEXT_BYTES } as const;
  const report = await unlessRefused(() => run({ op: "read", path, range, ...common }));
  if (report?.given.type !== "lines") return undefined;
  const { given, content } = report;
  return given.start === start && !given.lineCut && given.count === max ? content.split("\n") : undefined;
}

async function definitionsOf(path: string, common: CommonArguments, run: CallContext["run"]) {
  const report = await unlessRefused(() => run({ op: "outline", path, ...common }));
  return report?.definitions ?? [];
}

/** Undefined if the request is refused. @throws ToolError `cancelled` */
async function unlessRefused<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ToolError && error.key !== "cancelled") return undefined;
    throw error;
  }
}
