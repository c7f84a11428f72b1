/** Alternatives to a call that found nothing: each finds what its own call finds, and stages end where they should. */
import { assert, assertEquals } from "@std/assert";
import { findRoots } from "../../../src/door/roots.ts";
import type { AlternativeResult } from "../../../src/model/report.ts";
import type { Alternative, CountedRequest, ListRequest, Scope, SearchRequest } from "../../../src/model/request.ts";
import { createEngine } from "../../../src/pool/create_engine.ts";
import type { Engine } from "../../../src/pool/engine.ts";
import { tempTree } from "../../program.ts";
import { type Random, seeded } from "../../seed.ts";
import { globFor, listAll, query, scopeOf, searchFor, testsOf } from "../requests.ts";

const NAMES = ["a.ts", "b.md", "c", ".d", "build", "sub", "é.ts"];
const RULES = ["build", "*.md", "!build/", "sub/*", "!.d", "/c", ".d", "!*.ts"];
const GLOBS = [
  "*.ts",
  "sub",
  "sub/**",
  "!*.md",
  "!build/",
  "build/**",
  "**/c",
  ".d/**",
  "{build,build/**}",
  "/a.ts",
  "*",
];
const TEXTS = ["gold", "Gold", "go ld", "nothing\ngold gold", "привет", "ГОЛД"];

/** Some of these, at least one. */
function some<T>(random: Random, of: readonly T[], max = 3): T[] {
  return Array.from({ length: 1 + random.int(max) }, () => random.pick(of));
}

function plantedTree(random: Random): ReturnType<typeof tempTree> {
  const files: Record<string, string> = { "top.ts": "gold" };
  for (let i = 0; i < 40; i++) {
    const dirs = Array.from({ length: random.int(4) }, () => random.pick(["build", "sub", ".d", "x"]));
    const path = [...dirs, random.pick(NAMES.filter((name) => name.includes(".") && name !== ".d"))].join("/");
    files[path] = some(random, TEXTS).join("\n");
    if (random.chance(0.2)) {
      files[[...dirs, random.pick([".gitignore", ".ignore"])].join("/")] = some(random, RULES).join("\n");
    }
  }
  return tempTree(files);
}

function scope(random: Random): Scope {
  return scopeOf({
    roots: random.pick([["."], ["."], ["sub", "top.ts"], [".", "x"], ["nowhere"]]),
    globs: random.chance(0.7) ? some(random, GLOBS) : [],
    hidden: random.chance(0.3),
    noIgnore: random.chance(0.3),
    followSymlinks: random.chance(0.2),
    ...(random.chance(0.3) && { depth: 1 + random.int(3) }),
    ...(random.chance(0.2) && { dirsMustMatch: true }),
  });
}

function excludedBy(random: Random): Pick<ListRequest, "excludedBy"> {
  const rules = [["ignored"], ["hidden"], ["globs"], ["links"], ["hidden", "ignored"]] as const;
  return random.chance(0.3) ? { excludedBy: random.pick(rules) } : {};
}

function listing(random: Random): ListRequest {
  const tests = testsOf({
    types: random.pick([[], ["f"], ["f", "l"], ["d"], ["f", "d"]]),
    exclude: random.chance(0.3) ? some(random, GLOBS.filter((glob) => !glob.startsWith("!"))) : [],
    extensions: random.chance(0.3) ? ["ts"] : [],
    ...(random.chance(0.3) && { name: { pattern: random.pick(["a", "["]), syntax: "regex", fullPath: false } }),
  });
  return listAll({ scope: scope(random), tests, ...excludedBy(random) });
}

function search(random: Random): SearchRequest {
  const { pattern, ...more } = query(random.pick(["gold", "GOLD", "g.ld", "(", "голд"]), {
    caseRule: random.pick(["insensitive", "sensitive"]),
    word: random.chance(0.2),
    multiline: random.chance(0.2),
  });
  const find = {
    tests: listing(random).tests,
    fileLimit: random.pick([3, 100]),
    sort: random.pick(["path", "size"] as const),
  };
  return searchFor(pattern, {
    scope: scope(random),
    need: "counts",
    ...excludedBy(random),
    ...(random.chance(0.3) && { find: { ...find, tests: { ...find.tests, types: [] } } }),
    ...(random.chance(0.2) && { encoding: "windows-1251" }),
    ...(random.chance(0.2) && { maxCount: 1 }),
  }, more);
}

/** The result of the request's own call; nothing if it is refused. */
async function alone(request: CountedRequest, engine: Engine): Promise<AlternativeResult> {
  try {
    const report = await engine.execute(request);
    if (report.op === "nearest") return { total: report.paths.length, paths: report.paths };
    const { total, cutBy } = report;
    const paths = report.op === "list"
      ? report.entries.map(({ path }) => path)
      : report.op === "search"
      ? report.files.map(({ path }) => path)
      : report.paths;
    return { total, paths: paths.slice(0, 20), ...(cutBy && { cutBy }) };
  } catch {
    return { total: 0, paths: [] };
  }
}

async function opened(files: { readonly path: string }): Promise<Engine> {
  return await createEngine({ roots: findRoots([files.path], files.path), thread: false });
}

Deno.test("each alternative finds what its own call finds, whatever else is counted with it", async () => {
  const random = seeded("explain_zero");
  let found = 0;
  for (let round = 0; round < 4; round++) {
    using files = plantedTree(random);
    if (random.chance(0.5)) Deno.symlinkSync(".", `${files.path}/x-link`);
    const engine = await opened(files);
    const base = search(random);
    const stage = Array.from({ length: 30 }, (_, i): Alternative => {
      // Some differ only in the query: they are counted in one pass.
      const request = i % 3 === 0
        ? listing(random)
        : i % 3 === 1
        ? search(random)
        : { ...base, query: search(random).query };
      return { request, isProbe: true };
    });
    const report = await engine.execute({ op: "explain_zero", stages: [stage], timeoutMs: 30_000 });
    for (const [i, { request }] of stage.entries()) {
      assertEquals([request, report.stages[0][i]], [request, await alone(request, engine)]);
      found += report.stages[0][i].total;
    }
    engine.close();
  }
  assert(found > 300, String(found));
});

Deno.test("stages are run up to the first that finds something, and of alternatives with one key the first", async () => {
  using files = tempTree({ "a.ts": "gold\n", "b.ts": "gold gold\n", "expand_glob.ts": "x\n" });
  const engine = await opened(files);
  const count = (pattern: string, more: Partial<Alternative> = {}) => ({
    request: searchFor(pattern, { need: "total" }),
    ...more,
  });
  const totals = async (...stages: readonly (readonly Alternative[])[]) =>
    (await engine.execute({ op: "explain_zero", stages, timeoutMs: 30_000 })).stages.map((rows) =>
      rows.map(({ total }) => total)
    );
  assertEquals(await totals([count("no")], [count("gold")], [count("x")]), [[0], [2]]);
  assertEquals(await totals([count("gold", { isProbe: true })], [count("x"), count("(")]), [[2], [1, 0]]);
  const files_ = (glob: string): Alternative => ({ request: { ...globFor(glob) }, onceKey: "glob" });
  assertEquals(await totals([files_("*.md"), files_("a.*"), files_("*.ts")]), [[0, 1, 0]]);
  const nearest = (path: string): Alternative => ({ request: { op: "nearest", path, limit: 3, timeoutMs: 30_000 } });
  assertEquals(await totals([nearest("a.ts")], [nearest("expand_glbo.ts")]), [[0], [1]]);
  engine.close();
});

Deno.test("an alternative that there is no time for is reported as cut", async () => {
  using files = tempTree({ "a.ts": "gold\n" });
  const engine = await opened(files);
  const request = searchFor("gold", { need: "total" });
  const { stages } = await engine.execute({ op: "explain_zero", stages: [[{ request }], [{ request }]], timeoutMs: 0 });
  assertEquals(stages, [[{ total: 0, paths: [], cutBy: "timeout" }]]);
  engine.close();
});
