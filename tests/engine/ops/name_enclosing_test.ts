import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import type { SearchReport } from "../../../src/model/search_report.ts";
import { openEngine } from "../../open_engine.ts";
import { searchFor } from "../requests.ts";

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
  const named = await engine.execute(searchFor("go", { enclosing: true, skip: 1, limit: 5 }));
  assertEquals(namesIn(named), { "a.ts": ["Task", "Task.go", undefined, "later"], "b.txt": [undefined] });
  assertEquals(named.filesWithoutDefinitions, 1);
  assertEquals(named.files[0].hits[1].enclosing, { name: "Task.go", startLine: 3, endLine: 5 });
});

Deno.test("after a write, lines stand in the definitions that the file has now", async () => {
  using opened = await openEngine();
  const { engine, root } = opened, request = searchFor("go", { enclosing: true });
  for (const name of ["first", "second", "third"]) {
    Deno.writeTextFileSync(join(root, "a.ts"), `function ${name}() {\n  go();\n}\n`);
    assertEquals(namesIn(await engine.execute(request)), { "a.ts": [name] });
  }
});
