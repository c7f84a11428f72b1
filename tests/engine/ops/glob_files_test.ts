/** glob_files' and list_files' reports. @module */
import { assertEquals } from "@std/assert";
import type { DiskDoor } from "../../../src/door/disk_door.ts";
import type { Door, ResolvedPath } from "../../../src/door/door.ts";
import { globFiles } from "../../../src/engine/ops/glob_files.ts";
import { list } from "../../../src/engine/ops/list.ts";
import type { Job } from "../../../src/engine/run/job.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import type { GlobReport } from "../../../src/model/report.ts";
import type { GlobRequest, ListRequest } from "../../../src/model/request.ts";
import { openDoor } from "../../door/support/open_door.ts";
import { finish, jobOn } from "../job_on.ts";
import { bytesFile, MemoryDoor } from "../memory_door.ts";
import { globFor, scopeOf, testsOf } from "../requests.ts";
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

/** list_files' reports. */

function listing(request: Partial<ListRequest> = {}): ListRequest {
  return {
    op: "list",
    scope: scopeOf(),
    tests: testsOf(),
    metadata: false,
    skip: 0,
    limit: 2000,
    timeoutMs: 4000,
    ...request,
  };
}

/** A job on `door` with `ms` milliseconds, each `stat` taking one. */
function hurried(door: DiskDoor, ms: number): Job {
  let now = 0;
  const look = door.stat.bind(door);
  door.stat = (place) => {
    now++;
    return look(place);
  };
  return jobOn(door, { remainingMs: () => ms - now });
}

Deno.test("when time runs out over stamps, the entries with stamps are listed and the cut is reported", () => {
  const files = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`f${i}`, "x"]));
  const sizes = testsOf({ sizes: [{ sign: "=", bytes: 1 }] });
  withTree(files, (_, root) => {
    for (const request of [{ metadata: true }, { tests: sizes }, { sort: "size" }, { sort: "mtime" }] as const) {
      const cut = finish(list(listing(request), hurried(openDoor([root]), 300)));
      assertEquals([cut.cutBy, cut.entries.length >= 256, cut.entries.length < 600], ["timeout", true, true]);
      const whole = finish(list(listing(request), hurried(openDoor([root]), 3000)));
      assertEquals([whole.cutBy, whole.entries.length], [undefined, 900]);
    }
  });
});

Deno.test("when time runs out over many roots, the directories found so far are counted", () => {
  const names = Array.from({ length: 300 }, (_, i) => `d${String(i).padStart(3, "0")}`);
  withTree(Object.fromEntries(names.map((name) => [`${name}/f`, "x"])), (door) => {
    let now = 0;
    const listed = door.list.bind(door);
    door.list = (place) => {
      now++;
      return listed(place);
    };
    const request = listing({ scope: scopeOf({ roots: names }), tree: { limit: 1000 } });
    const { tree, total, cutBy } = finish(list(request, jobOn(door, { remainingMs: () => 100 - now })));
    assertEquals([cutBy, total > 50, total < 300], ["timeout", true, true]);
    const counted = names.slice(0, total).map((path) => ({ path, files: 1, directories: 0, children: 0 }));
    assertEquals(tree, { directories: counted, total });
  });
});
