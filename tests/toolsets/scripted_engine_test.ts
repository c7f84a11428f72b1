/** Answers to what an engine reports seldom: deadlines, errors, bugs, a root that is gone. @module */
import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { textPath } from "../../src/format/safe_text.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";
import { type Report, reportFor } from "../../src/model/report.ts";
import type { Request } from "../../src/model/request.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import type { Answer, CallContext } from "../../src/toolsets/tool.ts";
import { openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";

/** A context whose engine answers every request by `script`. */
function scripted(script: (request: Request) => Report): CallContext {
  return {
    run: async <R extends Request>(request: R) => reportFor<R["op"]>(request.op, await script(request)),
    lang: "en",
    projectRoot: "/project",
    tokenBudget: 8000,
    timeoutMs: 4000,
    consult: {},
  };
}

/** The answer of a tool of the default profile whose engine reports by `script`. */
function call(name: string, args: Record<string, unknown>, script: (request: Request) => Report): Promise<Answer> {
  return toolsOf("default", [name])[0].call(args, scripted(script));
}

const fail = (error: unknown) => () => {
  throw error;
};

Deno.test("the hint of a call that timed out names no argument that the tool lacks", async () => {
  const late = fail(new ToolError("timeout", { ms: 5 }));
  for (const profile of ["default", "microagent", "fs"] as const) {
    for (const { name, example, fields, call } of toolsOf(profile)) {
      const { text } = await call(example, scripted(late));
      const named = ["timeout_ms", "include_globs", "filePattern", "offset_bytes"].filter((field) =>
        text.includes(field)
      );
      assertEquals([name, text, named.filter((field) => !Object.hasOwn(fields, field))], [name, text, []]);
    }
  }
});

Deno.test("what a deadline cut is said to be inexact, with the argument that gives more time", async () => {
  const cut = (request: Request): Report => Object.assign(nothing(request), { cutBy: "timeout" as const, total: 1 });
  const hint =
    "Stopped at the deadline, so more may exist: narrow the pattern or the files, or give it more time: timeout_ms=30000";
  const calls: [tool: string, args: Record<string, unknown>][] = [
    ["search_content", { query: "x", count_only_matches: true }],
    ["find_and_grep", { query: "x" }],
    ["list_files", { limit: 5 }],
    ["glob_files", { pattern: "*" }],
  ];
  for (const [tool, args] of calls) {
    const { truncated, truncated_by, total_is_exact, hints } = (await call(tool, args, cut)).structured;
    assertEquals([tool, truncated, truncated_by, total_is_exact, hints], [tool, true, "timeout", false, [hint]]);
  }
  const late = (request: Request) => ({ ...nothing(request), why: { total: 0, isCut: true } }) as const;
  assertEquals((await call("search_content", { query: "Silver" }, late)).structured.hints, [
    "Why nothing was found was not looked into: no time.",
  ]);
  const slow = (request: Request) => ({ ...nothing(request), cutBy: "timeout", timedOutLines: 2 }) as const;
  assertEquals((await call("search_content", { query: "x", total_only: true }, slow)).structured.hints, [
    "The pattern took too long on 2 lines, which were skipped: simplify it.",
  ]);
});

Deno.test("times that no date can have are shown in UNIX seconds, entries that have gone without any", async () => {
  const entries = [
    { path: "far", kind: "file", size: 1, mtime: 9e15 },
    { path: "old", kind: "file", size: 1, mtime: -62_167_219_200 },
    { path: "gone", kind: "file" },
  ] as const;
  const { text } = await call("list_files", { metadata: true }, () => {
    return { op: "list", entries, total: 3, searched: 3, skipped: {} };
  });
  assertEquals(text.split("\n"), [
    "[bytes modified path]",
    "1 9000000000000000 far",
    "1 0000-01-01T00:00Z old",
    "- - gone",
    "[3 entries]",
  ]);
});

Deno.test("bugs and cancellation reject", async () => {
  for (const error of [new TypeError("a bug"), new DOMException("stop", "AbortError")]) {
    await assertRejects(() => call("read_file", { path: "x" }, fail(error)), Error, error.message);
  }
});

/** An empty report for each kind of request. */
function nothing(request: Request): Report {
  const empty = { total: 0, searched: 0, skipped: {} };
  switch (request.op) {
    case "list":
      return { op: "list", entries: [], ...empty };
    case "glob":
      return { op: "glob", paths: [], ...empty };
    case "search":
      return {
        op: "search",
        files: [],
        top: [],
        filesMatched: 0,
        records: 0,
        timedOutLines: 0,
        findMs: 0,
        searchMs: 0,
        ...empty,
      };
    case "warm":
      return { op: "warm", files: 0, bytes: 0 };
    case "read": {
      const given = request.range.type === "bytes"
        ? { type: "bytes", offset: request.range.offset, length: 0 } as const
        : { type: "lines", start: request.range.start, count: 0, lineCut: false } as const;
      return { op: "read", path: request.path, content: "", size: 0, given, more: false };
    }
    case "outline":
      return { op: "outline", path: request.path, size: 0, definitions: [] };
    case "consult":
      return { op: "consult", files: [], leftOut: [] };
    case "nearest":
      return { op: "nearest", paths: [] };
    case "locate":
      return { op: "locate", kinds: request.paths.map(() => "outside") };
  }
}

/** Look-alikes of "same.txt" and "two words.txt". */
const ODD = ["sa\u200bme.txt", "sa\u200dme.txt", "same.txt\u3164", "sa\u{e0041}me.txt", "two\u202fwords.txt"];
const SAME = [...ODD, "two\u00a0words.txt", "two\u2009words.txt", "e\u0301t\u00e9.txt"];

Deno.test("every tool accepts names as its text shows them", async () => {
  using files = tempTree(Object.fromEntries(SAME.map((name) => [`d/${name}`, "gold\n"])));
  const shown = SAME.map((name) => textPath(name)), all = shown.map((name) => `"d/${name.slice(1)}`);
  const readers = [
    ["default", "read_file", (path: string) => ({ path })],
    ["default", "search_content", (path: string) => ({ query: "gold", roots: [path] })],
    ["default", "list_files", (path: string) => ({ roots: [path] })],
    ["microagent", "read_file_lines", (filePath: string) => ({ filePath, startLine: 1, endLine: 1 })],
    ["fs", "read_file", (path: string) => ({ path })],
    ["fs", "search_text", (path: string) => ({ query: "gold", root: path })],
  ] as const;
  for (const [profile, tool, argsOf] of readers) {
    using tools = await openTools(profile, [files.path]);
    for (const path of all) {
      const { text, isError, found } = await tools.call(tool, argsOf(path));
      assertEquals([tool, path, isError, found, text.includes("looks like")], [tool, path, false, true, false], text);
    }
  }
});

Deno.test("a root that is gone is named in one sentence, until it is back", async () => {
  using parent = tempTree({ "root/a.txt": "gold\n" });
  const root = join(parent.path, "root"),
    message = `The root ${root} is gone: nothing in it can be read until it is back.`;
  using tools = await openTools("default", [root]);
  Deno.removeSync(root, { recursive: true });
  const calls: [tool: string, args: Record<string, unknown>][] = [
    ["list_files", {}],
    ["search_content", { query: "gold", roots: ["a.txt", "b.txt"] }],
    ["glob_files", { pattern: "*" }],
    ["read_file", { path: "a.txt" }],
    ["read_file", { path: "a.txt", outline: true }],
    ["consult_files", { files: ["a.txt"], query: "?", dry_run: true }],
  ];
  for (const [tool, args] of calls) {
    const { text, structured } = await tools.call(tool, args);
    assertEquals([tool, text, structured], [tool, `NOT_FOUND: ${message}`, { error: { code: "NOT_FOUND", message } }]);
  }
  Deno.mkdirSync(root);
  assertEquals((await tools.call("list_files", {})).text, "[0 entries; searched 0 entries]");
});
