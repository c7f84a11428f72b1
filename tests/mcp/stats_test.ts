import { assertEquals } from "@std/assert";
import { Stats } from "../../src/mcp/stats.ts";
import type { ReadReport } from "../../src/model/report.ts";
import type { SearchReport } from "../../src/model/search_report.ts";
import { report } from "../format/search_fixtures.ts";
import { found } from "./scripted_service.ts";

function read(path: string, size: number): ReadReport {
  return {
    op: "read",
    path,
    content: "",
    size,
    given: { type: "bytes", offset: 0, length: 0 },
    more: false,
  };
}

function searched(matchedBytes: number): SearchReport {
  return report([], { matchedBytes });
}

/** A clock that returns these times in turn. */
function clockOf(...times: number[]): () => number {
  return () => times.shift() ?? 0;
}

const ECHO = found({ total: 1 });

Deno.test("tokens saved are those of the files an answer draws on, each once, less those sent", () => {
  const stats = new Stats();
  const one = stats.startCall("read_file", {}, clockOf(0, 5));
  for (const size of [4000, 4000]) one.recordReport(read("a", size));
  one.recordReport(read("b", 400));
  one.recordAnswer(ECHO);
  const { estimated_tokens_sent: sent, estimated_tokens_saved: saved } = stats.summary();
  assertEquals(saved, 1100 - sent);
  const two = stats.startCall("search_content", { total_only: true }, clockOf(0, 5));
  two.recordReport(searched(800));
  two.recordReport(searched(400));
  two.recordAnswer(ECHO);
  assertEquals(stats.summary().estimated_tokens_saved, saved + 200 - sent);
});

Deno.test("errors, empty answers and listings count as sent, but save nothing", () => {
  const stats = new Stats();
  const nothing = stats.startCall("search_content", {}, clockOf(0, 1));
  nothing.recordReport(searched(800));
  nothing.recordAnswer({ ...ECHO, found: false });
  const wrong = stats.startCall("read_file", {}, clockOf(0, 1));
  wrong.recordReport(read("a", 400));
  wrong.recordAnswer({ ...ECHO, isError: true });
  stats.startCall("glob_files", {}, clockOf(0, 1)).recordAnswer(ECHO);
  const { estimated_tokens_sent: sent, estimated_tokens_saved: saved, calls, errors } = stats.summary();
  assertEquals([sent > 0, saved, calls, errors], [true, 0, 3, 1]);
});

Deno.test("forms are counted as given, times by tool, cancelled calls included", () => {
  const stats = new Stats();
  const answer = (args: unknown, structured: Record<string, unknown>, ...times: number[]) =>
    stats.startCall("search_content", args, clockOf(...times)).recordAnswer(found(structured));
  answer({}, { matches: [] }, 0, 10);
  answer({ total_only: true, group_by_file: false }, { total: 3 }, 10, 12);
  answer({}, { top_files: [], format: "summary_only", degraded_from: "full" }, 20, 21.4);
  answer(undefined, { hits: [] }, 0, 0);
  stats.startCall("glob_files", {}, clockOf(5, 105)).recordCancellation();
  const { tools, formats, degraded, cancelled, calls } = stats.summary();
  assertEquals({ tools, formats, degraded, cancelled, calls }, {
    tools: {
      glob_files: { calls: 1, errors: 0, total_ms: 100, max_ms: 100 },
      search_content: { calls: 4, errors: 0, total_ms: 13, max_ms: 10 },
    },
    formats: { full: 2, summary_only: 1, total_only: 1 },
    degraded: 1,
    cancelled: 1,
    calls: 5,
  });
});

Deno.test("a call that searched without reading from the disk is a cache hit", () => {
  const stats = new Stats();
  const call = (...reads: number[]) => {
    const one = stats.startCall("search_content", {});
    for (const count of reads) one.recordReport(report([], { searched: 3, reads: count }));
    one.recordAnswer(ECHO);
    return stats.summary().cache_hits;
  };
  assertEquals([call(3), call(0), call(0, 1), call(), call(0, 0)], [0, 1, 1, 1, 2]);
});
