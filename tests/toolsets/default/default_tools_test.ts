import { assert, assertEquals, assertRejects } from "@std/assert";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import type { Report } from "../../../src/model/report.ts";
import type { Changeable } from "../../../src/model/explanation.ts";
import type { Request } from "../../../src/model/request.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";
import { call, codeOf } from "../called_tool.ts";
import { nothing, scripted } from "../scripted_context.ts";

const SCOPE = { roots: ["."], globs: [], hidden: false, noIgnore: false, followSymlinks: false };

/** The changes that the engine may try where nothing is found. */
const ALL_CHANGES: Changeable = {
  rules: ["ignored", "hidden", "links", "size"],
  ...{ paths: true, globs: true, encoding: true, anyCase: true, text: true, regex: true } as const,
};

const TESTS = { types: [], extensions: [], exclude: [], sizes: [] };

Deno.test("each tool sends the engine its defaults", async () => {
  const asked = async (name: string, args: unknown) => (await call(name, args)).requests;
  assertEquals(await asked("glob_files", { pattern: "*/" }), [{
    op: "glob",
    root: ".",
    pattern: "*/",
    mode: "directories",
    hidden: false,
    noIgnore: false,
    limit: Number.MAX_SAFE_INTEGER,
    timeoutMs: 4000,
    explain: { rules: ALL_CHANGES.rules, paths: true, globs: true },
  }]);
  assertEquals(await asked("list_files", { roots: ["."] }), [{
    op: "list",
    scope: SCOPE,
    tests: TESTS,
    metadata: false,
    tree: { limit: 500 },
    skip: 0,
    limit: 2000,
    timeoutMs: 4000,
    explain: ALL_CHANGES,
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
    summaryUnits: 8000,
    explain: ALL_CHANGES,
  };
  assertEquals(await asked("search_content", { roots: ["."], query: "x" }), [search]);
  assertEquals(await asked("find_and_grep", { roots: ["."], query: "x" }), [{
    ...search,
    find: { tests: TESTS, fileLimit: 2000, sort: "path" },
  }]);
  assertEquals(await asked("read_file", { path: "a" }), [{
    op: "read",
    path: "a",
    range: { type: "lines", start: 1, max: 200, maxBytes: 32_000 },
    timeoutMs: 4000,
  }]);
  assertEquals(await asked("consult_files", { files: ["a.py"], query: "?", dry_run: true }), [{
    op: "consult",
    files: ["a.py"],
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
    group_by_file: true,
    definitions: true,
    enclosing: true,
    optimize_paths: true,
    absolute: true,
    limit: 7,
    skip: 8,
    timeout_ms: 900,
    token_budget: 1000,
  });
  assertEquals(requests, [{
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
    need: "lines",
    enclosing: true,
    skip: 8,
    limit: 7,
    timeoutMs: 900,
    explain: ALL_CHANGES,
    definitions: true,
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
    ["find_and_grep", { depth: -1 }, "INVALID_ARGUMENT", "depth: must be at least 1 (given: -1)."],
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

Deno.test("a path that does not exist is answered with the nearest existing ones", async () => {
  const script = (request: Request): Report => {
    if (request.op === "nearest") return { op: "nearest", paths: ["src/main.ts", "a\nb"] };
    throw new ToolError("not_found", { path: "src/mian.ts", name: "mian.ts" });
  };
  const { answer } = await call("read_file", { path: "src/mian.ts" }, script);
  assertEquals([codeOf(answer), answer.structured.nearest], ["NOT_FOUND", ["src/main.ts", "a\nb"]]);
  assertEquals(answer.text.split("\n")[2], 'Nearest existing: src/main.ts, "a\\nb".');
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

Deno.test("consult_files: dry_run gives a manifest, a call without a model CONSULT_UNAVAILABLE; a lone failure is the error", async () => {
  const files = [{ path: "a.py", bytes: 30, text: "x", textCut: false }];
  const leftOut = [{ path: "src", fault: { key: "consult_directory", params: { path: "src" } } }] as const;
  const ask = async (args: object, report: Report) =>
    (await call("consult_files", { files: ["a.py", "src"], query: "?", ...args }, () => report)).answer;
  const dry = await ask({ dry_run: true }, { op: "consult", files, leftOut });
  assertEquals([dry.isError, dry.structured.dry_run, dry.structured.total_files], [false, true, 1]);
  const sent = await ask({}, { op: "consult", files, leftOut });
  assertEquals([codeOf(sent), sent.structured.files], ["CONSULT_UNAVAILABLE", [{
    path: "a.py",
    bytes: 30,
    estimated_tokens: 1,
  }]]);
  const failed = await ask({ dry_run: true }, { op: "consult", files: [], leftOut });
  assertEquals([codeOf(failed), "files" in failed.structured], ["NOT_A_FILE", false]);
  assert(failed.text.startsWith("NOT_A_FILE: src is a directory"), failed.text);
});

Deno.test("no argument makes a tool reject", async () => {
  const values = [null, true, 0, -1, 1.5, 1e9, "", "x", "\0", [], ["x"], [[]], {}, { a: 1 }, "x".repeat(200_000)];
  for (const tool of toolsOf("default")) {
    const { context } = scripted(nothing);
    for (const field of [...Object.keys(tool.fields), "nope"]) {
      for (const value of values) {
        const answer = await tool.call({ ...tool.example, [field]: value }, context);
        assertEquals(typeof answer.text, "string");
        if (answer.isError) assert(/^[A-Z_]+: ./.test(answer.text), answer.text);
      }
    }
    for (const args of [1, "x", '"x"', "[1]", [1], () => 1]) {
      assertEquals(codeOf(await tool.call(args, context)), "INVALID_ARGUMENT");
    }
  }
});
