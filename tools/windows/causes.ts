/**
 * Why a test fails on Windows though fossick does nothing wrong: what Wine lacks, and what the test takes for granted
 * of POSIX systems.
 * @module
 */
import type { TestOutcome } from "./outcomes.ts";
import { NO_LINKS } from "../../tests/posix_links.ts";

/** A cause that is no fault of fossick's. */
export interface Cause {
  readonly of: "Wine" | "the test";
  /** As the page says it. */
  readonly why: string;
}

const LINKS: Cause = { of: "Wine", why: "makes no symbolic links" };
const PROGRAMS: Cause = { of: "the test", why: "runs a program that Windows lacks (`sh`, `mkfifo`, `setpriv` …)" };
const NAMES: Cause = { of: "the test", why: 'makes names that Windows refuses (`"`, `*`, control characters …)' };

const MODES: Cause = { of: "the test", why: "wants what only POSIX systems have: file modes, FIFOs, sockets, /proc" };
const PATHS: Cause = { of: "the test", why: "lists what paths mean to POSIX systems" };
const CASE: Cause = { of: "the test", why: "takes a name in other letter case for another one" };
const EVENTS: Cause = { of: "Wine", why: "tells of no change below the directories that a watched one holds" };

/** What such a failure says. None of it comes from fossick, which makes neither links nor files nor processes. */
const SIGNS: readonly (readonly [RegExp, Cause])[] = [
  [new RegExp(NO_LINKS), LINKS],
  [/^lacks (?:linux|raw names|file modes)$/, MODES],
  [/^lacks the paths of POSIX systems$/, PATHS],
  [/^lacks names that Windows refuses$/, NAMES],
  [/Failed to spawn '[^']+': entity not found/, PROGRAMS],
  [/Invalid name\. \(os error 123\): (?:writefile|mkdir|open)/, NAMES],
];

/** Tests whose failure does not say so, by file and name. */
const KNOWN: Readonly<Record<string, Readonly<Record<string, Cause>>>> = {
  "tests/door/entry_collector_test.ts": { "files and directories without read permission are unreadable": MODES },
  "tests/engine/ops/glob_files_test.ts": {
    "a backslash escapes in a class as elsewhere: a bracket, a dash, a negation, itself": NAMES,
  },
  "tests/engine/find/find_test.ts": {
    "an extension is what stands behind a dot that is not the first character, however many dots there are": NAMES,
  },
  "tests/toolsets/hints/glob_hints_test.ts": {
    "a glob that finds nothing is answered with the one that was likely meant": CASE,
  },
  "tests/toolsets/arguments/read_range_test.ts": {
    "read_file reads the lines that a path ends in, in every profile, unless something has that name": NAMES,
    "searches take the file of a path with lines behind it, and several paths in one text": NAMES,
  },
  "tests/toolsets/hints/slips_test.ts": {
    "a path that is not there is looked for by its name, whatever stands before and behind it": PATHS,
  },
  "tests/door/resolve_test.ts": { "a caller's text leads into the root or is refused": PATHS },
};

/** Tests that would never end. */
const ENDLESS: Readonly<Record<string, Readonly<Record<string, Cause>>>> = {
  "tests/door/tree_watcher_test.ts": { "changes at every depth are noticed, in directories made later too": EVENTS },
};

/** The names of tests of a file that are left out, with why. */
export function endlessTests(file: string): Readonly<Record<string, Cause>> {
  return ENDLESS[file] ?? {};
}

/** Why a test failed, where that is no fault of fossick's. */
export function causeOf(file: string, { name, said }: TestOutcome): Cause | undefined {
  return KNOWN[file]?.[name] ?? SIGNS.find(([sign]) => sign.test(said))?.[1];
}

/** Tests that are said to fail and do not, of those that were run. */
export function outdatedCauses(file: string, outcomes: readonly TestOutcome[]): string[] {
  const failed = new Set(outcomes.filter(({ state }) => state === "failed").map(({ name }) => name));
  return Object.keys(KNOWN[file] ?? {}).filter((name) => !failed.has(name));
}
