import { assert, assertEquals } from "@std/assert";
import { argumentTables } from "../../packaging/argument_tables.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";

Deno.test("every tool has a table, and every argument its type and its meaning", () => {
  const [, ...tables] = argumentTables().split("### ");
  assertEquals(tables.map((table) => table.split("\n")[0]), toolsOf("default").map(({ name }) => name));
  const rows = tables.flatMap((table) => table.split("\n").filter((line) => line.startsWith("| `")));
  assert(rows.length > 80, String(rows.length));
  assertEquals(rows.filter((row) => /\| +\|/.test(row)), []);
});
