/** Every call that a hint or an error advises must work: each is made, over MCP and in a shell. */
import { assert, assertEquals } from "@std/assert";
import { PROFILES } from "../../src/cli/command_line/settings.ts";
import { openTools } from "../open_tools.ts";
import { fossick, runToEnd, tempTree } from "../program.ts";
import { seeded } from "../seed.ts";
import { mendedCall } from "../toolsets/mended_call.ts";
import { followSlips } from "./run.ts";

for (const profile of PROFILES) {
  Deno.test(`${profile}: every call that is advised after a random slip works, finds what was announced, and keeps all arguments`, async () => {
    const count = await followSlips(profile, 50, seeded(`hints of ${profile}`));
    console.log(`${count} advised calls followed`);
    assert(count > 20);
  });
}

Deno.test("for two pasted lines as plain text a multiline search is advised, which keeps all arguments", async () => {
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

Deno.test("a page that ends at the caller's own limit says in one line how to go on, also for a shell", async () => {
  using files = tempTree({ "a": "1", "b": "333", "c": "22" });
  using tools = await openTools("default", [files.path]);
  const { text, structured } = await tools.call("list_files", { sort: "size", limit: 1 });
  assertEquals(text, "[bytes path]\n3 b\n[1 of 3 entries; more: skip=1]");
  assertEquals(structured, {
    total: 3,
    entries: [{ path: "b", is_dir: false, size_bytes: 3 }],
    truncated: true,
    truncated_by: "limit",
    has_more: true,
    next_skip: 1,
  });
  const { stdout } = await runToEnd(fossick(files.path, "call", "list_files", "--limit", "1", "--text"));
  assertEquals(stdout, "a\n[1 of 3 entries; more: --skip 1]\n");
});

Deno.test("call prints every line; with a budget it advises the command for the rest", async () => {
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
