/**
 * Lists the files that would go to a model, and those that are excluded, with the rule. Nothing is sent from here.
 * @module
 */
import type { DirEntry, ResolvedPath } from "../../door/door.ts";
import { globWithSlashes } from "../../model/escape_glob.ts";
import { LIMITS } from "../../model/limits.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { childPlace, comparePaths, type Place, placeKey } from "../../model/place.ts";
import type { ConsultFile, ConsultReport } from "../../model/report.ts";
import type { ConsultRequest } from "../../model/request.ts";
import { Overrides } from "../glob/overrides.ts";
import type { Job } from "../run/job.ts";
import { resolveAndNote } from "../run/resolve_path.ts";
import { isRecoverable, type Operation } from "../task/operation.ts";
import { refuseDeniedDirectory, refuseDeniedFile } from "./denied_names.ts";
import { compileFileNameTest, type FileWildcard, parseFileWildcard } from "./file_wildcard.ts";
import { sendableText } from "./sendable_text.ts";

/** Estimated tokens of a number of bytes; English prose and code have three bytes or more to a token. */
function estimateTokens(bytes: number): number {
  return Math.ceil(bytes / 3);
}

/**
 * Answers a ConsultRequest. An entry that exists is that file, even if its name has wildcard characters; any other with
 * such characters is a pattern. Its directory may have them in its name, too. Files come in the order of the entries,
 * those of a pattern by name, each once. A file that is not sent is in `leftOut` with the rule it broke, and stops
 * nothing else:
 * - directories, and binary files;
 * - names of denied_names.ts and contents of secret_forms.ts, unless `request.allow` has them;
 * - links that only a pattern names, and paths that the door refuses;
 * - files that would exceed the total size;
 * - entries for which no time was left (`timeout`).
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
    const { place: dir, shown } = resolveAndNote(this.job, wildcard.dir);
    // With exceptions, each file decides for itself.
    if (this.request.allow === undefined) refuseDeniedDirectory(dir.path, entry);
    const matching = this.#matchingEntries(dir, wildcard.name);
    if (matching.length === 0) throw this.#noMatch(entry, shown);
    for (const match of matching.toSorted((a, b) => comparePaths(a.name, b.name))) {
      yield* this.#checkTime();
      this.#addMatch(dir, match);
    }
  }

  #addMatch(dir: Place, { name, kind }: DirEntry): void {
    const place = childPlace(dir, name), shown = this.job.door.displayPath(place);
    try {
      if (kind === "link") throw new ToolError("consult_link", { path: shown });
      this.#addFile({ place, shown, kind });
    } catch (error) {
      this.#exclude(shown, error);
    }
  }

  #noMatch(entry: string, dir: string): ToolError {
    const meant = globWithSlashes(entry);
    return meant !== entry && this.#matchesAnyFile(meant)
      ? new ToolError("consult_backslashes", { path: entry, meant })
      : new ToolError("consult_no_match", { path: entry, dir });
  }

  #matchingEntries(dir: Place, pattern: string): readonly DirEntry[] {
    const matches = compileFileNameTest(pattern);
    return this.job.door.list(dir).entries.filter(({ name, kind }) => kind !== "dir" && matches(name));
  }

  /** Whether an entry matches any file. */
  #matchesAnyFile(entry: string): boolean {
    try {
      const found = this.#resolve(entry);
      if (!("dir" in found)) return found.kind !== "dir";
      const { place } = this.job.door.resolve(found.dir);
      return this.#matchingEntries(place, found.name).length > 0;
    } catch (error) {
      if (!isRecoverable(error)) throw error;
      return false;
    }
  }

  #addFile({ place, shown, kind }: ResolvedPath): void {
    if (this.#isRepeated("file", placeKey(place))) return;
    if (kind === "dir") throw new ToolError("consult_directory", { path: shown });
    const isAllowed = this.#isAllowed(place.path);
    if (!isAllowed) refuseDeniedFile(place.path, shown);
    const file = this.job.door.open(place);
    try {
      const bytes = file.stamp.size;
      const { text, length, cut } = sendableText(file, shown, isAllowed);
      this.#countText(shown, length);
      const sent = this.request.text ? { text, ...(cut && { textCut: true }) } : {};
      this.files.push({ path: shown, bytes, estimatedTokens: estimateTokens(bytes), ...sent });
    } finally {
      file.close();
    }
  }

  /** The text to be sent is held in memory whole, here and by the sender. */
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

  /** A path outside is reported as the caller wrote it, so that nothing about it is revealed. */
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

/** Whether the file of this path (below its root) may be sent whatever its name and contents. */
export type AllowList = (path: string) => boolean;

/**
 * Compiles globs with the meaning of include globs: without a `/` a name at any depth, and a directory stands for
 * everything in it.
 * @throws ToolError `glob`, `too_large`
 *
 * @example
 * ```ts
 * compileAllowList(["fixtures/*.pem"])("fixtures/server.pem"); // true
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
