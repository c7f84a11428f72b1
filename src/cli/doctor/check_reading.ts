/**
 * Reads each root through the engine as a tool does: a sandbox may also be too narrow to read anything.
 * @module
 */
import { faultWords } from "../../format/error_answer.ts";
import type { Lang } from "../../model/messages/lang.ts";
import type { ListReport } from "../../model/report.ts";
import { DEFAULT_SCOPE, type Scope } from "../../model/request.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { Engine } from "../../pool/engine.ts";
import { doctorMessage } from "./doctor_messages.ts";
import type { Finding } from "./findings.ts";

/** The result of reading the roots. */
export interface ReadCheck {
  /** The files read of each root; absent if a root could not be read. */
  readonly read?: string;
  /** Why reading failed. */
  readonly findings: readonly Finding[];
}

/** Files of a root that are tried: one of another user, or one just deleted, proves nothing. */
const MAX_FILES_TRIED = 20;
/** Bytes read of a file. */
const READ_BYTES = 4096;
/** Timeout of reading a file, in milliseconds. */
const READ_MS = 10_000;
/** Milliseconds in which the files of a root are counted. */
const LIST_MS = 2000;

/** Counts the files of each root, and reads the beginning of one. @param roots as they are shown */
export async function checkReading(engine: Engine, roots: readonly string[], lang: Lang): Promise<ReadCheck> {
  const read: string[] = [], findings: Finding[] = [];
  for (const root of roots) {
    try {
      read.push(await readOnce(engine, root, lang));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const { message, hint } = faultWords(error, lang);
      const text = doctorMessage(lang, "read_failed", { root, why: `${message} ${hint}` });
      findings.push({ key: "unreadable_root", text });
    }
  }
  return findings.length > 0 ? { findings } : { read: read.join("; "), findings };
}

/** Files that a search would find come first: the name of a secret or of a copy in a build says little to people. */
async function readOnce(engine: Engine, root: string, lang: Lang): Promise<string> {
  const { entries, total: n, cutBy } = await files(engine, { ...DEFAULT_SCOPE, roots: [root] });
  const key = cutBy !== undefined ? "listed_some" : n === 1 ? "listed_one" : "listed";
  const listed = doctorMessage(lang, key, { n, root });
  if (entries.length > 0) return await withFirst(engine, entries, listed, lang);
  const excluded = await files(engine, { ...DEFAULT_SCOPE, roots: [root], hidden: true, noIgnore: true, depth: 1 });
  if (excluded.entries.length === 0) return listed;
  return await withFirst(engine, excluded.entries, doctorMessage(lang, "only_excluded", { root }), lang);
}

/** Lists some files of a scope, and counts those that are found in time. */
async function files(engine: Engine, scope: Scope): Promise<ListReport> {
  return await engine.execute({
    op: "list",
    scope,
    tests: { types: ["f"], extensions: [], exclude: [], sizes: [] },
    metadata: false,
    skip: 0,
    limit: MAX_FILES_TRIED,
    timeoutMs: LIST_MS,
  });
}

async function withFirst(engine: Engine, entries: ListReport["entries"], listed: string, lang: Lang): Promise<string> {
  const path = await readFirst(engine, entries.map(({ path }) => path));
  return doctorMessage(lang, "and_read", { listed, path });
}

/** The first of `paths` that can be read. @throws ToolError of the last path if none can */
async function readFirst(engine: Engine, [path = "", ...more]: readonly string[]): Promise<string> {
  const range = { type: "bytes", offset: 0, max: READ_BYTES } as const;
  try {
    return (await engine.execute({ op: "read", path, range, timeoutMs: READ_MS })).path;
  } catch (error) {
    if (error instanceof ToolError && error.key === "binary") return path;
    if (more.length === 0) throw error;
    return await readFirst(engine, more);
  }
}
