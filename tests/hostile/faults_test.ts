/**
 * A fault at every system call in turn, and at every call of the door. Each results in a counted skip or a clear error,
 * never in a wrong total; no file stays open, and the next request is answered as usual.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { DiskDoor } from "../../src/door/disk_door.ts";
import type { Door } from "../../src/door/door.ts";
import { findRoots } from "../../src/door/roots.ts";
import { type Inode, SYSCALLS, type Syscalls } from "../../src/door/syscalls.ts";
import { dispatch } from "../../src/engine/ops/dispatch.ts";
import type { Report } from "../../src/model/report.ts";
import type { Request } from "../../src/model/request.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";
import { ScratchDir } from "../door/support/scratch_dir.ts";
import { finish, jobOn, nextRequest } from "../engine/job_on.ts";
import { scopeOf, searchFor, testsOf } from "../engine/requests.ts";
import { interpose, systemError } from "../interpose.ts";

const TIMED = { timeoutMs: 30_000 };
const WALK = { hidden: false, noIgnore: false, limit: 1000, ...TIMED };
const FILES = { tests: testsOf(), fileLimit: 1000, sort: "mtime" } as const;

const REQUESTS: Readonly<Record<string, Request>> = {
  "list": { op: "list", scope: scopeOf(), tests: testsOf(), metadata: true, skip: 0, limit: 1000, ...TIMED },
  "list through links": {
    op: "list",
    scope: scopeOf({ followSymlinks: true, hidden: true }),
    tests: testsOf({ types: ["f", "e"] }),
    metadata: false,
    skip: 0,
    limit: 1000,
    ...TIMED,
  },
  "glob for files": { op: "glob", root: ".", pattern: "**/*.txt", mode: "files", ...WALK },
  "glob for directories": { op: "glob", root: ".", pattern: "**/*", mode: "directories", ...WALK },
  "search": searchFor("needle"),
  "search of files": searchFor("needle", { scope: scopeOf({ roots: ["a.txt", "d/b.txt"] }) }),
  "search through links": searchFor("needle", { scope: scopeOf({ followSymlinks: true }) }),
  "find and search": searchFor("needle", { find: FILES }),
  "count": searchFor("needle", { need: "counts" }),
  "read bytes": { op: "read", path: "d/b.txt", range: { type: "bytes", offset: 0, max: 100 }, ...TIMED },
  "read lines": {
    op: "read",
    path: "l",
    range: { type: "lines", start: -1, max: 10, maxBytes: 1000 },
    ...TIMED,
  },
  "consult": { op: "consult", files: ["*.txt", "d/b.txt"], ...TIMED },
};

/** Failures of the disk for an entry that exists and can't be read. */
const FAULTS: Readonly<Record<string, () => Error>> = {
  EIO: () => systemError("EIO"),
  EACCES: () => systemError("EACCES"),
  EMFILE: () => systemError("EMFILE"),
  "no permission": () => new Deno.errors.NotCapable("Requires read access"),
};

function scratchTree(): ScratchDir {
  const scratch = new ScratchDir();
  for (const path of ["a.txt", "d/b.txt", "d/e/c.txt", "ignored.txt"]) scratch.file(`root/${path}`, "needle\n");
  scratch.file("root/.gitignore", "ignored.txt\n");
  scratch.link("root/l", "d/b.txt");
  scratch.link("root/k", "d/e");
  return scratch;
}

/** The result of a request: the report without its timings, or the error. */
type Outcome = { readonly report: Report } | { readonly error: unknown };

function ask(job: ReturnType<typeof jobOn>, request: Request): Outcome {
  return attempted(() => {
    const report = finish(dispatch(request, job));
    return { report: report.op === "search" ? { ...report, findMs: 0, searchMs: 0 } : report };
  });
}

function attempted(work: () => Outcome): Outcome {
  try {
    return work();
  } catch (error) {
    return { error };
  }
}

/** System calls that count open files, and make all entries an hour older, since fresh ones are read many times. */
class Counted {
  open = 0;
  readonly sys: Syscalls = {
    ...SYSCALLS,
    open: (path) => {
      const fd = SYSCALLS.open(path);
      this.open++;
      return fd;
    },
    close: (fd) => {
      this.open--;
      SYSCALLS.close(fd);
    },
    lstat: (path) => older(SYSCALLS.lstat(path)),
    stat: (path) => older(SYSCALLS.stat(path)),
  };
}

function older(inode: Inode): Inode {
  return { ...inode, ctime: new Date((inode.ctime?.getTime() ?? 0) - 3_600_000) };
}

/** Whether a call can fail: reading a clock can't, and a failed close has no effect. */
const canFail = (method: string) => !["now", "monotonicNow", "close"].includes(method);

/** Asks with `fault` thrown at the call with number `at` among those that can fail; returns their count, too. */
function askWithFault(root: string, request: Request, fault: () => Error, at: number) {
  const counted = new Counted();
  let calls = 0, isArmed = true;
  const sys = interpose(counted.sys, (method) => {
    if (isArmed && canFail(method) && calls++ === at) throw fault();
  });
  const job = jobOn(new DiskDoor(findRoots([root]), sys));
  const outcome = ask(job, request);
  isArmed = false;
  return { outcome, calls, open: counted.open, next: ask(nextRequest(job), request) };
}

function paths(report: Report): string[] {
  switch (report.op) {
    case "list":
      return report.entries.map(({ path }) => path);
    case "glob":
      return [...report.paths];
    case "search":
      return report.files.map(({ path }) => path);
    case "consult":
      return report.files.map(({ path }) => path);
    default:
      return [];
  }
}

/** The count of entries that a report says are missing. */
function lacking(report: Report): number {
  if (report.op === "consult") return report.leftOut.length;
  if (!("skipped" in report)) return 0;
  const { missing = [], unreadable = [] } = report.pathNotes ?? {};
  return Object.values(report.skipped).reduce((a, b) => a + b, missing.length + unreadable.length);
}

/** An outcome in one line, for the message of a failed test. */
function brief(outcome: Outcome): string {
  if ("error" in outcome) return String(outcome.error);
  const skipped = "skipped" in outcome.report ? outcome.report.skipped : {};
  return JSON.stringify([paths(outcome.report), skipped]);
}

/** The error of an outcome with a fault; `whole` is the answer without a fault. */
function fault({ report: whole }: { readonly report: Report }, outcome: Outcome): string | undefined {
  if ("error" in outcome) return outcome.error instanceof ToolError ? undefined : `a bug: ${outcome.error}`;
  const { report } = outcome;
  const missing = paths(whole).filter((path) => !paths(report).includes(path));
  if (report.op === "read" || whole.op === "read") {
    return JSON.stringify(report) === JSON.stringify(whole) ? undefined : "another text";
  }
  if (missing.length > 0 && lacking(report) <= lacking(whole)) return `silently lacks ${missing}`;
  return undefined;
}

for (const [name, request] of Object.entries(REQUESTS)) {
  Deno.test(`a fault at any system call of "${name}" is counted or reported`, () => {
    using scratch = scratchTree();
    const { outcome: whole, calls } = askWithFault(scratch.root, request, () => new Error(), -1);
    assert("report" in whole && calls > 3, JSON.stringify(whole));
    for (const [kind, make] of Object.entries(FAULTS)) {
      for (let at = 0; at < calls; at++) {
        const { outcome, open, next } = askWithFault(scratch.root, request, make, at);
        const where = `${kind} at call ${at} of ${calls}`;
        assertEquals([where, fault(whole, outcome)], [where, undefined]);
        assertEquals([where, open], [where, 0]);
        assertEquals([where, brief(next)], [where, brief(whole)]);
      }
    }
  });

  Deno.test(`a bug at any call of the door in "${name}" is thrown on, never answered`, () => {
    using scratch = scratchTree();
    const count = doorCalls(scratch.root, request, -1).calls;
    for (let at = 0; at < count; at++) {
      const { outcome, calls } = doorCalls(scratch.root, request, at);
      // The number of calls in a batch depends on the time they take.
      if (calls <= at) continue;
      assert("error" in outcome && outcome.error === BUG, `call ${at} of ${count}: ${JSON.stringify(outcome)}`);
    }
  });
}

const BUG = new TypeError("a bug, made for a test");

/** Asks through a door that throws a bug at the call with number `at`. */
function doorCalls(root: string, request: Request, at: number): { outcome: Outcome; calls: number } {
  let calls = 0;
  const disk: Door = new DiskDoor(findRoots([root]), new Counted().sys);
  const door = interpose(disk, (method) => {
    if (method !== "displayPath" && calls++ === at) throw BUG;
  });
  return { outcome: attempted(() => ask(jobOn(door), request)), calls };
}
