import { CURRENT_CALL } from "./search_fixtures.ts";
import { assert, assertEquals } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { globAnswer, type GlobAnswerOptions } from "../../src/format/glob_answer.ts";
import type { GlobReport } from "../../src/model/report.ts";

function globbed(paths: readonly string[], changes: Partial<GlobReport> = {}): GlobReport {
  return { op: "glob", paths, total: paths.length, searched: paths.length, skipped: {}, ...changes };
}

function answer(report: GlobReport, mode: GlobAnswerOptions["mode"], changes: Partial<GlobAnswerOptions> = {}) {
  const { text, structured } = globAnswer(report, {
    mode,
    budget: 0,
    notes: [],
    hints: [],
    currentCall: CURRENT_CALL,
    ...changes,
  });
  return { text, structured };
}

Deno.test("the text of a complete answer is a plain array", () => {
  assertEquals(answer(globbed(["src", "src/a"]), "directories"), {
    text: '["src","src/a"]',
    structured: { mode: "directories", directories: ["src", "src/a"], total: 2 },
  });
  assertEquals(answer(globbed(["a\u202e.ts"]), "files"), {
    text: '["a\\u202e.ts"]',
    structured: { mode: "files", files: ["a\u202e.ts"], truncated: false, total: 1 },
  });
});

Deno.test("more than 200 files are cut with seed 000's message", () => {
  const files = Array.from({ length: 200 }, (_, i) => `f${i}`);
  const { text, structured } = answer(globbed(files, { total: 1247 }), "files");
  const message = "Showing 200 of 1247 matches. Use a more specific pattern.";
  const { estimated_tokens, ...rest } = structured;
  assertEquals(rest, { mode: "files", files, truncated: true, total: 1247, message, truncated_by: "limit" });
  assert(Number(estimated_tokens) > 500);
  const { mode: _, ...shown } = structured;
  assertEquals(JSON.parse(text), shown);
});

Deno.test("an empty answer explains itself, as JSON", () => {
  const { text, structured } = answer(globbed([], { searched: 5, skipped: { hidden: 2 } }), "files", { hints: ["h"] });
  const { mode: _, ...shown } = structured;
  assertEquals(structured, {
    mode: "files",
    files: [],
    truncated: false,
    total: 0,
    searched: 5,
    skipped: { hidden: 2 },
    hints: ["h"],
  });
  assertEquals(JSON.parse(text), shown);
});

Deno.test("only the token budget limits directories", () => {
  const directories = Array.from({ length: 3000 }, (_, i) => `packages/package${i}/src`);
  assertEquals(answer(globbed(directories), "directories").structured.total, 3000);
  const { structured } = answer(globbed(directories), "directories", { budget: 2000 });
  assert(Array.isArray(structured.directories));
  const shown = structured.directories.length;
  assertEquals(structured.message, `Showing ${shown} of 3000 matches. Use a more specific pattern.`);
  assertEquals([structured.truncated, structured.truncated_by], [true, "token_budget"]);
  const tokens = countTokens(JSON.stringify(structured));
  assert(tokens <= 2000 * 1.05 && tokens > 1200, String(tokens));
});

Deno.test("a walk that the deadline stopped reports that its total is not exact", () => {
  const { structured } = answer(globbed(["a"], { cutBy: "timeout" }), "directories");
  assertEquals(structured, {
    mode: "directories",
    directories: ["a"],
    truncated: true,
    total: 1,
    truncated_by: "timeout",
    total_is_exact: false,
    hints: [
      "Stopped at the deadline, so more may exist: narrow the pattern or the files, or give it more time: timeout_ms=30000",
    ],
  });
});
