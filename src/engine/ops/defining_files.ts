/**
 * Finds the files that define the name that is searched for. In a summary they come first: a name is searched for to
 * learn what it is more often than where it is used most.
 * @module
 */
import { escapeRegex } from "../../model/escape_regex.ts";
import type { Definition } from "../../model/definition.ts";
import type { Query } from "../../model/request.ts";
import { type FileWithHits, HitSink } from "../scan/hit_sink.ts";
import type { Operation } from "../task/operation.ts";
import { firstWithin } from "./name_enclosing.ts";
import type { NamedHit } from "./named_hits.ts";
import { fileDefinitions } from "./outline.ts";
import { type MatchedFile, namedHitsOf } from "./search_definitions.ts";
import type { SearchPass } from "./search_pass.ts";

/** Bytes of the files that are parsed for one summary, twice: of those that may define the name, and of the samples. */
const PARSED_BYTES = 128 * 1024;

const NO_CONTEXT = { contextBefore: 0, contextAfter: 0 };

/** The lines of a result, in order, among which definitions are looked for. */
const MAX_LINES = 5000;

/** Words before a name that is being defined, in any language. */
const KEYWORDS =
  "class|const|def|define|defn?|enum|extension|fn|fun|func|function|impl|interface|let|macro_rules|mod|" +
  "module|namespace|object|package|protocol|record|static|struct|sub|trait|type|typedef|union|val|var";

/**
 * Finds lines that look like the definition of the name that `query` searches for: the name after a keyword, with
 * parameters and what follows these in a definition, or with a function as its value. Undefined if `query` does not
 * search for one name.
 */
export function definitionLike({ pattern, morePatterns }: Query): RegExp | undefined {
  if (morePatterns !== undefined || !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(pattern)) return undefined;
  const name = `(?<![\\p{L}\\p{N}_$])${escapeRegex(pattern)}(?![\\p{L}\\p{N}_$])`;
  const shapes = [
    `\\b(?:${KEYWORDS})\\b[^=;]*?${name}`,
    `^[\\w\\s.:<>[\\],*&@~#]*${name}\\s*(?:<[^;]*>)?\\([^;]*(?:$|\\{|\\)\\s*:)`,
    `${name}\\s*[:=]\\s*(?:async\\b\\s*)?(?:function|lambda|class|\\()`,
  ];
  return new RegExp(shapes.join("|"), "iu");
}

/**
 * Marks the files of a result that define the searched name. Sizes bound what is parsed, so that every call gives the
 * same order.
 * @returns the hits that name a definition, by path, of the files that were parsed
 */
export function* markDefining(pass: SearchPass, sink: HitSink): Operation<Map<string, readonly NamedHit[]>> {
  const { query } = pass.request, isLike = definitionLike(query);
  if (isLike === undefined) return new Map();
  const likely = new Set<string>();
  for (const { path, hits } of yield* firstLines(pass, sink)) {
    if (hits.some(({ line }) => isLike.test(line))) likely.add(path);
  }
  const hits = yield* definingHits(pass, sink, sink.files.filter(({ path }) => likely.has(path)));
  for (const file of sink.files) {
    if (hits.get(file.path)?.some(({ definition }) => isNamed(definition, query))) file.defines = true;
  }
  return hits;
}

/** The first lines of a result, by file. */
function* firstLines(pass: SearchPass, found: HitSink): Operation<readonly FileWithHits[]> {
  const sink = new HitSink({ ...pass.request, need: "lines", skip: 0, limit: MAX_LINES, ...NO_CONTEXT });
  let lines = 0;
  const files = found.files.filter(({ count }) => (lines += count) - count < MAX_LINES);
  yield* pass.rescanner(sink).scanAsRead(files.map(({ entry }) => entry), found.contentsOf(files));
  return sink.files;
}

function isNamed({ name }: Definition, { pattern }: Query): boolean {
  return name.toLowerCase() === pattern.toLowerCase();
}

/** The hits that name a definition, by path, of as many of `files` as are parsed. */
export function* definingHits(
  pass: SearchPass,
  { tallies }: HitSink,
  files: readonly FileWithHits[],
): Operation<Map<string, readonly NamedHit[]>> {
  const { job } = pass, hits = new Map<string, readonly NamedHit[]>();
  const matched = files.map((file): MatchedFile => ({ file, asRead: tallies.get(file.path)?.file }));
  for (const one of firstWithin(matched, PARSED_BYTES, ({ asRead }) => asRead?.size ?? Infinity)) {
    const definitions = yield* fileDefinitions(one.file.entry, job, job.remainingMs());
    if (definitions === undefined) continue;
    const named = definitions.length === 0 ? [] : yield* namedHitsOf(one, definitions, pass);
    if (named !== undefined) hits.set(one.file.path, named);
  }
  return hits;
}
