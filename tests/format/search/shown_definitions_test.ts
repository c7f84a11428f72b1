import { assert, assertEquals } from "@std/assert";
import { fitDefinitions } from "../../../src/format/search/shown_definitions.ts";
import type { FoundDefinition } from "../../../src/model/search_report.ts";
import { estimateTokens } from "../../../src/format/token_estimate.ts";
import type { Definition } from "../../../src/model/definition.ts";
import { seeded } from "../../seed.ts";
import { hit } from "../search_fixtures.ts";

const GO_HIT = hit(4, "function go() {", 9, 11);

function method(name: string, line: number): Definition {
  return { name, kind: "method", startLine: line, endLine: line, depth: 1, nameLine: line };
}

Deno.test("definitions share their tokens, each whole, as an outline or not at all; the shortest come first", () => {
  const random = seeded("definitions shown");
  for (let turn = 0; turn < 200; turn++) {
    const found = Array.from({ length: 1 + random.int(3) }, (_, i): FoundDefinition => {
      const lines = Array.from({ length: 1 + random.int(120) }, () => `  call("${"x ".repeat(random.int(20))}");`);
      const members = Array.from({ length: random.int(60) }, (_, k) => method(`run${k}`, k));
      const path = `f${i}.ts`;
      return { path, hit: GO_HIT, startLine: 1, endLine: lines.length, lines, members, name: "go", isAlone: true };
    });
    const shown = fitDefinitions(found, 800),
      texts = shown.map(({ text, shownMembers }) => text ?? shownMembers ?? []);
    assert(estimateTokens(JSON.stringify(texts.map((lines) => lines.join("\n")))) <= 800);
    for (const [i, { text }] of shown.entries()) {
      if (text !== undefined) assertEquals(text, found[i].lines);
      // One without members may have fewer lines and more tokens.
      const shorter = found.flatMap((one, k) => one.endLine < found[i].endLine && one.members.length > 0 ? [k] : []);
      if (text !== undefined) assert(shorter.every((k) => shown[k].text !== undefined || shown[k].shownMembers));
    }
  }
});
