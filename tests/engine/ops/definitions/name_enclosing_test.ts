import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { LIMITS } from "../../../../src/model/limits.ts";
import type { SearchReport } from "../../../../src/model/report.ts";
import { firstWithin } from "../../../../src/engine/ops/definitions/name_enclosing.ts";
import { openEngine } from "../../../open_engine.ts";
import { searchFor } from "../../requests.ts";

/** The name of the definition around each hit. */
function namesIn({ files }: SearchReport): Record<string, (string | undefined)[]> {
  return Object.fromEntries(files.map(({ path, hits }) => [path, hits.map(({ enclosing }) => enclosing?.name)]));
}

const SOURCE = `go();
class Task {
  go() {
    go();
  }
}
function go() {
  const later = () => {
    go();
  };
}
`;

Deno.test("each hit of a page has the definition that it stands in, if that is asked for", async () => {
  using opened = await openEngine();
  const { engine, root } = opened;
  Deno.writeTextFileSync(join(root, "a.ts"), SOURCE);
  Deno.writeTextFileSync(join(root, "b.txt"), SOURCE);
  const plain = await engine.execute(searchFor("go"));
  assertEquals(namesIn(plain)["a.ts"], Array(5).fill(undefined));
  const named = await engine.execute(searchFor("go", { enclosing: "always", skip: 1, limit: 5 }));
  assertEquals(namesIn(named), { "a.ts": ["Task", "Task.go", undefined, "later"], "b.txt": [undefined] });
  assertEquals(named.filesWithoutDefinitions, 1);
  assertEquals(named.files[0].hits[1].enclosing, { name: "Task.go", startLine: 3, endLine: 5 });
});

Deno.test("after a write, lines stand in the definitions that the file has now", async () => {
  using opened = await openEngine();
  const { engine, root } = opened, request = searchFor("go", { enclosing: "always" });
  for (const name of ["first", "second", "third"]) {
    Deno.writeTextFileSync(join(root, "a.ts"), `function ${name}() {\n  go();\n}\n`);
    assertEquals(namesIn(await engine.execute(request)), { "a.ts": [name] });
  }
});

Deno.test("a short page has them by itself, a longer one does not", async () => {
  using opened = await openEngine();
  const { engine, root } = opened, most = LIMITS.enclosingLines;
  Deno.writeTextFileSync(join(root, "a.ts"), `function all() {\n${"  go();\n".repeat(most + 1)}}\n`);
  const short = await engine.execute(searchFor("go", { enclosing: "short", limit: most }));
  assertEquals(namesIn(short), { "a.ts": Array(most).fill("all") });
  const long = await engine.execute(searchFor("go", { enclosing: "short" }));
  assertEquals(namesIn(long), { "a.ts": Array(most + 1).fill(undefined) });
  assertEquals(long.filesWithoutDefinitions, undefined);
});

Deno.test("by itself only files up to a sum of sizes are parsed, the same ones in every call", async () => {
  assertEquals(firstWithin([5, 4, 3, 1, 1], 9, (n) => n), [5, 4]);
  assertEquals(firstWithin([5, 6, 3, 1, 1], 9, (n) => n), [5, 3, 1]);
  using opened = await openEngine();
  const { engine, root } = opened;
  const source = (bytes: number) => `function all() {\n  go();\n}\n// ${"x".repeat(bytes)}\n`;
  for (const [i, kb] of [100, 200, 100, 100, 10].entries()) {
    Deno.writeTextFileSync(join(root, `${i}.ts`), source(kb * 1000));
  }
  const named = namesIn(await engine.execute(searchFor("go", { enclosing: "short" })));
  assertEquals(named, { "0.ts": ["all"], "1.ts": [undefined], "2.ts": ["all"], "3.ts": [undefined], "4.ts": ["all"] });
});
