/**
 * Matches that name a definition, and the definitions that lines stand in.
 * @module
 */
import type { Definition, DefinitionKind } from "../../model/definition.ts";
import type { DefinitionGaps, EnclosingDefinition, Hit } from "../../model/search_report.ts";
import type { Job } from "../run/job.ts";
import type { HitSink } from "../scan/hit_sink.ts";
import type { Outline } from "../structure/language.ts";
import type { Operation } from "../task/operation.ts";
import { utf8Length } from "../text/encoding.ts";
import { fileOutline } from "./outline.ts";

export type NamedHit = Hit & { readonly definition: Definition };

/** The hits of one file that name a definition on the line that defines it; of their matches only those that do. */
export function hitsOnNames(hits: readonly Hit[], definitions: readonly Definition[]): NamedHit[] {
  const byLine = Map.groupBy(definitions, ({ nameLine }) => nameLine);
  return hits.flatMap((hit) => {
    const names = namesIn(hit, byLine);
    if (names.length === 0) return [];
    const spans = hit.spans.filter((span) => names.some((name) => overlap(span, name.span)));
    const named = names.find(({ span }) => spans.some((match) => overlap(match, span)));
    return named === undefined ? [] : [{ ...hit, spans, definition: named.definition }];
  });
}

type Span = Hit["spans"][number];

function overlap([start, end]: Span, [from, to]: Span): boolean {
  return start < to && from < end;
}

/** A name in the lines of a hit, in UTF-8 bytes. */
interface NameAt {
  readonly definition: Definition;
  readonly span: Span;
}

function namesIn({ line, lineNumber }: Hit, byLine: ReadonlyMap<number, readonly Definition[]>): NameAt[] {
  const names: NameAt[] = [];
  // Most lines define nothing.
  if (!line.includes("\n") && !byLine.has(lineNumber)) return names;
  let begin = 0;
  for (const [i, text] of line.split("\n").entries()) {
    for (const definition of byLine.get(lineNumber + i) ?? []) {
      for (const at of indicesOfName(text, definition.name)) {
        const start = utf8Length(line, 0, begin + at);
        names.push({ definition, span: [start, start + utf8Length(definition.name)] });
      }
    }
    begin += text.length + 1;
  }
  return names;
}

/**
 * Where a name stands in a line, not as a part of a longer name.
 *
 * @example
 * ```ts
 * indicesOfName("const user = users[0] ?? user2 ?? user;", "user"); // [6, 34]
 * ```
 */
export function indicesOfName(line: string, name: string): number[] {
  const indices: number[] = [];
  if (name === "") return indices;
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + name.length)) {
    const end = at + name.length;
    const isPart = at > 0 && joins(line.slice(at - 1, at + 1)) || joins(line.slice(end - 1, end + 1));
    if (!isPart) indices.push(at);
  }
  return indices;
}

/** Whether two characters may stand together in a name. */
function joins(pair: string): boolean {
  return /^[\p{L}\p{N}_$]{2}$/u.test(pair);
}

/** Kinds whose names tell members of the same name apart. */
const OWNERS: ReadonlySet<DefinitionKind> = new Set<DefinitionKind>([
  ...["class", "struct", "interface", "trait", "implementation", "enum", "module"] as const,
]);

/**
 * The innermost definition around each of `lines`, which ascend; undefined for a line outside all. The line that holds a
 * definition's own name belongs to what is around it.
 * @param definitions in the order of the file
 */
export function enclosingDefinitions(
  lines: readonly number[],
  definitions: readonly Definition[],
): (EnclosingDefinition | undefined)[] {
  let around: Definition[] = [], next = 0;
  return lines.map((line) => {
    while (next < definitions.length && definitions[next].startLine <= line) around.push(definitions[next++]);
    around = around.filter(({ endLine }) => endLine >= line);
    const inner = around.filter(({ nameLine }) => nameLine !== line).reduce(deeper, undefined);
    return inner && { name: qualifiedName(inner, around), startLine: inner.startLine, endLine: inner.endLine };
  });
}

function deeper(a: Definition | undefined, b: Definition): Definition {
  return a === undefined || b.depth >= a.depth ? b : a;
}

function qualifiedName({ name, depth, owner }: Definition, around: readonly Definition[]): string {
  const outer = around.findLast((other) => other.depth === depth - 1 && OWNERS.has(other.kind))?.name ?? owner;
  return outer === undefined ? name : `${outer}.${name}`;
}

/** Counts what is not known of the definitions of files. */
export class GapCounter implements DefinitionGaps {
  unknownFiles = 0;
  readonly lateFiles: string[] = [];
  unparsedLines = 0;
  unparsedFiles = 0;

  add(path: string, outline: Outline | undefined): void {
    if (outline === undefined) this.unknownFiles++;
    else if (outline.isPartial) this.lateFiles.push(path);
    else if (outline.unparsedLines !== undefined) {
      this.unparsedLines += outline.unparsedLines;
      this.unparsedFiles++;
    }
  }
}

/** Adds to each hit on the page the definition that it stands in, if the request asks for it. */
export function* nameEnclosing({ request, files }: HitSink, job: Job): Operation<DefinitionGaps | undefined> {
  if (request.enclosing === undefined) return undefined;
  const shown = files.filter(({ hits }) => hits.length > 0), gaps = new GapCounter();
  for (const [i, file] of shown.entries()) {
    // A hostile file leaves time for the others.
    const mostMs = job.remainingMs() / (i + 1 < shown.length ? 2 : 1);
    const outline = yield* fileOutline(file.entry, job, request.encoding, mostMs);
    gaps.add(file.path, outline);
    if (outline !== undefined && !outline.isPartial) file.hits = withEnclosing(file.hits, outline.definitions);
    if (job.shouldYield()) yield;
  }
  return gaps;
}

function withEnclosing(hits: readonly Hit[], definitions: readonly Definition[]): Hit[] {
  const around = enclosingDefinitions(hits.map(({ lineNumber }) => lineNumber), definitions);
  return hits.map((hit, i) => {
    const enclosing = around[i];
    return enclosing === undefined ? hit : { ...hit, enclosing };
  });
}
