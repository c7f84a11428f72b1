import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { indicesOfName } from "../../../src/engine/ops/named_hits.ts";
import { LIMITS } from "../../../src/model/limits.ts";
import type { SearchReport } from "../../../src/model/search_report.ts";
import type { SearchRequest } from "../../../src/model/request.ts";
import type { Engine } from "../../../src/pool/engine.ts";
import { openEngine } from "../../open_engine.ts";
import { type Random, seeded } from "../../seed.ts";
import { searchFor } from "../requests.ts";

const DEFINITIONS = { definitions: true } as const;

const NAMES = ["run", "runAll", "rerun", "stop", "Task", "größe", "x"];

/** TypeScript with classes, functions and calls of them, some over several lines. */
function typescript(random: Random): string {
  const name = () => random.pick(NAMES), call = () => `${name()}(${name()}, ${name()});`;
  const statements = (indent: string) => Array.from({ length: random.int(4) }, () => `${indent}${call()}\n`).join("");
  const block = (): string => {
    switch (random.int(5)) {
      case 0:
        return `export function ${name()}(${name()}: ${name()}) {\n${statements("  ")}}\n`;
      case 1:
        return `class ${name()} {\n  ${name()}() {\n${statements("    ")}  }\n}\n`;
      case 2:
        return `/** ${name()}: ${name()} */\nexport interface ${name()} {\n  ${name()}(): ${name()};\n}\n`;
      case 3:
        return `const ${name()} = (\n  ${name()}: number,\n) => {\n${statements("  ")}};\n`;
      default:
        return statements("");
    }
  };
  return Array.from({ length: 1 + random.int(12) }, block).join(random.chance(0.3) ? "\r\n" : "\n");
}

function python(random: Random): string {
  const name = () => random.pick(NAMES);
  return Array.from(
    { length: 1 + random.int(8) },
    () => `@${name()}\ndef ${name()}(${name()}):\n    return ${name()}(${name()})\n`,
  ).join("\n");
}

function writeSources(root: string, random: Random, count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const ext = random.pick(["ts", "ts", "py", "txt"]);
    const file = `f${String(i).padStart(3, "0")}.${ext}`;
    Deno.writeTextFileSync(join(root, file), ext === "py" ? python(random) : typescript(random));
    return file;
  });
}

/** `file:line` of each match that names a definition, from the outlines and all matches. */
async function expectedPlaces(engine: Engine, request: SearchRequest): Promise<string[]> {
  const { definitions: _, maxCount: __, ...all } = request, places: string[] = [];
  const plain = await engine.execute({ ...all, skip: 0, limit: 1_000_000, contextBefore: 0, contextAfter: 0 });
  for (const { path, hits } of plain.files) {
    const outline = await engine.execute({ op: "outline", path, timeoutMs: 30_000 });
    for (const { lineNumber, line, spans } of hits) {
      const bytesTo = (at: number) => new TextEncoder().encode(line.slice(0, at)).length;
      const isNamed = outline.definitions.some(({ name, nameLine }) =>
        nameLine === lineNumber &&
        indicesOfName(line, name).some((at) =>
          spans.some(([start, end]) => start < bytesTo(at + name.length) && bytesTo(at) < end)
        )
      );
      if (isNamed) places.push(`${path}:${lineNumber}`);
    }
  }
  return places;
}

function placesOf({ files }: SearchReport): string[] {
  return files.flatMap(({ path, hits }) => hits.map(({ lineNumber }) => `${path}:${lineNumber}`));
}

Deno.test("a search for definitions finds the matches on names of outlines, page by page", async () => {
  using opened = await openEngine();
  const { engine, root } = opened, random = seeded("definitions");
  writeSources(root, random, 15);
  for (const pattern of ["run", "^.*run", "\\brun\\b", "r[a-z]+", "größe|x", "nowhere", "\\("]) {
    const request = searchFor(pattern, DEFINITIONS), want = await expectedPlaces(engine, request);
    const whole = await engine.execute(request);
    assertEquals(placesOf(whole), want, pattern);
    assertEquals([whole.total, whole.records, whole.cutBy], [want.length, want.length, undefined]);
    const limit = 1 + random.int(9), paged: string[] = [];
    for (let skip = 0; skip < want.length; skip += limit) {
      const page = await engine.execute({ ...request, skip, limit });
      assertEquals([page.total, page.fingerprint], [want.length, whole.fingerprint]);
      paged.push(...placesOf(page));
    }
    assertEquals(paged, want, pattern);
    const { total, filesMatched } = await engine.execute({ ...request, need: "counts" });
    assertEquals([total, filesMatched], [want.length, whole.files.length]);
    assertEquals((await engine.execute({ ...request, need: "total" })).total, want.length);
  }
});

Deno.test("values are the texts that name definitions, and each pattern of a list counts its own", async () => {
  using opened = await openEngine();
  const { engine, root } = opened, random = seeded("values of definitions");
  writeSources(root, random, 15);
  for (const pattern of ["\\w+", "r\\w*|größe", "(?:function|def) (\\w+)", "[A-Z]"]) {
    const { files } = await engine.execute(searchFor(pattern, DEFINITIONS)), group = /\(\\w/.test(pattern);
    const texts = files.flatMap(({ hits }) =>
      hits.flatMap(({ line, spans }) => {
        const bytes = new TextEncoder().encode(line);
        return spans.map((span) => new TextDecoder().decode(bytes.subarray(...span)).replace(group ? /^\w+ / : "", ""));
      })
    );
    const want = [...Map.groupBy(texts, (text) => text)].map(([value, all]) => [value, all.length]);
    const { values } = await engine.execute(searchFor(pattern, { ...DEFINITIONS, need: "total", breakdown: "values" }));
    assertEquals(
      new Map(values?.page.map(({ value, count }) => [value, count])),
      new Map(Object.entries(Object.fromEntries(want))),
    );
  }
  const list = ["run", "stop", "r.n", "größe", "x", "un"], [first, ...morePatterns] = list;
  const both = await engine.execute(
    searchFor(first, { ...DEFINITIONS, need: "counts", breakdown: "patterns" }, { morePatterns }),
  );
  const each = list.map((one) => engine.execute(searchFor(one, { ...DEFINITIONS, need: "total" })));
  assertEquals(both.patternTotals, (await Promise.all(each)).map(({ total }) => total));
});

Deno.test("what is not counted are matches that name nothing, and files that no grammar knows or can parse", async () => {
  using opened = await openEngine();
  const { engine, root } = opened;
  Deno.writeTextFileSync(join(root, "a.ts"), "export function go() {}\ngo();\n// go\nenum E { go }\n");
  Deno.writeTextFileSync(join(root, "b.txt"), "function go\ngo go\n");
  Deno.writeTextFileSync(join(root, "c.ts"), "function go() {}\nfunction (\n");
  Deno.writeTextFileSync(join(root, "d.ts"), "function gone( {{{\nfunction go() {}\n");
  const report = await engine.execute(searchFor("go", DEFINITIONS));
  assertEquals(report.uncounted, { otherMatches: 3, unknownMatches: 2 });
  assertEquals({ ...report.gaps }, { unknownFiles: 1, lateFiles: [], unparsedLines: 1, unparsedFiles: 1 });
  assertEquals([report.total, report.searched, report.filesMatched], [4, 4, 3]);
  assertEquals(report.files[0].hits.map(({ definition }) => definition?.kind), ["function", "field"]);
});

Deno.test("maxCount limits the definitions of a file, not the matches they are chosen from", async () => {
  using opened = await openEngine();
  const { engine, root } = opened;
  Deno.writeTextFileSync(join(root, "a.ts"), "go();\ngo();\nfunction go() {}\nfunction gone() {}\nfunction got() {}\n");
  const report = await engine.execute(searchFor("go", { ...DEFINITIONS, maxCount: 2 }));
  assertEquals([report.total, placesOf(report)], [2, ["a.ts:3", "a.ts:4"]]);
  assertEquals(report.top[0].hits.map(({ lineNumber }) => lineNumber), [3, 4]);
});

Deno.test("context comes with the definitions of a page alone", async () => {
  using opened = await openEngine();
  const { engine, root } = opened, random = seeded("context of definitions");
  writeSources(root, random, 12);
  const context = { contextBefore: 2, contextAfter: 1 };
  const report = await engine.execute(searchFor("run", { ...DEFINITIONS, ...context, skip: 2, limit: 7 }));
  const want = (await expectedPlaces(engine, searchFor("run"))).slice(2, 9);
  assertEquals(placesOf(report), want);
  for (const { path, hits } of report.files) {
    const lines = Deno.readTextFileSync(join(root, path)).replace(/\r?\n$/, "").split(/\r?\n/);
    for (const { lineNumber: n, line, before, after } of hits) {
      assertEquals([...before, line, ...after], lines.slice(Math.max(0, n - 3), n + 1));
    }
  }
});

Deno.test("a match over several lines counts where one of its lines names what it matches", async () => {
  using opened = await openEngine();
  const { engine, root } = opened;
  Deno.writeTextFileSync(join(root, "a.ts"), "// go\nexport function go(\n  a: number,\n) {}\n\ngo(\n  1,\n);\n");
  const report = await engine.execute(searchFor("go\\(\\n[^\\n]*,\\n\\)", DEFINITIONS, { multiline: true }));
  assertEquals(report.files.map(({ path, count, hits }) => [path, count, hits.map((hit) => hit.line)]), [
    ["a.ts", 1, ["export function go(\n  a: number,\n) {}"]],
  ]);
});

Deno.test("a multiline query that can't match across lines counts the lines of definitions, not their matches", async () => {
  using opened = await openEngine();
  const { engine, root } = opened;
  Deno.writeTextFileSync(join(root, "a.ts"), "export function gogo() {}\n");
  const report = await engine.execute(searchFor("g.", DEFINITIONS, { multiline: true }));
  assertEquals([report.total, placesOf(report)], [1, ["a.ts:1"]]);
});

Deno.test("a file with more matches than a page holds is looked through to its end", async () => {
  using opened = await openEngine();
  const { engine, root } = opened;
  // Each character is a match, and each match takes some of a page.
  const comment = `// ${"x".repeat(480)}\n`, lines = Math.ceil(LIMITS.pageText / (32 * comment.length)) + 9;
  Deno.writeTextFileSync(join(root, "a.ts"), comment.repeat(lines) + "function last() {}\n");
  const report = await engine.execute(searchFor(".", DEFINITIONS));
  assertEquals([report.total, placesOf(report)], [1, [`a.ts:${lines + 1}`]]);
});

Deno.test("a search for definitions past its deadline keeps what it found, and the next one is whole", async () => {
  using opened = await openEngine();
  const { engine, root } = opened;
  const source = Array.from({ length: 200 }, (_, i) => `export function go${i}() {\n  return go(${i});\n}\n`).join("");
  for (let i = 0; i < 40; i++) Deno.writeTextFileSync(join(root, `f${i}.ts`), `// ${i}\n${source}`);
  await engine.execute(searchFor("go", { need: "total" }));
  const cut = await engine.execute(searchFor("go", { ...DEFINITIONS, timeoutMs: 120 }));
  assert(cut.total <= 40 * 200 && cut.total % 200 === 0, `${cut.total}`);
  assertEquals(cut.cutBy, cut.total < 40 * 200 ? "timeout" : undefined);
  assertEquals((await engine.execute(searchFor("go", DEFINITIONS))).total, 40 * 200);
});

Deno.test("a file that defines the searched name comes first in a summary, on whichever page", async () => {
  using opened = await openEngine();
  const { engine, root } = opened, pages: string[] = [];
  for (let i = 0; i < 25; i++) Deno.writeTextFileSync(join(root, `use${i}.ts`), "go();\n".repeat(2 + i));
  Deno.writeTextFileSync(join(root, "z.ts"), "const other = going();\nexport const go = (a) => a;\n");
  Deno.writeTextFileSync(join(root, "y.py"), "class Other:\n    def go(self):\n        pass\n");
  for (const skip of [0, 10, 20]) {
    const { top } = await engine.execute(searchFor("go", { need: "samples", skip }));
    pages.push(...top.map(({ path }) => path));
  }
  assertEquals(pages, ["z.ts", "y.py", ...Array.from({ length: 25 }, (_, i) => `use${24 - i}.ts`)]);
  const { top } = await engine.execute(searchFor("g.", { need: "samples" }));
  assertEquals(top[0].path, "use24.ts");
});

Deno.test("a summary follows writes: a file is first while it defines the name, under each rule for letter case", async () => {
  using opened = await openEngine();
  const { engine, root } = opened, insensitive = { caseRule: "insensitive" } as const;
  const first = async (...request: Parameters<typeof searchFor>) =>
    (await engine.execute(searchFor(...request))).top[0];
  Deno.writeTextFileSync(join(root, "a.ts"), "go();\nGO();\n".repeat(9));
  for (const [source, rank] of [["go();\n", "a"], ["function go() {}\r\n", "z"], ["go(1);\n", "a"]]) {
    Deno.writeTextFileSync(join(root, "z.ts"), source);
    for (let turn = 0; turn < 2; turn++) {
      assertEquals((await first("go", { need: "samples" })).path, `${rank}.ts`, source);
      assertEquals((await first("GO", { need: "samples" }, insensitive)).path, `${rank}.ts`, source);
      assertEquals((await first("GO", { need: "samples" })).path, "a.ts", source);
    }
  }
});

Deno.test("samples of a summary begin with the lines that define what is named", async () => {
  using opened = await openEngine();
  const { engine, root } = opened;
  Deno.writeTextFileSync(
    join(root, "a.ts"),
    "go();\ngo();\ngo();\ngo();\nexport function go() {}\nclass Go {\n  go() {}\n}\n",
  );
  Deno.writeTextFileSync(join(root, "b.ts"), "go();\ngo();\ngo();\ngo();\n");
  Deno.writeTextFileSync(join(root, "c.txt"), "function go() {}\ngo\n");
  const { top } = await engine.execute(searchFor("go", { need: "samples" }));
  const samples = top.map(({ path, count, hits }) => [path, count, hits.map(({ lineNumber }) => lineNumber)]);
  assertEquals(samples, [["a.ts", 6, [5, 7, 1]], ["b.ts", 4, [1, 2, 3]], ["c.txt", 2, [1, 2]]]);
});
