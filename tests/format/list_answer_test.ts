import { CURRENT_CALL } from "./search_fixtures.ts";
import { assert, assertEquals } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { listAnswer, type ListAnswerOptions } from "../../src/format/list_answer.ts";
import type { ListedEntry, ListReport } from "../../src/model/report.ts";

function listed(entries: readonly ListedEntry[], changes: Partial<ListReport> = {}): ListReport {
  return { op: "list", entries, total: entries.length, searched: entries.length, skipped: {}, ...changes };
}

function answer(report: ListReport, changes: Partial<ListAnswerOptions> = {}) {
  const wish: ListAnswerOptions = {
    skip: 0,
    budget: 0,
    metadata: false,
    sort: "path",
    asTree: false,
    notes: [],
    hints: [],
    currentCall: CURRENT_CALL,
    ...changes,
  };
  const { text, structured, found } = listAnswer(report, wish);
  return { text: text.split("\n"), structured, found };
}

const ENTRIES: ListedEntry[] = [
  { path: "src", kind: "dir", size: 4096, mtime: 1700000000 },
  { path: "src/a.test.ts", kind: "file", size: 12, mtime: 1700000001 },
  { path: "src/.env", kind: "file", size: 3, mtime: 1700000002 },
  { path: "src/link.ts", kind: "link", size: 7, mtime: 1700000003 },
];

Deno.test("a listing has entries; in text directories end with a slash", () => {
  assertEquals(answer(listed(ENTRIES)), {
    text: ["src/", "src/a.test.ts", "src/.env", "src/link.ts", "[4 entries]"],
    structured: {
      total: 4,
      entries: [
        { path: "src", is_dir: true },
        { path: "src/a.test.ts", is_dir: false },
        { path: "src/.env", is_dir: false },
        { path: "src/link.ts", is_dir: false },
      ],
      truncated: false,
      has_more: false,
    },
    found: true,
  });
});

Deno.test("metadata adds the size of files, time and extension; in text under a heading, dates to the minute", () => {
  const { text, structured } = answer(listed(ENTRIES), { metadata: true, absoluteFrom: "/p" });
  assertEquals(text, [
    "[bytes modified path]",
    "- 2023-11-14T22:13Z /p/src/",
    "12 2023-11-14T22:13Z /p/src/a.test.ts",
    "3 2023-11-14T22:13Z /p/src/.env",
    "- 2023-11-14T22:13Z /p/src/link.ts",
    "[4 entries]",
  ]);
  const plain = answer(listed(ENTRIES), { absoluteFrom: "/p" }).structured.entries, mtime = 1700000000;
  const added = [
    { mtime },
    { size_bytes: 12, mtime: mtime + 1, ext: "ts" },
    { size_bytes: 3, mtime: mtime + 2 },
    { mtime: mtime + 3 },
  ];
  assertEquals(structured.entries, Object(plain).map((entry: ListedEntry, i: number) => ({ ...entry, ...added[i] })));
});

Deno.test("a listing sorted by size or time shows that value, without the other", () => {
  const [, file] = ENTRIES, bySize = answer(listed([file]), { sort: "size" });
  assertEquals(bySize.text, ["12 src/a.test.ts", "[1 entry]"]);
  assertEquals(bySize.structured.entries, [{ path: "src/a.test.ts", is_dir: false, size_bytes: 12 }]);
  const byTime = answer(listed([file]), { sort: "mtime" });
  assertEquals(byTime.text, ["2023-11-14 src/a.test.ts", "[1 entry]"]);
  assertEquals(byTime.structured.entries, [{ path: "src/a.test.ts", is_dir: false, mtime: 1700000001 }]);
});

Deno.test("times that no date can have are shown in UNIX seconds, entries that have gone without any", () => {
  const entries: ListedEntry[] = [
    { path: "far", kind: "file", size: 1, mtime: 9e15 },
    { path: "old", kind: "file", size: 1, mtime: -62_167_219_200 },
    { path: "gone", kind: "file" },
  ];
  assertEquals(answer(listed(entries), { metadata: true }).text, [
    "[bytes modified path]",
    "1 9000000000000000 far",
    "1 0000-01-01T00:00Z old",
    "- - gone",
    "[3 entries]",
  ]);
});

Deno.test("an empty listing explains itself", () => {
  assertEquals(answer(listed([], { searched: 9, skipped: { ignored: 2 } }), { hints: ["a hint"] }), {
    text: ["[0 entries; searched 9 entries; skipped: ignored 2]", "[a hint]"],
    structured: {
      total: 0,
      entries: [],
      truncated: false,
      has_more: false,
      searched: 9,
      skipped: { ignored: 2 },
      hints: ["a hint"],
    },
    found: false,
  });
});

Deno.test("the pages of a listing within a budget hold every entry once", () => {
  const entries = Array.from(
    { length: 900 },
    (_, i): ListedEntry => ({ path: `src/some/dir/file${i}.ts`, kind: "file" }),
  );
  const seen: unknown[] = [];
  for (let skip: unknown = 0; skip !== undefined;) {
    const from = Number(skip);
    const page = listed(entries.slice(from, from + 400), { total: entries.length });
    const { text, structured } = answer(page, { skip: from, budget: 1500 });
    assert(Math.max(countTokens(text.join("\n")), countTokens(JSON.stringify(structured))) <= 1500 * 1.05);
    assert(Array.isArray(structured.entries));
    seen.push(...structured.entries.map((entry) => entry.path));
    skip = structured.next_skip;
  }
  assertEquals(seen, entries.map(({ path }) => path));
});
