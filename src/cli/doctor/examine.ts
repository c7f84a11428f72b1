/**
 * What the doctor's checks look at: grants at the start, reading, watching, and what the threads hold afterwards.
 * @module
 */
import { heldPermissions } from "../../door/held_permissions.ts";
import { parentDir, relativePath } from "../../door/path_syntax.ts";
import { rootPath } from "../../door/roots.ts";
import { reachedWatchLimit } from "../../door/tree_watcher.ts";
import { faultWords } from "../../format/error_answer.ts";
import { LIMITS } from "../../model/limits.ts";
import { say } from "../../model/messages/messages.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { ListReport } from "../../model/report.ts";
import { DEFAULT_SCOPE, type Scope } from "../../model/request.ts";
import { willWatch } from "../../pool/create_engine.ts";
import type { Engine } from "../../pool/engine.ts";
import { readParserFile } from "../../pool/parser_files.ts";
import type { Settings } from "../command_line/settings.ts";
import { absoluteRoots, runningProgram } from "../command_line/start_command.ts";
import { isGranted, KEY_VARIABLE, neededGrants, revokePermissions } from "../permissions.ts";
import { startService } from "../start/start_service.ts";

/** A service that was started as `serve` starts it, examined and stopped. */
export type Examined = Awaited<ReturnType<typeof examine>>;

/**
 * Starts a service, examines it and stops it.
 * @param revoked permissions that were granted needlessly, and are given up already
 * @throws UserError for roots that can't be served
 */
export async function examine(settings: Settings, revoked: readonly string[]) {
  const program = runningProgram();
  const ungranted = neededGrants(settings).net.filter((host) => !isGranted({ name: "net", host }));
  // A binary has all permissions that any user may need compiled in; only what it keeps counts.
  const needless = program.isBinary ? [] : needlessFlags(settings, revoked);
  const { service: { engine }, ...started } = await startService(settings, { keep: ["read"], freshness: "stat" });
  const { roots, network } = started, { status } = engine;
  const reading = await readRoots(engine, roots, settings);
  const isWatched = willWatch({ freshness: "watch", ...settings }) && status.reason?.key !== "engine.few_descriptors";
  const dirs = isWatched ? await watchedDirectories(engine, roots) : [];
  const watchLimit = isWatched ? reachedWatchLimit(dirs) : undefined;
  const isUnwatched = !isWatched || watchLimit !== undefined && reachedWatchLimit(roots) !== undefined;
  if (status.mode === "threads") revokePermissions("read");
  engine.close();
  network?.close();
  // What this thread holds after it gave up what it can.
  const main = heldPermissions(roots, {
    hosts: network === undefined ? [] : [network.host],
    variables: settings.providerUrl === undefined ? [] : [KEY_VARIABLE],
  });
  const hasParsers = await readParserFile("module").then(() => true, () => false);
  const watching = { directories: dirs.length, watchLimit, isUnwatched };
  return { settings, program, ...started, status, needless, ungranted, ...reading, ...watching, hasParsers, main };
}

/** Paths that a narrow grant does not cover; a sample. */
const PROBED_PATHS = Deno.build.os === "windows"
  ? ["C:/Windows", "C:/Users", "C:/ProgramData"]
  : ["/etc", "/proc", "/tmp", "/usr", "/var", "/home", "/root"];

/** Flags that were granted, or are wider than needed. */
function needlessFlags(settings: Settings, revoked: readonly string[]): string[] {
  const flags = revoked.map((name) => `--allow-${name}`), roots = absoluteRoots(settings);
  if (isGranted({ name: "read" })) return [...flags, "--allow-read"];
  const wide = [...roots.map(parentDir), ...PROBED_PATHS].find((path) =>
    roots.every((root) => relativePath(root, path) === undefined) && isGranted({ name: "read", path })
  );
  return wide === undefined ? flags : [...flags, `--allow-read=${wide}`];
}

/** Files of a root that are tried: one of another user, or one just deleted, proves nothing. */
const MAX_FILES_TRIED = 20;
/** Milliseconds for reading a file, and for listing. */
const READ_MS = 10_000, LIST_MS = 2000;

/** Reads each root through the engine as a tool does: a sandbox may also be too narrow to read anything. */
async function readRoots(engine: Engine, roots: readonly string[], { lang }: Settings) {
  const read: string[] = [];
  for (const root of roots) {
    try {
      read.push(say(lang, "doctor.read", { root, ...await readOne(engine, root) }));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const { message, hint } = faultWords(error, lang);
      return { unreadable: { root, why: `${message} ${hint}` } };
    }
  }
  return { read: read.join("; ") };
}

/**
 * Reads the beginning of a file. One that a search would find comes first: the name of a secret or of a copy in a build
 * says little to people.
 * @throws ToolError if none can be read
 */
async function readOne(engine: Engine, root: string): Promise<{ n: string; path: string }> {
  const scope = { ...DEFAULT_SCOPE, roots: [root] }, { entries, total, cutBy } = await list(engine, scope);
  const hidden = { ...scope, hidden: true, noIgnore: true, depth: 1 };
  const tried = entries.length > 0 ? entries : (await list(engine, hidden)).entries;
  const n = cutBy === undefined ? `${total}` : `${total}+`, range = { type: "bytes", offset: 0, max: 4096 } as const;
  for (const { path } of tried) {
    try {
      return { n, path: (await engine.execute({ op: "read", path, range, timeoutMs: READ_MS })).path };
    } catch (error) {
      if (error instanceof ToolError && error.key === "binary") return { n, path };
      if (path === tried.at(-1)?.path) throw error;
    }
  }
  return { n, path: "-" };
}

/** Lists some files or directories of a scope, and counts those that are found in time. */
async function list(engine: Engine, scope: Scope, type: "f" | "d" = "f", limit = MAX_FILES_TRIED): Promise<ListReport> {
  const tests = { types: [type], extensions: [], exclude: [], sizes: [] };
  return await engine.execute({ op: "list", scope, tests, metadata: false, skip: 0, limit, timeoutMs: LIST_MS });
}

/** The directories that would be watched, as absolute paths; the roots alone if one can't be read. */
async function watchedDirectories(engine: Engine, roots: readonly string[]): Promise<string[]> {
  const scope = { ...DEFAULT_SCOPE, roots }, listed = list(engine, scope, "d", LIMITS.watchedDirs);
  const below = await listed.then(({ entries }) => entries.map(({ path }) => rootPath(path, roots[0])), () => []);
  return [...roots, ...below].slice(0, LIMITS.watchedDirs);
}
