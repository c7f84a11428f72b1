/**
 * Hints about alternatives that were cut off: they claim no more than was counted.
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Report } from "../../../src/model/report.ts";
import type { Request } from "../../../src/model/request.ts";
import { findAndGrep } from "../../../src/toolsets/default/find_and_grep.ts";
import { globFiles } from "../../../src/toolsets/default/glob_files.ts";
import { listFiles } from "../../../src/toolsets/default/list_files.ts";
import { searchContent } from "../../../src/toolsets/default/search_content.ts";
import type { Tool } from "../../../src/toolsets/tool.ts";
import { explained, nothing, scripted } from "../scripted_context.ts";

/** Finds nothing, but seven results for each alternative before the timeout. */
function sevenFoundBeforeTimeout(request: Request): Report {
  const report = nothing(request);
  if (request.op === "explain_zero") return explained(request, (one) => ({ ...nothing(one), ...SEVEN }));
  return "skipped" in report ? { ...report, skipped: { ignored: 1 } } : report;
}

const SEVEN = { total: 7, cutBy: "timeout" } as const;

async function hintsOf(tool: Tool, args: Record<string, unknown>, lang: "en" | "ja" = "en"): Promise<unknown> {
  const { structured } = await tool.call(args, scripted(sevenFoundBeforeTimeout, { lang }).context);
  return structured.hints;
}

Deno.test("a search that gave up lines has no hints: those lines may hold the matches", async () => {
  const { context, requests } = scripted((request) => ({ ...nothing(request), timedOutLines: 1, cutBy: "timeout" }));
  const { structured } = await searchContent.call({ roots: ["."], query: "Gold" }, context);
  assertEquals([requests.length, structured.hints], [1, [
    "The pattern took too long on 1 line, which was skipped: simplify it.",
  ]]);
});

Deno.test("an alternative that was cut off gives a hint of at least its count", async () => {
  assertEquals(await hintsOf(searchContent, { roots: ["."], query: "Gold" }), [
    'at least 7 matches in other letter case: search_content {"roots": ["."], "query": "Gold", "case": "insensitive"}',
    'at least 7 matches lie in ignored files: no_ignore=true → search_content {"roots": ["."], "query": "Gold", "no_ignore": true}',
    'at least 7 matches lie in linked files, and links are not followed: follow_symlinks=true → search_content {"roots": ["."], "query": "Gold", "follow_symlinks": true}',
  ]);
  assertEquals(await hintsOf(listFiles, { roots: ["."], pattern: "Gold" }), [
    'at least 7 entries in other letter case: list_files {"roots": ["."], "pattern": "gold"}',
    'at least 7 entries lie in ignored files: no_ignore=true → list_files {"roots": ["."], "pattern": "Gold", "no_ignore": true}',
    'at least 7 entries lie in linked files, and links are not followed: follow_symlinks=true → list_files {"roots": ["."], "pattern": "Gold", "follow_symlinks": true}',
  ]);
  assertEquals(await hintsOf(globFiles, { pattern: "*.ts", mode: "files" }), [
    'at least 7 directories: glob_files {"pattern": "*.ts/", "mode": "directories"}',
    'at least 7 files lie in ignored files: no_ignore=true → glob_files {"pattern": "*.ts", "mode": "files", "no_ignore": true}',
  ]);
  assertEquals(await hintsOf(listFiles, { roots: ["."] }, "ja"), [
    '無視対象のファイルに 少なくとも7件があります: no_ignore=true → list_files {"roots": ["."], "no_ignore": true}',
    'リンク先のファイルに 少なくとも7件があり、リンクはたどっていません: follow_symlinks=true → list_files {"roots": ["."], "follow_symlinks": true}',
  ]);
});

Deno.test("a search says so if all files are ignored and the time is too short to search them", async () => {
  const hints = async (searched: number, cutBy?: "timeout", more = {}, tool = searchContent) => {
    const { context } = scripted((request) => {
      const report = nothing(request);
      if (request.op === "explain_zero") {
        return explained(request, (one) => ({ ...nothing(one), ...(cutBy && { cutBy }) }));
      }
      return report.op === "search" ? { ...report, searched, skipped: { ignored: 37 } } : report;
    });
    return (await tool.call({ roots: ["."], query: "gold", ...more }, context)).structured.hints;
  };
  assertEquals(await hints(0, "timeout"), [
    'All files here are excluded, and there was no time to search the ignored ones: no_ignore=true → search_content {"roots": ["."], "query": "gold", "no_ignore": true}',
  ]);
  assertEquals(await hints(0), undefined);
  assertEquals(await hints(5, "timeout"), undefined);
  // Globs and filters may be the reason that no file was searched.
  assertEquals(await hints(0, "timeout", { include_globs: ["*.py"] }), undefined);
  assertEquals(await hints(0, "timeout", { extensions: ["py"] }, findAndGrep), undefined);
});
