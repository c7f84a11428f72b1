/**
 * The promises, the tests and tasks that check each, and a figure. Figures are counted here where possible; the others
 * are those that the long tasks recorded.
 * @module
 */
import { listedPackages, writtenPage } from "../audit/document.ts";
import { CASES } from "../../tests/sandbox/cases/all.ts";
import { readFigures } from "./figures.ts";

/** An entry of docs/evidence.md. */
export interface PromiseEntry {
  readonly promise: string;
  /** Paths of tests, and names of tasks. */
  readonly shownBy: readonly string[];
  readonly figure: () => string;
}

const recorded = (source: string) => () => readFigures()[source] ?? "not measured yet";

/** All entries. */
export const PROMISES: readonly PromiseEntry[] = [
  {
    promise: "No argument, link, name, glob, rule or message reaches outside the roots",
    shownBy: ["tests/slow/sandbox/corpus_test.ts"],
    figure: () => `${CASES.length} attacks`,
  },
  {
    promise: "The same under every set of permissions, and compiled",
    shownBy: ["deno task sandbox"],
    figure: recorded("sandbox"),
  },
  {
    promise: "Nothing outside is read while directories, files, links, FIFOs and parents are moved",
    shownBy: ["tests/slow/sandbox/race/race_test.ts", "tests/slow/door/race_test.ts", "deno task race"],
    figure: recorded("race"),
  },
  {
    promise: "The main thread and all others hold only the permissions that they need",
    shownBy: ["tests/sandbox/permissions/permissions_test.ts"],
    figure: () => "over 40 attempts from inside each thread, all refused",
  },
  {
    promise: "No pattern runs past its call's timeout. Cancelled calls stop",
    shownBy: [
      "tests/slow/hostile/runaway/runaway_test.ts",
      "tests/slow/hostile/runaway/phases_test.ts",
      "deno task runaway",
    ],
    figure: recorded("runaway"),
  },
  {
    promise: "No tree ends the server: deep, crowded, huge, slow, changing",
    shownBy: [
      "tests/slow/hostile/trees/trees_test.ts",
      "tests/slow/hostile/trees/changing_test.ts",
      "tests/slow/hostile/trees/slow_test.ts",
      "deno task hostile",
    ],
    figure: recorded("hostile"),
  },
  {
    promise: "Memory stays constant over days of calls, and small for large texts",
    shownBy: ["tests/slow/soak/soak_test.ts", "deno task soak"],
    figure: recorded("soak"),
  },
  {
    promise: "Concurrent calls get right answers. Small calls do not wait for large ones",
    shownBy: ["tests/slow/bench/load/load_test.ts", "tests/slow/hostile/wide_pages_test.ts", "deno task bench:load"],
    figure: recorded("load"),
  },
  {
    promise: "Every answer is true of some moment between question and answer, also while files are written",
    shownBy: ["tests/slow/model_check/model_check_test.ts", "deno task model-check"],
    figure: () => `${recorded("model-check")()}; ${recorded("model-check, stat")()}`,
  },
  {
    promise: "No input crashes the server, and ripgrep and git give the same results",
    shownBy: ["tests/slow/fuzz/fuzz_test.ts", "deno task fuzz"],
    figure: recorded("fuzz"),
  },
  {
    promise: "Every call that a hint or an error advises works, also typed into a shell",
    shownBy: ["tests/hints/hints_test.ts", "deno task hints"],
    figure: recorded("hints"),
  },
  {
    promise: "A disk fault is counted or reported, and never gives a wrong total",
    shownBy: ["tests/hostile/faults_test.ts"],
    figure: () => "4 kinds of fault at every call of 12 kinds of question",
  },
  {
    promise: "On a machine with only Node, each way to start that the README names works",
    shownBy: ["deno task newcomer"],
    figure: recorded("newcomer"),
  },
  {
    promise: "Every dependency has a hash, a licence and a reason",
    shownBy: ["tests/tools/audit/audit_test.ts", "deno task audit"],
    figure: () => `${listedPackages(writtenPage()).length} packages, all but a few for tests alone`,
  },
];
