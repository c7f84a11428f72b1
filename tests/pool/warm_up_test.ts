/**
 * What an engine does before it is asked for the first time.
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Report } from "../../src/model/report.ts";
import type { Request } from "../../src/model/request.ts";
import type { Engine } from "../../src/pool/engine.ts";
import { warmUp } from "../../src/pool/warm_up.ts";

/** An engine that can't answer, and what it was asked for. */
function heard(begun?: Promise<Report>): { engine: Engine; asked: Request["op"][] } {
  const asked: Request["op"][] = [], status = { mode: "in-process", threads: 0, permissions: {} } as const;
  const run: Engine["execute"] = ({ op }) => {
    asked.push(op);
    return Promise.reject(new Error("no"));
  };
  return { engine: { status, warming: begun, execute: run, close() {} }, asked };
}

Deno.test("an engine that takes the project in unasked is not asked to, any other is", async () => {
  const own = heard(Promise.resolve({ op: "warm", files: 3, bytes: 60 })), other = heard();
  assertEquals(await warmUp(own.engine), 3);
  assertEquals(await warmUp(other.engine), 0);
  assertEquals([own.asked, other.asked], [[], ["warm"]]);
});
