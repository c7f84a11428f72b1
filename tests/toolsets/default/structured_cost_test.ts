/** What structured content costs against text, over real answers about this project's source, by a real tokenizer. */
import { assert } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { openTools } from "../../open_tools.ts";

const CHECKOUT = fromFileUrl(new URL("../../..", import.meta.url)).replace(/\/$/, "");
/** Words in nearly every file, in many, and in few. */
const QUERIES = [
  "return",
  "const",
  "import",
  "ToolError",
  "budget",
  "interface",
  "LIMITS",
  "throw new ToolError",
  "say\\(",
];
const FILES = ["src/mcp/server.ts", "src/format/render_page.ts", "README.md", "deno.json", "docs/vocabulary.md"];

type Asked = readonly [tool: string, args: Record<string, unknown>];

const searches = (form: Record<string, unknown>): readonly Asked[] =>
  ["src", "src/cli"].flatMap((root) =>
    QUERIES.map((query): Asked => ["search_content", { roots: [root], query, ...form }])
  );

const KINDS: readonly (readonly [kind: string, most: number, calls: readonly Asked[]])[] = [
  // The field `count` is 0.03 of this: a file has two lines in the middle, and the field four tokens.
  ["group_by_file", 1.2, searches({ group_by_file: true })],
  ["group_by_file with context", 1.15, searches({ group_by_file: true, context_before: 2, context_after: 3 })],
  ["summary_only", 1.15, searches({ summary_only: true })],
  ["count_only_matches", 1.15, searches({ count_only_matches: true })],
  ["reads", 1.15, FILES.map((path): Asked => ["read_file", { path, start_line: 1, max_lines: 200 }])],
];

Deno.test("structured content costs little more than the text", async (test) => {
  using tools = await openTools("default", [CHECKOUT]);
  for (const [kind, most, calls] of KINDS) {
    await test.step(kind, async () => {
      const costs = { text: 0, structured: 0 };
      for (const [tool, args] of calls) {
        const { text, structured } = await tools.call(tool, args);
        costs.text += countTokens(text);
        costs.structured += countTokens(JSON.stringify(structured));
      }
      const ratio = costs.structured / costs.text;
      console.log(`${kind}: ${costs.structured} tokens, text ${costs.text}, ratio ${ratio.toFixed(3)}`);
      assert(ratio <= most, `${kind}: ${ratio.toFixed(3)}`);
    });
  }
});
