/**
 * Questions under way on the engine's thread.
 * @module
 */
import { getEventListeners } from "node:events";
import { assertEquals, assertRejects } from "@std/assert";
import { findRoots } from "../../src/door/roots.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";
import { ThreadEngine } from "../../src/pool/thread_engine.ts";
import { listAll, scopeOf, searchFor } from "../engine/requests.ts";
import { tempTree } from "../program.ts";

Deno.test("what is under way when an engine is closed is cancelled, and so is what comes later", async () => {
  using files = tempTree({ "a.txt": "text\n" });
  const engine = await ThreadEngine.start(findRoots([files.path], files.path), { bytes: 2 ** 24, isWatched: false });
  const asked = [engine.execute(searchFor("text")), engine.execute(listAll())];
  engine.close();
  for (const call of [...asked, engine.execute(listAll())]) await assertRejects(() => call, ToolError, "cancelled");
});

Deno.test("calls that are over leave nothing behind on the signal they had in common", async () => {
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

Deno.test("an error in what follows a call's progress ends that call, and no other", async () => {
  using files = tempTree({ "a.txt": "text\n" });
  const engine = await ThreadEngine.start(findRoots([files.path], files.path), { bytes: 2 ** 24, isWatched: false });
  try {
    const onProgress = () => {
      throw new Error("nobody listens");
    };
    await assertRejects(() => engine.execute(searchFor("text"), { onProgress }), Error, "nobody listens");
    assertEquals((await engine.execute(listAll())).total, 1);
  } finally {
    engine.close();
  }
});
