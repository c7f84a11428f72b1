import { assert, assertEquals } from "@std/assert";
import { walkSync } from "@std/fs";
import { fromFileUrl, relative } from "@std/path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { estimateTokens } from "../../src/format/token_estimate.ts";
import { searchAnswer } from "../../src/format/search/search_answer.ts";
import { fileHits, hit, report, searchOptions } from "./search_fixtures.ts";

const HERE = new URL("../../", import.meta.url);

function sources(dir: string): string[] {
  const files = [...walkSync(new URL(dir, HERE), { exts: ["ts", "md", "json"], includeDirs: false })];
  return files.map(({ path }) => relative(fromFileUrl(HERE), path));
}

/** Answers as hosts get them, of every third of this repository's own files, to which the estimator was not fitted. */
function* realAnswers(): Generator<string> {
  for (const path of sources("src/").filter((_, i) => i % 3 === 0)) {
    const content = Deno.readTextFileSync(new URL(path, HERE));
    const lines = content.split("\n");
    const hits = lines.flatMap((line, i) => /\b(const|return|the)\b/.test(line) ? [hit(i + 1, line, 0, 1)] : []);
    if (hits.length === 0) continue;
    const found = report([fileHits(path, ...hits)]);
    for (const form of [undefined, "group_by_file", "summary_only"] as const) {
      const { answer } = searchAnswer(found, searchOptions({ form }));
      yield answer.text;
      yield JSON.stringify(answer.structured);
    }
    yield lines.slice(0, 200).join("\n");
    yield JSON.stringify({ path, content: lines.slice(0, 200).join("\n"), is_truncated: false });
  }
}

Deno.test("the estimate understates by more than 10 % on at most 5 % of real answers", () => {
  const errors = [...realAnswers()].map((text) => estimateTokens(text) / countTokens(text) - 1).sort((a, b) => a - b);
  const low = errors.filter((error) => error < -0.1).length;
  const at = (part: number) => (100 * errors[Math.floor(part * (errors.length - 1))]).toFixed(1) + " %";
  console.log(
    `${errors.length} answers; error at 1 % ${at(0.01)}, 5 % ${at(0.05)}, median ${at(0.5)}, 95 % ${at(0.95)}`,
  );
  assert(errors.length > 400);
  assert(low <= errors.length * 0.05, `${low} of ${errors.length}`);
});

Deno.test("other scripts, hashes and keys are not understated", () => {
  const samples = [
    "通常ファイルではありません。存在するものを調べてください。正規表現として解釈できません。",
    "这个服务器的根目录之外的路径不被接受，请重新指定。",
    "이 서버의 루트 밖에 있는 경로입니다. 다시 지정하십시오.",
    "Поиск по содержимому файлов и каталогов выполняется быстро и безопасно.",
    "😀🎉🚀👍🏽 " + "🧑‍💻".repeat(10),
    "da39a3ee5e6b4b0d3255bfef95601890afd80709 ".repeat(8),
    "aGVsbG8gd29ybGQsIHRoaXMgaXMgYmFzZTY0IQ==\n".repeat(8),
    "3.14159265358979,2.71828182845905,1.41421356237310\n".repeat(8),
  ];
  for (const text of samples) assert(estimateTokens(text) >= 0.9 * countTokens(text), text);
});

Deno.test("the estimate of a very long text by samples agrees with that of its pieces", () => {
  const content = [...sources("src/")].map((path) => Deno.readTextFileSync(new URL(path, HERE))).join("");
  const text = content.repeat(Math.ceil(2 ** 21 / content.length)) + "0123456789abcdef ".repeat(2 ** 16);
  let sum = 0;
  for (let at = 0; at < text.length; at += 2 ** 18) sum += estimateTokens(text.slice(at, at + 2 ** 18));
  const off = estimateTokens(text) / sum - 1;
  assert(Math.abs(off) < 0.04, `${(100 * off).toFixed(1)} %`);
});

Deno.test("an empty text costs nothing", () => assertEquals(estimateTokens(""), 0));
