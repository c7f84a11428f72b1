/**
 * What an engine does before it is asked for the first time.
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Request } from "../../src/model/request.ts";
import { findRoots } from "../../src/door/roots.ts";
import { createEngine } from "../../src/pool/create_engine.ts";
import type { Engine } from "../../src/pool/engine.ts";
import { warmUp } from "../../src/pool/warm_up.ts";
import { searchFor } from "../engine/requests.ts";
import { tree } from "../program.ts";

/** `engine`, and what it was asked for. */
function heard(engine: Pick<Engine, "run">): { engine: Engine; asked: Request[] } {
  const asked: Request[] = [], status = { mode: "in-process", threads: 0, permissions: {} } as const;
  const run: Engine["run"] = (request) => {
    asked.push(request);
    return engine.run(request);
  };
  return { engine: { status, run, expect() {}, giveWay() {}, close() {} }, asked };
}

Deno.test("what has been taken in is searched a few times for what is nowhere, which no answer shows", async () => {
  using files = tree({ "a.txt": "gold\n", "b/c.txt": "gold and silver\n" });
  const engine = await createEngine({ roots: findRoots([files.path]), threads: 0 });
  const { engine: followed, asked } = heard(engine);
  await warmUp(followed);
  const [first, ...rest] = asked;
  assertEquals([first.op, rest.length > 0], ["warm", true]);
  for (const request of rest) {
    const report = await engine.run(request);
    assertEquals(report.op === "search" && [report.total, report.searched], [0, 2]);
  }
  const { total, searched } = await engine.run(searchFor("gold"));
  assertEquals([total, searched], [2, 2]);
  engine.close();
});

Deno.test("where nothing could be taken in nothing is searched, and nobody is told", async () => {
  const { engine, asked } = heard({ run: () => Promise.reject(new Error("no")) });
  await warmUp(engine);
  assertEquals(asked.map(({ op }) => op), ["warm"]);
});
