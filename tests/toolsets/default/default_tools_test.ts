import { assert, assertEquals, assertRejects } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Report } from "../../../src/model/report.ts";
import type { ExplainZeroRequest, Request } from "../../../src/model/request.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";
import type { Answer, CallContext } from "../../../src/toolsets/tool.ts";
import { explained, nothing, scripted } from "../scripted_context.ts";

async function call(name: string, args: unknown, script = nothing, changes: Partial<CallContext> = {}) {
  const tool = toolsOf("default", [name])[0];
  const { context, requests } = scripted(script, changes);
  return { answer: await tool.call(args, context), requests };
}

function codeOf({ structured, isError }: Answer): unknown {
  assertEquals(isError, true);
  const { error } = structured;
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}

const SCOPE = { roots: ["."], globs: [], hidden: false, noIgnore: false, followSymlinks: false };
const TESTS = { types: [], extensions: [], exclude: [], sizes: [] };

Deno.test("each tool sends the engine its defaults", async () => {
  const asked = async (name: string, args: unknown) => (await call(name, args)).requests.slice(0, 1);
  assertEquals(await asked("glob_files", { pattern: "*/" }), [{
    op: "glob",
    root: ".",
    pattern: "*/",
    mode: "directories",
    hidden: false,
    noIgnore: false,
    limit: Number.MAX_SAFE_INTEGER,
    timeoutMs: 4000,
  }]);
  assertEquals(await asked("list_files", { roots: ["."] }), [{
    op: "list",
    scope: SCOPE,
    tests: TESTS,
    metadata: false,
    skip: 0,
    limit: 2000,
    timeoutMs: 4000,
  }]);
  const search: Request = {
    op: "search",
    scope: SCOPE,
    query: { pattern: "x", fixed: false, word: false, caseRule: "smart", multiline: false },
    maxFileSize: 10 * 2 ** 20,
    contextBefore: 0,
    contextAfter: 0,
    need: "lines",
    skip: 0,
    limit: 2000,
    timeoutMs: 4000,
  };
  assertEquals(await asked("search_content", { roots: ["."], query: "x" }), [search]);
  assertEquals(await asked("find_and_grep", { roots: ["."], query: "x" }), [{
    ...search,
    find: { tests: TESTS, fileLimit: 2000, sort: "path" },
  }]);
  assertEquals(await asked("read_file", { path: "a" }), [{
    op: "read",
    path: "a",
    range: { type: "bytes", offset: 0, max: 32_000 },
    timeoutMs: 4000,
  }]);
  assertEquals(await asked("consult_files", { files: ["a.py"], query: "?", dry_run: true }), [{
    op: "consult",
    files: ["a.py"],
    text: true,
    timeoutMs: 4000,
  }]);
});

Deno.test("every argument of find_and_grep reaches the engine", async () => {
  const { requests } = await call("find_and_grep", {
    roots: ["src", "docs"],
    pattern: "*.ts",
    glob: true,
    full_path_match: true,
    types: ["f", "x"],
    extensions: [".TS", "md"],
    exclude: ["*.d.ts"],
    depth: 3,
    size: ["+1k", "-2M"],
    changed_within: "2025-01-01T00:00:00Z",
    changed_before: "2025-02-01T00:00:00Z",
    follow_symlinks: true,
    hidden: true,
    no_ignore: true,
    file_limit: 5,
    sort: "mtime",
    query: "a.b",
    fixed_strings: true,
    word: true,
    case: "sensitive",
    multiline: true,
    include_globs: ["*.ts"],
    exclude_globs: ["x/**"],
    max_filesize: "1M",
    context_before: 1,
    context_after: 2,
    encoding: "shift_jis",
    max_count: 4,
    count_only_matches: true,
    optimize_paths: true,
    absolute: true,
    limit: 7,
    skip: 8,
    timeout_ms: 900,
    token_budget: 1000,
  });
  assertEquals(requests.slice(0, 1), [{
    op: "search",
    scope: {
      roots: ["src", "docs"],
      globs: ["*.ts", "!x/**"],
      hidden: true,
      noIgnore: true,
      followSymlinks: true,
      depth: 3,
    },
    find: {
      tests: {
        name: { pattern: "*.ts", syntax: "glob", fullPath: true },
        types: ["f", "x"],
        extensions: ["TS", "md"],
        exclude: ["*.d.ts"],
        sizes: [{ sign: "+", bytes: 1000 }, { sign: "-", bytes: 2_000_000 }],
        changedAfter: Date.UTC(2025, 0, 1),
        changedBefore: Date.UTC(2025, 1, 1),
      },
      fileLimit: 5,
      sort: "mtime",
    },
    query: { pattern: "a.b", fixed: true, word: true, caseRule: "sensitive", multiline: true },
    encoding: "shift_jis",
    maxFileSize: 2 ** 20,
    maxCount: 4,
    contextBefore: 1,
    contextAfter: 2,
    need: "counts",
    skip: 8,
    limit: 7,
    timeoutMs: 900,
  }]);
});

Deno.test("a form requests only what it needs from the engine", async () => {
  const forms = [["total_only", "total"], ["count_only_matches", "counts"], ["summary_only", "samples"], [
    "group_by_file",
    "lines",
  ]];
  for (const [form, need] of forms) {
    const { requests: [request] } = await call("search_content", { roots: ["."], query: "x", [form]: true });
    assertEquals<unknown>(request.op === "search" && request.need, need);
  }
});

Deno.test("roots and files are searched together; without either everything is; beside files the default root means nothing", async () => {
  const cases: [args: Record<string, unknown>, roots: string[]][] = [
    [{ roots: ["src"], files: ["a.ts"] }, ["src", "a.ts"]],
    [{ roots: ["."], files: ["a.ts"] }, ["a.ts"]],
    [{ roots: ["."], files: [] }, ["."]],
    [{ roots: [], files: [""] }, ["."]],
    [{ roots: "" }, [""]],
    [{}, ["."]],
  ];
  for (const [args, roots] of cases) {
    const { requests: [request] } = await call("search_content", { query: "x", ...args });
    assertEquals([args, request.op === "search" && request.scope.roots], [args, roots]);
  }
  for (const tool of ["list_files", "find_and_grep"]) {
    const { requests: [request] } = await call(tool, tool === "list_files" ? {} : { query: "x", roots: [] });
    assertEquals("scope" in request && request.scope.roots, ["."]);
  }
});

Deno.test("contradictory arguments are refused", async () => {
  const cases: [string, Record<string, unknown>, string, string][] = [
    [
      "search_content",
      { total_only: true, summary_only: true },
      "CONFLICTING_FORMATS",
      "summary_only, total_only exclude",
    ],
    ["search_content", { max_filesize: "big" }, "INVALID_ARGUMENT", "max_filesize: must be a number with K, M or G"],
    ["find_and_grep", { size: ["+1k", "huge"] }, "INVALID_ARGUMENT", "size[1]: must be a sign, a number and a unit"],
    ["find_and_grep", { changed_within: "soon" }, "INVALID_ARGUMENT", "changed_within: must be a span"],
    ["find_and_grep", { depth: 0 }, "INVALID_ARGUMENT", "depth: must be at least 1 (given: 0)."],
  ];
  for (const [name, args, code, words] of cases) {
    const { answer, requests } = await call(name, { roots: ["."], query: "x", ...args });
    assertEquals([codeOf(answer), requests], [code, []]);
    assert(answer.text.includes(words), answer.text);
  }
  for (const args of [{ regex: false }, { regex: true, fixed_strings: true }]) {
    const plain = await call("search_content", { roots: ["."], query: "x", ...args });
    assertEquals(plain.requests[0].op === "search" && plain.requests[0].query.fixed, true);
  }
});

Deno.test("values over a cap are lowered, and the answer says so", async () => {
  const { answer, requests: [request] } = await call("find_and_grep", {
    roots: ["."],
    query: "x",
    limit: 99_999,
    file_limit: 20_000,
    max_filesize: "1G",
    timeout_ms: 60_000,
    context_after: 5000,
  });
  assert(request.op === "search");
  assertEquals([request.limit, request.find?.fileLimit, request.maxFileSize, request.timeoutMs, request.contextAfter], [
    10_000,
    10_000,
    200 * 2 ** 20,
    30_000,
    1000,
  ]);
  assertEquals(answer.structured.notes, [
    "file_limit lowered from 20000 to its cap 10000.",
    "max_filesize lowered from 1G to its cap 200M.",
    "context_after lowered from 5000 to its cap 1000.",
    "limit lowered from 99999 to its cap 10000.",
    "timeout_ms lowered from 60000 to its cap 30000.",
  ]);
  const read = await call("read_file", { path: "a", max_bytes: 2 ** 21 });
  assertEquals(read.answer.structured.notes, ["max_bytes lowered from 2097152 to its cap 1048576."]);
});

/** The exclusion rules that the first stage with alternatives lifts. */
function leftOutIn({ stages }: ExplainZeroRequest) {
  return stages.find(({ length }) => length > 0)?.map(({ request }) =>
    "excludedBy" in request ? request.excludedBy : undefined
  );
}

Deno.test("one request explains a zero result by what each switch would find", async () => {
  const script = (request: Request): Report => {
    const empty = nothing(request);
    if (request.op === "explain_zero") return explained(request, script);
    if (request.op !== "search" || empty.op !== "search") return empty;
    const total = { ignored: 14, hidden: 1, globs: 0, links: 0, none: 0 }[request.excludedBy?.[0] ?? "none"];
    return { ...empty, total, searched: 3, skipped: { ignored: 2, hidden: 1, binary: 4 } };
  };
  const { answer, requests } = await call("search_content", { roots: ["."], query: "x" }, script);
  assertEquals(
    requests.map((request) => request.op === "explain_zero" ? leftOutIn(request) : request.op),
    ["search", [["ignored"], ["hidden"], ["links"]]],
  );
  assertEquals(answer.text.split("\n"), [
    "[0 matches; searched 3 files; skipped: ignored 2, hidden 1, binary 4]",
    '[14 matches lie in ignored files: no_ignore=true → search_content {"roots": ["."], "query": "x", "no_ignore": true}]',
    '[1 match lies in hidden files: hidden=true → search_content {"roots": ["."], "query": "x", "hidden": true}]',
  ]);
  assertEquals(answer.found, false);
});

Deno.test("a zero result names the slip in the query that explains it", async () => {
  const script = (request: Request): Report => {
    const empty = nothing(request);
    if (request.op === "explain_zero") return explained(request, script);
    if (request.op !== "search" || empty.op !== "search") return empty;
    const { caseRule, fixed, word } = request.query;
    const total = caseRule === "insensitive" ? 2 : fixed ? 3 : !word ? 4 : 0;
    return { ...empty, total: request.excludedBy?.includes("globs") ? 1 : request.excludedBy ? 0 : total };
  };
  const args = { roots: ["."], query: "Foo(1)$", word: true, include_globs: ["*.md"], total_only: true };
  assertEquals((await call("search_content", args, script)).answer.structured.hints, [
    '2 matches in other letter case: search_content {"roots": ["."], "query": "Foo(1)$", "word": true, "include_globs": ["*.md"], "total_only": true, "case": "insensitive"}',
    '3 matches of the query as plain text: fixed_strings=true → search_content {"roots": ["."], "query": "Foo(1)$", "word": true, "include_globs": ["*.md"], "total_only": true, "fixed_strings": true}',
    '4 matches inside longer words: search_content {"roots": ["."], "query": "Foo(1)$", "include_globs": ["*.md"], "total_only": true}',
    '1 match lies in files that the globs exclude: search_content {"roots": ["."], "query": "Foo(1)$", "word": true, "total_only": true}',
  ]);
});

Deno.test("a path that does not exist is answered with the nearest existing ones", async () => {
  const script = (request: Request): Report => {
    if (request.op === "nearest") return { op: "nearest", paths: ["src/main.ts", "a\nb"] };
    throw new ToolError("not_found", { path: "src/mian.ts", name: "mian.ts" });
  };
  const { answer } = await call("read_file", { path: "src/mian.ts" }, script);
  assertEquals([codeOf(answer), answer.structured.nearest], ["NOT_FOUND", ["src/main.ts", "a\nb"]]);
  assertEquals(answer.text.split("\n")[2], 'Nearest existing: src/main.ts, "a\\nb": read_file {"path": "src/main.ts"}');
});

Deno.test("rules that excluded nothing are not lifted, and a timeout of the explanation costs only the hint", async () => {
  // Links are not counted as excluded.
  assertEquals(
    (await call("list_files", { roots: ["."] })).requests.slice(1).map((request) =>
      request.op === "explain_zero" && leftOutIn(request)
    ),
    [[["links"]]],
  );
  let asked = 0;
  const script = (request: Request): Report => {
    if (asked++ > 0) throw new ToolError("timeout", { ms: 1 });
    const empty = nothing(request);
    return empty.op === "glob" ? { ...empty, skipped: { ignored: 1 } } : empty;
  };
  const { answer } = await call("glob_files", { pattern: "*.zig", mode: "files" }, script);
  assertEquals([asked, answer.isError, "hints" in answer.structured], [2, false, false]);
});

Deno.test("errors of the engine are answered in the caller's language; bugs and cancellation reject", async () => {
  const fail = (error: unknown) => () => {
    throw error;
  };
  const { answer } = await call("read_file", { path: "x" }, fail(new ToolError("binary", { path: "x", size: 5 })), {
    lang: "ja",
  });
  assertEquals([codeOf(answer), answer.text.split("\n")[0]], [
    "BINARY_FILE",
    "BINARY_FILE: x はバイナリ(5 バイト)のため、表示できるテキストがありません。",
  ]);
  await assertRejects(() => call("read_file", { path: "x" }, fail(new TypeError("a bug"))), TypeError);
  await assertRejects(
    () => call("read_file", { path: "x" }, fail(new DOMException("stop", "AbortError"))),
    DOMException,
  );
});

Deno.test("the kind of range is inferred as in seed 004", async () => {
  const rangeOf = async (args: Record<string, unknown>) => {
    const { requests: [request], answer } = await call("read_file", { path: "a", ...args }, nothing, {
      tokenBudget: 0,
    });
    return request?.op === "read" ? request.range : codeOf(answer);
  };
  const cap = 2 ** 20;
  assertEquals(await rangeOf({}), { type: "bytes", offset: 0, max: 65_536 });
  assertEquals(await rangeOf({ offset_bytes: 5 }), { type: "bytes", offset: 5, max: 65_536 });
  assertEquals(await rangeOf({ start_line: 41, max_lines: 40 }), { type: "lines", start: 41, max: 40, maxBytes: cap });
  assertEquals(await rangeOf({ max_lines: 9000 }), { type: "lines", start: 1, max: 5000, maxBytes: cap });
  assertEquals(await rangeOf({ start_line: -5 }), { type: "lines", start: -5, max: 200, maxBytes: cap });
  assertEquals(await rangeOf({ line_numbers: true }), { type: "lines", start: 1, max: 200, maxBytes: cap });
  assertEquals(await rangeOf({ line_numbers: false }), { type: "bytes", offset: 0, max: 65_536 });
  assertEquals(await rangeOf({ range_type: "lines" }), { type: "lines", start: 1, max: 200, maxBytes: cap });
  const filledIn = { start_line: 1, max_lines: 200, line_numbers: false, offset_bytes: 0, max_bytes: 65_536 };
  assertEquals(await rangeOf(filledIn), { type: "lines", start: 1, max: 200, maxBytes: cap });
  assertEquals(await rangeOf({ ...filledIn, start_line: 7 }), { type: "lines", start: 7, max: 200, maxBytes: cap });
  assertEquals(await rangeOf({ ...filledIn, max_bytes: 99 }), { type: "bytes", offset: 0, max: 99 });
  const zeros = { start_line: 0, max_lines: 0, offset_bytes: 0, max_bytes: 0, encoding: "" };
  assertEquals(await rangeOf(zeros), { type: "lines", start: 1, max: 200, maxBytes: cap });
  assertEquals(await rangeOf({ ...zeros, offset_bytes: 9 }), { type: "bytes", offset: 9, max: 65_536 });
  const wrong = [
    { start_line: 2, offset_bytes: 5 },
    { range_type: "bytes", max_lines: 5 },
    { range_type: "lines", max_bytes: 5 },
    { line_numbers: true, max_bytes: 5 },
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
    assert(request.op === "read");
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
  const firsts = [{ path: "a" }, { path: "a", start_line: 1, max_lines: 5000 }, { path: "a", max_bytes: 700 }];
  for (const [first, isUtf8] of firsts.flatMap((first) => [[first, true], [first, false]] as const)) {
    const parts: unknown[] = [];
    let pages = 0;
    for (let args: unknown = { ...first, token_budget: 900 }; args !== undefined; pages++) {
      const { answer, requests } = await call("read_file", args, reader(text, isUtf8));
      assert(requests.length === 1 || !isUtf8 && requests.length === 2, `${requests.length} reads`);
      const { content, is_truncated, next } = answer.structured;
      const tokens = Math.max(countTokens(answer.text), countTokens(JSON.stringify(answer.structured)));
      assert(tokens <= 900 * 1.05, `${tokens} tokens`);
      assertEquals(is_truncated, next !== undefined);
      parts.push(content);
      args = next;
    }
    assert(pages > 3);
    assertEquals("start_line" in first ? parts.join("\n") + "\n" : parts.join(""), text);
  }
});

Deno.test("consult_files: dry_run gives a manifest, a call without a model CONSULT_UNAVAILABLE; a lone failure is the error", async () => {
  const files = [{ path: "a.py", bytes: 30, estimatedTokens: 10 }];
  const leftOut = [{ path: "src", fault: { key: "consult_directory", params: { path: "src" } } }] as const;
  const ask = async (args: object, report: Report) =>
    (await call("consult_files", { files: ["a.py", "src"], query: "?", ...args }, () => report)).answer;
  const dry = await ask({ dry_run: true }, { op: "consult", files, leftOut });
  assertEquals([dry.isError, dry.structured.dry_run, dry.structured.total_files], [false, true, 1]);
  const sent = await ask({}, { op: "consult", files, leftOut });
  assertEquals([codeOf(sent), sent.structured.files], ["CONSULT_UNAVAILABLE", [{
    path: "a.py",
    bytes: 30,
    estimated_tokens: 10,
  }]]);
  const failed = await ask({ dry_run: true }, { op: "consult", files: [], leftOut });
  assertEquals([codeOf(failed), "files" in failed.structured], ["NOT_A_FILE", false]);
  assert(failed.text.startsWith("NOT_A_FILE: src is a directory"), failed.text);
});

Deno.test("no argument makes a tool reject", async () => {
  const values = [null, true, 0, -1, 1.5, 1e9, "", "x", "\0", [], ["x"], [[]], {}, { a: 1 }, "x".repeat(200_000)];
  for (const tool of toolsOf("default")) {
    const { context } = scripted(nothing);
    for (const field of [...Object.keys(tool.input.shape), "nope"]) {
      for (const value of values) {
        const answer = await tool.call({ ...tool.example, [field]: value }, context);
        assertEquals(typeof answer.text, "string");
        if (answer.isError) assert(/^[A-Z_]+: .+\n.+/.test(answer.text), answer.text);
      }
    }
    for (const args of [1, "x", '"x"', "[1]", [1], () => 1]) {
      assertEquals(codeOf(await tool.call(args, context)), "INVALID_ARGUMENT");
    }
  }
});
