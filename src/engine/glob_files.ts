/**
 * Owns the answer to glob_files: files that match one glob, or the directories they are in.
 * @module
 */
import type { Named } from "../door/door.ts";
import { globNames } from "../model/glob_names.ts";
import { comparePaths, joinPath, type Kind, parentPath, type Place } from "../model/place.ts";
import { reason } from "../model/reasons.ts";
import type { GlobReport } from "../model/report.ts";
import type { GlobRequest } from "../model/request.ts";
import { addSkipped } from "../model/skipped.ts";
import { ToolError } from "../model/tool_error.ts";
import { Gathering } from "./gathering.ts";
import type { Finding } from "./finding.ts";
import { eachOf, provedInTime } from "./in_pieces.ts";
import type { Job } from "./job.ts";
import type { Operation } from "./operation.ts";
import { named } from "./paths_taken.ts";
import { compilePathGlob } from "./glob/path_glob.ts";

/** A glob in two: directories that are written out, and what is looked for below them. */
interface Split {
  /** As the caller could name it: relative to the root, or absolute. "" for the root itself. */
  readonly base: string;
  readonly absolute: boolean;
  readonly rest: string;
  /** The rest is a plain name. */
  readonly literal: boolean;
  /** A trailing `/`: directories are asked for. */
  readonly dirs: boolean;
}

const NOTHING: Matches = { entries: [], looked: 0, skipped: {} };

/**
 * Answers a GlobRequest. The walk starts at the directories written out in the pattern, so that `src/*.ts`
 * looks nowhere else, and finds them even where they are ignored or hidden.
 * @throws ToolError for a root or pattern that can't be used
 */
export function* globFiles(request: GlobRequest, job: Job): Operation<GlobReport> {
  const root = named(job, request.root);
  if (root.kind !== "dir") throw new ToolError("not_a_directory", { path: root.shown });
  const split = splitGlob(request.pattern, job.door.roots.flatMap(({ names }) => names));
  const finding = yield* matches(root, split, request, job);
  const wanted = split.dirs ? yield* dirsAmong(finding, job) : yield* filesAmong(finding, job);
  const paths = yield* pathsOf(wanted.paths, request.mode, split.dirs, job);
  const cutBy = finding.cutBy ?? wanted.cutBy;
  return {
    op: "glob",
    paths: request.mode === "files" ? paths.slice(0, request.limit) : paths,
    total: paths.length,
    searched: finding.looked,
    skipped: addSkipped(finding.skipped, wanted.skipped),
    ...(cutBy === undefined ? {} : { cutBy }),
  };
}

/** The shown paths of the matches that are asked for, in path order. */
interface Picked extends Pick<Finding, "cutBy" | "skipped"> {
  readonly paths: readonly string[];
}

function* dirsAmong({ entries }: Matches, job: Job): Operation<Picked> {
  const paths: string[] = [];
  yield* eachOf(entries, job, ({ shown, kind }) => {
    if (kind === "dir") paths.push(shown);
  });
  return { paths, skipped: {} };
}

/** Regular files, and links to such inside a root. */
function* filesAmong({ entries }: Matches, job: Job): Operation<Picked> {
  const links = entries.filter(({ kind }) => kind === "link");
  const targets = yield* provedInTime(job.door, links, job, ({ place }) => targetOf(place, job));
  const targetBy = new Map(targets.map((target, i) => [links[i].shown, target]));
  const paths: string[] = [];
  let special = 0, outside_root = 0;
  yield* eachOf(entries, job, ({ shown, kind }) => {
    const target = kind === "link" ? targetBy.get(shown) : kind;
    if (target === "file") paths.push(shown);
    else if (kind === "special") special++;
    else if (target === "outside") outside_root++;
  });
  const isWhole = targets.length === links.length;
  return { paths, skipped: { special, outside_root }, ...(isWhole ? {} : { cutBy: "timeout" }) };
}

/** What a link leads to; nothing where that is missing or can't be read. */
function targetOf(link: Place, { door }: Job): Kind | "outside" | undefined {
  try {
    return door.stat(door.follow(link)).kind;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return error.key === "outside" ? "outside" : undefined;
  }
}

/** Files themselves, or the distinct directories they are in; "." is the project root. */
function* pathsOf(shown: readonly string[], mode: GlobRequest["mode"], dirs: boolean, job: Job) {
  if (mode === "files") return dirs ? [] : shown;
  if (dirs) return shown;
  const parents = new Set<string>();
  yield* eachOf(shown, job, (path) => parents.add(parentPath(path) || "."));
  return [...parents].sort(comparePaths);
}

/** What a pattern matches below a root. */
type Matches = Omit<Finding, "deepest" | "leftOut">;

function* matches(root: Named, split: Split, request: GlobRequest, job: Job): Operation<Matches> {
  const from = split.absolute ? resolved(split.base, job) : resolveBelow(root, split.base, job);
  if (from?.kind !== "dir") return NOTHING;
  const only = split.literal ? resolveBelow(from, split.rest, job) : undefined;
  if (only !== undefined) return { entries: [only], looked: 1, skipped: {} };
  const { hidden, noIgnore } = request;
  const target = compilePathGlob(split.rest);
  const gathering = new Gathering(job, "looked_at", "entries");
  yield* gathering.below(from, { hidden, noIgnore, followSymlinks: false, target, apart: new Set() });
  return gathering.all;
}

/** What a path written out in the pattern means, seen from `dir`; nothing when it does not exist. */
function resolveBelow(dir: Named, path: string, job: Job): Named | undefined {
  if (path === "") return dir;
  return resolved(dir.shown === "." ? path : joinPath(dir.shown, path), job);
}

function resolved(text: string, job: Job): Named | undefined {
  try {
    return named(job, text);
  } catch (error) {
    if (error instanceof ToolError && error.key === "not_found") return undefined;
    throw error;
  }
}

/**
 * Splits a glob behind its last directory that has no wildcard before or in it.
 * @param roots absolute paths: a pattern may begin with one of them; any other leading `/` is the search root's
 * @throws ToolError `glob`
 */
function splitGlob(pattern: string, roots: readonly string[]): Split {
  if (pattern === "") throw new ToolError("glob", { pattern: '""', why: reason("glob_empty") });
  const { top, below, names, plain } = globNames(pattern, roots), literal = plain === names.length;
  // Malformed anywhere is malformed, even where only a part of it will be matched.
  compilePathGlob(below);
  // A name that is written out is looked for in its directory.
  const cut = literal ? Math.max(0, plain - 1) : plain;
  return {
    base: (top ?? "") + names.slice(0, cut).join("/"),
    absolute: top !== undefined,
    rest: names.slice(cut).join("/"),
    literal,
    dirs: /[^\\]\/$/.test(pattern),
  };
}
