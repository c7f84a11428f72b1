/**
 * Directories too large to be listed in one go: the same entries in pieces, from inside whatever is exchanged
 * meanwhile, and no more of them than somebody waits for.
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

/** Lets 1,500 entries of a directory come, and the others when what it returns is called. */
function halt(disk: FakeDisk): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  disk.beforeEntry = (number) => number === 1500 ? promise : undefined;
  return resolve;
}

/** A door to which every directory is large. */
function doorTo(disk: FakeDisk): DiskDoor {
  return new DiskDoor(ROOTS, disk, -1);
}

function names({ listing }: PartialListing): string {
  return listing.entries.map(({ name }) => name).sort().join(" ");
}

async function ended(reading: LargeListing): Promise<PartialListing> {
  try {
    while (!reading.isDone) await reading.advance(5);
    return reading.result();
  } finally {
    reading.close();
  }
}

Deno.test("a large directory is not listed in one go but in pieces, with the same outcome", async () => {
  const door = doorTo(new FakeDisk(TREE, 5000, true));
  for (const dir of [A, MANY_FILES]) {
    assertThrows(() => door.list(dir), LargeDirectoryError);
    assertThrows(() => door.proveBatch(() => door.list(dir)), LargeDirectoryError);
    const { listing, isComplete: whole } = await ended(door.listLarge(dir));
    assertEquals([listing, whole], [door.list(dir, Infinity), true]);
  }
});

Deno.test("what can't be listed says so in pieces as well", async () => {
  const disk = new FakeDisk(TREE, 5000, true), door = doorTo(disk);
  for (const [path, key] of [["nope", "not_found"], ["a/f", "not_a_directory"], ["evil", "outside"]]) {
    const reading = door.listLarge({ root: 0, path });
    while (!reading.isDone) await reading.advance(5);
    assertEquals(assertThrows(() => reading.result(), ToolError).key, key, path);
    reading.close();
  }
});

for (const swapBack of [false, true]) {
  Deno.test(`nothing from outside comes while the directory is exchanged${swapBack ? " and put back" : ""}`, async () => {
    for (let at = 0, calls = 1; at < calls; at++) {
      const disk = new FakeDisk(TREE, 5000, true), door = doorTo(disk);
      const first = disk.calls;
      disk.beforeCall = (call) => {
        // Time goes on, so that what has changed comes to rest.
        disk.time += 50;
        const number = call - first;
        if (number === at || swapBack && number === at + 1) disk.exchange("/w/root/a", "/w/root/evil", true);
      };
      let outcome: string;
      try {
        outcome = names(await ended(door.listLarge(A)));
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        outcome = error.key;
      }
      assert([INSIDE, "outside", "changed"].includes(outcome), `exchanged before call ${at}: ${outcome}`);
      if (at === 0) calls = Math.max(20, disk.calls - first);
    }
  });
}

Deno.test("a part of a listing is taken only while its directory is what it was", async () => {
  for (const isSwapped of [false, true]) {
    const disk = new FakeDisk(TREE, 5000, true), goOn = halt(disk);
    const reading = doorTo(disk).listLarge(MANY_FILES);
    while (reading.count < 1500) await reading.advance(1);
    if (isSwapped) disk.exchange("/w/root/many", "/w/root/evil", true);
    const { listing, isComplete: whole } = reading.result();
    reading.close();
    goOn();
    assertEquals([whole, listing.entries.length > 0], [false, !isSwapped]);
  }
});

Deno.test("who wants a directory that is being listed joins in, and it ends when nobody wants it", async () => {
  const disk = new FakeDisk(TREE, 5000, true), door = doorTo(disk);
  let goOn = halt(disk);
  const one = door.listLarge(MANY_FILES);
  while (one.count < 1500) await one.advance(1);
  const other = door.listLarge(MANY_FILES);
  assertEquals(other.count, one.count);
  one.close();
  one.close();
  goOn();
  const whole = await ended(other);
  assertEquals([whole.isComplete, whole.listing.entries.length], [true, 3000]);
  const third = door.listLarge(MANY_FILES);
  assertEquals(third.count, 0);
  third.close();
  goOn = halt(disk);
  const fourth = door.listLarge(MANY_FILES);
  while (fourth.count < 1500) await fourth.advance(1);
  await third.advance(60_000);
  const fifth = door.listLarge(MANY_FILES);
  assertEquals([third.isDone, fifth.count], [true, fourth.count]);
  fourth.close();
  fifth.close();
  goOn();
  await fourth.advance(60_000);
  assertEquals(fourth.isDone, true);
});

Deno.test("a directory that has just changed is listed when it has settled; one that never does, at once", async () => {
  const settling = new FakeDisk(TREE, 300, true);
  settling.beforeCall = () => void (settling.time += 100);
  assertEquals(names(await ended(doorTo(settling).listLarge(A))), INSIDE);
  assertEquals(names(await ended(doorTo(new FakeDisk(TREE, 300, true)).listLarge(A))), INSIDE);
});
