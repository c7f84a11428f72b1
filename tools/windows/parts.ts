/**
 * The parts that run on Windows.
 * @module
 */
import { expandGlobSync } from "@std/fs";
import { relative } from "@std/path";
import { CHECKOUT } from "../../packaging/project.ts";
import { causeOf, endlessTests, outdatedCauses } from "./causes.ts";
import type { TestOutcome } from "./outcomes.ts";
import { runListed, runProgram, runTests } from "./run_part.ts";
import type { Windows } from "./windows.ts";

/** A part: test files, or programs by title. */
export type Part =
  | { readonly title: string; readonly tests: string }
  | { readonly title: string; readonly listed: string }
  | { readonly title: string; readonly programs: Readonly<Record<string, readonly string[]>> };

/** Grants reading of the checkout only. */
const RUN = ["run", "--no-prompt", "--allow-read=."];

/** All parts, in the page's order. */
export const PARTS: readonly Part[] = [
  { title: "the door", tests: "tests/door/*_test.ts" },
  { title: "the engine", tests: "tests/engine/**/*_test.ts" },
  { title: "the tools", tests: "tests/toolsets/**/*_test.ts" },
  { title: "threads", tests: "tests/{pool,worker}/*_test.ts" },
  { title: "every tool over stdio and `call`", tests: "tests/slow/distribution/every_tool_test.ts" },
  { title: "the corpus of attacks", listed: "tools/windows/attacks.ts" },
  {
    title: "the demo and `doctor`",
    programs: {
      "the demo": ["run", "-A", "--no-prompt", "tools/demo.ts"],
      "`doctor` from source": [...RUN, "main.ts", "doctor"],
      "`doctor` of the bundle": [...RUN, "dist/fossick.js", "doctor"],
    },
  },
];

/** The result of a part. */
export interface PartResult {
  readonly title: string;
  readonly outcomes: readonly JudgedOutcome[];
  /** Tests that were expected to fail and passed. */
  readonly outdated: readonly string[];
}

/** An outcome, and its cause where that is not fossick. */
export type JudgedOutcome = TestOutcome & { readonly file: string; readonly cause?: ReturnType<typeof causeOf> };

/** Runs a part. */
export async function runPart(part: Part, windows: Windows): Promise<PartResult> {
  const { title } = part;
  if ("programs" in part) return { title, outcomes: await programs(part.programs, windows), outdated: [] };
  if ("listed" in part) {
    const outcomes = judgedAs(part.listed, await runListed(part.listed, windows));
    report(part.listed, outcomes);
    return { title, outcomes, outdated: [] };
  }
  const outcomes: JudgedOutcome[] = [], stale: string[] = [];
  for (const file of filesOf(part.tests)) {
    const out = endlessTests(file), ran = await runTests(file, Object.keys(out), windows);
    const skipped = Object.entries(out).map(([name, cause]) => ({ name, state: "failed", said: "", cause }) as const);
    const judged = [...judgedAs(file, ran), ...skipped.map((one) => ({ ...one, file }))];
    outcomes.push(...judged);
    stale.push(...outdatedCauses(file, ran).map((name) => `${file}: ${name}`));
    report(file, judged);
  }
  return { title, outcomes, outdated: stale };
}

function judgedAs(file: string, outcomes: readonly TestOutcome[]): JudgedOutcome[] {
  return outcomes.map((one) => {
    const cause = one.state === "failed" ? causeOf(file, one) : undefined;
    return { ...one, file, ...(cause && { cause }) };
  });
}

async function programs(
  lines: Readonly<Record<string, readonly string[]>>,
  windows: Windows,
): Promise<JudgedOutcome[]> {
  const outcomes: JudgedOutcome[] = [];
  for (const [name, args] of Object.entries(lines)) {
    const ran = await runProgram(name, args, windows);
    outcomes.push(...ran.map((one) => ({ ...one, file: name })));
    report(name, ran);
  }
  return outcomes;
}

function filesOf(glob: string): string[] {
  return [...expandGlobSync(glob, { root: CHECKOUT })].map(({ path }) => relative(CHECKOUT, path).replaceAll("\\", "/"))
    .sort();
}

/** Reports progress on stderr: all parts together take minutes. */
function report(what: string, outcomes: readonly (TestOutcome & { readonly cause?: unknown })[]): void {
  const broken = outcomes.filter(({ state, cause }) => state === "failed" && cause === undefined);
  console.error(`${what}: ${outcomes.length} ran, ${broken.length} broken`);
  for (const { name, said } of broken) console.error(`  ${name}\n    ${said.slice(0, 1500)}`);
}
