/**
 * Reads the files that would go to a model, and lists those that must not, with the rule. Nothing is sent from here.
 * @module
 */
import type { OpenFile, ResolvedPath } from "../../door/door.ts";
import { LIMITS } from "../../model/limits.ts";
import { ToolError, unlessRefused } from "../../model/messages/tool_error.ts";
import { baseName, childPlace, comparePaths, placeKey } from "../../model/place.ts";
import type { ConsultFile, ConsultReport } from "../../model/report.ts";
import type { ConsultRequest } from "../../model/request.ts";
import type { Job } from "../run/job.ts";
import { resolveAndNote } from "../run/resolve_path.ts";
import { isRecoverable, type Operation } from "../task/operation.ts";
import { decodeFile, toDisplayText } from "../text/encoding.ts";
import { crlfToLf } from "../text/newlines.ts";
import { binaryError, readFully } from "../text/text_file.ts";
import { findKey } from "./key_shapes.ts";
import {
  compileFileNameTest,
  type FileWildcard,
  parseFileWildcard,
  refuseDeniedDirectory,
  refuseDeniedFile,
} from "./sendable_names.ts";

/**
 * Answers a ConsultRequest. An entry that exists is that file, even if its name has wildcard characters; any other with
 * such characters is a pattern. Its directory may have them in its name, too. Files come in the order of the entries,
 * those of a pattern by name, each once. A file that is not sent is in `leftOut` with the rule it broke, and stops
 * nothing else. `request.allow` sends names that sendable_names.ts denies and texts with keys of key_shapes.ts anyway.
 * @throws ToolError `glob`, `too_large` for a malformed `request.allow`
 */
export function* buildManifest(request: ConsultRequest, job: Job): Operation<ConsultReport> {
  const manifest = new Manifest(request, job);
  for (const entry of new Set(request.files)) yield* manifest.addEntry(entry);
  return { op: "consult", files: manifest.files, leftOut: manifest.leftOut };
}

class Manifest {
  readonly files: ConsultFile[] = [];
  readonly leftOut: ConsultReport["leftOut"][number][] = [];
  readonly #seen = new Set<string>();
  readonly #isAllowed: (path: string) => boolean;
  #textUnits = 0;

  constructor(private readonly request: ConsultRequest, private readonly job: Job) {
    this.#isAllowed = compileAllowList(request.allow ?? []);
  }

  *addEntry(entry: string): Operation<void> {
    try {
      yield* this.#checkTime();
      const found = this.#resolve(entry);
      if ("dir" in found) yield* this.#addMatches(entry, found);
      else this.#addFile(found);
    } catch (error) {
      this.#leaveOut(entry, error);
    }
  }

  #resolve(entry: string): ResolvedPath | FileWildcard {
    try {
      return resolveAndNote(this.job, entry);
    } catch (error) {
      if (!(error instanceof ToolError) || error.code === "INVALID_ARGUMENT") throw error;
      const wildcard = parseFileWildcard(entry, (path) => this.#isDirectory(path));
      if (!wildcard) throw error;
      return wildcard;
    }
  }

  #isDirectory(path: string): boolean {
    return unlessRefused(() => this.job.door.resolve(path))?.kind === "dir";
  }

  *#addMatches(entry: string, { dir: given, name: pattern }: FileWildcard): Operation<void> {
    const { place: dir, shown } = resolveAndNote(this.job, given), matches = compileFileNameTest(pattern);
    // With exceptions, each file decides for itself.
    if (this.request.allow === undefined) refuseDeniedDirectory(dir.path, entry);
    const matching = this.job.door.list(dir).entries.filter(({ name, kind }) => kind !== "dir" && matches(name));
    if (matching.length === 0) throw new ToolError("consult_no_match", { path: entry, dir: shown });
    for (const { name, kind } of matching.toSorted((a, b) => comparePaths(a.name, b.name))) {
      yield* this.#checkTime();
      const place = childPlace(dir, name), path = this.job.door.displayPath(place);
      try {
        if (kind === "link") throw new ToolError("consult_link", { path });
        this.#addFile({ place, shown: path, kind });
      } catch (error) {
        this.#leaveOut(path, error);
      }
    }
  }

  #addFile({ place, shown: path, kind }: ResolvedPath): void {
    const key = placeKey(place);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    if (kind === "dir") throw new ToolError("consult_directory", { path });
    const isAllowed = this.#isAllowed(place.path);
    if (!isAllowed) refuseDeniedFile(place.path, path);
    const file = this.job.door.open(place);
    try {
      const read = readText(file, path, isAllowed), { totalBytes: cap } = LIMITS.consult;
      // All texts are held in memory, here and by the sender.
      if (this.#textUnits + read.text.length > cap) {
        throw new ToolError("consult_no_room", { path, cap: `${cap} bytes` });
      }
      this.#textUnits += read.text.length;
      this.files.push({ path, bytes: file.stamp.size, ...read });
    } finally {
      file.close();
    }
  }

  /** A path outside is reported as the caller wrote it, so that nothing about it is revealed. */
  #leaveOut(path: string, error: unknown): void {
    if (!isRecoverable(error)) throw error;
    const fault = error.key === "outside" ? new ToolError("outside", { path }).data : error.data;
    this.leftOut.push({ path, fault });
  }

  *#checkTime(): Operation<void> {
    if (this.job.remainingMs() <= 0) throw new ToolError("timeout", { ms: this.request.timeoutMs });
    if (this.job.shouldYield()) yield;
  }
}

/** Bytes after those that may be sent: a key may begin before the end and go on after it. */
const MARGIN_BYTES = 4096;

/**
 * Reads the text of a file that may be sent, up to `LIMITS.consult.fileBytes`. The text that is searched for keys is the
 * one that is returned: nothing is read twice, so nothing can change in between.
 * @param isAllowed it may hold keys
 * @throws ToolError `binary`, `no_mark`, `consult_key`
 */
function readText(file: OpenFile, path: string, isAllowed: boolean): Pick<ConsultFile, "text" | "textCut"> {
  const { size } = file.stamp, max = Math.min(size + LIMITS.binaryProbe, LIMITS.consult.fileBytes);
  const bytes = readFully(file, new Uint8Array(max + MARGIN_BYTES), 0), decoded = decodeFile(bytes);
  if (typeof decoded === "string") throw binaryError(decoded, path, size);
  const text = crlfToLf(toDisplayText(decoded.text));
  // PowerShell's >> appends UTF-16, with NULs between its letters, to text of another encoding.
  const key = isAllowed ? undefined : findKey(text.replaceAll("\0", ""));
  if (key) throw new ToolError("consult_key", { path, ...key });
  if (bytes.length <= max) return { text, textCut: false };
  const end = Math.max(0, text.length - MARGIN_BYTES);
  return { text: text.slice(0, text.lastIndexOf("\n", end) + 1 || end), textCut: true };
}

/**
 * Whether a file of this path (below its root) may be sent whatever its name and its text. A glob without a `/` is for a
 * name at any depth.
 * @throws ToolError `glob`, `too_large`
 */
function compileAllowList(globs: readonly string[]): (path: string) => boolean {
  const tests = globs.map((glob) => {
    const matches = compileFileNameTest(glob);
    return (path: string) => matches(glob.includes("/") ? path : baseName(path));
  });
  return (path) => tests.some((test) => test(path));
}
