/** Searches for definitions: which matches name one, and which files likely define a name. @module */
import { assertEquals } from "@std/assert";
import { definitionLooks } from "../../../src/engine/ops/likely_files.ts";
import { enclosingDefinitions, hitsOnNames, indicesOfName } from "../../../src/engine/ops/named_hits.ts";
import type { Definition } from "../../../src/model/definition.ts";
import { LIMITS } from "../../../src/model/limits.ts";
import type { SearchRequest } from "../../../src/model/request.ts";
import type { SearchReport } from "../../../src/model/search_report.ts";
import type { Engine } from "../../../src/pool/engine.ts";
import { hit } from "../../format/search_fixtures.ts";
import { openEngine } from "../../open_engine.ts";
import { type Random, randomOf, seeded } from "../../seed.ts";
import { query, searchFor } from "../requests.ts";

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

function sources(random: Random, count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => {
    const ext = random.pick(["ts", "ts", "py", "txt"]);
    return [`f${String(i).padStart(3, "0")}.${ext}`, ext === "py" ? python(random) : typescript(random)];
  }));
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
  const random = seeded("definitions");
  using opened = await openEngine(sources(random, 15));
  const { engine } = opened;
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
  const random = seeded("values of definitions");
  using opened = await openEngine(sources(random, 15));
  const { engine } = opened;
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
  using place = await openEngine({
    "a.ts": "export function go() {}\ngo();\n// go\nenum E { go }\n",
    "b.txt": "function go\ngo go\n",
    "c.ts": "function go() {}\nfunction (\n",
    "d.ts": "function gone( {{{\nfunction go() {}\n",
  });
  const report = await place.engine.execute(searchFor("go", DEFINITIONS));
  assertEquals(report.uncounted, { otherMatches: 3, unknownMatches: 2 });
  assertEquals({ ...report.gaps }, { unknownFiles: 1, lateFiles: [], unparsedLines: 1, unparsedFiles: 1 });
  assertEquals([report.total, report.searched, report.filesMatched], [4, 4, 3]);
  assertEquals(report.files[0].hits.map(({ definition }) => definition?.kind), ["function", "field"]);
});

Deno.test("a match over several lines counts where one of its lines names what it matches", async () => {
  using place = await openEngine({ "a.ts": "// go\nexport function go(\n  a: number,\n) {}\n\ngo(\n  1,\n);\n" });
  const report = await place.engine.execute(searchFor("go\\(\\n[^\\n]*,\\n\\)", DEFINITIONS, { multiline: true }));
  assertEquals(report.files.map(({ path, count, hits }) => [path, count, hits.map((hit) => hit.line)]), [
    ["a.ts", 1, ["export function go(\n  a: number,\n) {}"]],
  ]);
});

Deno.test("a file with more matches than a page holds is looked through to its end", async () => {
  // Each character is a match, and each match takes some of a page.
  const comment = `// ${"x".repeat(480)}\n`, lines = Math.ceil(LIMITS.pageText / (32 * comment.length)) + 9;
  using place = await openEngine({ "a.ts": comment.repeat(lines) + "function last() {}\n" });
  const report = await place.engine.execute(searchFor(".", DEFINITIONS));
  assertEquals([report.total, placesOf(report)], [1, [`a.ts:${lines + 1}`]]);
});

Deno.test("a file that defines the searched name comes first in a summary, on whichever page", async () => {
  const uses = Array.from({ length: 25 }, (_, i) => [`use${i}.ts`, "go();\n".repeat(2 + i)]), pages: string[] = [];
  using place = await openEngine({
    ...Object.fromEntries(uses),
    "z.ts": "const other = going();\nexport const go = (a) => a;\n",
    "y.py": "class Other:\n    def go(self):\n        pass\n",
  });
  for (const skip of [0, 10, 20]) {
    const { top } = await place.engine.execute(searchFor("go", { need: "samples", skip }));
    pages.push(...top.map(({ path }) => path));
  }
  assertEquals(pages, ["z.ts", "y.py", ...Array.from({ length: 25 }, (_, i) => `use${24 - i}.ts`)]);
  const { top } = await place.engine.execute(searchFor("g.", { need: "samples" }));
  assertEquals(top[0].path, "use24.ts");
});

const FUNCTION = { kind: "function", depth: 0, startLine: 1, endLine: 1, nameLine: 1 } as const;

/** The spans kept of a hit, if its line defines `name`. */
function spansOn(name: string, line: string, ...spans: [number, number][]): unknown {
  const [found] = hitsOnNames([hit(1, line, 0, 0, { spans })], [{ ...FUNCTION, name }]);
  return found?.spans;
}

Deno.test("a match names a definition if it overlaps the name, in UTF-8 bytes", () => {
  assertEquals(spansOn("größe", "def größe(größe2, x):", [4, 11], [12, 20], [21, 22]), [[4, 11]]);
  assertEquals(spansOn("größe", "def größe(größe2, x):", [9, 12]), [[9, 12]]);
  assertEquals(spansOn("user", "const user = users[0] ?? user2;", [13, 18], [25, 29]), undefined);
  assertEquals(spansOn("user", "const user = users[0] ?? user2;", [0, 6]), undefined);
  assertEquals(spansOn("$", "const $ = 1, $$ = 2;", [6, 7], [13, 14]), [[6, 7]]);
});

/** Of lines in ascending order, each one looked at for itself. */
function lookUp(line: number, definitions: readonly Definition[]): Definition | undefined {
  const around = definitions.filter((one) => one.startLine <= line && line <= one.endLine && one.nameLine !== line);
  return around.toSorted((a, b) => a.depth - b.depth).at(-1);
}

Deno.test("a line stands in the innermost definition around it; its name line in the next one outwards", () => {
  const random = randomOf(7), definitions: Definition[] = [];
  const nest = (from: number, to: number, depth: number) => {
    for (let start = from + random.int(3); start <= to && depth < 4; start += 1 + random.int(3)) {
      const endLine = Math.min(to, start + random.int(20)), nameLine = Math.min(endLine, start + random.int(2));
      definitions.push({ name: `d${start}`, kind: "function", startLine: start, endLine, depth, nameLine });
      nest(start + 1, endLine - 1, depth + 1);
      start = endLine;
    }
  };
  nest(1, 300, 0);
  const lines = Array.from({ length: 300 }, (_, i) => i + 1).filter(() => random.chance(0.7));
  const want = lines.map((line) => {
    const found = lookUp(line, definitions);
    return found && { name: found.name, startLine: found.startLine, endLine: found.endLine };
  });
  assertEquals(enclosingDefinitions(lines, definitions), want);
});

const DEFINING = [
  "export async function* go(a, b) {",
  "class Go extends Other {",
  "  private readonly go: () => void;",
  "  async go<T>(a: T): Promise<T> {",
  "  go(",
  "const go = (a) => a;",
  "exports.go = function (a) {",
  "def go(self):",
  "    async def go(self): return 1",
  "go = lambda a: a",
  "func (t *Task) go(a int) error {",
  "pub(crate) fn go() -> u8 {",
  "struct Go {",
  "static int *go(const char *a)",
  "void Task::go() const { return; }",
  "public List<String> go(int a) throws Error {",
  "#define GO(a) a",
  "type go struct {",
];

const USING = [
  "  go(1, 2);",
  "  return go(a);",
  'import { go } from "./go.ts";',
  "if (x.go(1)) stop();",
  "// first we go",
  "gone(function () {",
];

/** Those that might be a call, a declaration or a value. */
const UNCLEAR = [
  "  private readonly go: () => void;",
  "  go(",
  "exports.go = function (a) {",
  "go = lambda a: a",
  "static int *go(const char *a)",
  "void Task::go() const { return; }",
];

Deno.test("lines of many languages that define a name look like it, and most uses don't", () => {
  const { like, clear } = definitionLooks(query("go")) ?? {};
  assertEquals(DEFINING.filter((line) => !like?.test(line)), []);
  assertEquals(DEFINING.filter((line) => !clear?.test(line)), UNCLEAR);
  assertEquals(USING.filter((line) => like?.test(line) || clear?.test(line)), []);
});
