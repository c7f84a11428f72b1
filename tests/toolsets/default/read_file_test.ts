import { assert, assertEquals } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Report } from "../../../src/model/report.ts";
import type { Request } from "../../../src/model/request.ts";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";
import { call, codeOf } from "../called_tool.ts";
import { nothing } from "../scripted_context.ts";

Deno.test("lines are read unless byte fields say otherwise; defaults of the other kind are no conflict", async () => {
  const rangeOf = async (args: Record<string, unknown>) => {
    const { requests: [request], answer } = await call("read_file", { path: "a", ...args }, nothing, {
      tokenBudget: 0,
    });
    return request?.op === "read" ? request.range : codeOf(answer);
  };
  const cap = 2 ** 20;
  assertEquals(await rangeOf({}), { type: "lines", start: 1, max: 200, maxBytes: cap });
  assertEquals(await rangeOf({ offset_bytes: 0 }), { type: "bytes", offset: 0, max: 65_536 });
  assertEquals(await rangeOf({ range_type: "bytes" }), { type: "bytes", offset: 0, max: 65_536 });
  assertEquals(await rangeOf({ offset_bytes: 5 }), { type: "bytes", offset: 5, max: 65_536 });
  assertEquals(await rangeOf({ start_line: 41, max_lines: 40 }), { type: "lines", start: 41, max: 40, maxBytes: cap });
  assertEquals(await rangeOf({ max_lines: 9000 }), { type: "lines", start: 1, max: 5000, maxBytes: cap });
  assertEquals(await rangeOf({ start_line: -5 }), { type: "lines", start: -5, max: 200, maxBytes: cap });
  assertEquals(await rangeOf({ line_numbers: true }), { type: "lines", start: 1, max: 200, maxBytes: cap });
  assertEquals(await rangeOf({ line_numbers: false }), { type: "lines", start: 1, max: 200, maxBytes: cap });
  assertEquals(await rangeOf({ line_numbers: true, max_bytes: 5 }), { type: "bytes", offset: 0, max: 5 });
  assertEquals(await rangeOf({ range_type: "lines" }), { type: "lines", start: 1, max: 200, maxBytes: cap });
  const filledIn = { start_line: 1, max_lines: 200, line_numbers: false, offset_bytes: 0, max_bytes: 65_536 };
  assertEquals(await rangeOf(filledIn), { type: "lines", start: 1, max: 200, maxBytes: cap });
  assertEquals(await rangeOf({ ...filledIn, start_line: 7 }), { type: "lines", start: 7, max: 200, maxBytes: cap });
  assertEquals(await rangeOf({ ...filledIn, max_bytes: 99 }), { type: "bytes", offset: 0, max: 99 });
  const zeros = { start_line: 0, offset_bytes: 0, encoding: "" };
  assertEquals(await rangeOf(zeros), { type: "lines", start: 1, max: 200, maxBytes: cap });
  assertEquals(await rangeOf({ ...zeros, offset_bytes: 9 }), { type: "bytes", offset: 9, max: 65_536 });
  const wrong = [
    { start_line: 2, offset_bytes: 5 },
    { range_type: "bytes", max_lines: 5 },
    { range_type: "lines", max_bytes: 5 },
    { offset_bytes: -1 },
    { max_bytes: 0 },
    { max_lines: 0 },
  ];
  for (const args of wrong) assertEquals([args, await rangeOf(args)], [args, "INVALID_ARGUMENT"]);
});

/**
 * Reads of a text as the engine answers them; in other encodings than UTF-8 it does not know where the content begins.
 */
function reader(text: string, isUtf8: boolean): (request: Request) => Report {
  const bytes = new TextEncoder().encode(text);
  return (request) => {
    if (request.op !== "read") return nothing(request);
    const { range, path } = request;
    const common = { op: "read", path, size: bytes.length } as const;
    if (range.type === "bytes") {
      let end = Math.min(bytes.length, range.offset + range.max);
      while (end < bytes.length && (bytes[end] & 0xc0) === 0x80) end++;
      const content = new TextDecoder().decode(bytes.subarray(range.offset, end));
      const given = { type: "bytes", offset: range.offset, length: end - range.offset } as const;
      return { ...common, content, given, more: end < bytes.length, ...(isUtf8 && { contentAt: range.offset }) };
    }
    const lines = text.replace(/\n$/, "").split("\n");
    const from = lines.slice(range.start - 1);
    let count = 0;
    const fits = (n: number) => new TextEncoder().encode(from.slice(0, n).join("\n")).length <= range.maxBytes;
    while (count < Math.min(range.max, from.length) && fits(count + 1)) count++;
    const given = { type: "lines", start: range.start, count, lineCut: false } as const;
    const content = from.slice(0, count).join("\n");
    return { ...common, content, given, more: count < from.length, totalLines: lines.length };
  };
}

Deno.test("pages of a file stay within the budget and make up the file; a page of UTF-8 takes one read", async () => {
  const text = Array.from({ length: 900 }, (_, i) => `行 ${i}: const value = "${"x".repeat(i % 50)}"; 🎉`).join("\n") +
    "\n";
  const firsts = [{ path: "a", offset_bytes: 0 }, { path: "a", max_lines: 5000, line_numbers: false }, {
    path: "a",
    max_bytes: 700,
  }];
  for (const [first, isUtf8] of firsts.flatMap((first) => [[first, true], [first, false]] as const)) {
    const parts: unknown[] = [];
    let pages = 0;
    for (let args: unknown = { ...first, token_budget: 900 }; args !== undefined; pages++) {
      const { answer, requests } = await call("read_file", args, reader(text, isUtf8));
      const reads = requests.filter(({ op }) => op === "read").length;
      assert(reads === 1 || !isUtf8 && reads === 2, `${reads} reads`);
      const { content, is_truncated, next } = answer.structured;
      const tokens = Math.max(countTokens(answer.text), countTokens(JSON.stringify(answer.structured)));
      assert(tokens <= 900 * 1.05, `${tokens} tokens`);
      assertEquals(is_truncated, next !== undefined);
      parts.push(content);
      args = next;
    }
    assert(pages > 3);
    assertEquals("max_lines" in first ? parts.join("\n") + "\n" : parts.join(""), text);
  }
});

Deno.test("an empty path is none", async () => {
  using files = tempTree({ "a.txt": "one\n" });
  using tools = await openTools("default", [files.path]);
  const errorOf = async (args: Record<string, unknown>) => Object((await tools.ask("read_file", args)).error).code;
  assertEquals(await errorOf({ path: "" }), "INVALID_ARGUMENT");
  assertEquals(await errorOf({}), "INVALID_ARGUMENT");
  const { reads } = await tools.ask("read_file", { path: "", reads: ["a.txt"] });
  assertEquals(reads, [{ path: "a.txt", start_line: 1, content: "1. one", total_lines: 1 }]);
});
