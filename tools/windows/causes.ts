/**
 * Causes of test failures on Windows other than fossick: what Wine lacks, and what a test assumes about POSIX systems.
 * @module
 */
import type { TestOutcome } from "./outcomes.ts";
import { NO_LINKS } from "../../tests/posix_links.ts";

/** A cause outside fossick. */
export interface Cause {
  readonly of: "Wine" | "the test";
  /** The cause in the page's words. */
  readonly why: string;
}

const LINKS: Cause = { of: "Wine", why: "makes no symbolic links" };
const PROGRAMS: Cause = { of: "the test", why: "runs a program that Windows lacks (`sh`, `mkfifo`, `setpriv` …)" };
const NAMES: Cause = { of: "the test", why: 'makes names that Windows refuses (`"`, `*`, control characters …)' };

const MODES: Cause = { of: "the test", why: "wants what only POSIX systems have: file modes, FIFOs, sockets, /proc" };
const PATHS: Cause = { of: "the test", why: "lists what paths mean to POSIX systems" };
const CASE: Cause = { of: "the test", why: "takes a name in other letter case for another one" };
const EVENTS: Cause = { of: "Wine", why: "reports no change below the directories that a watched one holds" };

/** Messages of such failures. None is fossick's, which makes no links, files or processes. */
const SIGNS: readonly (readonly [RegExp, Cause])[] = [
  [new RegExp(NO_LINKS), LINKS],
  [/^lacks (?:linux|raw names|file modes)$/, MODES],
  [/^lacks the paths of POSIX systems$/, PATHS],
  [/^lacks names that Windows refuses$/, NAMES],
  [/Failed to spawn '[^']+': entity not found/, PROGRAMS],
  [/Invalid name\. \(os error 123\): (?:writefile|mkdir|open)/, NAMES],
];

/** Tests whose messages don't show the cause, by file and name. */
const KNOWN: Readonly<Record<string, Readonly<Record<string, Cause>>>> = {
  "tests/door/entry_collector_test.ts": { "files and directories without read permission are unreadable": MODES },
  "tests/engine/ops/glob_files_test.ts": {
    "a backslash escapes in a class as elsewhere: a bracket, a dash, a negation, itself": NAMES,
  },
  "tests/engine/find/entry_filter_test.ts": { "an extension follows any dot that is not the first character": NAMES },
  "tests/toolsets/hints/glob_hints_test.ts": {
    "a glob without matches is answered with the glob that was likely meant": CASE,
  },
  "tests/toolsets/arguments/read_range_test.ts": {
    "read_file reads the lines after a path in every profile, unless a file has that name": NAMES,
    "searches accept a path with lines after it, and several paths in one text": NAMES,
  },
  "tests/toolsets/arguments/host_arguments_test.ts": {
    "calls that hosts send to the default profile are answered like the calls they mean": MODES,
  },
  "tests/toolsets/hints/missing_paths_test.ts": {
    "a path that does not exist is looked up by its name, whatever surrounds it": PATHS,
  },
  "tests/door/resolve_test.ts": { "a caller's text leads into the root or is refused": PATHS },
};

/** Tests that do not end there. */
const ENDLESS: Readonly<Record<string, Readonly<Record<string, Cause>>>> = {
  "tests/door/tree_watcher_test.ts": { "changes at every depth are noticed, in directories made later too": EVENTS },
};

/** A file's tests that are left out, with the cause. */
export function endlessTests(file: string): Readonly<Record<string, Cause>> {
  return ENDLESS[file] ?? {};
}

/** The cause of a failure; undefined if it may be fossick. */
export function causeOf(file: string, { name, said }: TestOutcome): Cause | undefined {
  return KNOWN[file]?.[name] ?? SIGNS.find(([sign]) => sign.test(said))?.[1];
}

/** Tests listed here as failing that ran and passed. */
export function outdatedCauses(file: string, outcomes: readonly TestOutcome[]): string[] {
  const failed = new Set(outcomes.filter(({ state }) => state === "failed").map(({ name }) => name));
  return Object.keys(KNOWN[file] ?? {}).filter((name) => !failed.has(name));
}
