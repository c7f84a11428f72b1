/**
 * Which files would go to a model, and which are left out by what rule. Nothing is sent from here.
 * @module
 */
import { type DirEntry, LargeDirectoryError, type ResolvedPath } from "../../door/door.ts";
import { LIMITS } from "../../model/limits.ts";
import { globWithSlashes } from "../../model/escape_glob.ts";
import { childPlace, comparePaths, type Place, placeKey } from "../../model/place.ts";
import type { ConsultFile, ConsultReport } from "../../model/report.ts";
import type { ConsultRequest } from "../../model/request.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { listLargeDirectory } from "../walk/list_large_directory.ts";
import { sendableText } from "./sendable_text.ts";
import type { Job } from "../run/job.ts";
import { isRecoverable, type Operation } from "../task/operation.ts";
import { resolveAndNote } from "../run/resolve_path.ts";
import { compileFileNameTest, type FileWildcard, parseFileWildcard } from "./file_wildcard.ts";
import { refuseDeniedDirectory, refuseDeniedFile } from "./denied_names.ts";
import { Overrides } from "../glob/overrides.ts";

/** Tokens of so many bytes; English prose and code have three bytes or more to a token. */
function estimateTokens(bytes: number): number {
  return Math.ceil(bytes / 3);
}

/**
 * Answers a ConsultRequest. An entry that exists is that file, wildcard characters and all; any other
 * with such characters is a pattern, of a directory that may have them in its name too. Files come in the order of the
 * entries, those of a pattern by name, each once. What does not go is in `leftOut` with the rule it broke, and stops
 * nothing else: directories, binary files, names of unsent.ts and contents of secrets.ts (unless `request.allow` has
 * them), links that only a pattern names, whatever the door refuses, what would make the whole too large, and
 * (`timeout`) the entries the deadline left over.
 * @throws ToolError `glob`, `too_large` for a malformed `request.allow`
 */
export function* buildManifest(request: ConsultRequest, job: Job): Operation<ConsultReport> {
  const manifest = new Manifest(request, job);
  for (const entry of request.files) yield* manifest.addEntry(entry);
  return { op: "consult", files: manifest.files, leftOut: manifest.excluded };
}

class Manifest {
  readonly files: ConsultFile[] = [];
  readonly excluded: ConsultReport["leftOut"][number][] = [];
  readonly #seen = new Set<string>();
  readonly #isAllowed: AllowList;
  #textBytes = 0;

  constructor(private readonly request: ConsultRequest, private readonly job: Job) {
    this.#isAllowed = compileAllowList(request.allow ?? []);
  }

  *addEntry(entry: string): Operation<void> {
    if (this.#isRepeated("entry", entry)) return;
    try {
      yield* this.#checkTime();
      const found = this.#resolve(entry);
      if ("dir" in found) yield* this.#addMatches(entry, found);
      else this.#addFile(found);
    } catch (error) {
      this.#exclude(entry, error);
    }
  }

  #resolve(entry: string): ResolvedPath | FileWildcard {
    try {
      return resolveAndNote(this.job, entry);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (error.code === "INVALID_ARGUMENT") throw error;
      const wildcard = parseFileWildcard(entry, (path) => this.#isDirectory(path));
      if (!wildcard) throw error;
      return wildcard;
    }
  }

  #isDirectory(path: string): boolean {
    try {
      return this.job.door.resolve(path).kind === "dir";
    } catch (error) {
      if (!isRecoverable(error)) throw error;
      return false;
    }
  }

  *#addMatches(entry: string, wildcard: FileWildcard): Operation<void> {
    const { door } = this.job;
    const { place: dir, shown: dirShown } = resolveAndNote(this.job, wildcard.dir);
    // Which of them may go is then a question of each file.
    if (this.request.allow === undefined) refuseDeniedDirectory(dir.path, entry);
    const matching = yield* this.#matchingEntries(dir, wildcard.name);
    if (matching.length === 0) {
      const meant = globWithSlashes(entry);
      if (meant !== entry && (yield* this.#matchesAnyFile(meant))) {
        throw new ToolError("consult_backslashes", { path: entry, meant });
      }
      throw new ToolError("consult_no_match", { path: entry, dir: dirShown });
    }
    for (const { name, kind } of matching.toSorted((a, b) => comparePaths(a.name, b.name))) {
      yield* this.#checkTime();
      const place = childPlace(dir, name);
      const shown = door.displayPath(place);
      try {
        if (kind === "link") throw new ToolError("consult_link", { path: shown });
        this.#addFile({ place, shown, kind });
      } catch (error) {
        this.#exclude(shown, error);
      }
    }
  }

  *#matchingEntries(dir: Place, pattern: string): Operation<readonly DirEntry[]> {
    const matches = compileFileNameTest(pattern);
    return (yield* this.#list(dir)).filter(({ name, kind }) => kind !== "dir" && matches(name));
  }

  /** Whether an entry means any file. */
  *#matchesAnyFile(entry: string): Operation<boolean> {
    try {
      const found = this.#resolve(entry);
      if (!("dir" in found)) return found.kind !== "dir";
      const { place } = this.job.door.resolve(found.dir);
      return (yield* this.#matchingEntries(place, found.name)).length > 0;
    } catch (error) {
      if (!isRecoverable(error)) throw error;
      return false;
    }
  }

  *#list(dir: Place): Operation<readonly DirEntry[]> {
    try {
      return this.job.door.list(dir).entries;
    } catch (error) {
      if (!(error instanceof LargeDirectoryError)) throw error;
      const { listing, isComplete: whole } = yield* listLargeDirectory(this.job.door, dir, this.job);
      if (!whole) throw new ToolError("timeout", { ms: this.request.timeoutMs });
      return listing.entries;
    }
  }

  #addFile({ place, shown, kind }: ResolvedPath): void {
    if (this.#isRepeated("file", placeKey(place))) return;
    if (kind === "dir") throw new ToolError("consult_directory", { path: shown });
    const allowed = this.#isAllowed(place.path);
    if (!allowed) refuseDeniedFile(place.path, shown);
    const file = this.job.door.open(place);
    try {
      const bytes = file.stamp.size;
      const { text, length, cut } = sendableText(file, shown, allowed);
      this.#countText(shown, length);
      const sent = this.request.text ? { text, ...(cut && { textCut: true }) } : {};
      this.files.push({ path: shown, bytes, estimatedTokens: estimateTokens(bytes), ...sent });
    } finally {
      file.close();
    }
  }

  /** What is to be sent is held in memory whole, here and by whoever sends it. */
  #countText(shown: string, bytes: number): void {
    const cap = LIMITS.consult.totalBytes;
    if (this.request.text && this.#textBytes + bytes > cap) throw new ToolError("consult_total", { path: shown, cap });
    this.#textBytes += bytes;
  }

  #isRepeated(kind: "entry" | "file", name: string): boolean {
    const key = `${kind} ${name}`;
    if (this.#seen.has(key)) return true;
    this.#seen.add(key);
    return false;
  }

  /** A refusal for lying outside names nothing but what the caller wrote. */
  #exclude(path: string, error: unknown): void {
    if (!isRecoverable(error)) throw error;
    const fault = error.key === "outside" ? new ToolError("outside", { path }).data : error.data;
    this.excluded.push({ path, fault });
  }

  *#checkTime(): Operation<void> {
    if (this.job.remainingMs() <= 0) throw new ToolError("timeout", { ms: this.request.timeoutMs });
    if (this.job.shouldYield()) yield;
  }
}

/** Whether the file of this path (below its root) may go whatever it is called and has in it. */
export type AllowList = (path: string) => boolean;

/**
 * Compiles the globs, which mean what include globs mean: without a `/` a name at any depth, and a
 * directory stands for all that is in it.
 * @throws ToolError `glob`, `too_large`
 *
 * @example
 * ```ts
 * allowance(["fixtures/*.pem"])("fixtures/server.pem"); // true
 * ```
 */
export function compileAllowList(globs: readonly string[]): AllowList {
  const overrides = new Overrides(globs);
  return (path) => {
    const names = path.split("/");
    let state = overrides.start({ root: 0, path: "" }, "");
    for (const [i, name] of names.entries()) {
      const verdict = overrides.verdict(state, name, i < names.length - 1);
      if (verdict === "include") return true;
      if (verdict === "exclude") return false;
      state = overrides.advance(state, name + "/");
    }
    return false;
  };
}
