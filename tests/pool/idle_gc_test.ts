/**
 * The thread that calls an engine collects its garbage when the engine is idle.
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Engine } from "../../src/pool/engine.ts";
import { withIdleGc } from "../../src/pool/engine_decorators.ts";
import { IdleGc } from "../../src/worker/idle_gc.ts";
import { searchFor } from "../engine/requests.ts";

const QUESTION = searchFor("gold");

/** An engine that fails with `why`, and a log of its end. */
function engineOf(why: string): { engine: Engine; log: string[] } {
  const log: string[] = [], status = { mode: "in-process", threads: 0, permissions: {} } as const;
  const run = () => Promise.reject(new Error(why));
  return { engine: { status, execute: run, close: () => void log.push("closed") }, log };
}

Deno.test("garbage is collected after an answer or an error, and not after the end", async () => {
  const { engine, log } = engineOf("no");
  let collected = () => {};
  const collection = new Promise<void>((resolve) => collected = resolve);
  const heap = { size: () => 2 ** 30, collect: () => collected() };
  const tidy = withIdleGc(engine, new IdleGc(() => Promise.resolve(heap), 1));
  assertEquals(await tidy.execute(QUESTION).catch(({ message }) => message), "no");
  await collection;
  assertEquals(await tidy.execute(QUESTION).catch(({ message }) => message), "no");
  // A timer left running would fail this test by itself.
  tidy.close();
  assertEquals([log, tidy.status], [["closed"], engine.status]);
});
