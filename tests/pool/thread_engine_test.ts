/**
 * Requests in progress on the engine's thread.
 * @module
 */
import { getEventListeners } from "node:events";
import { assertEquals, assertRejects } from "@std/assert";
import { findRoots } from "../../src/door/roots.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";
import { ThreadEngine } from "../../src/pool/thread_engine.ts";
import { listAll, scopeOf, searchFor } from "../engine/requests.ts";
import { tempTree } from "../program.ts";

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
