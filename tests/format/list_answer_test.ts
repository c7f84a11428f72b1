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
    notes: [],
    hints: [],
    lang: "en",
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
    },
    found: true,
  });
});

Deno.test("metadata adds size, time and extension", () => {
  const { text, structured } = answer(listed(ENTRIES), { metadata: true, absoluteFrom: "/p" });
  assertEquals(text, [
    "/p/src/\t4096\t1700000000",
    "/p/src/a.test.ts\t12\t1700000001",
    "/p/src/.env\t3\t1700000002",
    "/p/src/link.ts\t7\t1700000003",
    "[4 entries]",
  ]);
  assertEquals(structured.entries, [
    { path: "/p/src", is_dir: true, size_bytes: 4096, mtime: 1700000000 },
    { path: "/p/src/a.test.ts", is_dir: false, size_bytes: 12, mtime: 1700000001, ext: "ts" },
    { path: "/p/src/.env", is_dir: false, size_bytes: 3, mtime: 1700000002 },
    { path: "/p/src/link.ts", is_dir: false, size_bytes: 7, mtime: 1700000003 },
  ]);
});

Deno.test("an empty listing explains itself", () => {
  assertEquals(answer(listed([], { searched: 9, skipped: { ignored: 2 } }), { hints: ["a hint"] }), {
    text: ["[0 entries; searched 9 entries; skipped: ignored 2]", "[a hint]"],
    structured: {
      total: 0,
      entries: [],
      truncated: false,
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
