import { assert } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { estimateTokens } from "../../src/format/token_estimate.ts";
import { openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";
import { seeded } from "../seed.ts";
import { SAMPLES } from "./samples.ts";

const FORMS = ["total_only", "count_only_matches", "summary_only", "group_by_file", "optimize_paths"];

/** Creates three files of each language, with its lines in random order. */
function plant() {
  const random = seeded("languages");
  const files: Record<string, string> = {};
  for (const [ext, sample] of Object.entries(SAMPLES)) {
    const lines = sample.split("\n");
    for (const name of ["a/first", "a/b/second_part", "third"]) {
      const count = 5 + random.int(40);
      const text = Array.from({ length: count }, () => random.pick(lines)).join("\n");
      files[`${ext}/${name}.${ext}`] = text + "\n";
    }
  }
  return tempTree(files);
}

Deno.test("the estimate understates by more than 10 % on at most 5 % of answers over twenty languages", async () => {
  using root = plant();
  using tools = await openTools("default", [root.path]);
  const errors: { error: number; of: string }[] = [];
  const ask = async (name: string, args: Record<string, unknown>) => {
    const { text, structured } = await tools.call(name, args);
    for (const shown of [text, JSON.stringify(structured)]) {
      const tokens = countTokens(shown);
      // In a tiny answer a single token is a tenth, which does not matter.
      if (tokens >= 50) {
        errors.push({ error: estimateTokens(shown) / tokens - 1, of: `${name} ${JSON.stringify(args)}` });
      }
    }
  };
  for (const ext of Object.keys(SAMPLES)) {
    for (const form of FORMS) await ask("search_content", { roots: [ext], query: ".", [form]: true });
    await ask("search_content", { roots: [ext], query: "\\w+", context_after: 1, limit: 20 });
    await ask("list_files", { roots: [ext], metadata: true });
    for (const part of ["a/first", "a/b/second_part", "third"]) {
      await ask("read_file", { path: `${ext}/${part}.${ext}` });
      await ask("read_file", { path: `${ext}/${part}.${ext}`, start_line: 3, line_numbers: true });
    }
  }
  const low = errors.filter(({ error }) => error < -0.1).toSorted((a, b) => a.error - b.error);
  const [worst] = errors.toSorted((a, b) => a.error - b.error);
  console.log(`${errors.length} answers, ${low.length} understated; worst`, worst);
  assert(errors.length >= 300);
  assert(low.length <= errors.length * 0.05, JSON.stringify(low.slice(0, 40), null, 1));
});
