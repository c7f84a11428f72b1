import { assertEquals } from "@std/assert";
import { Areas } from "../../src/mcp/areas.ts";
import { NarrowedEngine } from "../../src/mcp/narrowed_engine.ts";
import { comparePaths } from "../../src/model/place.ts";
import type { ReportOf } from "../../src/model/report.ts";
import type { GlobRequest, Request, Scope, SearchRequest } from "../../src/model/request.ts";
import { ToolError } from "../../src/model/tool_error.ts";
import type { Engine, RunOptions } from "../../src/pool/engine.ts";
import { OuterEngine } from "../../src/pool/outer_engine.ts";
import { findRoots } from "../../src/door/roots.ts";
import { createEngine } from "../../src/pool/create_engine.ts";
import { tree } from "../program.ts";
import { seeded } from "../seed.ts";

const CASES = 100;
const NAMES = ["a", "b", "cc", "d.ts", "e.md"];
const SCOPE: Scope = { roots: ["."], globs: [], hidden: false, noIgnore: true, followSymlinks: false, prefixes: [] };
const QUERY = { pattern: "gold", fixed: true, word: false, caseRule: "sensitive", multiline: false } as const;

function globRequest(pattern: string, root: string, mode: GlobRequest["mode"]): GlobRequest {
  return { op: "glob", pattern, root, mode, hidden: false, noIgnore: true, limit: 100, prefixes: [], timeoutMs: 9000 };
}

function searchRequest(scope: Scope): SearchRequest {
  const page = { contextBefore: 0, contextAfter: 0, need: "counts", skip: 0, limit: 1000 } as const;
  return { op: "search", scope, query: QUERY, maxFileSize: 1e6, timeoutMs: 9000, ...page };
}

/** What an engine finds; the code of its refusal where it refuses. */
async function outcome(found: () => Promise<readonly string[]>): Promise<readonly string[] | string> {
  try {
    return await found();
  } catch (error) {
    if (error instanceof ToolError) return error.code;
    throw error;
  }
}

const globbed = (engine: Engine, request: GlobRequest) => outcome(async () => (await engine.run(request)).paths);
const searched = (engine: Engine, scope: Scope) =>
  outcome(async () => (await engine.run(searchRequest(scope))).files.map(({ path }) => path));

Deno.test("a narrowed engine finds what the whole one finds in its areas, and nothing else", async () => {
  const random = seeded("narrowed_engine");
  const path = (most: number) => Array.from({ length: 1 + random.int(most) }, () => random.pick(NAMES)).join("/");
  for (let round = 0; round < CASES / 20; round++) {
    const files: Record<string, string> = {};
    for (let i = 0; i < 25; i++) {
      const dir = path(3).replaceAll(".", "_");
      files[`${dir}/${random.pick(["d.ts", "e.md", "f"])}`] = "gold\n";
    }
    using made = tree(files);
    const whole = await createEngine({ roots: findRoots([made.path]), threads: 0 });
    const dirs = [...new Set(Object.keys(files).map((file) => file.slice(0, file.lastIndexOf("/"))))];
    for (let i = 0; i < 20; i++) {
      const areas = reduced([random.pick(dirs), random.pick(dirs)]);
      const narrow = new NarrowedEngine(whole, areas, [made.path], "en");
      const inAreas = (file: string) => new Areas(areas).covers(file);
      const scope = { ...SCOPE, globs: random.chance(0.5) ? [] : [random.pick(["*.ts", "**/d.ts", "!*.md"])] };
      const all = await searched(whole, scope);
      const told = { round, i, areas, globs: scope.globs };
      assertEquals([told, await searched(narrow, scope)], [told, typeof all === "string" ? all : all.filter(inAreas)]);
      const pattern = random.pick([
        "**/*.ts",
        "**/*",
        "*/*",
        "{a,b}/**",
        "**/d.ts",
        "**/{a,b}/*",
        "*/*/*",
        `${random.pick(dirs)}/*`,
      ]);
      const request = globRequest(pattern, ".", "files");
      const plain = await globbed(whole, request), narrowed = await globbed(narrow, request);
      const expected = typeof plain === "string" ? plain : plain.filter(inAreas);
      const seen = narrowed === "PATH_OUTSIDE_ROOT" && expected.length === 0 ? expected : narrowed;
      assertEquals([told, pattern, seen], [told, pattern, expected]);
    }
    whole.close();
  }
});

/** Areas in order, none within another. */
function reduced(areas: readonly string[]): string[] {
  return new Areas(areas).outermost().sort(comparePaths);
}

Deno.test("a directory above many areas stands for each of them once, however often it is named", async () => {
  const files = Array.from({ length: 20 }, (_, i) => `src/${i}.txt`).sort(comparePaths);
  using made = tree(Object.fromEntries(files.map((file) => [file, "gold\n"])));
  const whole = new Recording(await createEngine({ roots: findRoots([made.path]), threads: 0 }));
  const narrow = new NarrowedEngine(whole, files, [made.path], "en");
  assertEquals(await searched(narrow, { ...SCOPE, roots: ["src", ".", "src/", "./src", "src/../src"] }), files);
  assertEquals(whole.roots, [files]);
  whole.close();
});

Deno.test("a glob finds the files that a client has opened one by one, be they two or hundreds", async () => {
  const files = Array.from({ length: 200 }, (_, i) => `src/${i}.txt`).sort(comparePaths);
  using made = tree(Object.fromEntries(files.map((file) => [file, "gold\n"])));
  const whole = await createEngine({ roots: findRoots([made.path]), threads: 0 });
  for (const opened of [files.slice(0, 2), files.slice(0, 190)]) {
    const narrow = new NarrowedEngine(whole, opened, [made.path], "en");
    assertEquals(await globbed(narrow, { ...globRequest("**/*.txt", ".", "files"), limit: 200 }), opened);
  }
  whole.close();
});

/** Notes where it is to search. */
class Recording extends OuterEngine {
  readonly roots: (readonly string[])[] = [];

  override run<R extends Request>(request: R, options?: RunOptions): Promise<ReportOf[R["op"]]> {
    if (request.op === "search") this.roots.push(request.scope.roots);
    return this.engine.run(request, options);
  }
}
