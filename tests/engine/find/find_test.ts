/** Finds: rules, links, ignore files, roots, time, and finds beside each other. @module */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import type { Door } from "../../../src/door/door.ts";
import { find } from "../../../src/engine/find/find.ts";
import type { FindResult } from "../../../src/engine/walk/find_result.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import type { EntryTests, Scope } from "../../../src/model/request.ts";
import { openDoor } from "../../door/support/open_door.ts";
import { agedDoor } from "../aged_door.ts";
import { finish, jobOn, nextRequest } from "../job_on.ts";
import { scopeOf, testsOf } from "../requests.ts";
import { withTree } from "../with_tree.ts";

/** Finds all kinds of entries, with nothing cached. */
function findIn(door: Door, scope: Partial<Scope> = {}, tests?: Partial<EntryTests>): FindResult {
  return finish(find(scopeOf(scope), tests && testsOf(tests), jobOn(door), "entries"));
}

/** The shown paths of what `findIn` finds. */
function pathsIn(door: Door, scope?: Partial<Scope>, tests?: Partial<EntryTests>): string[] {
  return findIn(door, scope, tests).entries.map(({ shown }) => shown);
}

/** The key of the ToolError that `work` throws. */
function errorKey(work: () => unknown): string {
  return assertThrows(work, ToolError).key;
}

Deno.test("excluded entries are counted by reason, a directory as one", () => {
  const tree = {
    ".gitignore": "build/\n*.log\n",
    "build/a": "",
    "build/b": "",
    "x.log": "",
    ".env": "",
    ".d/e": "",
    "a": "",
  };
  withTree(tree, (door) => {
    const { entries, examined, skipped } = findIn(door, {});
    assertEquals(entries.map(({ shown, kind }) => [shown, kind]), [["a", "file"]]);
    assertEquals({ examined, skipped }, { examined: 1, skipped: { ignored: 2, hidden: 3 } });
  });
});

Deno.test("a glob matches a leading dot only literally or with `hidden`", () => {
  withTree({ ".a.ts": "", ".d/b.ts": "", "c.ts": "" }, (door) => {
    assertEquals(findIn(door, { globs: ["*.ts"] }).entries.map((entry) => entry.shown), ["c.ts"]);
    assertEquals(findIn(door, { globs: ["*.ts"] }).skipped, { hidden: 2 });
    assertEquals(pathsIn(door, { globs: [".*.ts"] }), [".a.ts"]);
    assertEquals(pathsIn(door, { globs: ["?a.ts", "**"] }), ["c.ts"]);
    assertEquals(pathsIn(door, { globs: [".d", "b.ts"] }), [".d", ".d/b.ts"]);
    assertEquals(pathsIn(door, { globs: ["[!b]*.ts", "[!a]*", "[+-9]*"] }), ["c.ts"]);
    assertEquals(pathsIn(door, { globs: ["[.]a.ts"] }), [".a.ts"]);
    assertEquals(pathsIn(door, { globs: ["*.ts"], hidden: true }), [".a.ts", ".d", ".d/b.ts", "c.ts"]);
  });
});

Deno.test("unusable globs and patterns are refused", () => {
  withTree({ a: "" }, (door) => {
    for (const glob of ["a{b", "a}", "[z-a]", "a[", "a\\", "a\0b"]) {
      assertEquals(errorKey(() => pathsIn(door, { globs: [glob] })), "glob", glob);
    }
    assertEquals(errorKey(() => pathsIn(door, { globs: ["*a".repeat(200)] })), "glob");
    assertEquals(errorKey(() => pathsIn(door, { globs: ["a".repeat(100_001)] })), "too_large");
    assertEquals(errorKey(() => pathsIn(door, { globs: Array(3000).fill("*") })), "too_large");
    assertEquals(errorKey(() => pathsIn(door, {}, { exclude: ["{"] })), "glob");
    assertEquals(
      errorKey(() => pathsIn(door, {}, { name: { pattern: "[", syntax: "glob", fullPath: false } })),
      "glob",
    );
    assertEquals(
      errorKey(() => pathsIn(door, {}, { name: { pattern: "(", syntax: "regex", fullPath: false } })),
      "regex_mended",
    );
  });
});

Deno.test("a link to its own directory is not followed, also if an inner root comes before the outer one", () => {
  withTree({ "sub/a": "", "sub/loop": { link: "." } }, (_, root) => {
    for (const roots of [[join(root, "sub"), root], [root, join(root, "sub")]]) {
      const scope = { roots: [root], followSymlinks: true };
      const names = pathsIn(openDoor(roots), scope).filter((path) => path.endsWith("/a") || path.endsWith("loop"));
      assertEquals([roots, names.map((path) => path.slice(-5))], [roots, ["sub/a"]]);
    }
  });
});

Deno.test("an ignore file may be a link inside the roots, but git's; a FIFO or a link outside has no rules", () => {
  withTree({ "rules": "a\n", ".ignore": { link: "rules" }, "a": "", "b": "" }, (door) => {
    assertEquals(pathsIn(door), ["b", "rules"]);
  });
  withTree({ "rules": "a\n", ".gitignore": { link: "rules" }, "a": "" }, (door) => {
    assertEquals(pathsIn(door), ["a", "rules"]);
  });
  withTree({ ".ignore": { link: "../rules" }, "a": "" }, (door, root) => {
    Deno.writeTextFileSync(join(root, "../rules"), "a\n");
    assertEquals(pathsIn(door), ["a"]);
  });
  withTree({ "a": "" }, (door, root) => {
    new Deno.Command("mkfifo", { args: [join(root, ".gitignore"), join(root, "pipe")] }).outputSync();
    const { entries, skipped } = finish(find(scopeOf(), undefined, jobOn(door)));
    assertEquals([entries.map((entry) => entry.shown), skipped], [["a"], { hidden: 1, special: 1 }]);
  });
});

Deno.test("an ignore file that can't be read has no rules, and is read once it can be", () => {
  withTree({ "src/.ignore": "b.ts\n", "src/a.ts": "", "src/b.ts": "" }, (door) => {
    const job = jobOn(door), open = door.open.bind(door);
    door.open = (place) => {
      const file = open(place);
      const read = () => {
        throw new ToolError("unreadable", { path: place.path });
      };
      return { stamp: file.stamp, read, close: () => file.close() };
    };
    const found = () => finish(find(scopeOf(), undefined, nextRequest(job))).entries.map(({ shown }) => shown);
    assertEquals(found(), ["src/a.ts", "src/b.ts"]);
    door.open = open;
    assertEquals(found(), ["src/a.ts"]);
  });
});

Deno.test("a name that is not Unicode is counted as skipped", () => {
  withTree({ "a": "" }, (door, root) => {
    new Deno.Command("sh", { args: ["-c", "touch \"$(printf 'bad\\377name')\""], cwd: root }).outputSync();
    const { entries, skipped } = findIn(door, {});
    assertEquals([entries.map((entry) => entry.shown), skipped], [["a"], { undecodable_name: 1 }]);
  });
});

Deno.test("an ignore file of which not all rules count is counted as skipped, also one above a root", () => {
  const many = Array.from({ length: 20_000 }, (_, i) => `name${i}.longer`).join("\n") + "\nlate\n";
  withTree({ ".ignore": many, ".rgignore": "*a*b*c*d*e*f\n".repeat(400), "late": "", "sub/a": "" }, (door) => {
    assertEquals(pathsIn(door), ["late", "sub", "sub/a"]);
    assertEquals([{}, { roots: ["sub"] }].map((scope) => findIn(door, scope).skipped), [
      { hidden: 2, ignore_rules: 2 },
      { ignore_rules: 2 },
    ]);
  });
});

Deno.test("a directory too deep for the system is counted as skipped, the rest is found", () => {
  withTree({ "z": "" }, (door, root) => {
    const dirs = "deeper/".repeat(400), deeper = `mkdir -p ${dirs} && cd -P ${dirs}`;
    new Deno.Command("sh", { args: ["-c", `${deeper} && ${deeper}`], cwd: root }).outputSync();
    const { entries, skipped } = findIn(door, {});
    assertEquals(entries.at(-1)?.shown, "z");
    assertEquals([entries.length > 500, skipped], [true, { unreadable: 1 }]);
    new Deno.Command("rm", { args: ["-rf", root] }).outputSync();
    Deno.mkdirSync(root, { recursive: true });
  });
});

Deno.test("if the time runs out, the result is partial and says so", () => {
  const files = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`d${String(i).padStart(3, "0")}/f`, ""]));
  withTree(files, (door) => {
    const all = pathsIn(door, {}, { types: ["f"] });
    let slices = 3;
    const job = jobOn(door, { shouldYield: () => true, remainingMs: () => slices-- });
    const { entries, cutBy } = finish(find(scopeOf(), undefined, job));
    const found = entries.map((entry) => entry.shown);
    assertEquals([cutBy, found, found.length > 0 && found.length < 300], ["timeout", all.slice(0, found.length), true]);
  });
});

Deno.test("nested roots give each entry once, in order, even if a rule excludes the inner one", () => {
  const tree = { ".gitignore": "out/\n", "a": "", "out/b": "", "sub/c": "", "sub/deep/d": "", "z": "" };
  withTree(tree, (door) => {
    const all = ["a", "out/b", "sub", "sub/c", "sub/deep", "sub/deep/d", "z"];
    assertEquals(pathsIn(door, { roots: ["sub/deep", ".", "out", "sub", "sub/c", "./sub", "z"] }), all);
    assertEquals(findIn(door, { roots: ["sub", "."] }).examined, 6);
  });
});

Deno.test("of several roots an unreadable one is noted and the others are answered; alone it is refused", () => {
  withTree({ "a/x.ts": "", "shut/y.ts": "", "shut/deep/z.ts": "" }, (_, root) => {
    const { door: open } = agedDoor(root), refuse = (path: string) => new ToolError("unreadable", { path });
    const door: Door = {
      ...open,
      list: (dir) => {
        if (dir.path === "shut") throw refuse("shut");
        return open.list(dir);
      },
      resolve: (text) => {
        if (text === "shut/deep") throw refuse(text);
        return open.resolve(text);
      },
    };
    const ask = (...roots: string[]) => {
      const job = jobOn(door), { entries } = finish(find(scopeOf({ roots }), undefined, job));
      return [entries.map(({ shown }) => shown), job.pathNotes.notes];
    };
    const unreadable = ["shut/deep", "shut"];
    assertEquals(ask("a", "shut", "shut/deep"), [["a/x.ts"], { standIns: [], missing: [], unreadable }]);
    assertEquals(ask("a", "nope", "shut"), [["a/x.ts"], { standIns: [], missing: ["nope"], unreadable: ["shut"] }]);
    for (const roots of [["shut"], ["shut/deep"], ["shut", "shut/deep"], ["shut/deep", "nope"]]) {
      assertEquals([roots, errorKey(() => ask(...roots))], [roots, "unreadable"]);
    }
  });
});

Deno.test("the filter yields after each name on which a pattern times out", () => {
  const trap = "a".repeat(40) + "!", pattern = "^(?=(a+)+$)";
  withTree({ aaa: "", [trap]: "", [trap + "!"]: "", "b/aa": "", "b/c": "" }, (_, root) => {
    const job = jobOn(agedDoor(root).door), tests = testsOf({ name: { pattern, syntax: "regex", fullPath: false } });
    for (const _ of ["found", "known"]) {
      const finding = find(scopeOf(), tests, nextRequest(job), "files");
      let turns = 0, step = finding.next();
      for (; !step.done; step = finding.next()) turns++;
      const { entries, cutBy } = step.value;
      assertEquals({ shown: entries.map(({ shown }) => shown), cutBy }, { shown: ["aaa", "b/aa"], cutBy: "timeout" });
      assert(turns >= 2, `${turns} turns`);
    }
  });
});

/** A tree that is walked in many steps. */
function wide(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`d${String(i).padStart(3, "0")}/f`, ""]));
}

Deno.test("a find beside an unfinished one sees the changes since that began", () => {
  withTree(wide(), (_, root) => {
    const { door } = agedDoor(root);
    const job = jobOn(door, { shouldYield: () => true });
    const background = find(scopeOf({}), undefined, job);
    for (let turn = 0; turn < 3; turn++) assertEquals(background.next().done, false);
    Deno.writeTextFileSync(join(root, "d000", "new"), "");
    Deno.removeSync(join(root, "d001"), { recursive: true });
    const { entries } = finish(find(scopeOf({}), undefined, nextRequest(job)));
    const shown = entries.map((entry) => entry.shown);
    assertEquals(shown.slice(0, 3), ["d000/f", "d000/new", "d002/f"]);
    assertEquals(shown.length, 300);
    assertEquals(finish(background).entries.length, 300);
  });
});
