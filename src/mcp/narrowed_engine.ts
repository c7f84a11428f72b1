/**
 * An engine that answers only for some directories inside the roots: those that the client has opened.
 * It asks the engine behind it for less than it was asked itself, never for more: so whatever goes wrong
 * here, the roots hold.
 * @module
 */
import { say } from "../format/phrases.ts";
import type { Lang } from "../model/lang.ts";
import { globNames } from "../model/glob_names.ts";
import { comparePaths } from "../model/place.ts";
import {
  type ConsultReport,
  type GlobReport,
  type ListReport,
  type Located,
  type Report,
  reportFor,
  type ReportOf,
  type SearchReport,
} from "../model/report.ts";
import type { ConsultRequest, GlobRequest, ReadRequest, Request, Scope } from "../model/request.ts";
import { addSkipped } from "../model/skipped.ts";
import { ToolError } from "../model/tool_error.ts";
import type { Engine, RunOptions } from "../pool/engine.ts";
import { OuterEngine } from "../pool/outer_engine.ts";
import { Areas } from "./areas.ts";

/** Milliseconds for finding out where paths lead. */
const LOCATE_MS = 4000;
/** Nearest paths are looked for among so many, since those outside don't count. */
const NEAREST = 200;
/** Areas that are globbed each for itself. */
const GLOBS = 100;
/** Directories named in an error. */
const NAMED = 10;

/**
 * A directory above the areas stands for them: what is asked of it is asked of those that lie below it.
 * Links are not followed on the way, since they may lead out of an area and yet stay inside the roots.
 */
export class NarrowedEngine extends OuterEngine {
  readonly #areas: Areas;

  /**
   * @param areas as the engine shows them: "." is the project root, entries of further roots are absolute
   * @param roots absolute paths of the roots, by all their names
   */
  constructor(
    engine: Engine,
    readonly areas: readonly string[],
    readonly roots: readonly string[],
    readonly lang: Lang,
  ) {
    super(engine);
    this.#areas = new Areas(areas);
  }

  override async run<R extends Request>(request: R, options: RunOptions = {}): Promise<ReportOf[R["op"]]> {
    return reportFor<R["op"]>(request.op, await this.#report(request, options));
  }

  async #report(request: Request, options: RunOptions): Promise<Report> {
    switch (request.op) {
      case "warm":
        return await this.engine.run({ ...request, scope: await this.#scope(request.scope, options) }, options);
      case "list": {
        const scope = await this.#scope(request.scope, options);
        return this.#noting(request, await this.engine.run({ ...request, scope }, options));
      }
      case "search": {
        const scope = await this.#scope(request.scope, options);
        return this.#noting(request, await this.engine.run({ ...request, scope }, options));
      }
      case "glob":
        return await this.#glob(request, options);
      case "read":
        return await this.#read(request, options);
      case "consult":
        return await this.#consult(request, options);
      case "nearest": {
        const { paths } = await this.engine.run({ ...request, limit: NEAREST }, options);
        return { op: "nearest", paths: paths.filter((path) => this.#covers(path)).slice(0, request.limit) };
      }
      case "locate": {
        const { places } = await this.engine.run(request, options);
        return { op: "locate", places: places.map((place) => place && this.#covers(place.real) ? place : undefined) };
      }
    }
  }

  #noting<R extends ListReport | SearchReport>({ scope }: { readonly scope: Scope }, report: R): R {
    if (!scope.followSymlinks) return report;
    return { ...report, notes: [say(this.lang, "links_not_followed")] };
  }

  async #scope(scope: Scope, options: RunOptions): Promise<Scope> {
    const places = await this.#locate(scope.roots, scope.prefixes, options);
    // What lies below a directory is the same list each time, and counts once, however often that is named.
    const narrowed = new Set(scope.roots.map((root, i) => this.#narrowed(root, places[i])));
    return { ...scope, roots: [...new Set([...narrowed].flat())], followSymlinks: false };
  }

  /** What a named directory or file comes to: itself, or the areas below it. */
  #narrowed(path: string, place: Located | undefined): readonly string[] {
    if (place !== undefined && this.#covers(place.real)) return [place.shown];
    const below = place === undefined || place.kind === "missing" ? [] : this.#areas.below(place.real);
    if (below.length === 0) throw this.#outside(path);
    return below;
  }

  async #read(request: ReadRequest, options: RunOptions): Promise<Report> {
    const [place] = await this.#locate([request.path], request.prefixes, options);
    if (place === undefined || !this.#covers(place.real)) throw this.#outside(request.path);
    return await this.engine.run({ ...request, path: place.shown }, options);
  }

  async #glob(request: GlobRequest, options: RunOptions): Promise<GlobReport> {
    const { top = "", names, plain } = globNames(request.pattern, this.roots);
    const base = top + names.slice(0, plain).join("/"), rest = names.slice(plain).join("/");
    const [root] = await this.#locate([request.root], request.prefixes, options);
    if (root === undefined) throw this.#outside(request.root);
    const start = top !== "" || root.real === "." ? base || root.shown : `${root.shown}/${base}`;
    const [place] = await this.#locate([start], [], options);
    if (place !== undefined && this.#covers(place.real)) {
      return await this.engine.run({ ...request, root: root.shown }, options);
    }
    const below = place === undefined || place.kind === "missing" ? [] : this.#areas.below(place.real);
    if (below.length === 0) throw this.#outside(base === "" ? request.root : start);
    // `**/name` means the same seen from an area as from above it.
    const isSame = /^(?:\*\*\/)+[^/]+$/.test(rest) && await this.#areFewDirectories(below, options);
    if (!isSame) return await this.#globbed({ ...request, root: root.real }, options);
    const reports = await Promise.all(
      below.map((area) => this.#globbed({ ...request, root: area, pattern: rest }, options)),
    );
    const paths = reports.flatMap((report) => report.paths).toSorted(comparePaths);
    return { ...reports.reduce(together), paths: shownOf(paths, request) };
  }

  /** Whether each can be globbed for itself: a client may have opened files, or more than should be under way at once. */
  async #areFewDirectories(areas: readonly string[], options: RunOptions): Promise<boolean> {
    if (areas.length > GLOBS) return false;
    return (await this.#locate(areas, [], options)).every((place) => place?.kind === "dir");
  }

  /** What a glob finds in the areas, which may be less than what it finds. */
  async #globbed(request: GlobRequest, options: RunOptions): Promise<GlobReport> {
    const report = await this.engine.run({ ...request, limit: Number.MAX_SAFE_INTEGER }, options);
    const paths = report.paths.filter((path) => this.#covers(path));
    return { ...report, paths: shownOf(paths, request), total: paths.length };
  }

  /** Entries outside are left out as the engine leaves out what it refuses; a glob's directory counts. */
  async #consult(request: ConsultRequest, options: RunOptions): Promise<ConsultReport> {
    const places = await this.#locate(request.files, request.prefixes, options);
    const isInside = request.files.map((_, i) => this.#covers(places[i]?.real));
    const files = request.files.flatMap((file, i) => isInside[i] ? [namedAgain(file, places[i])] : []);
    const refused = request.files.filter((_, i) => !isInside[i]);
    const report = await this.engine.run({ ...request, files }, options);
    const leftOut = [...new Set(refused)].map((path) => ({ path, fault: this.#outside(path).data }));
    return { ...report, leftOut: [...report.leftOut, ...leftOut] };
  }

  async #locate(paths: readonly string[], prefixes: readonly string[], options: RunOptions) {
    const { signal } = options;
    const request = { op: "locate", paths, prefixes, timeoutMs: LOCATE_MS } as const;
    return (await this.engine.run(request, signal && { signal })).places;
  }

  #covers(path: string | undefined): boolean {
    return path !== undefined && this.#areas.covers(path);
  }

  #outside(path: string): ToolError {
    if (this.areas.length === 0) return new ToolError("client_roots_elsewhere", { path });
    const more = this.areas.length > NAMED ? ", …" : "";
    return new ToolError("outside_client_roots", { path, roots: this.areas.slice(0, NAMED).join(", ") + more });
  }
}

/** Files are cut to the limit, directories never. */
function shownOf(paths: readonly string[], { mode, limit }: GlobRequest): readonly string[] {
  return mode === "files" ? paths.slice(0, limit) : paths;
}

/** A pattern stays as it is written; a file goes by the name that it was found by. */
function namedAgain(file: string, place: Located | undefined): string {
  return place === undefined || place.kind === "missing" ? file : place.shown;
}

function together(a: GlobReport, b: GlobReport): GlobReport {
  return {
    ...a,
    total: a.total + b.total,
    searched: a.searched + b.searched,
    skipped: addSkipped(a.skipped, b.skipped),
    ...(b.cutBy !== undefined && { cutBy: b.cutBy }),
  };
}
