import { Structure } from "../../../src/engine/structure/structure.ts";
import { readParserFile } from "../../../src/pool/parser_files.ts";
import { assertLinesOf } from "../../golden.ts";
import { outlined, OUTLINES, sourcesIn } from "./outlines.ts";

for (const { name } of Deno.readDirSync(OUTLINES)) {
  Deno.test(`the outlines of ${name}`, async () => {
    const structure = new Structure(0, readParserFile), lines: string[] = [];
    for (const source of sourcesIn(OUTLINES + name)) lines.push(...await outlined(source, structure), "");
    assertLinesOf(OUTLINES + name, lines.slice(0, -1));
  });
}
