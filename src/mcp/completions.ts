/**
 * Completes paths that a person types, one directory at a time, from the tree.
 * @module
 */
import { baseName } from "../model/place.ts";
import type { EntryType, ListRequest } from "../model/request.ts";
import { ToolError } from "../model/tool_error.ts";
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

/** Nothing completes what was typed. */
export const NOTHING: Completion = { values: [], hasMore: false };

/**
 * The entries whose paths begin with `typed`; a directory's ends in `/`, so that it can be completed on.
 * What is ignored, hidden (unless a dot was typed), outside or not there completes nothing.
 */
export async function completePath(
  service: Service,
  typed: string,
  kind: PathKind,
  options: RunOptions,
): Promise<Completion> {
  const cut = typed.lastIndexOf("/") + 1;
  const dir = typed.slice(0, cut), start = typed.slice(cut);
  try {
    const { entries } = await service.engine.run(entriesOf(dir, start, kind), options);
    const paths = entries.map((entry) => dir + baseName(entry.path) + (entry.kind === "dir" ? "/" : ""));
    const fitting = paths.filter((path) => path.startsWith(typed));
    return { values: fitting.slice(0, MOST), total: fitting.length, hasMore: fitting.length > MOST };
  } catch (error) {
    if (error instanceof ToolError) return NOTHING;
    throw error;
  }
}

function entriesOf(dir: string, start: string, kind: PathKind): ListRequest {
  const types: EntryType[] = kind === "directories" ? ["d"] : ["d", "f", "l"];
  return {
    op: "list",
    scope: {
      roots: [dir === "" ? "." : dir],
      globs: [],
      hidden: start.startsWith("."),
      noIgnore: false,
      followSymlinks: false,
      depth: 1,
      prefixes: [],
    },
    tests: { name: beginsWith(start), types, extensions: [], exclude: [], sizes: [] },
    metadata: false,
    skip: 0,
    limit: Number.MAX_SAFE_INTEGER,
    timeoutMs: IN_TIME_MS,
  };
}

/** The engine's test may take letters of either case for the same; what is shown does not. */
function beginsWith(start: string): NonNullable<ListRequest["tests"]["name"]> {
  const pattern = "^" + start.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return { pattern, syntax: "regex", fullPath: false };
}
