/**
 * Directories too large to be listed in one pass: a listing in pieces has the same entries, has none from outside when
 * entries are exchanged, and proceeds only while a caller waits.
 * @module
 */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { DiskDoor } from "../../src/door/disk_door.ts";
import { LargeDirectoryError, type LargeListing, type PartialListing } from "../../src/door/door.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";
import { FakeDisk, type FakeTree } from "./support/fake_disk.ts";

const MANY = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`f${i}`, ""]));
const TREE: FakeTree = {
  w: {
    root: { a: { f: "inside", d: {}, l: ["link", "f"] }, evil: ["link", "/w/outside"], many: MANY },
    outside: { secret: "SECRET" },
  },
};
const ROOTS = [{ path: "/w/root", ioPath: "/w/root", aliases: [] }];
const A = { root: 0, path: "a" }, MANY_FILES = { root: 0, path: "many" };
const INSIDE = "d f l";

/** Lets a disk list 1,500 entries of a directory, and the others after the returned function is called. */
function pauseListing(disk: FakeDisk): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  disk.beforeEntry = (number) => number === 1500 ? promise : undefined;
  return resolve;
}

/** A door for which every directory is large. */
function doorTo(disk: FakeDisk): DiskDoor {
  return new DiskDoor(ROOTS, disk, -1);
}

function names({ listing }: PartialListing): string {
  return listing.entries.map(({ name }) => name).sort().join(" ");
}

async function finish(reading: LargeListing): Promise<PartialListing> {
  try {
    while (!reading.isDone) await reading.advance(5);
    return reading.result();
  } finally {
    reading.close();
  }
}

Deno.test("a large directory is listed in pieces, with the same result as in one pass", async () => {
  const door = doorTo(new FakeDisk(TREE, 5000, true));
  for (const dir of [A, MANY_FILES]) {
    assertThrows(() => door.list(dir), LargeDirectoryError);
    assertThrows(() => door.proveBatch(() => door.list(dir)), LargeDirectoryError);
    const { listing, isComplete } = await finish(door.listLarge(dir));
    assertEquals([listing, isComplete], [door.list(dir, Infinity), true]);
  }
});

Deno.test("a place that can't be listed in pieces gives the fault of a listing in one pass", async () => {
  const disk = new FakeDisk(TREE, 5000, true), door = doorTo(disk);
  for (const [path, key] of [["nope", "not_found"], ["a/f", "not_a_directory"], ["evil", "outside"]]) {
    const reading = door.listLarge({ root: 0, path });
    while (!reading.isDone) await reading.advance(5);
    assertEquals(assertThrows(() => reading.result(), ToolError).key, key, path);
    reading.close();
  }
});

for (const swapBack of [false, true]) {
  Deno.test(`nothing from outside is listed while the directory is exchanged${swapBack ? " and put back" : ""}`, async () => {
    for (let at = 0, calls = 1; at < calls; at++) {
      const disk = new FakeDisk(TREE, 5000, true), door = doorTo(disk);
      const first = disk.calls;
      disk.beforeCall = (call) => {
        // Time passes, so that changed directories settle.
        disk.time += 50;
        const number = call - first;
        if (number === at || swapBack && number === at + 1) disk.exchange("/w/root/a", "/w/root/evil", true);
      };
      let outcome: string;
      try {
        outcome = names(await finish(door.listLarge(A)));
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        outcome = error.key;
      }
      assert([INSIDE, "outside", "changed"].includes(outcome), `exchanged before call ${at}: ${outcome}`);
      if (at === 0) calls = Math.max(20, disk.calls - first);
    }
  });
}

Deno.test("a partial listing has entries only if its directory is unchanged", async () => {
  for (const isSwapped of [false, true]) {
    const disk = new FakeDisk(TREE, 5000, true), resume = pauseListing(disk);
    const reading = doorTo(disk).listLarge(MANY_FILES);
    while (reading.count < 1500) await reading.advance(1);
    if (isSwapped) disk.exchange("/w/root/many", "/w/root/evil", true);
    const { listing, isComplete } = reading.result();
    reading.close();
    resume();
    assertEquals([isComplete, listing.entries.length > 0], [false, !isSwapped]);
  }
});

Deno.test("callers share a listing in progress, which ends when all have closed it", async () => {
  const disk = new FakeDisk(TREE, 5000, true), door = doorTo(disk);
  let resume = pauseListing(disk);
  const one = door.listLarge(MANY_FILES);
  while (one.count < 1500) await one.advance(1);
  const other = door.listLarge(MANY_FILES);
  assertEquals(other.count, one.count);
  one.close();
  one.close();
  resume();
  const whole = await finish(other);
  assertEquals([whole.isComplete, whole.listing.entries.length], [true, 3000]);
  const third = door.listLarge(MANY_FILES);
  assertEquals(third.count, 0);
  third.close();
  resume = pauseListing(disk);
  const fourth = door.listLarge(MANY_FILES);
  while (fourth.count < 1500) await fourth.advance(1);
  await third.advance(60_000);
  const fifth = door.listLarge(MANY_FILES);
  assertEquals([third.isDone, fifth.count], [true, fourth.count]);
  fourth.close();
  fifth.close();
  resume();
  await fourth.advance(60_000);
  assertEquals(fourth.isDone, true);
});

Deno.test("a fresh directory is listed after it has settled; one that never settles, in one pass", async () => {
  const settling = new FakeDisk(TREE, 300, true);
  settling.beforeCall = () => void (settling.time += 100);
  assertEquals(names(await finish(doorTo(settling).listLarge(A))), INSIDE);
  assertEquals(names(await finish(doorTo(new FakeDisk(TREE, 300, true)).listLarge(A))), INSIDE);
});
