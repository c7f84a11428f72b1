import { CURRENT_CALL } from "../search_fixtures.ts";
import { assert, assertEquals } from "@std/assert";
import { type RangeOptions, rangeView } from "../../../src/format/read/range_view.ts";
import { asAnswer } from "../../../src/format/read/read_view.ts";
import type { ReadReport } from "../../../src/model/report.ts";
import type { ReadRange } from "../../../src/model/request.ts";

/** The answer to a range that begins where the report does, unless `start` differs. */
function answer(
  report: Omit<ReadReport, "op" | "notes" | "path">,
  { start, ...changes }: Partial<RangeOptions> & { readonly start?: number } = {},
) {
  const wish: RangeOptions = {
    max: 40,
    lineNumbers: false,
    repeatedArgs: {},
    notes: [],
    currentCall: CURRENT_CALL,
    ...changes,
  };
  const { given } = report, { max } = wish;
  const asked: ReadRange = given.type === "bytes"
    ? { type: "bytes", offset: start ?? given.offset, max }
    : { type: "lines", start: start ?? given.start, max, maxBytes: 9999 };
  const { text, structured } = asAnswer("both")(rangeView({ op: "read", path: "a.ts", ...report }, asked, wish)).answer;
  return { text, structured };
}

const LINES = { range_type: "lines", offset_bytes: null, max_bytes: null } as const;
const BYTES = { range_type: "bytes", start_line: null, max_lines: null } as const;

Deno.test("the text of a whole file is its content only", () => {
  const given = { type: "bytes", offset: 0, length: 4 } as const;
  assertEquals(answer({ content: "a\r\nb", size: 4, given, more: false }, { max: 65536 }), {
    text: "a\r\nb",
    structured: {
      path: "a.ts",
      content: "a\r\nb",
      is_truncated: false,
      range: { ...BYTES, offset_bytes: 0, max_bytes: 65536 },
      size_bytes: 4,
    },
  });
});

Deno.test("a page of lines has the arguments of the next one, including repeated ones", () => {
  const given = { type: "lines", start: 45, count: 2, lineCut: false } as const;
  const report = { content: "x\ny", size: 900, given, more: true, totalLines: 120 };
  const next = { path: "a.ts", start_line: 47, max_lines: 2, line_numbers: true, encoding: "utf-8" };
  const repeat = { line_numbers: true, encoding: "utf-8" };
  assertEquals(answer(report, { max: 2, lineNumbers: true, repeatedArgs: repeat }), {
    text: `45. x\n46. y\n[lines 45-46 of 120; next: ${CURRENT_CALL.renderOther("search_content", next)}]`,
    structured: {
      path: "a.ts",
      content: "45. x\n46. y",
      is_truncated: true,
      range: { ...LINES, start_line: 45, max_lines: 2 },
      total_lines: 120,
      size_bytes: 900,
      next,
    },
  });
});

Deno.test("for lines counted from the end, the text states their numbers", () => {
  const given = { type: "lines", start: 119, count: 2, lineCut: false } as const;
  const report = { content: "x\ny", size: 900, given, more: false, totalLines: 120 };
  assertEquals(answer(report, { start: -2 }).text, "x\ny\n[lines 119-120 of 120]");
  assertEquals(answer(report).text, "x\ny");
  const middle = { type: "bytes", offset: 4, length: 2 } as const;
  assertEquals(
    answer({ content: "日", size: 6, given: middle, more: false }, { start: 3 }).text,
    "日\n[bytes 4-6 of 6]",
  );
});

Deno.test("the page after a page of bytes begins where that ended", () => {
  const given = { type: "bytes", offset: 10, length: 3 } as const;
  assertEquals(answer({ content: "日", size: 99, given, more: true }, { max: 5 }), {
    text: '日\n[bytes 10-13 of 99; next: search_content {"path": "a.ts", "offset_bytes": 13, "max_bytes": 5}]',
    structured: {
      path: "a.ts",
      content: "日",
      is_truncated: true,
      range: { ...BYTES, offset_bytes: 10, max_bytes: 5 },
      size_bytes: 99,
      next: { path: "a.ts", offset_bytes: 13, max_bytes: 5 },
    },
  });
});

Deno.test("the rest of a cut line can be read by bytes", () => {
  const given = { type: "lines", start: 7, count: 1, lineCut: true, rest: 5000 } as const;
  const { structured } = answer({ content: "xxx", size: 9999, given, more: true }, {
    repeatedArgs: { line_numbers: true },
  });
  assertEquals(structured.next, { path: "a.ts", offset_bytes: 5000 });
  assertEquals(structured.hints, [
    "Line 7 is too long and was cut: next continues it. The line after it: start_line=8",
  ]);
  const last = answer({ content: "xxx", size: 9999, given, more: true, totalLines: 7 }, {}).structured.hints;
  assertEquals(last, ["Line 7, the last, is too long and was cut: next continues it."]);
});

Deno.test("the answer to a range after the end states the file's length", () => {
  const given = { type: "lines", start: 500, count: 0, lineCut: false } as const;
  assertEquals(answer({ content: "", size: 30, given, more: false, totalLines: 3 }), {
    text: "[Nothing here: the file has 30 bytes, 3 lines.]",
    structured: {
      path: "a.ts",
      content: "",
      is_truncated: false,
      range: { ...LINES, start_line: 500, max_lines: 40 },
      total_lines: 3,
      size_bytes: 30,
      hints: ["Nothing here: the file has 30 bytes, 3 lines."],
    },
  });
});

Deno.test("text is never blank, since some models refuse that, but structured content stays exact", () => {
  const bytes = { type: "bytes", offset: 0, length: 0 } as const,
    lines = { type: "lines", start: 1, lineCut: false } as const;
  const empty = answer({ content: "", size: 0, given: bytes, more: false });
  assertEquals(empty.text, "[Nothing here: the file has 0 bytes.]");
  assertEquals([empty.structured.content, empty.structured.hints], ["", ["Nothing here: the file has 0 bytes."]]);
  const blank = answer({ content: "\n  ", size: 4, given: { ...lines, count: 2 }, more: false, totalLines: 2 });
  assertEquals(blank.text, "\n  \n[There is no visible text here.]");
  assertEquals([blank.structured.content, blank.structured.hints], ["\n  ", undefined]);
  const page = answer({ content: "", size: 9, given: { ...lines, count: 1 }, more: true, totalLines: 2 }, { max: 1 });
  assertEquals(page.text, '[lines 1-1 of 2; next: search_content {"path": "a.ts", "start_line": 2, "max_lines": 1}]');
});

Deno.test("one byte and one line are in the singular", () => {
  const lines = { type: "lines", start: 5, count: 0, lineCut: false } as const;
  const bytes = { type: "bytes", offset: 5, length: 0 } as const;
  assertEquals(answer({ content: "", size: 1, given: lines, more: false, totalLines: 1 }).structured.hints, [
    "Nothing here: the file has 1 byte, 1 line.",
  ]);
  assertEquals(answer({ content: "", size: 1, given: bytes, more: false }).structured.hints, [
    "Nothing here: the file has 1 byte.",
  ]);
});

Deno.test("content that is not UTF-8 has a hint about its likely encoding, unless one was forced", () => {
  const given = { type: "bytes", offset: 0, length: 4 } as const;
  const report = { content: "caf\uFFFD", size: 4, given, more: false };
  const words = "Bytes that are not UTF-8 are shown as \uFFFD";
  const hint = `${words}; the text seems to be in koi8-r: ${CURRENT_CALL.render({ encoding: "koi8-r" })}`;
  const { text, structured } = answer({ ...report, likelyEncoding: "koi8-r" });
  assertEquals([text, structured.hints], [`caf\uFFFD\n[${hint}]`, [hint]]);
  assertEquals(answer(report).structured.hints, [`${words}.`]);
  assertEquals(answer(report, { repeatedArgs: { encoding: "ascii" } }).structured.hints, undefined);
});

Deno.test("control characters are escaped in text with a remark, but not in structured content", () => {
  const given = { type: "bytes", offset: 0, length: 6 } as const;
  const { text, structured } = answer({ content: "\x1b[1mx\n", size: 6, given, more: false });
  assertEquals(text, "\\x1b[1mx\n[control characters are shown as \\xNN]");
  assertEquals(structured.content, "\x1b[1mx\n");
});

Deno.test("an answer over 500 tokens states its estimate", () => {
  const given = { type: "bytes", offset: 0, length: 9999 } as const;
  const { structured } = answer({ content: "some words here\n".repeat(400), size: 9999, given, more: false });
  assert(Number(structured.estimated_tokens) > 1200);
});
