import { assertEquals } from "@std/assert";
import { argumentTables } from "../../packaging/argument_tables.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";

Deno.test("every tool names all its arguments, and every one has its type and its meaning in a table", () => {
  const [, ...tables] = argumentTables().split("### ");
  assertEquals(tables.map((table) => table.split("\n")[0]), toolsOf("default").map(({ name }) => name));
  const named = tables.map((table) =>
    new Set([...table.matchAll(/(?<=^\| |^As in .*[:,] )`(\w+)`/gm)].map(([, name]) => name))
  );
  assertEquals(named, toolsOf("default").map(({ fields }) => new Set(Object.keys(fields))));
  assertEquals(tables.join("\n").split("\n").filter((line) => /^\| `.*\| +\|/.test(line)), []);
});
