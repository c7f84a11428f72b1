/** FindResult what a scope leaves out: tests, several roots, what is remembered; against ripgrep in tests/oracle/listing_test.ts. */
import { assert, assertEquals } from "@std/assert";
import { dirname, join } from "@std/path";
import type { Door } from "../../../src/door/door.ts";
import { findExcluded } from "../../../src/engine/find/find_excluded.ts";
import type { Job } from "../../../src/engine/run/job.ts";
import type { EntryTests, ExclusionRule, Scope } from "../../../src/model/request.ts";
import { agedDoor } from "../aged_door.ts";
import { finish, jobOn, nextRequest } from "../job_on.ts";
import { withTree } from "../with_tree.ts";
import { scopeOf, testsOf } from "../requests.ts";

const TREE = {
  ".gitignore": "build/\n*.log\n",
  ".env": "",
  ".d/e.ts": "",
  ".d/f.log": "",
  "a.log": "",
  "a.ts": "",
  "build/.x": "",
  "build/b.ts": "",
  "build/lib/c.js": "",
  "src/z.log": "",
  "src/z.ts": "",
};

function finding(
  job: Job,
  by: ExclusionRule | ExclusionRule[],
  scope: Partial<Scope> = {},
  tests?: Partial<EntryTests>,
) {
  return finish(findExcluded(scopeOf(scope), [by].flat(), tests && testsOf(tests), job));
}

function found(
  job: Job,
  by: ExclusionRule | ExclusionRule[],
  scope?: Partial<Scope>,
  tests?: Partial<EntryTests>,
): string[] {
  return finding(job, by, scope, tests).entries.map(({ shown }) => shown);
}

Deno.test("each rule has left out its own, and what another rule leaves out stays out", () => {
  withTree(TREE, (door) => {
    const job = jobOn(door);
    assertEquals(found(job, "ignored"), ["a.log", "build/b.ts", "build/lib/c.js", "src/z.log"]);
    assertEquals(found(job, "hidden"), [".d/e.ts", ".env", ".gitignore"]);
    assertEquals(found(job, "globs", { globs: ["!src", "!*.ts"] }), ["a.ts", "src/z.ts"]);
    assertEquals(found(job, "globs"), []);
  });
});

Deno.test("tests and their globs count for what was left out too", () => {
  withTree(TREE, (door) => {
    const job = jobOn(door);
    assertEquals(found(job, "ignored", {}, { extensions: ["ts"] }), ["build/b.ts"]);
    assertEquals(found(job, "ignored", {}, { exclude: ["build/lib", "src"] }), ["a.log", "build/b.ts"]);
    assertEquals(found(job, "globs", { globs: ["*.js"] }, { exclude: ["/src"] }), ["a.ts"]);
    assertEquals(found(job, "globs", { roots: ["src"], globs: ["*.js"] }, { exclude: ["/src/z.ts"] }), []);
  });
});

Deno.test("what only the rule has back, or only a glob reaches, is not there without it", () => {
  const tree = { ".gitignore": "!.d\nx.log\nbuild\n", ".d/x.log": "", "build/a.ts": "", "build/b.js": "", "x.log": "" };
  withTree(tree, (door) => {
    const job = jobOn(door);
    assertEquals(found(job, "ignored"), ["build/a.ts", "build/b.js", "x.log"]);
    assertEquals(found(job, "ignored", { hidden: true }), [".d/x.log", "build/a.ts", "build/b.js", "x.log"]);
    assertEquals(found(job, "globs", { globs: ["build", "*.ts"] }), []);
    assertEquals(found(job, "globs", { globs: ["build", "*.ts"], noIgnore: true }), ["build/b.js", "x.log"]);
  });
});

Deno.test("what is a root of its own was not left out", () => {
  withTree(TREE, (door) => {
    const job = jobOn(door);
    assertEquals(found(job, "ignored", { roots: [".", "build/lib"] }), ["a.log", "build/b.ts", "src/z.log"]);
    assertEquals(found(job, "hidden", { roots: [".d", "."] }), [".env", ".gitignore"]);
    assertEquals(found(job, "ignored", { depth: 2 }), ["a.log", "build/b.ts", "src/z.log"]);
  });
});

Deno.test("it is found once while nothing changes, without the files that the scope covers", () => {
  withTree(TREE, (_, root) => {
    const { door } = agedDoor(root);
    const listed: string[] = [];
    const list: Door["list"] = (dir) => {
      listed.push(dir.path);
      return door.list(dir);
    };
    const job = jobOn({ ...door, list });
    const first = finding(job, "ignored");
    assertEquals(listed, ["", "src", "build", "build/lib"]);
    assert(finding(nextRequest(job), "ignored") === first);
    const write = (path: string, text = "") => {
      Deno.writeTextFileSync(join(root, path), text);
      // The system's clock may stand still for some milliseconds.
      for (const changed of [path, dirname(path)]) Deno.utimeSync(join(root, changed), 0, times++);
    };
    let times = 1;
    write("build/lib/new");
    const ignored = ["a.log", "build/b.ts", "build/lib/c.js", "build/lib/new", "src/z.log"];
    assertEquals(found(nextRequest(job), "ignored"), ignored);
    write("src/new.log");
    assertEquals(found(nextRequest(job), "ignored"), ignored.toSpliced(4, 0, "src/new.log"));
    write(".gitignore", "build/\n");
    assertEquals(found(nextRequest(job), "ignored"), ignored.slice(1, 4));
  });
});

Deno.test("where globs take long on what was left out, it is found as far as there is time, and not remembered as all", () => {
  const files = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`d${i}/a.log`, ""]));
  withTree({ ".gitignore": "*.log", ...files }, (_, root) => {
    const job = jobOn(agedDoor(root).door);
    finding(job, "hidden");
    let looks = 0;
    // Each slice takes a millisecond.
    const hasty = { ...job, shouldYield: () => looks++ >= 0, remainingMs: () => 20 - looks };
    const { entries, cutBy } = finding(hasty, "ignored");
    assertEquals([cutBy, entries.length > 0, entries.length < 400], ["timeout", true, true]);
    assertEquals(finding(job, "ignored").entries.length, 400);
  });
});
