import { assertEquals } from "@std/assert";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import type { Report } from "../../../src/model/report.ts";
import type { ExplainZeroRequest, Request } from "../../../src/model/request.ts";
import { call } from "../called_tool.ts";
import { explained, nothing } from "../scripted_context.ts";

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
