import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { TreeWatcher } from "../../src/door/tree_watcher.ts";
import { StartError } from "../../src/door/roots.ts";
import { tempTree } from "../program.ts";

/** A watcher that tells what the test says. */
class Scripted implements AsyncIterableIterator<{ readonly kind: string }> {
  #told: (kind: string) => void = () => {};
  /** Fulfilled when all that was told has been heard. */
  heard = Promise.withResolvers<void>();

  tell(kind: string): Promise<void> {
    this.heard = Promise.withResolvers();
    this.#told(kind);
    return this.heard.promise;
  }

  /** Fails it, as the system may. */
  fail: (why: Error) => void = () => {};

  next(): Promise<IteratorResult<{ kind: string }>> {
    this.heard.resolve();
    return new Promise((resolve, reject) => {
      this.#told = (kind) => resolve({ done: false, value: { kind } });
      this.fail = reject;
    });
  }

  close(): void {}

  [Symbol.asyncIterator]() {
    return this;
  }
}

Deno.test("reading is no change, everything else is", async () => {
  for (const kind of ["any", "create", "modify", "rename", "remove", "other"]) {
    const watcher = new Scripted();
    using changes = new TreeWatcher([], () => watcher);
    const next = changes.nextChange();
    await watcher.tell("access");
    assertEquals(await Promise.race([next, Promise.resolve("waiting")]), "waiting");
    await watcher.tell(kind);
    assertEquals(await next, true);
  }
});

Deno.test("what changes while nobody waits is told to the next who does, once", async () => {
  const watcher = new Scripted();
  using changes = new TreeWatcher([], () => watcher);
  await watcher.tell("create");
  await watcher.tell("modify");
  assertEquals(await changes.nextChange(), true);
  const next = changes.nextChange();
  assertEquals(await Promise.race([next, Promise.resolve("waiting")]), "waiting");
  changes.close();
  assertEquals([await next, await changes.nextChange()], [false, false]);
});

Deno.test("changes at every depth are noticed, in directories made later too", async () => {
  using files = tempTree({ "deep/er/a.txt": "" });
  using changes = new TreeWatcher([files.path]);
  Deno.writeTextFileSync(`${files.path}/deep/er/a.txt`, "x");
  assertEquals(await changes.nextChange(), true);
  Deno.mkdirSync(`${files.path}/new/er`, { recursive: true });
  assertEquals(await changes.nextChange(), true);
  Deno.writeTextFileSync(`${files.path}/new/er/b.txt`, "x");
  assertEquals(await changes.nextChange(), true);
  Deno.removeSync(`${files.path}/new`, { recursive: true });
  assertEquals(await changes.nextChange(), true);
});

Deno.test("what can't be watched is said to be so", () => {
  const error = assertThrows(() => new TreeWatcher(["/nowhere/at/all"]), StartError);
  assertEquals(error.message.startsWith("/nowhere/at/all can't be watched: "), true, error.message);
});

Deno.test("a watcher that fails is said to, to who waits and to who comes later", async () => {
  const watcher = new Scripted();
  using changes = new TreeWatcher(["/a", "/b"], () => watcher);
  const next = changes.nextChange();
  watcher.fail(new Error("no more watches"));
  for (const wait of [() => next, () => changes.nextChange()]) {
    const { message } = await assertRejects(wait, StartError);
    assertEquals(message, "/a, /b can't be watched: no more watches");
  }
  changes.close();
  assertEquals(await changes.nextChange(), false);
});
