import { assertEquals } from "@std/assert";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";
import { QUERY_SLIPS } from "../../../src/toolsets/hints/query_changes.ts";

for (const { example: [given, meant], correct: read } of QUERY_SLIPS) {
  Deno.test(`the query ${given} may mean ${meant}`, () => assertEquals(read(given), meant));
}

Deno.test("a query with a slip is answered with the query that finds something", async () => {
  using files = tempTree({ "src/a.ts": "gold and hi\nconst f = call( a, b );\n", "src/snake_case.ts": "x && y\n" });
  using tools = await openTools("default", [files.path]);
  using fs = await openTools("fs", [files.path]);
  using microagent = await openTools("microagent", [files.path]);
  const asked: [query: string, meant: string, isText?: true][] = [
    ['"gold"', "gold", true],
    ["`hi`", "hi", true],
    [" gold", "gold", true],
    ["gold hi", "gold.*hi|hi.*gold"],
    ["hi gold and", "^(?=.*hi)(?=.*gold)(?=.*and)"],
    ["gold silver", "gold|silver"],
    ["silver, gold", "silver|gold"],
    ["silver OR hi", "silver|hi"],
    ["call(a,b);", "call\\s*\\(\\s*a\\s*,\\s*b\\s*\\)\\s*;"],
    ["x &amp;&amp; y", "x && y", true],
  ];
  for (const [query, meant, isText] of asked) {
    const hintsOf = async (name: "search_content" | "search_text" | "grep", args: Record<string, unknown>) => {
      const of = { search_content: tools, search_text: fs, grep: microagent }[name];
      const { hints } = await of.ask(name, args), last = Array.isArray(hints) ? String(hints.at(-1)) : "";
      return JSON.parse(/\{.*\}$/s.exec(last)?.[0] ?? "null");
    };
    assertEquals(await hintsOf("search_content", { roots: ["."], query }), { roots: ["."], query: meant });
    const mode = isText ? {} : { mode: "regex" };
    assertEquals(await hintsOf("search_text", { query }), { query: meant, ...mode });
    assertEquals(await hintsOf("grep", { pattern: query }), { pattern: meant });
  }
});

Deno.test("a query that is a file name is answered with the path of the file", async () => {
  using files = tempTree({ "src/a.ts": "gold\n", "src/snake_case.ts": "x\n" });
  using tools = await openTools("default", [files.path]);
  const { hints } = await tools.ask("search_content", { roots: ["."], query: "snake_case.ts" });
  assertEquals(hints, ["Nearest existing: src/snake_case.ts."]);
});
