/**
 * What is promised, the tests and tasks that show it, and the figure that says how far. Figures that can be counted are
 * counted here; the others come from the record that the long tasks keep.
 * @module
 */
import { CASES } from "../sandbox/cases/all.ts";
import { figures } from "./figures.ts";

/** A row of the README's table. */
export interface PromiseRow {
  readonly promise: string;
  /** Paths of tests, and tasks. */
  readonly shownBy: readonly string[];
  readonly figure: () => string;
}

const recorded = (source: string) => () => figures()[source] ?? "not measured yet";

/** All rows. */
export const PROMISES: readonly PromiseRow[] = [
  {
    promise: "No argument, link, name, glob, rule or message gets out",
    shownBy: ["tests/sandbox/corpus_test.ts"],
    figure: () => `${CASES.length} attacks`,
  },
  {
    promise: "… under any grant, and compiled",
    shownBy: ["deno task sandbox"],
    figure: recorded("sandbox"),
  },
  {
    promise: "Nothing gets out while directories, files, links, FIFOs and parents are moved",
    shownBy: ["tests/sandbox/race/race_test.ts", "tests/door/race_test.ts", "deno task race"],
    figure: recorded("race"),
  },
  {
    promise: "Main and every thread hold what they need and nothing else",
    shownBy: ["tests/sandbox/permissions/permissions_test.ts"],
    figure: () => "over 40 attempts from inside each thread, all refused",
  },
];
