/**
 * Directories listed in time slices: the same answers, or a part of them if the time runs out.
 * @module
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { DiskDoor } from "../../../src/door/disk_door.ts";
import type { Door, LargeListing } from "../../../src/door/door.ts";
import { isLargeDirectoryEmpty, listLargeDirectory } from "../../../src/engine/walk/list_large_directory.ts";
import type { Job } from "../../../src/engine/run/job.ts";
import type { Operation } from "../../../src/engine/task/operation.ts";
import { list } from "../../../src/engine/ops/list.ts";
import { dispatch } from "../../../src/engine/ops/dispatch.ts";
import { comparePaths } from "../../../src/model/place.ts";
import type { Request } from "../../../src/model/request.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { FakeDisk, type FakeTree } from "../../door/support/fake_disk.ts";
import { seeded } from "../../seed.ts";
import { jobOn, nextRequest } from "../job_on.ts";
import { globFor, listAll, scopeOf, searchFor, testsOf } from "../requests.ts";

const TREE: FakeTree = {
  w: {
    root: {
      ".gitignore": "*.log\n",
      big: Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`n${i * 7 % 300}.txt`, `needle ${i}\n`])),
      src: { "a.ts": "needle\n", "b.log": "needle\n", deep: { "c.ts": "needle needle\n" }, gone: ["link", "nowhere"] },
      "z.txt": "needle\n",
    },
  },
};
const ROOTS = [{ path: "/w/root", ioPath: "/w/root", aliases: [] }];

const REQUESTS: Readonly<Record<string, Request>> = {
  list: listAll({ metadata: true }),
  glob: globFor("**/*.{ts,txt}"),
  search: searchFor("needle"),
  "a root that is no directory": { ...searchFor("needle"), scope: scopeOf({ roots: ["z.txt", "src"] }) },
  consult: {
    op: "consult",
    files: ["big/*.txt", "src/*.ts"],
    text: false,
    timeoutMs: 1000,
  } as const,
};

/** Runs an operation to its end, awaiting the promises it yields. */
async function finished<R>(operation: Operation<R>): Promise<R> {
  for (;;) {
    const step = operation.next();
    if (step.done) return step.value;
    await step.value;
  }
}

function jobWith(large?: number, clock?: Partial<Pick<Job, "shouldYield" | "remainingMs">>): Job {
  return jobOn(new DiskDoor(ROOTS, new FakeDisk(TREE, 5000, false), large), clock);
}

for (const [name, request] of Object.entries(REQUESTS)) {
  Deno.test(`${name}: the answer is the same if every directory is listed in time slices, twice in a row`, async () => {
    const timeless = (report: object) => ({ ...report, findMs: 0, searchMs: 0, reads: 0 });
    const expected = timeless(await finished(dispatch(request, jobWith())));
    const job = jobWith(-1, { shouldYield: () => true });
    assertEquals(timeless(await finished(dispatch(request, job))), expected);
    assertEquals(timeless(await finished(dispatch(request, nextRequest(job)))), expected);
  });
}

/** A door with one directory that has these names. */
function doorOf(names: readonly string[], isDone = true): Door {
  const door: Door = new DiskDoor(ROOTS, new FakeDisk(TREE, 5000, false));
  const entries = names.map((name) => ({ name, kind: "file" as const }));
  const reading: LargeListing = {
    isDone,
    count: names.length,
    advance: () => Promise.resolve(),
    result: () => ({
      listing: { entries, undecodable: 0, stamp: door.stat({ root: 0, path: "" }) },
      isComplete: isDone,
      startedAt: 0,
    }),
    close: () => {},
  };
  return new Proxy(door, { get: (inner, key) => key === "listLarge" ? () => reading : Reflect.get(inner, key) });
}

Deno.test("a listing in time slices is in path order, for any names and any number of them", async () => {
  const random = seeded("entries in pieces");
  const alphabet = ["a", "b", "Z", "-", "é", "\uFFFD", "\u{1F600}", "豆", "."];
  for (const count of [0, 1, 2, 1000, 8192, 8193, 30_000, 70_001]) {
    const letters = count % 2 === 0 ? alphabet : alphabet.slice(0, 4);
    const nameOf = () => Array.from({ length: 1 + random.int(12) }, () => random.pick(letters)).join("");
    const names = Array.from({ length: count }, nameOf);
    const clock = {
      shouldYield: () => random.chance(0.1),
      remainingMs: () => Infinity,
      holdFor: (what: Promise<void>) => what,
    };
    const { listing, isComplete } = await finished(
      listLargeDirectory(doorOf(names), { root: 0, path: "" }, clock),
    );
    assertEquals(isComplete, true);
    assertEquals(listing.entries.map(({ name }) => name), [...names].sort(comparePaths));
  }
});

Deno.test("if the time runs out while sorting, the listing is a sorted part", async () => {
  const names = Array.from({ length: 50_000 }, (_, i) => `f${i * 7919 % 50_000}`);
  for (let checks = 1; checks < 100; checks += 9) {
    let left = checks;
    const clock = { shouldYield: () => false, remainingMs: () => left--, holdFor: (what: Promise<void>) => what };
    const { listing, isComplete } = await finished(
      listLargeDirectory(doorOf(names), { root: 0, path: "" }, clock),
    );
    const listed = listing.entries.map(({ name }) => name);
    assertEquals(listed, [...listed].sort(comparePaths));
    assertEquals(isComplete, listed.length === names.length);
    assert(listed.length > 0 && new Set(listed).size === listed.length);
  }
});

Deno.test("if the time runs out while listing, the listing is what was read so far", async () => {
  let left = 3;
  const clock = { shouldYield: () => false, remainingMs: () => left--, holdFor: (what: Promise<void>) => what };
  const { listing, isComplete } = await finished(
    listLargeDirectory(doorOf(["b", "a"], false), { root: 0, path: "" }, clock),
  );
  assertEquals([listing.entries.map(({ name }) => name), isComplete], [["a", "b"], false]);
});

/** A disk that records which directories are listed in one call. */
class RecordingDisk extends FakeDisk {
  readonly inOneCall: string[] = [];

  override readDir(path: string): Deno.DirEntry[] {
    this.inOneCall.push(path);
    return super.readDir(path);
  }

  override async *readDirAsync(path: string): AsyncIterable<Deno.DirEntry> {
    for (const entry of super.readDir(path)) yield entry;
  }
}

Deno.test("whether a large directory is empty is decided by its first entries, without listing it in one call", async () => {
  const tree = { w: { root: { none: {}, some: { a: "", b: "x" }, more: { c: { d: {} } } } } };
  const disk = new RecordingDisk(tree, 5000, false), job = jobOn(new DiskDoor(ROOTS, disk, -1));
  const tests = testsOf({ types: ["e"] });
  const { entries, cutBy } = await finished(list(listAll({ tests }), job));
  assertEquals({ paths: entries.map(({ path }) => path), cutBy, inOneCall: disk.inOneCall }, {
    paths: ["more/c/d", "none", "some/a"],
    cutBy: undefined,
    inOneCall: [],
  });
  const noTime = { ...job, remainingMs: () => 0 };
  assertEquals(await finished(isLargeDirectoryEmpty(job.door, { root: 0, path: "none" }, noTime)), undefined);
});

Deno.test("cancelling a call stops its directory listing", async () => {
  const operation = dispatch(REQUESTS.list, jobWith(-1));
  operation.next();
  await assertRejects(() => Promise.try(() => operation.throw(new ToolError("cancelled"))), ToolError);
});
