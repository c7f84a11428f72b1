/**
 * Completes paths that a person types, one directory at a time, from the tree.
 * @module
 */
import { decoded } from "../model/likely_path.ts";
import { literalGlob } from "../model/literal_glob.ts";
import { baseName, comparePaths } from "../model/place.ts";
import type { GlobRequest } from "../model/request.ts";
import type { RunOptions } from "../pool/engine.ts";
import type { Service } from "./service.ts";

/** What may stand for an argument: the fields of a completion. */
export interface Completion {
  /** At most 100, each beginning with what was typed. */
  readonly values: string[];
  readonly total?: number;
  readonly hasMore: boolean;
}

/** What a path may lead to. */
export type PathKind = "directories" | "anything";

/** The protocol's own bound. */
const MOST = 100;
/** Milliseconds: a person is waiting at a keyboard. */
const IN_TIME_MS = 1000;

/** Where nothing completes what was typed. */
export const NOTHING: Completion = { values: [], hasMore: false };

/**
 * The entries whose paths begin with `typed`; a directory's ends in `/`, so that it can be completed on.
 * What is ignored or hidden (unless a dot was typed) completes nothing. What is typed into a resource's template is
 * `inUri`: there, as in a `file:` URL, names are percent-encoded where they would be read as others.
 * @throws ToolError for what is outside or not there
 */
export async function completePath(
  service: Service,
  typed: string,
  kind: PathKind,
  { inUri = false, ...options }: RunOptions & { readonly inUri?: boolean },
): Promise<Completion> {
  const cut = typed.lastIndexOf("/") + 1;
  const dir = typed.slice(0, cut), start = typed.slice(cut), isCoded = inUri || /^file:/i.test(typed);
  const known = isCoded ? decoded(start) : start;
  // A % that is typed by itself is the character, and goes on as such.
  const kept = isCoded && known === start ? start.replaceAll("%", "%25") : start;
  const names = await below(service, inUri ? decoded(dir) : dir, known, kind, options);
  const values = names.map((name) =>
    dir + kept + (isCoded ? coded(name.slice(known.length)) : name.slice(known.length))
  );
  return { values: values.slice(0, MOST), total: values.length, hasMore: values.length > MOST };
}

/** A name without what a URL would read as something else. */
function coded(name: string): string {
  return name.replace(/[%?#]/g, encodeURIComponent);
}

/** Names in `dir` that begin with `start`, in order. */
async function below(
  service: Service,
  dir: string,
  start: string,
  kind: PathKind,
  options: RunOptions,
): Promise<string[]> {
  const pattern = literalGlob(start) + "*";
  const ask = async (changes: Pick<GlobRequest, "pattern" | "mode">) => {
    const { paths } = await service.engine.run({ ...requestIn(dir, start), ...changes }, options);
    return paths.map(baseName);
  };
  const dirs = (await ask({ pattern: pattern + "/", mode: "directories" })).map((name) => name + "/");
  if (kind === "directories") return dirs;
  return [...dirs, ...await ask({ pattern, mode: "files" })].sort(comparePaths);
}

function requestIn(dir: string, start: string): Omit<GlobRequest, "pattern" | "mode"> {
  return {
    op: "glob",
    root: dir === "" ? "." : dir,
    hidden: start.startsWith("."),
    noIgnore: false,
    limit: Number.MAX_SAFE_INTEGER,
    timeoutMs: IN_TIME_MS,
  };
}
