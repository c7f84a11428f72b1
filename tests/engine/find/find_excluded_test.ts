/** Finds of what a scope excludes: tests, several roots, the cache. Compared with ripgrep in tests/oracle/listing_test.ts. @module */
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

function resultOf(job: Job, rule: ExclusionRule, scope: Partial<Scope> = {}, tests?: Partial<EntryTests>) {
  return finish(findExcluded(scopeOf(scope), [rule], tests && testsOf(tests), job));
}

function found(job: Job, rule: ExclusionRule, scope?: Partial<Scope>, tests?: Partial<EntryTests>): string[] {
  return resultOf(job, rule, scope, tests).entries.map(({ shown }) => shown);
}

function foundWithout(job: Job, rules: readonly ExclusionRule[], globs: readonly string[] = []): string[] {
  return finish(findExcluded(scopeOf({ globs }), rules, undefined, job)).entries.map(({ shown }) => shown);
}

Deno.test("turning a rule off adds what it alone excludes", () => {
  withTree(TREE, (door) => {
    const job = jobOn(door);
    assertEquals(found(job, "ignored"), ["a.log", "build/b.ts", "build/lib/c.js", "src/z.log"]);
    assertEquals(found(job, "hidden"), [".d/e.ts", ".env", ".gitignore"]);
    assertEquals(found(job, "globs", { globs: ["!src", "!*.ts"] }), ["a.ts", "src/z.ts"]);
    assertEquals(found(job, "globs"), []);
  });
});

Deno.test("tests and their globs apply to excluded entries too", () => {
  withTree(TREE, (door) => {
    const job = jobOn(door);
    assertEquals(found(job, "ignored", {}, { extensions: ["ts"] }), ["build/b.ts"]);
    assertEquals(found(job, "ignored", {}, { exclude: ["build/lib", "src"] }), ["a.log", "build/b.ts"]);
    assertEquals(found(job, "globs", { globs: ["*.js"] }, { exclude: ["/src"] }), ["a.ts"]);
    assertEquals(found(job, "globs", { roots: ["src"], globs: ["*.js"] }, { exclude: ["/src/z.ts"] }), []);
  });
});

Deno.test("entries that only the rule un-ignores, or only a glob reaches, are not found without it", () => {
  const tree = { ".gitignore": "!.d\nx.log\nbuild\n", ".d/x.log": "", "build/a.ts": "", "build/b.js": "", "x.log": "" };
  withTree(tree, (door) => {
    const job = jobOn(door);
    assertEquals(found(job, "ignored"), ["build/a.ts", "build/b.js", "x.log"]);
    assertEquals(found(job, "ignored", { hidden: true }), [".d/x.log", "build/a.ts", "build/b.js", "x.log"]);
    assertEquals(found(job, "globs", { globs: ["build", "*.ts"] }), []);
    assertEquals(found(job, "globs", { globs: ["build", "*.ts"], noIgnore: true }), ["build/b.js", "x.log"]);
  });
});

Deno.test("a nested root is not excluded", () => {
  withTree(TREE, (door) => {
    const job = jobOn(door);
    assertEquals(found(job, "ignored", { roots: [".", "build/lib"] }), ["a.log", "build/b.ts", "src/z.log"]);
    assertEquals(found(job, "hidden", { roots: [".d", "."] }), [".env", ".gitignore"]);
    assertEquals(found(job, "ignored", { depth: 2 }), ["a.log", "build/b.ts", "src/z.log"]);
  });
});

Deno.test("excluded entries are found once while nothing changes, without listing directories that the scope covers", () => {
  withTree(TREE, (_, root) => {
    const { door } = agedDoor(root);
    const listed: string[] = [];
    const list: Door["list"] = (dir) => {
      listed.push(dir.path);
      return door.list(dir);
    };
    const job = jobOn({ ...door, list });
    const first = resultOf(job, "ignored");
    assertEquals(listed, ["", "src", "build", "build/lib"]);
    assert(resultOf(nextRequest(job), "ignored") === first);
    const write = (path: string, text = "") => {
      Deno.writeTextFileSync(join(root, path), text);
      // The system's clock may not advance for some milliseconds.
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

Deno.test("if globs take long on excluded directories, the result is partial and is not cached", () => {
  const files = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`d${i}/a.log`, ""]));
  withTree({ ".gitignore": "*.log", ...files }, (_, root) => {
    const job = jobOn(agedDoor(root).door);
    resultOf(job, "hidden");
    let checks = 0;
    // Each slice takes a millisecond.
    const hasty = { ...job, shouldYield: () => checks++ >= 0, remainingMs: () => 20 - checks };
    const { entries, cutBy } = resultOf(hasty, "ignored");
    assertEquals([cutBy, entries.length > 0, entries.length < 400], ["timeout", true, true]);
    assertEquals(resultOf(job, "ignored").entries.length, 400);
  });
});

Deno.test("turning three rules off reaches an ignored entry below an un-ignored hidden directory", () => {
  const tree = { ".gitignore": "!.d\nbuild\n", "src/.d/build/a.ts": "", "l": { link: "src" } };
  withTree(tree, (door) => {
    const job = jobOn(door);
    assertEquals(foundWithout(job, ["ignored", "hidden", "links"]), ["l/.d/build/a.ts"]);
    for (const two of [["ignored", "links"], ["hidden", "links"]] as const) assertEquals(foundWithout(job, two), []);
    const globs = ["!src"];
    assertEquals(foundWithout(job, ["ignored", "hidden", "globs"], globs), ["src/.d/build/a.ts"]);
    for (const two of [["ignored", "globs"], ["hidden", "globs"]] as const) {
      assertEquals(foundWithout(job, two, globs), []);
    }
  });
});

Deno.test("an entry that fewer rules exclude is not found again if more are off", () => {
  // As a link, `.l` is ignored. As a directory, it is not.
  withTree({ ".gitignore": ".l\n!.l/\n", "src/a.ts": "", ".l": { link: "src" } }, (door) => {
    const job = jobOn(door);
    assertEquals(foundWithout(job, ["links"]), [".l/a.ts"]);
    assertEquals(foundWithout(job, ["ignored", "hidden", "links"]), []);
  });
});
