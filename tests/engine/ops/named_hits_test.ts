import { assertEquals } from "@std/assert";
import { enclosingDefinitions, hitsOnNames } from "../../../src/engine/ops/named_hits.ts";
import type { Definition } from "../../../src/model/definition.ts";
import { randomOf } from "../../seed.ts";
import { hit } from "../../format/search_fixtures.ts";

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

Deno.test("a member is named with what it belongs to", () => {
  const definitions: Definition[] = [
    { name: "Task", kind: "class", startLine: 1, endLine: 9, depth: 0, nameLine: 1 },
    { name: "run", kind: "method", startLine: 2, endLine: 8, depth: 1, nameLine: 2 },
    { name: "inner", kind: "function", startLine: 4, endLine: 6, depth: 2, nameLine: 4 },
    { name: "Stop", kind: "method", startLine: 11, endLine: 13, depth: 0, nameLine: 11, owner: "Task" },
  ];
  const names = enclosingDefinitions([1, 2, 3, 4, 5, 9, 10, 12], definitions).map((one) => one?.name);
  assertEquals(names, [undefined, "Task", "Task.run", "Task.run", "inner", "Task", undefined, "Task.Stop"]);
});
