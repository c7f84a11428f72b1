import { assert, assertEquals } from "@std/assert";
import { manifestAnswer, withTextTokens } from "../../../src/format/consult/consult_manifest.ts";
import type { ConsultReport } from "../../../src/model/report.ts";

const REPORT: ConsultReport = {
  op: "consult",
  files: [{ path: "a.py", bytes: 30, estimatedTokens: 10 }, { path: "b\n.py", bytes: 3, estimatedTokens: 1 }],
  leftOut: [{ path: "src/*", fault: { key: "consult_extension", params: { path: "src/*", stem: "src/" } } }],
};

Deno.test("the manifest lists the files that would be sent, and the others with reasons", () => {
  const reason = "src/*: a wildcard needs an extension after it, spelled out. " +
    'Say which kind of file: "src/*.py" or "src/*.{ts,tsx}".';
  assertEquals(manifestAnswer(REPORT, 0, "en"), {
    text: `a.py\t30\t~10\n"b\\n.py"\t3\t~1\n[left out: src/*: ${reason}]\n` +
      "[Would send 2 files, 33 bytes, ~11 tokens; nothing was sent.]",
    structured: {
      dry_run: true,
      files: [{ path: "a.py", bytes: 30, estimated_tokens: 10 }, { path: "b\n.py", bytes: 3, estimated_tokens: 1 }],
      left_out: [{ path: "src/*", reason }],
      total_files: 2,
      total_bytes: 33,
      total_estimated_tokens: 11,
      truncated: false,
    },
    isError: false,
    found: true,
  });
});

Deno.test("a file that is sent in part is marked, and its tokens are those of that part", () => {
  const files = [{ path: "big.log", bytes: 9_000_000, estimatedTokens: 3_000_000, text: "one line\n", textCut: true }];
  const { text, structured } = manifestAnswer(withTextTokens({ op: "consult", files, leftOut: [] }), 0, "en");
  const tokens = Number(structured.total_estimated_tokens);
  assert(tokens > 0 && tokens < 10, `${tokens}`);
  assertEquals(structured.files, [{ path: "big.log", bytes: 9_000_000, estimated_tokens: tokens, truncated: true }]);
  assert(text.startsWith(`big.log\t9000000\t~${tokens}\t(only its beginning would be sent)\n`), text);
});

Deno.test("a manifest larger than some contexts warns that long files may be cut", () => {
  const hint = "If the model's context holds less, long files are cut: none takes more than half of it.";
  const files = [{ path: "a.py", bytes: 90_000, estimatedTokens: 30_000 }];
  const { text, structured } = manifestAnswer({ op: "consult", files, leftOut: [] }, 0, "en");
  assertEquals([structured.hints, structured.truncated, "truncated_by" in structured], [[hint], false, false]);
  assert(text.endsWith(`~30000 tokens; nothing was sent.]\n[${hint}]`), text);
});

Deno.test("a manifest over the budget is shortened, but its totals count all files", () => {
  const files = Array.from({ length: 500 }, (_, i) => ({ path: `src/file${i}.py`, bytes: 3, estimatedTokens: 1 }));
  const { structured } = manifestAnswer({ ...REPORT, files }, 1000, "en");
  assert(Array.isArray(structured.files) && structured.files.length < 80);
  assertEquals([structured.total_files, structured.truncated_by], [500, "token_budget"]);
  assertEquals(structured.hints, [`${structured.files.length} of 501 listed (token_budget).`]);
});
