/** Answers to what an engine reports seldom: deadlines, errors, bugs. */
import { assertEquals, assertRejects } from "@std/assert";
import { ToolError } from "../../src/model/messages/tool_error.ts";
import { type Report, reportFor } from "../../src/model/report.ts";
import type { Request } from "../../src/model/request.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import type { Answer, CallContext } from "../../src/toolsets/tool.ts";

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
