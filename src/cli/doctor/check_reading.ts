/**
 * Reads each root through the engine as a tool does: a sandbox may also be too narrow to read anything.
 * @module
 */
import { faultWords } from "../../format/error_answer.ts";
import type { Lang } from "../../model/messages/lang.ts";
import { DEFAULT_SCOPE } from "../../model/request.ts";
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
/** Timeout of each request, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Lists each root and reads the beginning of one of its files, if it has any. @param roots as they are shown */
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

async function readOnce(engine: Engine, root: string, lang: Lang): Promise<string> {
  const { entries, total } = await engine.execute({
    op: "list",
    scope: { ...DEFAULT_SCOPE, roots: [root], hidden: true, noIgnore: true, depth: 1 },
    tests: { types: ["f"], extensions: [], exclude: [], sizes: [] },
    metadata: false,
    skip: 0,
    limit: MAX_FILES_TRIED,
    timeoutMs: TIMEOUT_MS,
  });
  const listed = doctorMessage(lang, total === 1 ? "listed_one" : "listed", { n: total, root });
  const paths = entries.map(({ path }) => path);
  return paths.length === 0
    ? listed
    : doctorMessage(lang, "and_read", { listed, path: await readFirst(engine, paths) });
}

/** The first of `paths` that can be read. @throws ToolError of the last path if none can */
async function readFirst(engine: Engine, [path = "", ...more]: readonly string[]): Promise<string> {
  const range = { type: "bytes", offset: 0, max: READ_BYTES } as const;
  try {
    return (await engine.execute({ op: "read", path, range, timeoutMs: TIMEOUT_MS })).path;
  } catch (error) {
    if (error instanceof ToolError && error.key === "binary") return path;
    if (more.length === 0) throw error;
    return await readFirst(engine, more);
  }
}
