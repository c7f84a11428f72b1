import { assertEquals } from "@std/assert";
import { CurrentCall, JSON_SPELLING } from "../../../src/format/current_call.ts";
import { searchAnswer, type SearchAnswerOptions } from "../../../src/format/search/search_answer.ts";
import type { SearchReport } from "../../../src/model/search_report.ts";
import { fileHits, hit, report, searchOptions } from "../search_fixtures.ts";

const FOUND = report([
  fileHits(
    "src/a.ts",
    hit(3, "const todo = 1;", 6, 10),
    hit(9, "// todo: é todo", 3, 7, { spans: [[3, 7], [12, 16]] }),
  ),
  fileHits("src/deep/b.ts", hit(1, "…todo…", 3, 7, { cut: true, after: ["next"] })),
]);

function whole(found: SearchReport, changes: Partial<SearchAnswerOptions>) {
  const { answer } = searchAnswer(found, searchOptions(changes));
  return { text: answer.text.split("\n"), structured: answer.structured };
}

Deno.test("the full form gives every line with its submatches", () => {
  assertEquals(whole(FOUND, {}), {
    structured: {
      total: 3,
      matches: [
        {
          file: "src/a.ts",
          line_number: 3,
          line: "const todo = 1;",
          submatches: [{ start: 6, end: 10, match: "todo" }],
        },
        {
          file: "src/a.ts",
          line_number: 9,
          line: "// todo: é todo",
          submatches: [{ start: 3, end: 7, match: "todo" }, { start: 12, end: 16, match: "todo" }],
        },
        {
          file: "src/deep/b.ts",
          line_number: 1,
          line: "…todo…",
          line_truncated: true,
          submatches: [{ start: 3, end: 7, match: "todo" }],
          context_after: ["next"],
        },
      ],
      truncated: false,
      has_more: false,
    },
    text: [
      "src/a.ts:3:const todo = 1;",
      "src/a.ts:9:// todo: é todo",
      "src/deep/b.ts:1:…todo…",
      "src/deep/b.ts-2-next",
      "[3 matches]",
    ],
  });
});

Deno.test("group_by_file names each path once", () => {
  assertEquals(whole(FOUND, { form: "group_by_file", limit: 2 }), {
    structured: {
      total: 3,
      files: [
        {
          file: "src/a.ts",
          count: 2,
          lines: ["3: const todo = 1;", "9: // todo: é todo"],
        },
        {
          file: "src/deep/b.ts",
          count: 1,
          lines: ["1: …todo…", "2- next"],
          line_truncated: [1],
        },
      ],
      truncated: false,
    },
    text: [
      "src/a.ts",
      "3:const todo = 1;",
      "9:// todo: é todo",
      "",
      "src/deep/b.ts",
      "1:…todo…",
      "2-next",
      "[3 matches]",
    ],
  });
});

Deno.test("spans adds the bytes of each match to group_by_file, in text after the line's number", () => {
  const [a] = FOUND.files;
  const found = report([a, fileHits("c", hit(5, "one\ntwo", 2, 7, { before: ["x"] }), hit(8, "y", 0, 1))]);
  const { text, structured } = whole(found, { form: "group_by_file", showsSpans: true });
  assertEquals(structured.files, [
    {
      file: "src/a.ts",
      count: 2,
      lines: ["3: const todo = 1;", "9: // todo: é todo"],
      spans: { "3": [[6, 10]], "9": [[3, 7], [12, 16]] },
    },
    { file: "c", count: 2, lines: ["4- x", "5: one", "6: two", "8: y"], spans: { "5": [[2, 7]], "8": [[0, 1]] } },
  ]);
  assertEquals(text, [
    "src/a.ts",
    "3:6-10:const todo = 1;",
    "9:3-7,12-16:// todo: é todo",
    "",
    "c",
    "4-x",
    "5:2-7:one",
    "6:two",
    "--",
    "8:0-1:y",
    "[4 matches]",
  ]);
});

Deno.test("summary_only gives the files with most matches and their first lines, unindented", () => {
  const found = report([
    fileHits("one", hit(1, "   x", 3, 4)),
    fileHits("many", ...[2, 4, 6, 8].map((n) => hit(n, `\tx${n}`, 1, 2))),
  ]);
  assertEquals(whole(found, { form: "summary_only" }), {
    structured: {
      total: 5,
      files_matched: 2,
      top_files: [
        { file: "many", count: 4, samples: ["2: x2", "4: x4", "6: x6"] },
        { file: "one", count: 1, samples: ["1: x"] },
      ],
      truncated: false,
    },
    text: ["many (4)", "  2: x2", "  4: x4", "  6: x6", "one (1)", "  1: x", "[5 matches in 2 files]"],
  });
});

Deno.test("count_only_matches gives a count for each file, even one named __proto__", () => {
  const found = report([fileHits("__proto__", hit(1, "x", 0, 1)), fileHits("b", hit(1, "x", 0, 1))]);
  const { answer } = searchAnswer(found, searchOptions({ form: "count_only_matches", limit: 1 }));
  assertEquals(
    JSON.stringify(answer.structured),
    '{"total":2,"files_matched":2,"counts":{"__proto__":1},"truncated":true,"truncated_by":"limit",' +
      '"has_more":true,"next_skip":1,' +
      '"hints":["1 of 2 files shown (limit); for the rest: skip=1"]}',
  );
  assertEquals(
    answer.text,
    "__proto__:1\n[2 matches in 2 files]\n" +
      "[1 of 2 files shown (limit); for the rest: skip=1]",
  );
});

Deno.test("a cut by a limit that the caller named stands in the status line, in English and Japanese", () => {
  const found = report(["a", "b", "c"].map((path) => fileHits(path, hit(1, "x", 0, 1))));
  const remarksOf = (changes: Partial<SearchAnswerOptions>, named = changes.limit) => {
    const { form } = changes,
      page = form === undefined ? { ...found, files: found.files.slice(0, 2) } : found;
    const currentCall = new CurrentCall("search_content", { query: "x", limit: named }, JSON_SPELLING);
    const { text, structured: { next_skip, hints } } = searchAnswer(
      { ...page, records: 3 },
      searchOptions({ ...changes, currentCall }),
    ).answer;
    return [...text.split("\n").filter((line) => line.startsWith("[")), next_skip, hints];
  };
  const cases: [Partial<SearchAnswerOptions>, string][] = [
    [{}, "[2 of 3 matches; more: skip=2]"],
    [{ form: "count_only_matches" }, "[3 matches in 3 files; 2 of 3 files; more: skip=2]"],
  ];
  for (const [changes, status] of cases) assertEquals(remarksOf({ ...changes, limit: 2 }), [status, 2, undefined]);
  const whole = "2 of 3 files shown (limit); for the rest: skip=2";
  assertEquals(remarksOf({ form: "count_only_matches", limit: 2 }, 9), [
    "[3 matches in 3 files]",
    `[${whole}]`,
    2,
    [whole],
  ]);
});

Deno.test("total_only is a bare number", () => {
  assertEquals(whole(report([], { total: 47, filesMatched: 3 }), { form: "total_only" }), {
    structured: { total: 47, truncated: false },
    text: ["47"],
  });
});

Deno.test("an empty answer states what was searched and what was skipped", () => {
  const nothing = report([], { searched: 12, skipped: { ignored: 14, binary: 3, too_large: 1, hidden: 0 } });
  assertEquals(whole(nothing, { hints: ["1 match lies in ignored files: no_ignore=true."] }), {
    structured: {
      total: 0,
      matches: [],
      truncated: false,
      has_more: false,
      searched: 12,
      skipped: { ignored: 14, binary: 3, too_large: 1 },
      hints: [
        "1 match lies in ignored files: no_ignore=true.",
      ],
    },
    text: [
      "[0 matches; searched 12 files; skipped: ignored 14, binary 3, too_large 1]",
      "[1 match lies in ignored files: no_ignore=true.]",
    ],
  });
});

Deno.test("an answer with matches reports skipped files that may match too", () => {
  const found = report([fileHits("a", hit(1, "x", 0, 1))], { skipped: { ignored: 5, unreadable: 2 } });
  assertEquals(whole(found, { form: "total_only" }), {
    structured: { total: 1, truncated: false, skipped: { unreadable: 2 } },
    text: ["1", "[skipped: unreadable 2]"],
  });
});

Deno.test("a search that the deadline stopped keeps its matches and reports the total as a lower bound", () => {
  const found = report([fileHits("a", hit(1, "x", 0, 1))], { cutBy: "timeout" });
  const hint =
    "Stopped at the deadline, so more may exist: narrow the pattern or the files, or give it more time: timeout_ms=30000";
  assertEquals(whole(found, { form: "count_only_matches" }), {
    structured: {
      total: 1,
      files_matched: 1,
      counts: { a: 1 },
      truncated: true,
      truncated_by: "timeout",
      total_is_exact: false,
      hints: [hint],
    },
    text: ["a:1", "[at least 1 match in 1 file]", `[${hint}]`],
  });
});

Deno.test("find_and_grep adds its meta, which reports that file_limit cut the files even after a timeout", () => {
  const found = report([fileHits("a", hit(1, "x", 0, 1))], { cutBy: "file_limit", searched: 7 });
  const hint = "More files were found than file_limit allows: narrow the filters, or raise it: file_limit=10000";
  assertEquals(whole(found, { form: "count_only_matches", meta: true }), {
    structured: {
      total: 1,
      files_matched: 1,
      counts: { a: 1 },
      meta: { searched_file_count: 7, truncated: true, fd_elapsed_ms: 1, rg_elapsed_ms: 3 },
      truncated: true,
      truncated_by: "file_limit",
      total_is_exact: false,
      hints: [hint],
    },
    text: ["a:1", "[at least 1 match in 1 file; searched 7 files]", `[${hint}]`],
  });
});

Deno.test("optimize_paths gives the common prefix once", () => {
  assertEquals(whole(FOUND, { form: "count_only_matches", pathDisplay: { sharePrefix: true } }), {
    structured: {
      total: 3,
      files_matched: 2,
      counts: { "a.ts": 2, "deep/b.ts": 1 },
      path_prefix: "src/",
      truncated: false,
    },
    text: ["[path_prefix: src/]", "a.ts:2", "deep/b.ts:1", "[3 matches in 2 files]"],
  });
});

Deno.test("absolute paths are added to relative ones in the full form, and replace them in others", () => {
  const found = report([fileHits("a.ts", hit(1, "x", 0, 1)), fileHits("/other/b.ts", hit(1, "x", 0, 1))]);
  const style = { sharePrefix: false, absoluteFrom: "/project" };
  assertEquals(whole(found, { pathDisplay: style }).structured.matches, [
    {
      file: "a.ts",
      abs_path: "/project/a.ts",
      line_number: 1,
      line: "x",
      submatches: [{ start: 0, end: 1, match: "x" }],
    },
    {
      file: "/other/b.ts",
      abs_path: "/other/b.ts",
      line_number: 1,
      line: "x",
      submatches: [{ start: 0, end: 1, match: "x" }],
    },
  ]);
  assertEquals(whole(found, { pathDisplay: style }).text.slice(0, 2), ["/project/a.ts:1:x", "/other/b.ts:1:x"]);
  assertEquals(whole(found, { pathDisplay: style, form: "count_only_matches" }).structured.counts, {
    "/project/a.ts": 1,
    "/other/b.ts": 1,
  });
});

Deno.test("text has context lines that two matches share once, and marks gaps", () => {
  const found = report([fileHits(
    "a",
    hit(3, "x3", 0, 1, { before: ["l2"], after: ["l4", "x5"] }),
    hit(5, "x5", 0, 1, { before: ["l4"], after: ["l6"] }),
    hit(9, "x9", 0, 1, { before: ["l8"] }),
  )]);
  assertEquals(whole(found, { form: "group_by_file" }).text, [
    "a",
    "2-l2",
    "3:x3",
    "4-l4",
    "5:x5",
    "6-l6",
    "--",
    "8-l8",
    "9:x9",
    "[3 matches]",
  ]);
});

Deno.test("a match over several lines has each line's number", () => {
  const found = report([fileHits("a", hit(3, "one\ntwo", 0, 7, { after: ["rest"] }))]);
  assertEquals(whole(found, {}).text, ["a:3:one", "a:4:two", "a-5-rest", "[1 match]"]);
});

Deno.test("control characters in names and lines are escaped in text, but not in structured content", () => {
  const found = report([fileHits("a\n\u202eb", hit(1, "\tx\x1b[31m\x85\u2028é\r", 1, 2))]);
  const { text, structured } = whole(found, { form: "group_by_file" });
  assertEquals(text, ['"a\\n\\u202eb"', "1:\tx\\x1b[31m\\x85\\u2028é\\x0d", "[1 match]"]);
  assertEquals(structured.files, [{
    file: "a\n\u202eb",
    count: 1,
    lines: ["1: \tx\x1b[31m\x85\u2028é\r"],
  }]);
});

Deno.test("a skip beyond the last match has a hint", () => {
  const found = report([{ path: "a", count: 3, hits: [] }]);
  assertEquals(whole(found, { skip: 5 }), {
    structured: {
      total: 3,
      matches: [],
      truncated: false,
      has_more: false,
      hints: ["skip=5 is beyond the last of 3: start again without it."],
    },
    text: ["[3 matches]", "[skip=5 is beyond the last of 3: start again without it.]"],
  });
});

Deno.test("lines on which a pattern timed out are counted", () => {
  const found = report([], { cutBy: "timeout", timedOutLines: 2, searched: 1 });
  assertEquals(whole(found, { form: "total_only" }).structured.hints, [
    "The pattern took too long on 2 lines, which were skipped: simplify it.",
  ]);
});
