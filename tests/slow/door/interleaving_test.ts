/**
 * A writer exchanges entries before any one system call, before any two, and before a random half of them: no answer
 * may have anything from outside, whether its reads are proved one by one or in a batch. Of the pairs of calls that are
 * far apart CI tries some hundred, long runs all.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { DiskDoor } from "../../../src/door/disk_door.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { LENGTH, seeded } from "../../seed.ts";
import { FakeDisk, type FakeTree } from "../../door/support/fake_disk.ts";

const TREE: FakeTree = {
  w: {
    root: {
      a: { f: "inside", g: "inside too", only_inside: "x" },
      evil: ["link", "/w/outside"],
      file: "plain inside",
      file_evil: ["link", "../outside/f"],
      fifo: null,
      endless: ["link", "/w/zero"],
      fresh_name: "x",
      "n\u00a0x": { "in\u00a0side": "x" },
    },
    outside: { f: "SECRET", g: "SECRET", only_outside: "SECRET", d: {}, "out\u00a0side": "SECRET" },
    zero: Infinity,
  },
};

/** Reads a file to its end, as the engine does. */
function text(door: DiskDoor, path: string): string {
  const file = door.open({ root: 0, path });
  try {
    const into = new Uint8Array(8);
    let text = "";
    for (let count = file.read(into, 0); count > 0; count = file.read(into, text.length)) {
      text += new TextDecoder().decode(into.subarray(0, count));
      assert(text.length < 1000, "read without end");
    }
    return text;
  } finally {
    file.close();
  }
}

function names(door: DiskDoor, path: string): string {
  return door.list({ root: 0, path }).entries.map((entry) => entry.name).join(" ");
}

/** Reads a file by the listing that has it, as the engine does: only if it is listed as a file. */
function readListed(door: DiskDoor, dir: string, name: string): string {
  const { entries, mark } = door.list({ root: 0, path: dir });
  if (entries.find((entry) => entry.name === name)?.kind !== "file") return "no file";
  const into = new Uint8Array(64), place = { root: 0, path: dir === "" ? name : `${dir}/${name}` };
  return new TextDecoder().decode(into.subarray(0, door.proveBatch(() => door.readFile(place, into, mark)).bytes));
}

/** The size of an entry, read in a batch by the listing that has it. */
function sizeListed(door: DiskDoor, dir: string, name: string): string {
  const { entries, mark } = door.list({ root: 0, path: dir });
  if (!entries.some((entry) => entry.name === name)) return "not there";
  return String(door.proveBatch(() => door.stat({ root: 0, path: `${dir}/${name}` }, mark).size));
}

/** A read whose answer shows whether it came from outside. */
interface Question {
  readonly swap: readonly [string, string];
  readonly ask: (door: DiskDoor) => string;
  /** All allowed answers, besides the refusals that reveal nothing about the outside. */
  readonly allowed: readonly string[];
  /** Whether "does not exist" is true inside. */
  readonly isMissing?: boolean;
  /** In fresh directories its reads are proved one by one, which other questions test. */
  readonly isBatch?: boolean;
  /** Maximum number of calls between two swaps: all pairs of a question with many calls would take minutes. */
  readonly apart?: number;
}

const DIR = ["/w/root/a", "/w/root/evil"] as const;
const FILE = ["/w/root/file", "/w/root/file_evil"] as const;
const INSIDE = "f g only_inside";

const QUESTIONS: Record<string, Question> = {
  "read below a swapped directory": { swap: DIR, ask: (door) => text(door, "a/f"), allowed: ["inside"] },
  "list a swapped directory": { swap: DIR, ask: (door) => names(door, "a"), allowed: [INSIDE] },
  "stat below a swapped directory": {
    swap: DIR,
    ask: (door) => JSON.stringify(door.stat({ root: 0, path: "a/f" }).size),
    allowed: ["6"],
  },
  "resolve a name that exists only outside": {
    swap: DIR,
    ask: (door) => door.resolve("a/only_outside").place.path,
    allowed: [],
    isMissing: true,
  },
  "resolve a name that exists only inside": {
    swap: DIR,
    ask: (door) => door.resolve("a/only_inside").place.path,
    allowed: ["a/only_inside"],
  },
  "resolve a look-alike of a name outside": {
    swap: DIR,
    ask: (door) => door.resolve("a/out side").place.path,
    allowed: [],
    isMissing: true,
    apart: 8,
  },
  "resolve a look-alike of a name outside, in a directory named by a look-alike": {
    swap: ["/w/root/n\u00a0x", "/w/root/evil"],
    ask: (door) => door.resolve("n x/out side").place.path,
    allowed: [],
    isMissing: true,
    apart: 8,
  },
  "resolve a look-alike of a name inside, in a directory named by a look-alike": {
    swap: ["/w/root/n\u00a0x", "/w/root/evil"],
    ask: (door) => door.resolve("n x/in side").place.path,
    allowed: ["n\u00a0x/in\u00a0side"],
    isMissing: true,
    apart: 8,
  },
  "read a swapped file": { swap: FILE, ask: (door) => text(door, "file"), allowed: ["plain inside"] },
  "read a file swapped for a FIFO": {
    swap: ["/w/root/file", "/w/root/fifo"],
    ask: (door) => text(door, "file"),
    allowed: ["plain inside"],
  },
  "read a file swapped for an endless device": {
    swap: ["/w/root/file", "/w/root/endless"],
    ask: (door) => text(door, "file"),
    allowed: ["plain inside"],
  },
  "a batch that reads a file swapped for an endless device": {
    swap: ["/w/root/file", "/w/root/endless"],
    ask: (door) => door.proveBatch(() => text(door, "file")),
    allowed: ["plain inside"],
    isBatch: true,
  },
  "read a file by the listing of a swapped directory": {
    swap: DIR,
    ask: (door) => readListed(door, "a", "f"),
    allowed: ["inside"],
  },
  "stat a file by the listing of a swapped directory": {
    swap: DIR,
    ask: (door) => sizeListed(door, "a", "g"),
    allowed: ["10"],
  },
  "read a listed file swapped for a link to outside": {
    swap: FILE,
    ask: (door) => readListed(door, "", "file"),
    allowed: ["plain inside", "no file"],
  },
  "read a listed file swapped for an endless device": {
    swap: ["/w/root/file", "/w/root/endless"],
    ask: (door) => readListed(door, "", "file"),
    allowed: ["plain inside", "no file"],
    isBatch: true,
  },
  "a batch over a swapped directory": {
    swap: DIR,
    ask: (door) => door.proveBatch(() => [names(door, "a"), text(door, "a/f"), text(door, "a/g")].join(" | ")),
    allowed: [`${INSIDE} | inside | inside too`],
    isBatch: true,
  },
  "a batch that swallows errors": {
    swap: DIR,
    ask: (door) =>
      door.proveBatch(() => ["f", "only_outside"].map((name) => skipping(() => text(door, `a/${name}`))).join()),
    allowed: ["inside,skipped", "skipped,skipped"],
    isBatch: true,
  },
};

/** Two calls this close are always tried; of the other pairs CI tries about so many for each setting. */
const NEAR = 1, PAIRS = 250;

function skipping(read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (error instanceof ToolError) return "skipped";
    throw error;
  }
}

interface Setting {
  readonly age: number;
  readonly forged: boolean;
  readonly resolves: boolean;
  /** Milliseconds by which the clock that sets ctimes was ahead when the tree was made, and by which it is ahead now. */
  readonly ahead: readonly [before: number, now: number];
}

/** A correct clock, one that was set back by an hour, and a file server's that is five seconds ahead. */
const CLOCKS = [[0, 0], [3_600_000, 0], [5000, 5000]] as const;

// Directories that a bracket can prove, and fresh ones; mtimes are forged, which is the harder case.
const SETTINGS: readonly Setting[] = [5000, 300].flatMap((age) =>
  [true, false].flatMap((resolves) => CLOCKS.map((ahead) => ({ age, forged: true, resolves, ahead })))
);

/** For each incorrect clock one setting only: all pairs of calls take seconds. */
const SOME_SETTINGS = SETTINGS.filter(({ age, resolves, ahead }) => ahead[0] === 0 || age > 1000 && resolves);

/** A door that has read the directories of a fake disk before they reach the setting's age. */
function doorWithHistory(disk: FakeDisk, { age }: Setting): DiskDoor {
  const door = new DiskDoor(ROOTS, disk);
  for (const path of ["", "a"]) door.list({ root: 0, path });
  // The door saw the clock that sets ctimes when the tree was made.
  disk.time += age;
  disk.calls = 0;
  return door;
}

const ROOTS = [{ path: "/w/root", ioPath: "/w/root", aliases: [] }];

/** Asks while entries are exchanged before the chosen calls; returns the number of calls. */
function ask(
  { swap, ask, allowed, isMissing }: Question,
  setting: Setting,
  isSwapped: (call: number) => boolean,
): number {
  const [before, now] = setting.ahead, disk = new FakeDisk(TREE, 0, setting.resolves, before);
  disk.stampAheadMs = now;
  const door = doorWithHistory(disk, setting);
  disk.beforeCall = (call) => {
    if (isSwapped(call)) disk.exchange(...swap, setting.forged);
  };
  try {
    const answer = ask(door);
    assert(allowed.includes(answer), `answered ${answer}`);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const refusals = ["outside", "not_a_file", "not_a_directory", "changed", ...isMissing ? ["not_found"] : []];
    assert(refusals.includes(error.key), `refused with ${error.key}`);
  }
  assertEquals(disk.openCount, 0, "descriptors left open");
  assert(disk.furthestRead < 100, "an endless device was read on");
  return disk.calls;
}

for (const [name, question] of Object.entries(QUESTIONS)) {
  Deno.test(`nothing from outside is answered to "${name}" with swaps before any one or two calls`, () => {
    const random = seeded(name);
    for (const setting of SOME_SETTINGS.filter(({ age }) => age > 1000 || !question.isBatch)) {
      const calls = ask(question, setting, () => false), apart = Math.min(calls, question.apart ?? calls);
      const share = LENGTH > 1 ? 1 : PAIRS / (calls * apart);
      for (let i = 0; i < calls; i++) {
        for (let j = i; j <= Math.min(calls, i + apart); j++) {
          if (j - i > NEAR && !random.chance(share)) continue;
          ask(question, setting, (call) => call === i || (call === j && i !== j));
        }
      }
    }
  });

  Deno.test(`nothing from outside is answered to "${name}" with swaps before a random half of the calls`, () => {
    const random = seeded(name);
    for (let run = 0; run < 500; run++) ask(question, random.pick(SETTINGS), () => random.chance(0.5));
  });
}

Deno.test("on the fake disk an unguarded read does escape, so the tests above could fail", () => {
  const disk = new FakeDisk(TREE, 5000, true);
  disk.beforeCall = (call) => {
    if (call === 1) disk.exchange(...DIR, true);
  };
  assert(disk.lstat("/w/root/a/f").isFile);
  const into = new Uint8Array(64);
  const count = disk.read(disk.open("/w/root/a/f"), into, 0);
  assertEquals(new TextDecoder().decode(into.subarray(0, count)), "SECRET");
});
