import { PARSER_FILES } from "../../src/engine/structure/languages.ts";
import { readParserFile } from "../../src/pool/parser_files.ts";
import { openEngine } from "../open_engine.ts";
import { assertEquals } from "@std/assert";
import { join } from "@std/path";

const WEBASSEMBLY = [0x00, 0x61, 0x73, 0x6d];

Deno.test("every file of the parser is there, each read as bytes of its own", async () => {
  for (const file of ["runtime", ...PARSER_FILES] as const) {
    const bytes = await readParserFile(file), first = [...bytes.subarray(0, 4)];
    if (!file.endsWith(".scm")) assertEquals(first, WEBASSEMBLY, file);
    bytes.fill(0);
    assertEquals([...(await readParserFile(file)).subarray(0, 4)], first, file);
  }
});

for (const thread of [true, false]) {
  Deno.test(`an engine ${thread ? "on a thread" : "in process"} finds definitions`, async () => {
    using opened = await openEngine(thread);
    const { engine, root } = opened;
    Deno.writeTextFileSync(join(root, "a.ts"), "export class A {\n  run() {}\n}\n");
    Deno.writeTextFileSync(join(root, "b.py"), "def f():\n    pass\n");
    const reports = await Promise.all(
      ["a.ts", "b.py"].map((path) => engine.execute({ op: "outline", path, timeoutMs: 4000 })),
    );
    assertEquals(reports.map(({ definitions }) => definitions.map(({ name }) => name)), [["A", "run"], ["f"]]);
  });
}
