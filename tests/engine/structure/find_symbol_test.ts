import { assertEquals } from "@std/assert";
import { findSymbol, nearestSymbols } from "../../../src/engine/structure/find_symbol.ts";
import type { Definition } from "../../../src/model/definition.ts";

const define = (name: string, kind: Definition["kind"], startLine: number, endLine: number, depth: number) =>
  ({ name, kind, startLine, endLine, depth, nameLine: startLine }) satisfies Definition;

const TASK = define("Task", "class", 1, 20, 0), MADE = define("Task", "constructor", 2, 4, 1);
const RUN = define("run", "method", 6, 9, 1), INNER = define("run", "function", 7, 8, 2);
const JOB = define("Job", "class", 22, 30, 0), STEP = define("run", "method", 23, 25, 1);
const ALL = [TASK, MADE, RUN, INNER, JOB, STEP];

Deno.test("a class is found without its constructors, which its own name and theirs find", () => {
  assertEquals(findSymbol(ALL, "Task"), [TASK]);
  assertEquals(findSymbol(ALL, "Task.Task"), [MADE]);
});

Deno.test("a name is looked for within the outer names that the caller gives", () => {
  assertEquals(findSymbol(ALL, "run"), [RUN, INNER, STEP]);
  assertEquals(findSymbol(ALL, "Task::run"), [RUN]);
  assertEquals(findSymbol(ALL, "Job#run()"), [STEP]);
  assertEquals(findSymbol(ALL, "run.run"), [INNER]);
  assertEquals(findSymbol(ALL, "Task.stop"), []);
});

Deno.test("parameters after a name and the marks before a heading are passed over, unless they belong to it", () => {
  const heading = define("Use: run (fast)", "heading", 1, 3, 0), unnamed = define("", "heading", 4, 5, 0);
  assertEquals(findSymbol(ALL, "Task.run(a: number, b = f())"), [RUN]);
  assertEquals(findSymbol(ALL, " Job.run () "), [STEP]);
  assertEquals(findSymbol([heading, unnamed], "## Use: run (fast)"), [heading]);
  assertEquals(findSymbol([heading, unnamed], "()"), []);
  assertEquals(nearestSymbols([heading, unnamed], "us"), ["Use: run (fast)"]);
});
