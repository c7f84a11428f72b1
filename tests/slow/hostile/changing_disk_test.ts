/**
 * A file that is extended, truncated, replaced, removed or turned into another kind of entry before any one system call
 * that reads it. The answer is of the old file or of the new one, or an error about the change; no file stays open.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { DiskDoor } from "../../../src/door/disk_door.ts";
import type { Door } from "../../../src/door/door.ts";
import { findRoots } from "../../../src/door/roots.ts";
import { SYSCALLS } from "../../../src/door/syscalls.ts";
import { dispatch } from "../../../src/engine/ops/dispatch.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import type { Report } from "../../../src/model/report.ts";
import type { Request } from "../../../src/model/request.ts";
import { ScratchDir } from "../../door/support/scratch_dir.ts";
import { finish, jobOn } from "../../engine/job_on.ts";
import { globFor, listAll, searchFor } from "../../engine/requests.ts";
import { interpose } from "../../interpose.ts";

const OLD = "old needle\n".repeat(100), NEW = "new needle\n".repeat(150);
const FILE = { path: "f.txt", timeoutMs: 30_000 };

const REQUESTS: Readonly<Record<string, Request>> = {
  "read by bytes": { op: "read", ...FILE, range: { type: "bytes", offset: 0, max: 10_000 } },
  "read by lines": { op: "read", ...FILE, range: { type: "lines", start: 1, max: 1000, maxBytes: 10_000 } },
  "searched": searchFor("needle"),
};

/** The changes that are made to the file, each once. */
const CHANGES: Readonly<Record<string, (path: string, scratch: ScratchDir) => void>> = {
  "grown": (path) => Deno.writeTextFileSync(path, NEW, { append: true }),
  "cut": (path) => Deno.truncateSync(path, 110),
  "emptied": (path) => Deno.truncateSync(path, 0),
  "replaced": (path) => {
    Deno.writeTextFileSync(`${path}.new`, NEW);
    Deno.renameSync(`${path}.new`, path);
  },
  "written over": (path) => Deno.writeTextFileSync(path, NEW),
  "removed": (path) => Deno.removeSync(path),
  "made a directory": (path) => {
    Deno.removeSync(path);
    Deno.mkdirSync(path);
  },
  "made a link to the outside": (path, scratch) => {
    Deno.removeSync(path);
    Deno.symlinkSync(`${scratch.outside}/secret`, path);
  },
  "made a FIFO": (path, scratch) => {
    Deno.removeSync(path);
    scratch.run("mkfifo", path);
  },
  "hidden in a directory that has gone": (path, scratch) => Deno.renameSync(path, `${scratch.outside}/f.txt`),
};

/** Whether `content` is a beginning of the old or the new file. */
function isOneOfThem(content: string): boolean {
  return [OLD, NEW, OLD + NEW].some((text) => text.startsWith(content)) && /^$|needle\n?$/.test(content);
}

/** Asks while the change is made before the call with number `at`; returns the count of calls. */
function ask(request: Request, change: (path: string, scratch: ScratchDir) => void, at: number): number {
  using scratch = new ScratchDir();
  scratch.file("root/f.txt", OLD);
  scratch.file("outside/secret", "needle SECRET\n");
  let calls = 0, open = 0;
  const sys = interpose({ ...SYSCALLS }, (method) => {
    if (method === "open") open++;
    if (method === "close") open--;
    if (method !== "now" && calls++ === at) change(`${scratch.root}/f.txt`, scratch);
  });
  try {
    const report = finish(dispatch(request, jobOn(new DiskDoor(findRoots([scratch.root]), sys))));
    if (report.op === "read") assert(isOneOfThem(report.content), report.content.slice(0, 200));
    if (report.op === "search") assert([0, 10, 100, 150, 250].includes(report.total), String(report.total));
    assert(!JSON.stringify(report).includes("SECRET"));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    open = Math.min(open, 0); // A failed open was counted, too.
  }
  assert(open <= 1, `${open} left open`);
  return calls;
}

for (const [what, change] of Object.entries(CHANGES)) {
  for (const [how, request] of Object.entries(REQUESTS)) {
    Deno.test(`a file ${what} while it is ${how} gives an answer that was true`, () => {
      const calls = ask(request, () => {}, -1);
      assert(calls > 5);
      // Fresh directories are checked some forty times, so not every check needs to be tried.
      const step = Math.ceil(calls / 50);
      for (let at = 0; at < calls; at += at > calls - 20 ? 1 : step) ask(request, change, at);
    });
  }
}

/** Slow directories and files, as on a dead network, by a clock that advances only when they are read. */
const SLOWED: Readonly<Record<string, Request>> = {
  list: listAll(),
  glob: globFor("**/*"),
  search: searchFor("needle", { timeoutMs: 1000 }),
};

/** Milliseconds that a slow call takes, and until the deadline. */
const SLOW = 100, DEADLINE = 1000;

for (const [name, request] of Object.entries(SLOWED)) {
  for (const slow of [["list"], ["open", "readFile"]]) {
    Deno.test(`${name} with each ${slow.join(" or ")} slow ends at its deadline with what it has`, () => {
      using scratch = new ScratchDir();
      for (let i = 0; i < 200; i++) scratch.file(`root/d${i}/f.txt`, "needle\n");
      let time = 0, late = 0;
      const disk: Door = new DiskDoor(findRoots([scratch.root]));
      const door = interpose(disk, (method) => {
        if (!slow.includes(method)) return;
        if (time > DEADLINE) late++;
        time += SLOW;
        spendSlice();
      });
      const job = jobOn(door, { remainingMs: () => DEADLINE - time, shouldYield: () => true });
      const cutBy = cutOf(() => finish(dispatch(request, job)));
      assertEquals(cutBy, slow.includes("open") && name !== "search" ? undefined : "timeout");
      assert(late <= 1, `${late} slow calls after the deadline`);
    });
  }
}

/** The `cutBy` of an answer, or the key of its error. */
function cutOf(answer: () => Report): string | undefined {
  try {
    const report = answer();
    return "cutBy" in report ? report.cutBy : undefined;
  } catch (error) {
    if (error instanceof ToolError) return error.key;
    throw error;
  }
}

/** Takes as long as a slice of work may take, since some code reads the real clock. */
function spendSlice(): void {
  const end = performance.now() + 20;
  while (performance.now() < end);
}
