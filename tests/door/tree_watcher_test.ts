import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { reachedWatchLimit, TreeWatcher } from "../../src/door/tree_watcher.ts";
import { StartError } from "../../src/door/roots.ts";
import { tempTree } from "../program.ts";

/** Events that a test sends. */
class ScriptedEvents implements AsyncIterableIterator<{ readonly kind: string }> {
  #next: (kind: string) => void = () => {};
  /** Fulfilled when the last event has been handled. */
  #handled = Promise.withResolvers<void>();

  send(kind: string): Promise<void> {
    this.#handled = Promise.withResolvers();
    this.#next(kind);
    return this.#handled.promise;
  }

  /** Fails, as the system may. */
  fail: (why: Error) => void = () => {};

  next(): Promise<IteratorResult<{ kind: string }>> {
    this.#handled.resolve();
    return new Promise((resolve, reject) => {
      this.#next = (kind) => resolve({ done: false, value: { kind } });
      this.fail = reject;
    });
  }

  close(): void {}

  [Symbol.asyncIterator]() {
    return this;
  }
}

Deno.test("every event but a read is a change", async () => {
  for (const kind of ["any", "create", "modify", "rename", "remove", "other"]) {
    const events = new ScriptedEvents();
    using watcher = new TreeWatcher([], () => events);
    const next = watcher.nextChange();
    await events.send("access");
    assertEquals(await Promise.race([next, Promise.resolve("waiting")]), "waiting");
    await events.send(kind);
    assertEquals(await next, true);
  }
});

Deno.test("changes between two calls are reported to the next call, once", async () => {
  const events = new ScriptedEvents();
  using watcher = new TreeWatcher([], () => events);
  await events.send("create");
  await events.send("modify");
  assertEquals(await watcher.nextChange(), true);
  const next = watcher.nextChange();
  assertEquals(await Promise.race([next, Promise.resolve("waiting")]), "waiting");
  watcher.close();
  assertEquals([await next, await watcher.nextChange()], [false, false]);
});

Deno.test("changes at every depth are noticed, in directories made later too", async () => {
  using files = tempTree({ "deep/er/a.txt": "" });
  using watcher = new TreeWatcher([files.path]);
  Deno.writeTextFileSync(`${files.path}/deep/er/a.txt`, "x");
  assertEquals(await watcher.nextChange(), true);
  Deno.mkdirSync(`${files.path}/new/er`, { recursive: true });
  assertEquals(await watcher.nextChange(), true);
  Deno.writeTextFileSync(`${files.path}/new/er/b.txt`, "x");
  assertEquals(await watcher.nextChange(), true);
  Deno.removeSync(`${files.path}/new`, { recursive: true });
  assertEquals(await watcher.nextChange(), true);
});

Deno.test("a directory that can't be watched is an error with the reason", () => {
  const error = assertThrows(() => new TreeWatcher(["/nowhere/at/all"]), StartError);
  assertEquals(error.message.startsWith("/nowhere/at/all can't be watched: "), true, error.message);
});

Deno.test("a failure of the system's watch is reported to the waiting call and to later ones", async () => {
  const events = new ScriptedEvents();
  using watcher = new TreeWatcher(["/a", "/b"], () => events);
  const next = watcher.nextChange();
  events.fail(new Error("no more watches"));
  for (const wait of [() => next, () => watcher.nextChange()]) {
    const { message } = await assertRejects(wait, StartError);
    assertEquals(message, "/a, /b can't be watched: no more watches");
  }
  watcher.close();
  assertEquals(await watcher.nextChange(), false);
});

// Low limits are in tests/slow/cli/doctor_test.ts, in a user namespace of their own.
Deno.test("directories that can be watched reach no limit, and neither do missing ones", () => {
  using files = tempTree({ "a/x.txt": "", "b/y.txt": "" });
  const dirs = ["a", "b"].map((name) => `${files.path}/${name}`);
  assertEquals(reachedWatchLimit(dirs), undefined);
  assertEquals(reachedWatchLimit([...dirs, `${files.path}/gone`]), undefined);
});
