/**
 * The whole text that the doctor is expected to print.
 * @module
 */
import { LIMITS } from "../../../src/model/limits.ts";
import { VERSION } from "../../../src/cli/version.ts";

/** The differences of one situation. */
export interface Expected {
  /** The only root; it has one file that is listed, a.txt. */
  readonly root: string;
  /** The command that starts the program, without `--root`. */
  readonly start: string;
  readonly form?: string;
  readonly deno?: string;
  /** Rows with another value than usual; `undefined`: no such row. */
  readonly rows?: Readonly<Record<string, string | undefined>>;
  readonly notes?: readonly string[];
  readonly problems?: readonly string[];
  readonly sandbox?: string;
  readonly next: string;
}

/** The text, in English. */
export function report(expected: Expected): string {
  const { root, start, form = "bundle", deno = Deno.version.deno, notes = [], problems = [], next } = expected;
  const facts = {
    roots: root,
    read: `1 file to search in ${root}, and the beginning of a.txt`,
    engine: `1 thread of its own; it holds read:${root}`,
    main: "holds no permission",
    network: undefined,
    parsers: "ready: outlines and definitions are found",
    changes: `at most ${LIMITS.watchedDirs} directories are watched; every call checks the rest`,
    cache: "512 MB",
    limits: "4000 ms a call (at most 30000), 8000 tokens an answer",
    consult: "no --provider-url: consult_files shows what it would send, and sends nothing",
    start: `${start} --root ${root}`,
    ...expected.rows,
  };
  const row = ([label, value]: readonly [string, string | undefined]) =>
    value === undefined ? [] : [`${`${label}:`.padEnd(9)}${value}`];
  return [
    `fossick ${VERSION} (${form}), Deno ${deno}`,
    ...Object.entries(facts).flatMap(row),
    "",
    ...notes.flatMap((text) => row(["note", text])),
    ...problems.flatMap((text) => row(["problem", text])),
    ...row(["sandbox", expected.sandbox ?? (problems.length === 0 ? "in force" : "wider than it needs to be")]),
    ...row(["next", next]),
    "",
  ].join("\n");
}

/** The rows of an engine without a thread of its own. */
export function onMainThread(root: string): Readonly<Record<string, string | undefined>> {
  return { engine: `on the main thread; it holds read:${root}`, main: undefined };
}
