/** Whatever a hint or an error advises is a call that works: each is made, over MCP and as it is typed. */
import { assert, assertEquals } from "@std/assert";
import { PROFILES } from "../../src/cli/command_line/settings.ts";
import { openTools } from "../open_tools.ts";
import { fossick, runToEnd, tempTree } from "../program.ts";
import { seeded } from "../seed.ts";
import { mendedCall } from "../toolsets/mended_call.ts";
import { followSlips } from "./run.ts";

for (const profile of PROFILES) {
  Deno.test(`${profile}: every call that an answer to a slip advises works, finds what was said, and loses nothing`, async () => {
    const count = await followSlips(profile, 120, seeded(`hints of ${profile}`));
    console.log(`${count} advised calls followed`);
    assert(count > 50);
  });
}

Deno.test("two pasted lines as plain text lead to a search across lines, with all arguments kept, and no way back", async () => {
  using files = tempTree({ "a.txt": "foo(a)\nbar\n" });
  using tools = await openTools("default", [files.path]);
  const args = { files: ["a.txt"], query: "foo(a)\nbar", fixed_strings: true };
  const { text } = await tools.call("search_content", args);
  assertEquals(text.split("\n"), [
    'INVALID_REGEX: "foo(a)\\nbar" asks for a line break at character 7, but the search goes line by line.',
    `To match across lines: ${mendedCall("search_content", args, { multiline: true })}`,
  ]);
  assertEquals((await tools.ask("search_content", { ...args, multiline: true })).total, 1);
});

Deno.test("call gives every line unless a budget is named, and then the way to the rest as a command", async () => {
  const lines = Array.from({ length: 1800 }, (_, i) => `import { name${i} } from "./somewhere/else/${i}.ts";`);
  using files = tempTree({ "a.ts": lines.join("\n") + "\n" });
  const typed = ["call", "search_content", "--query", "import", "--text"];
  const all = await runToEnd(fossick(files.path, ...typed));
  assertEquals(all.stdout.split("\n").filter((line) => line.startsWith("a.ts:")).length, 1800);
  const { stdout } = await runToEnd(fossick(files.path, "--token-budget", "300", ...typed));
  const command = `fossick --root ${files.path} --token-budget 300 --text call search_content`;
  const words = "To get lines, narrow the query or roots, or page through them";
  assert(stdout.endsWith(`[${words}: ${command} --roots . --query import --group-by-file]\n`), stdout);
});
