import { supervised } from "../../src/pool/create_engine.ts";
import type { Engine } from "../../src/pool/engine.ts";
import { WORKER_MODULE } from "../../src/pool/worker_module.ts";
import { IdleGc } from "../../src/worker/idle_gc.ts";
import { searchFor } from "../engine/requests.ts";
import { fossickWith, runToEnd, tempTree } from "../program.ts";
import { assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "@std/path";

Deno.test("if its thread can't start, the engine runs on the main thread and says why", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  const flags = ["--allow-read", `--deny-read=${fromFileUrl(WORKER_MODULE)}`];
  const { stdout } = await runToEnd(fossickWith(flags, "doctor", "--root", files.path));
  const { mode, threads, reason } = JSON.parse(stdout).engine;
  assertEquals([mode, threads], ["in-process", 0]);
  assertMatch(reason, /^Requires read access to .*main\.ts/);
  const { code, stdout: counted } = await runToEnd(
    fossickWith(
      flags,
      "call",
      "search_content",
      '{"roots":["."],"query":"gold","total_only":true}',
      "--root",
      files.path,
    ),
  );
  assertEquals([code, JSON.parse(counted).total], [0, 1]);
});

const QUESTION = searchFor("gold", { timeoutMs: 1 }), NO_HEAP = new IdleGc(() => Promise.resolve(undefined), 1);

/** An engine whose every request is `running`. */
function engineOf(running: () => Promise<never>, close = () => {}): Engine {
  return { status: { mode: "in-process", threads: 0, permissions: {} }, execute: running, close };
}

Deno.test("an engine that never answers is given up after its deadline, with the reason", async () => {
  const silent = engineOf(() => new Promise<never>(() => {}));
  const why = await new Promise((giveUp) => void supervised(silent, giveUp, NO_HEAP, 999).execute(QUESTION));
  assertEquals(why, { key: "engine.overdue", params: { seconds: 1 } });
});

Deno.test("an engine that fails has answered, and is not overdue", async () => {
  const given: unknown[] = [];
  const engine = supervised(engineOf(() => Promise.reject(new Error("no"))), (why) => given.push(why), NO_HEAP, 1);
  assertEquals(await engine.execute(QUESTION).catch(({ message }) => message), "no");
  await new Promise((resolve) => setTimeout(resolve, 20));
  assertEquals(given, []);
});

Deno.test("garbage is collected after an answer or an error, and not after the end", async () => {
  const collected = Promise.withResolvers<void>(), log: string[] = [];
  const heap = { size: () => 2 ** 30, collect: collected.resolve };
  const engine = engineOf(() => Promise.reject(new Error("no")), () => log.push("closed"));
  const tidy = supervised(engine, () => {}, new IdleGc(() => Promise.resolve(heap), 1));
  assertEquals(await tidy.execute(QUESTION).catch(({ message }) => message), "no");
  await collected.promise;
  assertEquals(await tidy.execute(QUESTION).catch(({ message }) => message), "no");
  // A timer left running would fail this test by itself.
  tidy.close();
  assertEquals([log, tidy.status], [["closed"], engine.status]);
});
