import { assert, assertEquals } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Answer } from "../../../src/format/answer.ts";
import { CurrentCall, JSON_SPELLING } from "../../../src/format/current_call.ts";
import { searchAnswer, type SearchAnswerOptions } from "../../../src/format/search/search_answer.ts";
import { OUTPUT_FORMS, type SentAs } from "../../../src/model/output_form.ts";
import { comparePaths } from "../../../src/model/place.ts";
import type { SearchReport } from "../../../src/model/search_report.ts";
import { type Random, seeded } from "../../seed.ts";
import { pageOf, randomReport } from "../random_reports.ts";
import { fileHits, hit, report, searchOptions } from "../search_fixtures.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz", HEX = "0123456789abcdef";
const BASE64 = LETTERS + LETTERS.toUpperCase() + "0123456789+/";

/** The length of a line that is cut. */
const LENGTH = 490;

type Piece = (random: Random) => string;

const chars = (from: string, count: number): Piece => (random) =>
  Array.from({ length: count }, () => random.pick([...from])).join("");

/** The rest of a text from anywhere in its first half. */
const partOf = (text: string): Piece => (random) => text.slice(random.int(text.length / 2));

const number = (random: Random) => String(random.int(1_000_000) / 100);

/** Generates a piece of a line. Pieces are joined until the line is long enough. */
const PIECES: Readonly<Record<string, Piece>> = {
  base64: chars(BASE64, 76),
  hash: (random) => chars(HEX, 40)(random) + " ",
  uuid: (random) => [8, 4, 4, 4, 12].map((count) => chars(HEX, count)(random)).join("-") + ",",
  numbers: (random) => number(random) + ",",
  vector: (random) => random.pick([..."MLCQZ"]) + number(random) + " " + number(random),
  minified: (random) => {
    const name = chars(LETTERS, 1 + random.int(2));
    return `${name(random)}.${name(random)}(${name(random)},${random.int(99)}),`;
  },
  expression: chars("()[]{}|\\.*+?^$sdwb", 20),
  quoted: (random) =>
    JSON.stringify(JSON.stringify({ [chars(LETTERS, 5)(random)]: number(random) })).slice(1, -1) + ",",
  encoded: (random) => "%" + chars("0123456789ABCDEF", 2)(random),
  url: (random) => `https://example.com/${chars(BASE64, 12)(random)}?q=${random.int(1e6)}&id=${chars(HEX, 8)(random)} `,
  capitals: chars(LETTERS.toUpperCase(), 30),
  letters: chars(LETTERS, 30),
  japanese: partOf("この関数は、指定されたディレクトリの中から条件に合うファイルを探し、その一覧を返します。"),
  chinese: partOf("该函数从给定目录中查找符合条件的文件，并返回其列表。如果找不到配置文件，则使用默认值。"),
  russian: partOf("Функция ищет в указанном каталоге файлы, удовлетворяющие условию, и возвращает их список. "),
  korean: partOf("이 함수는 지정된 디렉터리에서 조건에 맞는 파일을 찾아 그 목록을 반환합니다. "),
  german: (random) => random.pick(["Rückfragen ", "bitte ", "an ", "die ", "Geschäftsstelle; ", "Verordnung "]),
  code: (random) => random.pick(["return Err(", "self.slice", "&[u8]) -> ", '<a href="', "};\t", "if (!x) {", "0x7f "]),
};

/** All kinds of long lines. */
const KINDS: readonly string[] = Object.keys(PIECES);

/** A long line of `kind`. */
function longLine(kind: string, random: Random): string {
  let line = "";
  while (line.length < LENGTH) line += PIECES[kind](random);
  return line.slice(0, LENGTH).toWellFormed();
}

/** The tokens that a host pays for what it is sent, if of two it shows a model either. */
function cost({ text, structured }: Answer, sentAs: SentAs = "both"): number {
  const costs = { text: countTokens(text), structured: countTokens(JSON.stringify(structured)) };
  return sentAs === "both" ? Math.max(costs.text, costs.structured) : costs[sentAs];
}

function longLined(kind: string, random: Random): SearchReport {
  const hits = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ ...hit(i + 1, longLine(kind, random), 0, 5), cut: true }));
  return report(
    Array.from({ length: 1 + random.int(6) }, (_, i) => fileHits(`src/f${i}.ts`, ...hits(1 + random.int(12)))),
  );
}

Deno.test("no answer exceeds its budget by more than 5 %, with a named form or without", () => {
  const random = seeded("ladder budget");
  for (let i = 0; i < 40; i++) {
    const found = randomReport(random, { files: 40, hits: 30, context: random.int(3) });
    const skip = random.chance(0.3) ? random.int(40) : 0, limit = 1 + random.int(400);
    const budget = 250 + random.int(4000);
    const form = random.pick([undefined, ...OUTPUT_FORMS.slice(1)]);
    const style = {
      sharePrefix: random.chance(0.5),
      ...(random.chance(0.3) && { absoluteFrom: "/home/someone/project" }),
    };
    const { answer } = searchAnswer(
      pageOf(found, skip, limit),
      searchOptions({ form, skip, limit, budget, pathDisplay: style, meta: true }),
    );
    assert(cost(answer) <= budget * 1.05, `${cost(answer)} tokens of ${budget}, form ${form}, round ${i}`);
    if (cost(answer) > 550) assert(Number(answer.structured.estimated_tokens) > 500, `no estimate, round ${i}`);
  }
});

/** The records of an answer, each as one line. */
function recordsOf({ structured }: Answer): string[] {
  const { matches, files, counts, top_files } = JSON.parse(JSON.stringify(structured));
  if (matches) return matches.map((m: Match) => `${m.file}:${m.line_number}`);
  if (files) return files.flatMap(matchesOf);
  return counts ? Object.keys(counts) : (top_files ?? []).map((f: Grouped) => f.file);
}

/** The matching lines of a file of group_by_file, without their text. */
function matchesOf({ file, lines }: Grouped): string[] {
  return lines.flatMap((line) => /^\d+(?=: )/.exec(line) ?? []).map((number) => `${file}:${number}`);
}

interface Match {
  readonly file: string;
  readonly line_number: number;
}

interface Grouped {
  readonly file: string;
  readonly lines: readonly string[];
}

/** The records of all pages from `first` on, by following next_skip. */
function pages(found: SearchReport, changes: Partial<SearchAnswerOptions>, first = 0): string[] {
  const records: string[] = [];
  const limit = changes.limit ?? 2000;
  for (let skip = first, more = true; more;) {
    const { answer } = searchAnswer(pageOf(found, skip, limit), searchOptions({ ...changes, skip }));
    records.push(...recordsOf(answer));
    more = answer.structured.has_more === true;
    assertEquals(more, "next_skip" in answer.structured);
    assertEquals(answer.structured.next_skip, more ? skip + recordsOf(answer).length : undefined);
    skip = Number(answer.structured.next_skip);
  }
  return records;
}

Deno.test("pages of every form, cut by limit or budget, hold each record once and in order", () => {
  const random = seeded("paging");
  for (let i = 0; i < 60; i++) {
    const found = randomReport(random, { files: 25, hits: 12, context: random.int(2) });
    const limit = 1 + random.int(60), budget = random.chance(0.5) ? 0 : 900 + random.int(2000);
    const lines = found.files.flatMap((file) => file.hits.map((at) => `${file.path}:${at.lineNumber}`));
    const ranked = found.files.toSorted((a, b) => b.count - a.count).map((file) => file.path);
    const most = found.files.toSorted((a, b) => b.count - a.count || comparePaths(a.path, b.path));
    assertEquals(pages(found, { form: "group_by_file", limit, budget }), lines);
    assertEquals(pages(found, { form: "count_only_matches", limit, budget }), most.map(({ path }) => path));
    assertEquals(pages(found, { form: "summary_only", limit, budget }), ranked);
    assertEquals(pages(found, { limit }), lines);
    if (lines.length > 1) assertEquals(pages(found, { limit, budget }, 1), lines.slice(1), "a later page, no form");
  }
});

Deno.test("in every form, an answer of long lines keeps its budget by a real tokenizer's count", () => {
  const random = seeded("budget of long lines");
  for (const kind of KINDS) {
    for (const form of [...OUTPUT_FORMS.slice(1), undefined]) {
      const budget = 600 + random.int(3000), sentAs = random.pick(["text", "structured", "both"] as const);
      const args = { query: "x", token_budget: budget };
      const own = new CurrentCall("search_content", args, JSON_SPELLING, sentAs);
      const { answer } = searchAnswer(
        longLined(kind, random),
        searchOptions({ ...(form && { form }), budget, currentCall: own }),
      );
      const tokens = cost(answer, sentAs);
      assert(tokens <= budget, `${kind}, ${form}, ${sentAs}: ${tokens} tokens of ${budget}`);
    }
  }
});

Deno.test("sent as text alone, an answer holds at least as many lines of a budget as one sent in both forms", () => {
  const random = seeded("budget of what is sent"), gains: number[] = [];
  for (let round = 0; round < 30; round++) {
    const found = randomReport(random, { files: 12, hits: 12, context: 0 }), budget = 150 + random.int(600);
    const [text, structured, both] = (["text", "structured", "both"] as const).map((sentAs) => {
      const currentCall = new CurrentCall("search_content", { query: "x" }, JSON_SPELLING, sentAs);
      const { answer } = searchAnswer(found, searchOptions({ form: "group_by_file", budget, currentCall }));
      return answer.hits?.length ?? 0;
    });
    assert(text >= both && structured >= both, `${[text, structured, both]} lines of ${found.total} in ${budget}`);
    gains.push(text - both);
  }
  assert(gains.some((gain) => gain > 0), `${gains}`);
});
