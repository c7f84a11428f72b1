/**
 * Directories listed in pieces give the same answers, and what there is no time for gives a part.
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

/** Runs an operation to its end, with what it waits for. */
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
  Deno.test(`${name}: the answer is the same where every directory is listed in pieces, twice in a row`, async () => {
    const timeless = (report: object) => ({ ...report, findMs: 0, searchMs: 0, reads: 0 });
    const expected = timeless(await finished(dispatch(request, jobWith())));
    const job = jobWith(-1, { shouldYield: () => true });
    assertEquals(timeless(await finished(dispatch(request, job))), expected);
    assertEquals(timeless(await finished(dispatch(request, nextRequest(job)))), expected);
  });
}

/** A door whose one directory has these names. */
function doorOf(names: readonly string[], over = true): Door {
  const door: Door = new DiskDoor(ROOTS, new FakeDisk(TREE, 5000, false));
  const entries = names.map((name) => ({ name, kind: "file" as const }));
  const reading: LargeListing = {
    isDone: over,
    count: names.length,
    advance: () => Promise.resolve(),
    result: () => ({
      listing: { entries, undecodable: 0, stamp: door.stat({ root: 0, path: "" }) },
      isComplete: over,
      startedAt: 0,
    }),
    close: () => {},
  };
  return new Proxy(door, { get: (inner, key) => key === "listLarge" ? () => reading : Reflect.get(inner, key) });
}

Deno.test("entries in pieces come in path order, whatever their names and however many", async () => {
  const random = seeded("entries in pieces");
  const alphabet = ["a", "b", "Z", "-", "é", "\uFFFD", "\u{1F600}", "豆", "."];
  for (const count of [0, 1, 2, 1000, 8192, 8193, 30_000, 70_001]) {
    const letters = count % 2 === 0 ? alphabet : alphabet.slice(0, 4);
    const names = Array.from(
      { length: count },
      () =>
        Array.from({ length: 1 + random.int(12) }, () => random.pick(letters))
          .join(""),
    );
    const clock = {
      shouldYield: () => random.chance(0.1),
      remainingMs: () => Infinity,
      holdFor: (what: Promise<void>) => what,
    };
    const { listing, isComplete: whole } = await finished(
      listLargeDirectory(doorOf(names), { root: 0, path: "" }, clock),
    );
    assertEquals(whole, true);
    assertEquals(listing.entries.map(({ name }) => name), [...names].sort(comparePaths));
  }
});

Deno.test("when time runs out amid putting in order, a part that is in order is given as a part", async () => {
  const names = Array.from({ length: 50_000 }, (_, i) => `f${i * 7919 % 50_000}`);
  for (let looks = 1; looks < 100; looks += 9) {
    let left = looks;
    const clock = { shouldYield: () => false, remainingMs: () => left--, holdFor: (what: Promise<void>) => what };
    const { listing, isComplete: whole } = await finished(
      listLargeDirectory(doorOf(names), { root: 0, path: "" }, clock),
    );
    const given = listing.entries.map(({ name }) => name);
    assertEquals(given, [...given].sort(comparePaths));
    assertEquals(whole, given.length === names.length);
    assert(given.length > 0 && new Set(given).size === given.length);
  }
});

Deno.test("a listing that goes on for too long is taken as far as it came", async () => {
  let left = 3;
  const clock = { shouldYield: () => false, remainingMs: () => left--, holdFor: (what: Promise<void>) => what };
  const { listing, isComplete: whole } = await finished(
    listLargeDirectory(doorOf(["b", "a"], false), { root: 0, path: "" }, clock),
  );
  assertEquals([listing.entries.map(({ name }) => name), whole], [["a", "b"], false]);
});

/** A disk that notes which directories are listed in one go. */
class NotingDisk extends FakeDisk {
  readonly atOnce: string[] = [];

  override readDir(path: string): Deno.DirEntry[] {
    this.atOnce.push(path);
    return super.readDir(path);
  }

  override async *readDirAsync(path: string): AsyncIterable<Deno.DirEntry> {
    for (const entry of super.readDir(path)) yield entry;
  }
}

Deno.test("whether a large directory is empty is told by its first entries, and not by all of them in one go", async () => {
  const tree = { w: { root: { none: {}, some: { a: "", b: "x" }, more: { c: { d: {} } } } } };
  const disk = new NotingDisk(tree, 5000, false), job = jobOn(new DiskDoor(ROOTS, disk, -1));
  const tests = testsOf({ types: ["e"] });
  const { entries, cutBy } = await finished(list(listAll({ tests }), job));
  assertEquals({ paths: entries.map(({ path }) => path), cutBy, atOnce: disk.atOnce }, {
    paths: ["more/c/d", "none", "some/a"],
    cutBy: undefined,
    atOnce: [],
  });
  const noTime = { ...job, remainingMs: () => 0 };
  assertEquals(await finished(isLargeDirectoryEmpty(job.door, { root: 0, path: "none" }, noTime)), undefined);
});

Deno.test("a call that is cancelled while a directory is listed stops, and its listing with it", async () => {
  const operation = dispatch(REQUESTS.list, jobWith(-1));
  operation.next();
  await assertRejects(() => Promise.try(() => operation.throw(new ToolError("cancelled"))), ToolError);
});
