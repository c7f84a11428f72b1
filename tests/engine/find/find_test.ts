/** FindResult on real trees: what is left out and counted, links, roots, depth, time. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { NATIVE_SYNTAX } from "../../../src/door/path_syntax.ts";
import { DiskDoor } from "../../../src/door/disk_door.ts";
import { openDoor } from "../../door/support/open_door.ts";
import type { Door } from "../../../src/door/door.ts";
import { find } from "../../../src/engine/find/find.ts";
import type { FindResult } from "../../../src/engine/walk/find_result.ts";
import type { EntryTests, Scope } from "../../../src/model/request.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { FakeDisk } from "../../door/support/fake_disk.ts";
import { agedDoor } from "../aged_door.ts";
import { finish, jobOn, nextRequest } from "../job_on.ts";
import { withTree } from "../with_tree.ts";
import { scopeOf, testsOf } from "../requests.ts";

function finding(door: DiskDoor, scope: Partial<Scope>, tests?: Partial<EntryTests>): FindResult {
  return finish(find(scopeOf(scope), tests && testsOf(tests), jobOn(door), "entries"));
}

function found(door: DiskDoor, scope: Partial<Scope> = {}, tests?: Partial<EntryTests>): string[] {
  return finding(door, scope, tests).entries.map((entry) => entry.shown);
}

function key(work: () => unknown): string {
  return assertThrows(work, ToolError).key;
}

Deno.test("what is left out is counted by its reason, a directory as one", () => {
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
    const { entries, examined: looked, skipped } = finding(door, {});
    assertEquals(entries.map(({ shown, kind }) => [shown, kind]), [["a", "file"]]);
    assertEquals({ looked, skipped }, { looked: 1, skipped: { ignored: 2, hidden: 3 } });
  });
});

Deno.test("the directory .git is entered only where it is named, a file of that name is a file", () => {
  withTree(
    { ".git/config": "", ".git/info/exclude": "secret\n", secret: "", "sub/.git": "gitdir: x", a: "" },
    (door) => {
      assertEquals(found(door, { hidden: true }), ["a", "sub", "sub/.git"]);
      assertEquals(found(door, { hidden: true, noIgnore: true }), ["a", "secret", "sub", "sub/.git"]);
      assertEquals(found(door, { roots: [".git"] }), [".git/config", ".git/info", ".git/info/exclude"]);
      assertEquals(found(door, { hidden: true, globs: [".git", "config"] }), ["sub", "sub/.git"]);
    },
  );
});

Deno.test("a glob takes a leading dot only where it writes it out, or hidden is asked for", () => {
  withTree({ ".a.ts": "", ".d/b.ts": "", "c.ts": "" }, (door) => {
    assertEquals(finding(door, { globs: ["*.ts"] }).entries.map((entry) => entry.shown), ["c.ts"]);
    assertEquals(finding(door, { globs: ["*.ts"] }).skipped, { hidden: 2 });
    assertEquals(found(door, { globs: [".*.ts"] }), [".a.ts"]);
    assertEquals(found(door, { globs: ["?a.ts", "**"] }), ["c.ts"]);
    assertEquals(found(door, { globs: [".d", "b.ts"] }), [".d", ".d/b.ts"]);
    assertEquals(found(door, { globs: ["[!b]*.ts", "[!a]*", "[+-9]*"] }), ["c.ts"]);
    assertEquals(found(door, { globs: ["[.]a.ts"] }), [".a.ts"]);
    assertEquals(found(door, { globs: ["*.ts"], hidden: true }), [".a.ts", ".d", ".d/b.ts", "c.ts"]);
  });
});

Deno.test("globs with a slash count from the search root, and from the project root", () => {
  withTree({ "a.ts": "", "src/a.ts": "", "src/lib/a.ts": "", "src/src/b.ts": "" }, (door) => {
    assertEquals(found(door, { globs: ["/a.ts"] }, { types: ["f"] }), ["a.ts"]);
    assertEquals(found(door, { roots: ["src"], globs: ["/a.ts"] }, { types: ["f"] }), ["src/a.ts"]);
    assertEquals(found(door, { roots: ["src"], globs: ["lib/*.ts"] }, { types: ["f"] }), ["src/lib/a.ts"]);
    assertEquals(found(door, { roots: ["src"], globs: ["src/*.ts"] }, { types: ["f"] }), ["src/a.ts", "src/src/b.ts"]);
  });
});

Deno.test("globs that can't be used are refused by name", () => {
  withTree({ a: "" }, (door) => {
    for (const glob of ["a{b", "a}", "[z-a]", "a[", "a\\", "a\0b"]) {
      assertEquals(key(() => found(door, { globs: [glob] })), "glob", glob);
    }
    assertEquals(key(() => found(door, { globs: ["*a".repeat(200)] })), "glob");
    assertEquals(key(() => found(door, { globs: ["a".repeat(100_001)] })), "too_large");
    assertEquals(key(() => found(door, { globs: Array(3000).fill("*") })), "too_large");
    assertEquals(key(() => found(door, {}, { exclude: ["{"] })), "glob");
    assertEquals(key(() => found(door, {}, { name: { pattern: "[", syntax: "glob", fullPath: false } })), "glob");
    assertEquals(
      key(() => found(door, {}, { name: { pattern: "(", syntax: "regex", fullPath: false } })),
      "name_regex",
    );
  });
});

Deno.test("an expression for names is one of the language that queries have; what is none may be a glob", () => {
  withTree({ "README": "", "é.ts": "", "a b.ts": "", "[x]": "" }, (door) => {
    const named = (pattern: string) => found(door, {}, { name: { pattern, syntax: "regex", fullPath: false } });
    const one: Record<string, string[]> = {
      "(?i)ReadMe": ["README"],
      "\\Aa\\h": ["a b.ts"],
      "^\\w\\.ts\\z": ["é.ts"],
      "[[:upper:]]": ["README"],
      "\\p{Lu}": ["README"],
      "\\Q[x]\\E": ["[x]"],
      "(?P<a>x)|y": ["[x]"],
    };
    for (const [pattern, names] of Object.entries(one)) assertEquals(named(pattern), names, pattern);
    const faults: Record<string, [at: number, glob: string]> = {
      "*.ts": [1, "*.ts"],
      "ab(": [3, "*ab(*"],
      "[x": [1, "*\\[x*"],
    };
    for (const [pattern, [at, glob]] of Object.entries(faults)) {
      const { params, key } = assertThrows(() => named(pattern), ToolError);
      assertEquals([key, params.at, params.glob], ["name_regex", at, glob], pattern);
    }
  });
});

Deno.test("a root that is named is found whatever the rules say", () => {
  const tree = { ".gitignore": "out/\n*.log\n", "out/a": "", "out/b.log": "", "x.log": "", ".env": "" };
  withTree(tree, (door) => {
    assertEquals(found(door, { roots: ["out", "x.log", ".env"] }), [".env", "out/a", "x.log"]);
    assertEquals(key(() => found(door, { roots: ["nope"] })), "not_found");
    assertEquals(key(() => found(door, { roots: ["../root-other"] })), "outside");
  });
});

Deno.test("roots within roots give each entry once, in order, whatever hides the inner one", () => {
  const tree = { ".gitignore": "out/\n", "a": "", "out/b": "", "sub/c": "", "sub/deep/d": "", "z": "" };
  withTree(tree, (door) => {
    const all = ["a", "out/b", "sub", "sub/c", "sub/deep", "sub/deep/d", "z"];
    assertEquals(found(door, { roots: ["sub/deep", ".", "out", "sub", "sub/c", "./sub", "z"] }), all);
    assertEquals(finding(door, { roots: ["sub", "."] }).examined, 6);
  });
});

Deno.test("rules of the directories above a search root count below it", () => {
  withTree({
    ".gitignore": "/sub/x\n*.log\n",
    "sub/.ignore": "!a.log\n",
    "sub/x": "",
    "sub/deep/x": "",
    "sub/a.log": "",
    "sub/b.log": "",
  }, (door) => {
    assertEquals(found(door, { roots: ["sub"] }, { types: ["f"] }), ["sub/a.log", "sub/deep/x"]);
  });
});

Deno.test("a link is listed as a link, and followed only where that is asked, inside the roots, and not in circles", () => {
  const tree = {
    "dir/a": "",
    "dir/up": { link: ".." },
    "file": "",
    "to-dir": { link: "dir" },
    "to-file": { link: "file" },
    "out": { link: "../" },
    "lost": { link: "nowhere" },
  };
  withTree(tree, (door) => {
    const kinds = (f: FindResult) => Object.fromEntries(f.entries.map((entry) => [entry.shown, entry.kind]));
    assertEquals(kinds(finding(door, {})), {
      "dir": "dir",
      "dir/a": "file",
      "dir/up": "link",
      "file": "file",
      "lost": "link",
      "out": "link",
      "to-dir": "link",
      "to-file": "link",
    });
    const followed = finding(door, { followSymlinks: true });
    assertEquals(kinds(followed), {
      "dir": "dir",
      "dir/a": "file",
      "file": "file",
      "lost": "link",
      "to-dir": "dir",
      "to-dir/a": "file",
      "to-file": "file",
    });
    assertEquals(followed.skipped, { outside_root: 1 });
    assertEquals(followed.entries.find((entry) => entry.shown === "to-dir/a")?.place.path, "dir/a");
  });
});

Deno.test("a link to the directory it is in ends there, also where an inner root is named before the outer one", () => {
  withTree({ "sub/a": "", "sub/loop": { link: "." } }, (_, root) => {
    for (const roots of [[join(root, "sub"), root], [root, join(root, "sub")]]) {
      const scope = { roots: [root], followSymlinks: true };
      const names = found(openDoor(roots), scope).filter((path) => path.endsWith("/a") || path.endsWith("loop"));
      assertEquals([roots, names.map((path) => path.slice(-5))], [roots, ["sub/a"]]);
    }
  });
});

Deno.test("an ignore file may be a link inside the roots; a FIFO, or a link outside, says nothing", () => {
  withTree({ "rules": "a\n", ".gitignore": { link: "rules" }, "a": "", "b": "" }, (door) => {
    assertEquals(found(door), ["b", "rules"]);
  });
  withTree({ ".gitignore": { link: "../rules" }, "a": "" }, (door, root) => {
    Deno.writeTextFileSync(join(root, "../rules"), "a\n");
    assertEquals(found(door), ["a"]);
  });
  withTree({ "a": "" }, (door, root) => {
    new Deno.Command("mkfifo", { args: [join(root, ".gitignore"), join(root, "pipe")] }).outputSync();
    const { entries, skipped } = finish(find(scopeOf(), undefined, jobOn(door)));
    assertEquals([entries.map((entry) => entry.shown), skipped], [["a"], { hidden: 1, special: 1 }]);
  });
});

Deno.test("an ignore file that opens and can't be read says nothing, and is read when it can be", () => {
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

Deno.test("a name that is not Unicode is counted, not guessed", () => {
  withTree({ "a": "" }, (door, root) => {
    new Deno.Command("sh", { args: ["-c", "touch \"$(printf 'bad\\377name')\""], cwd: root }).outputSync();
    const { entries, skipped } = finding(door, {});
    assertEquals([entries.map((entry) => entry.shown), skipped], [["a"], { undecodable_name: 1 }]);
  });
});

Deno.test("depth counts levels below each root", () => {
  withTree({ "a/b/c/d": "" }, (door) => {
    assertEquals(found(door, { depth: 1 }), ["a"]);
    assertEquals(found(door, { depth: 2 }), ["a", "a/b"]);
    assertEquals(found(door, { roots: ["a/b"], depth: 1 }), ["a/b/c"]);
  });
});

Deno.test("directories too deep for the system are counted, and the rest is found", () => {
  withTree({ "z": "" }, (door, root) => {
    new Deno.Command("sh", {
      args: [
        "-c",
        "i=0; while [ $i -lt 60 ]; do d=$(printf '%0100d' $i); mkdir $d && cd -P $d || exit; i=$((i+1)); done",
      ],
      cwd: root,
    }).outputSync();
    const { entries, skipped } = finding(door, {});
    assertEquals(entries.at(-1)?.shown, "z");
    assertEquals([entries.length > 30, skipped], [true, { unreadable: 1 }]);
    new Deno.Command("rm", { args: ["-rf", root] }).outputSync();
    Deno.mkdirSync(root, { recursive: true });
  });
});

Deno.test("when the time runs out, what was found is kept and the cut is said", () => {
  const files = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`d${String(i).padStart(3, "0")}/f`, ""]));
  withTree(files, (door) => {
    const whole = found(door, {}, { types: ["f"] });
    let slices = 3;
    const job = jobOn(door, { shouldYield: () => true, remainingMs: () => slices-- });
    const { entries, cutBy } = finish(find(scopeOf(), undefined, job));
    const part = entries.map((entry) => entry.shown);
    assertEquals([cutBy, part, part.length > 0 && part.length < 300], ["timeout", whole.slice(0, part.length), true]);
  });
});

Deno.test("a name pattern without end is stopped at the deadline", () => {
  withTree({ ["a".repeat(40)]: "" }, (door) => {
    const job = jobOn(door, { remainingMs: () => 30 });
    const tests = testsOf({ name: { pattern: "(a+)+$x", syntax: "regex", fullPath: false } });
    const { entries, cutBy } = finish(find(scopeOf(), tests, job, "entries"));
    assertEquals([entries, cutBy], [[], "timeout"]);
  });
});

Deno.test("a name on which a pattern takes too long is given up, what passes beside it is kept, found just now or known", () => {
  withTree({ "a": "", "aa": "", ["b" + "a".repeat(40)]: "", "c": "" }, (door) => {
    const job = jobOn(door, { remainingMs: () => 300 });
    const tests = testsOf({ name: { pattern: "^(a|c)+$|b(a+)+$x", syntax: "regex", fullPath: false } });
    for (let times = 0; times < 2; times++) {
      const { entries, cutBy } = finish(find(scopeOf(), tests, job, "entries"));
      assertEquals([entries.map(({ shown }) => shown), cutBy], [["a", "aa", "c"], "timeout"]);
      finish(find(scopeOf(), undefined, job, "entries"));
    }
  });
});

Deno.test("a name pattern ignores case unless it has an upper-case letter, and may be of the whole path", () => {
  withTree({ "README": "", "src/readme.md": "", "src/a.ts": "" }, (door) => {
    const named = (pattern: string, syntax: "regex" | "glob", fullPath = false) =>
      found(door, {}, { name: { pattern, syntax, fullPath } });
    assertEquals(named("readme", "regex"), ["README", "src/readme.md"]);
    assertEquals(named("README", "regex"), ["README"]);
    assertEquals(named("\\Dme$", "regex"), ["README"]);
    assertEquals(named("*.MD", "glob"), []);
    assertEquals(named("r*", "glob"), ["README", "src/readme.md"]);
    assertEquals(named("^src/.*s$", "regex", true), ["src/a.ts"]);
    assertEquals(named("src/*.{ts,md}", "glob", true), ["src/a.ts", "src/readme.md"]);
    assertEquals(named("*.ts", "glob", true), []);
  });
});

/** A tree that is found in many strides. */
function wide(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`d${String(i).padStart(3, "0")}/f`, ""]));
}

Deno.test("what is being found in the background is brought to its end by who needs it, as it is then", () => {
  withTree(wide(), (_, root) => {
    const { door } = agedDoor(root);
    const job = jobOn(door, { shouldYield: () => true });
    const background = find(scopeOf({}), undefined, { ...job, background: true });
    for (let turn = 0; turn < 3; turn++) assertEquals(background.next().done, false);
    Deno.writeTextFileSync(join(root, "d000", "new"), "");
    Deno.removeSync(join(root, "d001"), { recursive: true });
    const { entries } = finish(find(scopeOf({}), undefined, nextRequest(job)));
    const shown = entries.map((entry) => entry.shown);
    assertEquals(shown.slice(0, 3), ["d000/f", "d000/new", "d002/f"]);
    assertEquals(shown.length, 1000);
    assertEquals(finish(background).entries.length, 1000);
  });
});

Deno.test("who needs what is being found in the background has the very same entries, where nothing changed", () => {
  withTree(wide(), (_, root) => {
    const { door } = agedDoor(root);
    const job = jobOn(door, { shouldYield: () => true });
    const background = find(scopeOf({}), undefined, { ...job, background: true });
    background.next();
    const needed = finish(find(scopeOf({}), undefined, nextRequest(job)));
    assert(finish(background).entries === needed.entries);
  });
});

Deno.test("who has too little time for what is being found in the background finds on his own", () => {
  withTree(wide(), (_, root) => {
    const { door } = agedDoor(root);
    const job = jobOn(door, { shouldYield: () => true });
    const background = find(scopeOf({}), undefined, { ...job, background: true });
    background.next();
    let looks = 0;
    const hurried = { ...nextRequest(job), remainingMs: () => 100 - 20 * looks++ };
    const { cutBy } = finish(find(scopeOf({}), undefined, hurried));
    assertEquals(cutBy, "timeout");
    assertEquals(finish(background).entries.length, 1000);
  });
});

Deno.test("tests put to what is known already pass the same as tests put while finding", () => {
  const tree = Object.fromEntries(
    Array.from(
      { length: 1500 },
      (_, i) => [`d${i % 40}/${i % 3 === 0 ? "." : ""}f${i}.${"abc"[i % 5] ?? "d"}`, "x".repeat(i % 50)],
    ),
  );
  withTree({ ...tree, ".gitignore": "d7/\n*9.a\n", empty: null, to: { link: "d1" } }, (_, root) => {
    const { door } = agedDoor(root), job = jobOn(door);
    const asks: Partial<EntryTests>[] = [
      { extensions: ["a"] },
      { types: ["d"] },
      { types: ["l"] },
      { types: ["e"] },
      { sizes: [{ sign: "+", bytes: 40 }] },
      { exclude: ["*.b", "d3"] },
      { extensions: ["b", "c"], sizes: [{ sign: "-", bytes: 5 }], types: ["f"] },
      { changedAfter: Date.now() },
    ];
    for (const wanted of ["files", "entries"] as const) {
      finish(find(scopeOf({}), undefined, nextRequest(job), wanted));
      for (const ask of asks) {
        const [known, anew] = [nextRequest(job), jobOn(door)].map((job) => {
          const { entries, ...rest } = finish(find(scopeOf({}), testsOf(ask), job, wanted));
          return { ask, shown: entries.map(({ shown, kind }) => `${kind} ${shown}`), ...rest };
        });
        assertEquals(known, anew);
      }
    }
  });
});

Deno.test("a limit to the depth that leaves nothing out makes no other question, one that does makes one", () => {
  withTree({ "a/b/c/f": "", "a/b/g": "", "a/h": "", i: "", ".gitignore": "c2/\n", "a/b/c2/j": "" }, (_, root) => {
    const { door } = agedDoor(root);
    for (const first of [undefined, 5, 2]) {
      const job = jobOn(door);
      finish(find(scopeOf({ depth: first }), undefined, nextRequest(job), "entries"));
      for (const depth of [1, 2, 3, 4, 9, undefined]) {
        const [known, anew] = [nextRequest(job), jobOn(door)].map((job) => {
          const { entries, examined: looked, skipped } = finish(find(scopeOf({ depth }), undefined, job, "entries"));
          return { first, depth, shown: entries.map(({ shown }) => shown), looked, skipped };
        });
        assertEquals(known, anew);
      }
    }
  });
});

Deno.test("between two names on which a pattern runs away others have their turn", () => {
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

Deno.test("while the directories of what is known are looked at, others have their turn", () => {
  const files = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`d${i}/a.ts`, ""]));
  withTree(files, (_, root) => {
    const job = jobOn(agedDoor(root).door), known = finish(find(scopeOf(), undefined, job, "entries"));
    const again = () => {
      const finding = find(scopeOf(), undefined, { ...nextRequest(job), shouldYield: () => true }, "entries");
      let turns = 0, step = finding.next();
      for (; !step.done; step = finding.next()) turns++;
      assert(turns >= 10, `${turns} turns`);
      return step.value;
    };
    assert(again() === known);
    Deno.writeTextFileSync(join(root, "d99/b.ts"), "");
    Deno.utimeSync(join(root, "d99"), 0, 1);
    assertEquals(again().entries.length, known.entries.length + 1);
  });
});

/** Roots written out one by one, in a directory four levels down. */
const NAMED = Array.from({ length: 300 }, (_, i) => `a/b/c/d/${i}.ts`);
const FOUR_DOWN = { w: { root: { a: { b: { c: { d: Object.fromEntries(NAMED.map((_, i) => [`${i}.ts`, ""])) } } } } } };
const FOUR_DOWN_ROOTS = [{ path: "/w/root", ioPath: "/w/root", aliases: [] }];

Deno.test("roots in the same directory are proved together: each takes a look at itself, not at all above it", () => {
  const disk = new FakeDisk(FOUR_DOWN, 5000, false);
  const { entries } = finding(new DiskDoor(FOUR_DOWN_ROOTS, disk), { roots: NAMED });
  assertEquals(entries.length, NAMED.length);
  // Where a file has several names, the one that the disk stores is asked for, too.
  const calls = NATIVE_SYNTAX.foldName === undefined ? 2 : 3;
  assert(disk.calls < calls * NAMED.length, `${disk.calls} calls`);
});

Deno.test("many roots, also in a directory that has just changed, are looked for a slice at a time and until time is over", () => {
  for (const age of [0, 5000]) {
    const door = new DiskDoor(FOUR_DOWN_ROOTS, new FakeDisk(FOUR_DOWN, age, false));
    let left = 100;
    const operation = find(
      scopeOf({ roots: NAMED }),
      undefined,
      jobOn(door, { shouldYield: () => true, remainingMs: () => left }),
    );
    for (let slice = 0; slice < 20; slice++) assertEquals(operation.next().done, false);
    left = 0;
    assertEquals(key(() => finish(operation)), "timeout");
  }
});

Deno.test("an extension is what stands behind a dot that is not the first character, however many dots there are", () => {
  withTree(
    { "a.ts": "", "b.TAR.GZ": "", "c.d.ts": "", "e.": "", "ts": "", "f.xts": "", ".ts": "", "g..ts": "" },
    (door) => {
      const having = (...extensions: string[]) => found(door, { hidden: true }, { extensions });
      assertEquals(having("ts"), ["a.ts", "c.d.ts", "g..ts"]);
      assertEquals(having(".d.ts", "tar.gz"), ["b.TAR.GZ", "c.d.ts"]);
      assertEquals(having("GZ", ""), ["b.TAR.GZ", "e."]);
    },
  );
});

Deno.test("of several roots one that can't be read is noted and the others are answered; alone it is refused", () => {
  withTree({ "a/x.ts": "", "shut/y.ts": "", "shut/deep/z.ts": "" }, (_, root) => {
    const { door: open } = agedDoor(root), refuse = (path: string) => new ToolError("unreadable", { path });
    const door: Door = {
      ...open,
      list: (dir, most) => {
        if (dir.path === "shut") throw refuse("shut");
        return open.list(dir, most);
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
    assertEquals(ask("a", "shut", "shut/deep"), [["a/x.ts"], { lookAlikes: [], missing: [], unreadable }]);
    assertEquals(ask("a", "nope", "shut"), [["a/x.ts"], { lookAlikes: [], missing: ["nope"], unreadable: ["shut"] }]);
    for (const roots of [["shut"], ["shut/deep"], ["shut", "shut/deep"], ["shut/deep", "nope"]]) {
      assertEquals([roots, key(() => ask(...roots))], [roots, "unreadable"]);
    }
  });
});
