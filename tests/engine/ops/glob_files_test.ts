/** glob_files' reports. */
import { assertEquals, assertThrows } from "@std/assert";
import type { DiskDoor } from "../../../src/door/disk_door.ts";
import type { Door, ResolvedPath } from "../../../src/door/door.ts";
import { globFiles } from "../../../src/engine/ops/glob_files.ts";
import { list } from "../../../src/engine/ops/list.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import type { GlobReport } from "../../../src/model/report.ts";
import type { GlobRequest } from "../../../src/model/request.ts";
import { openDoor } from "../../door/support/open_door.ts";
import { finish, jobOn } from "../job_on.ts";
import { bytesFile, MemoryDoor } from "../memory_door.ts";
import { globFor, listAll, scopeOf } from "../requests.ts";
import { withTree } from "../with_tree.ts";

function report(door: DiskDoor, pattern: string, request: Partial<GlobRequest> = {}): GlobReport {
  const plain: GlobRequest = {
    op: "glob",
    root: ".",
    pattern,
    mode: "files",
    hidden: false,
    noIgnore: false,
    limit: 200,
    timeoutMs: 4000,
  };
  return finish(globFiles({ ...plain, ...request }, jobOn(door)));
}

function paths(door: DiskDoor, pattern: string, request: Partial<GlobRequest> = {}): readonly string[] {
  return report(door, pattern, request).paths;
}

const TREE = {
  ".gitignore": "dist/\n*.log\n",
  ".github/ci.yml": "",
  ".env": "",
  "a.ts": "",
  "a.log": "",
  "dist/a.js": "",
  "dist/.hidden.js": "",
  "src/b.ts": "",
  "src/lib/c.ts": "",
  "src/lib/c.test.tsx": "",
  "src/é.ts": "",
  "src/[id]/d.ts": "",
  "docs/e.md": "",
};

Deno.test("directories are the distinct parents of the files, or by a trailing slash the directories themselves", () => {
  withTree(TREE, (door) => {
    const directories = (pattern: string) => paths(door, pattern, { mode: "directories" });
    assertEquals(directories("**/*.ts"), [".", "src", "src/[id]", "src/lib"]);
    assertEquals(directories("*/"), ["docs", "src"]);
    assertEquals(directories("**/"), ["docs", "src", "src/[id]", "src/lib"]);
    assertEquals(directories("**/l*/"), ["src/lib"]);
    assertEquals(directories("src/lib/"), ["src/lib"]);
    assertEquals(directories("**/*.nothing"), []);
  });
});

Deno.test("written-out directories are found though ignored or hidden; ignored and hidden matches are counted", () => {
  withTree(TREE, (door) => {
    assertEquals(paths(door, "dist/*.js"), ["dist/a.js"]);
    assertEquals(paths(door, ".github/*.yml"), [".github/ci.yml"]);
    assertEquals(paths(door, "**/.e*"), [".env"]);
    assertEquals(paths(door, "a.log"), ["a.log"]);
    assertEquals(report(door, "**/*.log").skipped, { ignored: 2, hidden: 1 });
    assertEquals(report(door, "**/*.yml").skipped, { ignored: 1, hidden: 1 });
    assertEquals(paths(door, "**/*.yml", { hidden: true }), [".github/ci.yml"]);
    assertEquals(paths(door, "**/*.js", { noIgnore: true, hidden: true }), ["dist/.hidden.js", "dist/a.js"]);
  });
});

Deno.test("when time runs out, the matches found by then are reported", () => {
  const dirs = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`d${i}/a.ts`, ""]));
  withTree(dirs, (door) => {
    const list = door.list.bind(door);
    let listed = 0;
    door.list = (dir) => {
      listed++;
      return list(dir);
    };
    // Each directory takes a millisecond, and nothing else takes any time.
    const job = jobOn(door, { shouldYield: () => true, remainingMs: () => 200 - listed });
    const { cutBy, total } = finish(globFiles(globFor("**/*.ts"), job));
    assertEquals([cutBy, listed < 300, total >= listed - 2], ["timeout", true, true]);
  });
});

Deno.test("entries are counted as a listing counts them, whether or not they match", () => {
  withTree(TREE, (door) => {
    const requests = [{}, { hidden: true }, { noIgnore: true }, { hidden: true, noIgnore: true }];
    for (const request of requests) {
      const { searched } = finish(list(listAll({ scope: scopeOf(request) }), jobOn(door)));
      const patterns = ["**/zzz*", "**/*.ts", "**/l*/", "**"];
      assertEquals(patterns.map((pattern) => report(door, pattern, request).searched), Array(4).fill(searched));
    }
    assertEquals(["zzz*", "src/lib/zzz*", "s*/zzz*"].map((pattern) => report(door, pattern).searched), [3, 2, 7]);
  });
});

Deno.test("the root itself may be written out, with or without a slash", () => {
  withTree(TREE, (door, root) => {
    const found = (pattern: string) => paths(door, pattern, { mode: "directories" });
    assertEquals(["./", `${root}/`, `${root}//`, ".", root].map(found), [["."], ["."], ["."], [], []]);
    assertEquals(paths(door, `${root}/`), []);
  });
});

Deno.test("a pattern is relative to its root, or absolute inside it, and reaches nothing outside", () => {
  withTree(TREE, (door, root) => {
    assertEquals(paths(door, "*.ts", { root: "src" }), ["src/b.ts", "src/é.ts"]);
    assertEquals(paths(door, "./lib/*.ts", { root: "src" }), ["src/lib/c.ts"]);
    assertEquals(paths(door, `${root}/src/*.ts`), ["src/b.ts", "src/é.ts"]);
    assertEquals(paths(door, "/src/*.ts"), ["src/b.ts", "src/é.ts"]);
    assertEquals(paths(door, "/etc/*"), []);
    assertEquals(paths(door, "nope/*.ts"), []);
    assertEquals(paths(door, "*/../../*"), []);
    const key = (pattern: string, root = ".") => assertThrows(() => paths(door, pattern, { root }), ToolError).key;
    assertEquals(["../*", "src/../../x/*", "nope/../../*"].map((pattern) => key(pattern)), [
      "outside",
      "outside",
      "outside",
    ]);
    assertEquals(["", "a{", "a\0", "[", "*a".repeat(2000)].map((pattern) => key(pattern)), Array(5).fill("glob"));
    assertEquals([key("*", "nope"), key("*", "a.ts")], ["not_found", "not_a_directory"]);
  });
});

Deno.test("an absolute pattern may begin with any name that a root was given by", () => {
  withTree({ "real/src/a.ts": "", "link": { link: "real" } }, (_, root) => {
    const door = openDoor([`${root}/link`]);
    for (const name of ["real", "link"]) {
      assertEquals(paths(door, `${root}/${name}/src/*.ts`), ["src/a.ts"]);
      assertEquals(paths(door, `${root}/${name}/src/a.ts`), ["src/a.ts"]);
    }
    assertEquals(paths(door, `${root}/other/src/*.ts`), []);
  });
});

Deno.test("an absolute pattern may begin with a root whose name is a pattern or a drive", () => {
  withTree({ "app[1]/src/a.ts": "", "app[1]/b.ts": "", "app1/c.ts": "", "open[/d.ts": "" }, (_, root) => {
    for (const name of ["app[1]", "open["]) {
      const door = openDoor([`${root}/app1`, `${root}/${name}`]), top = `${root}/${name}`;
      const expected = name === "open[" ? [`${top}/d.ts`] : [`${top}/b.ts`, `${top}/src/a.ts`];
      assertEquals(paths(door, `${top}/**/*.ts`), expected);
      assertEquals(paths(door, `${top}/src/a.ts`), expected.filter((path) => path.endsWith("src/a.ts")));
    }
  });
  const asked: string[] = [];
  const door: Door = Object.assign(new MemoryDoor({ "": bytesFile(new Uint8Array()) }), {
    roots: [{ path: "C:/work", names: ["C:/work"], prefix: "" }],
    resolve(text: string): ResolvedPath {
      asked.push(text);
      if (text === "src") return { place: { root: 0, path: "src" }, shown: "src", kind: "dir" };
      throw new ToolError("not_found", { path: text, name: text });
    },
  });
  finish(globFiles({ ...globFor("C:/work/lib/*.ts"), root: "src" }, jobOn(door)));
  assertEquals(asked, ["src", "C:/work/lib"]);
});

Deno.test("links to regular files inside a root are files; their directories count, and links outside are counted", () => {
  const files = {
    "out/secret.ts": "",
    "in/real/a.ts": "",
    "in/l/file.ts": { link: "../real/a.ts" },
    "in/l/chain.ts": { link: "file.ts" },
    "in/l/dir.ts": { link: "../real" },
    "in/l/nowhere.ts": { link: "../gone" },
    "in/l/loop.ts": { link: "loop.ts" },
    "in/only/outside.ts": { link: "../../out/secret.ts" },
    "in/only/out.ts": { link: "../../out" },
  };
  withTree(files, (_, root) => {
    const job = jobOn(openDoor([`${root}/in`]));
    const ask = (mode: "files" | "directories") => {
      const { paths, skipped } = finish(globFiles({ ...globFor("**/*.ts"), mode }, job));
      return { paths, skipped };
    };
    const skipped = { outside_root: 2 };
    assertEquals(ask("files"), { paths: ["l/chain.ts", "l/file.ts", "real/a.ts"], skipped });
    assertEquals(ask("directories"), { paths: ["l", "real"], skipped });
  });
});

Deno.test("a backslash escapes in a class as elsewhere: a bracket, a dash, a negation, itself", () => {
  withTree({ "a]b": "", "a-b": "", "a!b": "", "a\\b": "", "aab": "", "acb": "", "a^b": "" }, (_, root) => {
    const door = openDoor([root]);
    const found = (pattern: string) => paths(door, pattern);
    assertEquals(found("a[\\]]b"), ["a]b"]);
    assertEquals(found("a[\\a\\-\\c]b"), ["a-b", "aab", "acb"]);
    assertEquals(found("a[\\!a]b"), ["a!b", "aab"]);
    assertEquals(found("a[\\^a]b"), ["a^b", "aab"]);
    assertEquals(found("a[!\\]\\-\\\\]b"), ["a!b", "a^b", "aab", "acb"]);
    assertEquals(found("a[\\\\]b"), ["a\\b"]);
    assertEquals(found("a[\\a-\\c]b"), ["aab", "acb"]);
    assertEquals(assertThrows(() => found("a[b\\]"), ToolError).key, "glob");
  });
});
