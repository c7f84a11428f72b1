/** Engines: on a thread or not, given up, closed. @module */
import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { getEventListeners } from "node:events";
import { findRoots } from "../../src/door/roots.ts";
import { PARSER_FILES } from "../../src/engine/structure/languages.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";
import { supervised } from "../../src/pool/create_engine.ts";
import type { Engine } from "../../src/pool/engine.ts";
import { readParserFile } from "../../src/pool/parser_files.ts";
import { ThreadEngine } from "../../src/pool/thread_engine.ts";
import { WORKER_MODULE } from "../../src/pool/worker_module.ts";
import { IdleGc } from "../../src/worker/idle_gc.ts";
import { listAll, scopeOf, searchFor } from "../engine/requests.ts";
import { fossickWith, runToEnd, tempTree } from "../program.ts";

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

Deno.test("closing an engine cancels running requests and all later ones", async () => {
  using files = tempTree({ "a.txt": "text\n" });
  const engine = await ThreadEngine.start(findRoots([files.path], files.path), { bytes: 2 ** 24, isWatched: false });
  const asked = [engine.execute(searchFor("text")), engine.execute(listAll())];
  engine.close();
  for (const call of [...asked, engine.execute(listAll())]) await assertRejects(() => call, ToolError, "cancelled");
});

Deno.test("finished requests leave no listener on a signal that they shared", async () => {
  using files = tempTree({ "a.txt": "text\n" });
  const engine = await ThreadEngine.start(findRoots([files.path], files.path), { bytes: 2 ** 24, isWatched: false });
  try {
    const { signal } = new AbortController();
    for (let i = 0; i < 3; i++) {
      await engine.execute(listAll(), { signal });
      await engine.execute(searchFor("text"), { signal });
      await assertRejects(
        () => engine.execute(listAll({ scope: scopeOf({ roots: ["nowhere"] }) }), { signal }),
        ToolError,
      );
    }
    assertEquals(getEventListeners(signal, "abort"), []);
  } finally {
    engine.close();
  }
});

Deno.test("an error thrown by a request's progress callback ends that request alone", async () => {
  using files = tempTree({ "a.txt": "text\n" });
  const engine = await ThreadEngine.start(findRoots([files.path], files.path), { bytes: 2 ** 24, isWatched: false });
  try {
    const onProgress = () => {
      throw new Error("in the callback");
    };
    await assertRejects(() => engine.execute(searchFor("text"), { onProgress }), Error, "in the callback");
    assertEquals((await engine.execute(listAll())).total, 1);
  } finally {
    engine.close();
  }
});

const WEBASSEMBLY = [0x00, 0x61, 0x73, 0x6d];

Deno.test("every file of the parser is there, each read as bytes of its own", async () => {
  for (const file of ["runtime", ...PARSER_FILES] as const) {
    const bytes = await readParserFile(file), first = [...bytes.subarray(0, 4)];
    if (!file.endsWith(".scm")) assertEquals(first, WEBASSEMBLY, file);
    bytes.fill(0);
    assertEquals([...(await readParserFile(file)).subarray(0, 4)], first, file);
  }
});
