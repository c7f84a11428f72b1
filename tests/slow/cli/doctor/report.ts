/**
 * The whole text that the doctor is expected to print.
 * @module
 */
import { VERSION } from "../../../../src/cli/package.ts";

/** All checks, in their order. */
const CHECKS = ["reading", "settings", "grants", "hosts", "threads", "parsers", "watching"];

/** The differences of one situation. */
export interface Expected {
  /** The only root; it has one file that is listed, a.txt. */
  readonly root: string;
  /** The command that starts the program, without `--root`. */
  readonly start: string;
  readonly deno?: string;
  /** Rows with another value than usual; `undefined`: no such row. */
  readonly rows?: Readonly<Record<string, string | undefined>>;
  /** The checks that fail. */
  readonly failed?: readonly string[];
  readonly notes?: readonly string[];
  readonly problems?: readonly string[];
  readonly next: string;
}

/** The text, in English. */
export function report(expected: Expected): string {
  const { root, start, deno = Deno.version.deno, failed = [], notes = [], problems = [] } = expected;
  const rows = {
    roots: root,
    read: `1 files to search in ${root}, and a.txt was read`,
    engine: `threads 1; read:${root}`,
    main: "-",
    network: undefined,
    cache: "512 MB; watch",
    limits: "4000 ms; 8000 tokens",
    start: `${start} --root ${root}`,
    passed: CHECKS.filter((name) => !failed.includes(name)).join(", "),
    ...expected.rows,
  };
  const row = ([label, value]: readonly [string, string | undefined]) =>
    value === undefined ? [] : [`${`${label}:`.padEnd(9)}${value}`];
  return [
    `fossick ${VERSION}, Deno ${deno}`,
    ...Object.entries(rows).flatMap(row),
    ...notes.flatMap((text) => row(["note", text])),
    ...problems.flatMap((text) => row(["problem", text])),
    ...row([
      "sandbox",
      problems.length === 0 ? "in force" : "not as narrow as it can be, or not shown to work",
    ]),
    ...row(["next", expected.next]),
    "",
  ].join("\n");
}

/** The rows of an engine without a thread of its own. */
export function onMainThread(root: string): Readonly<Record<string, string | undefined>> {
  return { engine: `in-process; read:${root}`, main: undefined };
}
