/**
 * Answers glob_files: files that match one glob, or the directories they are in.
 * @module
 */
import type { ResolvedPath } from "../../door/door.ts";
import { addSkipped } from "../../model/completeness.ts";
import { reason } from "../../model/messages/messages.ts";
import { ToolError, valueOrFault } from "../../model/messages/tool_error.ts";
import { comparePaths, type EntryKind, joinPath, parentPath, type Place } from "../../model/place.ts";
import type { GlobReport } from "../../model/report.ts";
import type { GlobRequest } from "../../model/request.ts";
import { FindCollector } from "../find/find_collector.ts";
import { compilePathGlob } from "../glob/overrides.ts";
import { globSegments } from "../glob/parse_glob.ts";
import type { Job } from "../run/job.ts";
import { resolveAndNote } from "../run/resolve_path.ts";
import { mapProvedInTime } from "../task/batches.ts";
import type { Operation } from "../task/operation.ts";
import type { FindResult } from "../walk/find_result.ts";

/** A glob in two parts: the directories that are written out, and the rest. */
interface SplitGlob {
  /** As a caller may name it: relative to the root, or absolute. "" for the root itself. */
  readonly base: string;
  readonly isAbsolute: boolean;
  readonly rest: string;
  /** The rest is a plain name. */
  readonly isLiteral: boolean;
  /** A trailing `/`: directories are asked for. */
  readonly wantsDirs: boolean;
}

const NO_MATCHES: FindResult = { entries: [], examined: 0, skipped: {} };

/**
 * Answers a GlobRequest. The walk starts at the directories written out in the pattern: `src/*.ts` is searched for only
 * in `src`, even if `src` is ignored or hidden.
 * @throws ToolError for a root or pattern that can't be used
 */
export function* globFiles(request: GlobRequest, job: Job): Operation<GlobReport> {
  const root = resolveAndNote(job, request.root);
  if (root.kind !== "dir") throw new ToolError("not_a_directory", { path: root.shown });
  const split = splitGlob(request.pattern, job.door.roots.flatMap(({ names }) => names));
  const matches = yield* findMatches(root, split, request, job);
  const matched = split.wantsDirs ? dirPaths(matches) : yield* filePaths(matches, job);
  const paths = answerPaths(matched.paths, request.mode, split.wantsDirs), cutBy = matches.cutBy ?? matched.cutBy;
  return {
    op: "glob",
    paths: request.mode === "files" ? paths.slice(0, request.limit) : paths,
    total: paths.length,
    searched: matches.examined,
    skipped: addSkipped(matches.skipped, matched.skipped),
    ...(cutBy === undefined ? {} : { cutBy }),
  };
}

/** The shown paths of the matches, in path order. */
interface MatchedPaths extends Pick<FindResult, "cutBy" | "skipped"> {
  readonly paths: readonly string[];
}

function dirPaths({ entries }: FindResult): MatchedPaths {
  return { paths: entries.filter(({ kind }) => kind === "dir").map(({ shown }) => shown), skipped: {} };
}

/** Regular files, and links to regular files inside a root. */
function* filePaths({ entries }: FindResult, job: Job): Operation<MatchedPaths> {
  const links = entries.filter(({ kind }) => kind === "link");
  const targets = yield* mapProvedInTime(job.door, links, job, ({ place }) => linkTarget(place, job));
  const targetOf = new Map(targets.map((target, i) => [links[i], target]));
  const kinds = entries.map((entry) => entry.kind === "link" ? targetOf.get(entry) : entry.kind);
  return {
    paths: entries.filter((_, i) => kinds[i] === "file").map(({ shown }) => shown),
    skipped: {
      special: entries.filter(({ kind }) => kind === "special").length,
      outside_root: kinds.filter((kind) => kind === "outside").length,
    },
    ...(targets.length < links.length && { cutBy: "timeout" }),
  };
}

/** The kind of a link's target; undefined if that is missing or can't be read. */
function linkTarget(link: Place, { door }: Job): EntryKind | "outside" | undefined {
  const target = valueOrFault(() => door.stat(door.followLinks(link)));
  if (!(target instanceof ToolError)) return target.kind;
  return target.key === "outside" ? "outside" : undefined;
}

/** The files themselves, or the distinct directories they are in; "." is the project root. */
function answerPaths(shown: readonly string[], mode: GlobRequest["mode"], wantsDirs: boolean): readonly string[] {
  if (mode === "files") return wantsDirs ? [] : shown;
  if (wantsDirs) return shown;
  return [...new Set(shown.map((path) => parentPath(path) || "."))].sort(comparePaths);
}

/** The entries that a pattern matches below a root. */
function* findMatches(root: ResolvedPath, split: SplitGlob, request: GlobRequest, job: Job): Operation<FindResult> {
  const from = split.isAbsolute ? resolveIfExists(split.base, job) : resolveBelow(root, split.base, job);
  if (from?.kind !== "dir") return NO_MATCHES;
  const named = split.isLiteral ? resolveBelow(from, split.rest, job) : undefined;
  if (named !== undefined) return { entries: [named], examined: 1, skipped: {} };
  const { hidden, noIgnore } = request;
  const target = compilePathGlob(split.rest);
  const collector = new FindCollector(job, "checked", "entries");
  yield* collector.collectBelow(from, { hidden, noIgnore, followSymlinks: false, target, rootPaths: new Set() });
  return collector.result;
}

/** Resolves a path written out in the pattern, relative to `dir`; undefined if it does not exist. */
function resolveBelow(dir: ResolvedPath, path: string, job: Job): ResolvedPath | undefined {
  if (path === "") return dir;
  return resolveIfExists(dir.shown === "." ? path : joinPath(dir.shown, path), job);
}

function resolveIfExists(text: string, job: Job): ResolvedPath | undefined {
  try {
    return resolveAndNote(job, text);
  } catch (error) {
    if (error instanceof ToolError && error.key === "not_found") return undefined;
    throw error;
  }
}

/**
 * Splits a glob after its last directory that has no wildcard before or in it.
 * @param roots absolute paths: a pattern may begin with one of them; any other leading `/` is the search root's
 * @throws ToolError `glob`
 */
function splitGlob(pattern: string, roots: readonly string[]): SplitGlob {
  if (pattern === "") throw new ToolError("glob", { pattern: '""', why: reason("glob_empty") });
  const { root, below, names, literalCount } = globSegments(pattern, roots),
    isLiteral = literalCount === names.length;
  // A malformed glob is an error even if only a part of it will be matched.
  compilePathGlob(below);
  // A name that is written out is looked up in its directory.
  const cut = isLiteral ? Math.max(0, literalCount - 1) : literalCount;
  return {
    base: (root ?? "") + names.slice(0, cut).join("/"),
    isAbsolute: root !== undefined,
    rest: names.slice(cut).join("/"),
    isLiteral,
    wantsDirs: /[^\\]\/$/.test(pattern),
  };
}
