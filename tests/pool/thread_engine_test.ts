/**
 * What threads know of the questions under way.
 * @module
 */
import { getEventListeners } from "node:events";
import { assertEquals, assertRejects } from "@std/assert";
import { findRoots } from "../../src/door/roots.ts";
import { ToolError } from "../../src/model/tool_error.ts";
import { ThreadEngine } from "../../src/pool/thread_engine.ts";
import { WARMING } from "../../src/pool/warm_up.ts";
import { listAll, scopeOf, searchFor } from "../engine/requests.ts";
import { tree } from "../program.ts";

Deno.test("a question counts, as a search or not, from when it is asked until it is answered, refused or given up; taking in does not", async () => {
  using files = tree({ "a/b.txt": "text\n", "c.txt": "" });
  const engine = await ThreadEngine.start(findRoots([files.path], files.path), { bytes: 2 ** 24, watched: false });
  try {
    const asked = () => [...engine.asked.counts];
    const both = [engine.run(listAll()), engine.run(searchFor("text"))], taking = engine.run(WARMING);
    const during = asked();
    await Promise.all(both);
    assertEquals([during, asked()], [[2, 1], [0, 0]]);
    await taking;
    await assertRejects(() => engine.run(listAll({ scope: scopeOf({ roots: ["nowhere"] }) })), ToolError);
    await assertRejects(() => engine.run(searchFor("text"), { signal: AbortSignal.abort() }), DOMException);
    assertEquals(asked(), [0, 0]);
  } finally {
    engine.close();
  }
});

Deno.test("what is under way when an engine is closed is cancelled, and so is what comes later", async () => {
  using files = tree({ "a.txt": "text\n" });
  const engine = await ThreadEngine.start(findRoots([files.path], files.path), { bytes: 2 ** 24, watched: false });
  const asked = [engine.run(searchFor("text")), engine.run(listAll())];
  engine.close();
  for (const call of [...asked, engine.run(listAll())]) await assertRejects(() => call, ToolError, "cancelled");
});

Deno.test("calls that are over leave nothing behind on the signal they had in common", async () => {
  using files = tree({ "a.txt": "text\n" });
  const engine = await ThreadEngine.start(findRoots([files.path], files.path), { bytes: 2 ** 24, watched: false });
  try {
    const { signal } = new AbortController();
    for (let i = 0; i < 3; i++) {
      await engine.run(listAll(), { signal });
      await engine.run(searchFor("text"), { signal });
      await assertRejects(() => engine.run(listAll({ scope: scopeOf({ roots: ["nowhere"] }) }), { signal }), ToolError);
    }
    assertEquals(getEventListeners(signal, "abort"), []);
  } finally {
    engine.close();
  }
});

Deno.test("an error in what follows a call's progress ends that call, and no other", async () => {
  using files = tree({ "a.txt": "text\n" });
  const engine = await ThreadEngine.start(findRoots([files.path], files.path), { bytes: 2 ** 24, watched: false });
  try {
    const onProgress = () => {
      throw new Error("nobody listens");
    };
    await assertRejects(() => engine.run(searchFor("text"), { onProgress }), Error, "nobody listens");
    assertEquals((await engine.run(listAll())).total, 1);
  } finally {
    engine.close();
  }
});
