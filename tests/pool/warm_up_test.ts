/**
 * The warm-up before the first request.
 * @module
 */
import type { Report } from "../../src/model/report.ts";
import type { Request } from "../../src/model/request.ts";
import { warmUp } from "../../src/pool/create_engine.ts";
import type { Engine } from "../../src/pool/engine.ts";
import { assertEquals } from "@std/assert";

/** An engine that fails, and the requests it received. */
function failingEngine(warming?: Promise<Report>): { engine: Engine; asked: Request["op"][] } {
  const asked: Request["op"][] = [], status = { mode: "in-process", threads: 0, permissions: {} } as const;
  const run: Engine["execute"] = ({ op }) => {
    asked.push(op);
    return Promise.reject(new Error("no"));
  };
  return { engine: { status, warming, execute: run, close() {} }, asked };
}

Deno.test("an engine that loads the project by itself gets no warm-up request, any other does", async () => {
  const own = failingEngine(Promise.resolve({ op: "warm", files: 3, bytes: 60 })), other = failingEngine();
  await warmUp(own.engine);
  await warmUp(other.engine);
  assertEquals([own.asked, other.asked], [[], ["warm"]]);
});
