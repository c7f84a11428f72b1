import { assert, assertEquals } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Answer } from "../../../src/format/answer.ts";
import { searchAnswer, type SearchAnswerOptions } from "../../../src/format/search/search_answer.ts";
import { OUTPUT_FORMS, type OutputForm } from "../../../src/model/output_form.ts";
import { comparePaths } from "../../../src/model/place.ts";
import type { SearchReport } from "../../../src/model/search_report.ts";
import { seeded } from "../../seed.ts";
import { pageOf, randomReport } from "../random_reports.ts";
import { fileHits, hit, report, searchOptions } from "../search_fixtures.ts";

/** The tokens that a host pays if it shows a model one of the two. */
function cost({ text, structured }: Answer): number {
  return Math.max(countTokens(text), countTokens(JSON.stringify(structured)));
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

Deno.test("without a named form the richest that fits is chosen and reported", () => {
  const files = Array.from(
    { length: 25 },
    (_, f) =>
      fileHits(
        `src/some/where/file${f}.ts`,
        ...[1, 2, 3, 4, 5].map((n) => hit(n, `const value${n} = callSomethingRatherLong(${f}, "with text");`, 0, 5)),
      ),
  );
  const forms = [9000, 6000, 2000, 800, 150, 60].map((budget) => {
    const { answer, form } = searchAnswer(report(files), searchOptions({ budget }));
    const { format, degraded_from, counts_by, notes } = answer.structured;
    return { form, format, degraded_from, counts_by, reason: String(notes).replace(/~\d+/, "~N") };
  });
  const degraded = (form: OutputForm, budget: number, counts_by?: string) => ({
    form,
    format: form,
    degraded_from: "full",
    counts_by,
    reason: `full would take ~N tokens, over the budget of ${budget}, so this is ${form}${
      counts_by ? ` by ${counts_by}` : ""
    }.`,
  });
  assertEquals(forms, [
    { form: "full", format: undefined, degraded_from: undefined, counts_by: undefined, reason: "undefined" },
    degraded("group_by_file", 6000),
    degraded("summary_only", 2000),
    degraded("count_only_matches", 800),
    degraded("count_only_matches", 150, "directory"),
    degraded("total_only", 60),
  ]);
});

Deno.test("a degraded answer of files has no cursor, which would skip lines, but a hint how to get them", () => {
  const files = Array.from({ length: 200 }, (_, f) => fileHits(`file${f}.ts`, hit(1, "const x = 1;", 0, 5)));
  const { answer } = searchAnswer(report(files), searchOptions({ budget: 1500, skip: 50, limit: 150 }));
  const { top_files, estimated_tokens: _, notes: __, ...rest } = answer.structured;
  assert(Array.isArray(top_files));
  assertEquals(top_files[0], { file: "file0.ts", count: 1, samples: ["1: const x = 1;"] });
  assertEquals(rest, {
    total: 200,
    files_matched: 200,
    format: "summary_only",
    degraded_from: "full",
    truncated: true,
    truncated_by: "token_budget",
    hints: [
      "To get lines, narrow the query or roots, or page through them: group_by_file=true",
    ],
  });
});

Deno.test("an empty answer is never degraded, even within a tiny budget", () => {
  const { answer, form } = searchAnswer(report([]), searchOptions({ budget: 10, hints: ["Why there is none."] }));
  const { truncated, format, hints } = answer.structured;
  assertEquals([form, truncated, format, hints], ["full", false, undefined, ["Why there is none."]]);
  const beyond = report([fileHits("a", hit(1, "x", 0, 1))]);
  const page = searchAnswer(pageOf(beyond, 5, 10), searchOptions({ budget: 10, skip: 5 })).answer.structured;
  assertEquals([page.truncated, page.hints], [false, [
    "skip=5 is beyond the last of 1: start again without it.",
  ]]);
});

Deno.test("if not even one record fits, the answer has a hint and no cursor", () => {
  const found = report([fileHits("a", hit(1, "word ".repeat(95), 0, 4)), fileHits("b", hit(1, "x", 0, 1))]);
  const { answer } = searchAnswer(found, searchOptions({ budget: 100, form: "group_by_file" }));
  assertEquals(answer.structured, {
    total: 2,
    files: [],
    truncated: true,
    truncated_by: "token_budget",
    hints: [
      "Not even one record fits into 100 tokens. With a higher budget: token_budget=400",
    ],
  });
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

/** The records of all pages, by following next_skip. */
function pages(found: SearchReport, changes: Partial<SearchAnswerOptions>): string[] {
  const records: string[] = [];
  const limit = changes.limit ?? 2000;
  for (let skip = 0, more = true; more;) {
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
  }
});
