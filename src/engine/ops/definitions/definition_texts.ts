/**
 * The texts and the members of the definitions that a search found, if these are few.
 * @module
 */
import type { Definition } from "../../../model/definition.ts";
import { LIMITS } from "../../../model/limits.ts";
import type { ReadReport } from "../../../model/report.ts";
import type { SearchRequest } from "../../../model/request.ts";
import type { FileHits, FoundDefinition, Hit } from "../../../model/search_report.ts";
import type { Job } from "../../run/job.ts";
import { isRecoverable, type Operation } from "../../task/operation.ts";
import { outline } from "../outline.ts";
import { read } from "../read.ts";

/** Bytes that are read of one text: more than the tokens allow for. */
const TEXT_BYTES = 16 * LIMITS.definitionTokens;
/** Lines of a definition up to which its text costs little more than an outline. */
const SHORT_LINES = 20;

/** The definitions among the hits of `files`, without those inside another of them. */
export function* definitionTexts(
  files: readonly FileHits[],
  { encoding, timeoutMs }: SearchRequest,
  job: Job,
): Operation<FoundDefinition[]> {
  const common = { timeoutMs, ...(encoding !== undefined && { encoding }) }, texts: FoundDefinition[] = [];
  for (const { path, hit, definition } of outermost(files)) {
    const { commentLine, startLine, endLine, name } = definition, start = commentLine ?? startLine;
    const max = endLine - start + 1, range = { type: "lines", start, max, maxBytes: TEXT_BYTES } as const;
    const text = yield* unlessRefused(read({ op: "read", path, range, ...common }, job));
    const isLong = endLine - startLine >= SHORT_LINES;
    const all = isLong
      ? (yield* unlessRefused(outline({ op: "outline", path, ...common }, job)))?.definitions ?? []
      : [];
    const lines = text && linesOf(text, start, max);
    texts.push({
      path,
      hit,
      name,
      startLine: start,
      endLine,
      ...(lines && { lines }),
      members: all.filter((other) => other.depth > definition.depth && isWithin(other, definition)),
      isAlone: all.filter((other) => other.name === name).length < 2,
    });
  }
  return texts;
}

interface DefinitionHit {
  readonly path: string;
  readonly hit: Hit;
  readonly definition: Definition;
}

function outermost(files: readonly FileHits[]): DefinitionHit[] {
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

/** The text's lines; undefined if the file has other lines by now, or these are too long. */
function linesOf({ given, content }: ReadReport, start: number, count: number): readonly string[] | undefined {
  const isWhole = given.type === "lines" && given.start === start && !given.lineCut && given.count === count;
  return isWhole ? content.split("\n") : undefined;
}

/** Undefined if the operation is refused: the lines found are an answer without it. */
function* unlessRefused<R>(operation: Operation<R>): Operation<R | undefined> {
  try {
    return yield* operation;
  } catch (error) {
    if (isRecoverable(error)) return undefined;
    throw error;
  }
}
