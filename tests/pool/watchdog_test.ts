/**
 * The watchdog gives up an engine that does not answer.
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Engine } from "../../src/pool/engine.ts";
import { withWatchdog } from "../../src/pool/engine_decorators.ts";
import { searchFor } from "../engine/requests.ts";

const QUESTION = searchFor("gold", { timeoutMs: 1 });

/** An engine whose every request is `running`. */
function engineOf(running: Promise<never>): Engine {
  const status = { mode: "in-process", threads: 0, permissions: {} } as const;
  return { status, execute: () => running, close() {} };
}

Deno.test("an engine that never answers is given up after its deadline, with the reason", async () => {
  const silent = new Promise<never>(() => {});
  const why = await new Promise((giveUp) => void withWatchdog(engineOf(silent), giveUp, 999).execute(QUESTION));
  assertEquals(why, { key: "engine.overdue", params: { seconds: 1 } });
});

Deno.test("an engine that fails has answered, and is not overdue", async () => {
  const given: unknown[] = [];
  const engine = withWatchdog(engineOf(Promise.reject(new Error("no"))), (why) => given.push(why), 1);
  assertEquals(await engine.execute(QUESTION).catch(({ message }) => message), "no");
  await new Promise((resolve) => setTimeout(resolve, 20));
  assertEquals(given, []);
});
