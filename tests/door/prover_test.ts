import { assert, assertEquals, assertThrows } from "@std/assert";
import { DiskDoor } from "../../src/door/disk_door.ts";
import type { DirMark, OpenFile } from "../../src/door/door.ts";
import { contentOf, listingOf, valueOrFaultKey } from "./support/door_answers.ts";
import { FakeDisk } from "./support/fake_disk.ts";

const TREE = { r: { f: "inside", d: { e: { g: "deep", h: "deeper" } }, other: "x" }, away: { f: "y" } };
const TOP = { root: 0, path: "" };
const at = (path: string) => ({ root: 0, path });

/** A door to a disk in memory, and a log of the calls it makes. */
function opened(age: number): { door: DiskDoor; disk: FakeDisk; calls: string[] } {
  const disk = new FakeDisk(TREE, age, true);
  const calls: string[] = [];
  const noted = new Proxy(disk, {
    get(target, key: keyof FakeDisk) {
      const member = target[key];
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        if (key !== "now" && key !== "monotonicNow") calls.push(`${key} ${args[0]}`);
        return Reflect.apply(member, target, args);
      };
    },
  });
  return { door: new DiskDoor([{ path: "/r", ioPath: "/r", aliases: [] }], noted), disk, calls };
}

Deno.test("a batch inspects each directory twice and each file once", () => {
  const { door, calls } = opened(5000);
  door.stat(TOP);
  calls.length = 0;
  door.proveBatch(() => {
    for (const name of ["g", "h"]) door.open(at(`d/e/${name}`)).close();
    door.list(at("d/e"));
  });
  assertEquals(calls, [
    ...["lstat /r", "lstat /r/d", "lstat /r/d/e"],
    ...["lstat /r/d/e/g", "open /r/d/e/g", "close 0"],
    ...["lstat /r/d/e/h", "open /r/d/e/h", "close 1"],
    "readDir /r/d/e",
    ...["lstat /r/d/e", "lstat /r/d", "lstat /r"],
  ]);
});

Deno.test("after the clock was set back an hour, a batch still inspects each directory twice, until the clock is there again", () => {
  const { door, disk, calls } = opened(0);
  disk.time -= 3_600_000;
  // The clock that is never set continues.
  disk.clockSetBackMs = 3_600_000;
  door.list(at("d/e"));
  disk.time += 1100;
  const batch = () => {
    calls.length = 0;
    door.proveBatch(() => door.stat(at("d/e/g")));
    return calls.length;
  };
  assertEquals(batch(), 7);
  disk.time += 3_600_000 - 1100;
  assert(batch() > 40);
});

Deno.test("a batch that can't be proved is run again, and leaves no file open", () => {
  const { door, disk } = opened(5000);
  const files: OpenFile[] = [];
  const answer = door.proveBatch(() => {
    const file = door.open(at("f"));
    if (files.push(file) === 1) disk.exchange("/r/other", "/away/f", false);
    return file;
  });
  assertEquals(files.length, 2);
  assert(answer === files[1]);
  assertEquals(answer.read(new Uint8Array(9), 0), 6);
  assertThrows(() => files[0].read(new Uint8Array(9), 0), Error, "closed");
  answer.close();
  assertEquals(disk.openCount, 0);
});

Deno.test("nor does it leave a file open that was proved by itself, in a directory that has just changed", () => {
  const { door, disk } = opened(5000);
  disk.exchange("/r/d/e/g", "/away/f", false);
  let runs = 0;
  door.proveBatch(() => {
    const file = door.open(at("d/e/g"));
    if (++runs === 1) disk.exchange("/r/other", "/away/f", false);
    return file;
  }).close();
  assertEquals([runs, disk.openCount], [2, 0]);
});

Deno.test("an error of a batch is proved before it is thrown", () => {
  const { door, disk } = opened(5000);
  let runs = 0;
  const answer = door.proveBatch(() => {
    door.stat(TOP);
    if (++runs === 1) disk.exchange("/r/f", "/r/d", true);
    const found = contentOf(door, at("f"));
    if (runs === 1) disk.exchange("/r/f", "/r/d", true);
    if (found !== "inside") throw new Error("unproved");
    return found;
  });
  assertEquals([answer, runs], ["inside", 2]);
});

Deno.test("a batch inside a batch is part of it", () => {
  const { door, calls } = opened(5000);
  const answer = door.proveBatch(() =>
    door.proveBatch(() => contentOf(door, at("f"))) + door.proveBatch(() => listingOf(door, at("d")))
  );
  assertEquals(answer, "insidee dir");
  assertEquals(calls.filter((call) => call === "lstat /r").length, 2);
  assertEquals(valueOrFaultKey(() => door.proveBatch(() => door.proveBatch(() => door.stat(at("nope"))))), "not_found");
});

Deno.test("a read in a directory that changed within the last second is confirmed repeatedly", () => {
  const { door, calls } = opened(300);
  assertEquals(door.proveBatch(() => contentOf(door, at("f"))), "inside");
  const [directory, entry] = ["lstat /r", "lstat /r/f"].map((wanted) => calls.filter((call) => call === wanted).length);
  assert(directory + entry >= 40, `${directory} + ${entry}`);
});

/** The text that `readFile` reads in a batch. */
function readListed(door: DiskDoor, path: string, dir?: DirMark): string {
  return valueOrFaultKey(() => {
    const into = new Uint8Array(99);
    return new TextDecoder().decode(into.subarray(0, door.proveBatch(() => door.readFile(at(path), into, dir)).bytes));
  });
}

Deno.test("a file is read by the listing that has it, without an inspection of the file", () => {
  const { door, calls } = opened(5000);
  const { mark } = door.list(at("d/e"));
  calls.length = 0;
  assertEquals(readListed(door, "d/e/g", mark), "deep");
  assertEquals(calls, [
    ...["lstat /r", "lstat /r/d"],
    ...["open /r/d/e/g", "read 0", "close 0"],
    ...["lstat /r/d/e", "lstat /r/d", "lstat /r"],
  ]);
});

Deno.test("a file that was replaced since its listing is not read by an older listing or together with it", () => {
  const tree = { r: { d: { f: "inside", evil: ["link", "/away/f"] as const } }, away: { f: "outside" } };
  const disk = new FakeDisk(tree, 5000, true);
  const door = new DiskDoor([{ path: "/r", ioPath: "/r", aliases: [] }], disk);
  const { mark } = door.list(at("d"));
  disk.exchange("/r/d/f", "/r/d/evil", false);
  disk.time += 5000;
  const later = door.list(at("d")).mark;
  assertEquals(readListed(door, "d/f", mark), "not_a_file");
  const both = () =>
    door.proveBatch(() => {
      const first = door.readFile(at("d/evil"), new Uint8Array(9), later).bytes;
      return `${first} ${door.readFile(at("d/f"), new Uint8Array(9), mark).bytes}`;
    });
  assertEquals(valueOrFaultKey(both), "not_a_file");
  assertEquals(disk.openCount, 0);
});

Deno.test("a listing of a directory that changed within the last second has no mark for later reads", () => {
  const { door } = opened(300);
  assertEquals(door.list(at("d/e")).mark, undefined);
});

Deno.test("a place that keeps changing gives the fault `changed`", () => {
  const { door, disk } = opened(5000);
  disk.beforeCall = () => disk.exchange("/r/f", "/r/other", false);
  assertEquals(valueOrFaultKey(() => door.stat(at("d/e/g"))), "changed");
});

/** A tree with a directory outside that has the same names as one inside, and a link to it. */
const TWINS = {
  r: { d: { e: { f: "inside" } }, evil: ["link", "/away"] as const, other: "x" },
  away: { e: { f: "outside" } },
};

Deno.test("a finished batch proves no later read", () => {
  const disk = new FakeDisk(TWINS, 5000, true), door = new DiskDoor([{ path: "/r", ioPath: "/r", aliases: [] }], disk);
  assertEquals(door.proveBatch(() => contentOf(door, at("d/e/f"))), "inside");
  disk.exchange("/r/d", "/r/evil", false);
  assertEquals(valueOrFaultKey(() => door.stat(at("d/e/f"))), "outside");
  assertEquals(door.proveBatch(() => contentOf(door, at("d/e/f"))), "outside");
});

Deno.test("a read below a directory that is gone when the bracket closes is not proved", () => {
  const disk = new FakeDisk(TWINS, 5000, true), door = new DiskDoor([{ path: "/r", ioPath: "/r", aliases: [] }], disk);
  let runs = 0;
  const answer = door.proveBatch(() => {
    if (runs === 0) door.stat(at("d/e/f"));
    if (++runs === 1) disk.exchange("/r/d", "/r/evil", false);
    const found = contentOf(door, at("d/e/f"));
    if (runs === 1) disk.exchange("/r/d", "/r/other", false);
    return found;
  });
  assertEquals([answer, runs], ["not_a_directory", 2]);
});

Deno.test("a root that is read by an alias is refused after the alias leads to a twin made at the same moment", () => {
  const tree = { r: { f: "inside" }, twin: { f: "away" }, alias: ["link", "/r"], other: ["link", "/twin"] } as const;
  const disk = new FakeDisk(tree, 5000, true), aliases = [{ path: "/alias", leadsTo: "" }];
  const door = new DiskDoor([{ path: "/r", ioPath: "/alias", aliases }], disk);
  const answer = valueOrFaultKey(() =>
    door.proveBatch(() => {
      door.stat(TOP);
      disk.exchange("/alias", "/other", false);
      return contentOf(door, at("f"));
    })
  );
  assertEquals(answer, "outside");
});
