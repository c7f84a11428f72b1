import { assert, assertEquals } from "@std/assert";
import type { Profile } from "../../../src/toolsets/profiles.ts";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";
import { DEFAULT_CALLS, FS_CALLS, type HostCall, MICROAGENT_CALLS } from "./host_arguments.ts";

const TREE = {
  "src/a.ts": "gold 1\nGold 2\nsilver 3\ngolden 4\ngold 5\n",
  "src/b.md": "gold\n",
  "src/deep/c.ts": "more gold\n",
  "lib/d.ts": "gold\n",
};

/** Drops times, which differ from call to call. */
function timeless(structured: Record<string, unknown>): Record<string, unknown> {
  const { meta, ...rest } = structured;
  return meta === undefined ? rest : { ...rest, meta: { ...Object(meta), fd_elapsed_ms: 0, rg_elapsed_ms: 0 } };
}

async function compare(profile: Profile, calls: readonly HostCall[]): Promise<void> {
  using files = tempTree(TREE);
  Deno.chmodSync(`${files.path}/lib/d.ts`, 0o755);
  using tools = await openTools(profile, [files.path]);
  for (const { host, tool, sent, meant } of calls) {
    const is = await tools.call(tool, sent), wanted = await tools.call(tool, meant);
    assert(!wanted.isError && wanted.found, `${tool} ${JSON.stringify(meant)}: ${wanted.text}`);
    const label = `${host}: ${tool} ${JSON.stringify(sent)}`;
    assertEquals([label, is.text], [label, wanted.text]);
    assertEquals([label, timeless(is.structured)], [label, timeless(wanted.structured)]);
  }
}

Deno.test("calls that hosts send to the default profile are answered like the calls they mean", () =>
  compare("default", DEFAULT_CALLS));

Deno.test("calls that hosts send to microagent are answered like the calls they mean", () =>
  compare("microagent", MICROAGENT_CALLS));

Deno.test("calls that hosts send to fs are answered like the calls they mean", () => compare("fs", FS_CALLS));

Deno.test("a 0 for a limit means its default, and the answer says so", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const cases: [tool: string, args: Record<string, unknown>, fields: string[]][] = [
    ["search_content", { query: "gold", head_limit: 0, timeout_ms: "0", max_count: 0 }, [
      "max_count",
      "limit",
      "timeout_ms",
    ]],
    ["search_content", { query: "gold", max_filesize: "0" }, ["max_filesize"]],
    ["find_and_grep", { query: "gold", file_limit: 0 }, ["file_limit"]],
    ["list_files", { limit: 0, changed_within: "" }, ["limit"]],
    ["list_files", { limit: 0 }, ["limit"]],
  ];
  for (const [tool, args, fields] of cases) {
    const { notes, total } = await tools.ask(tool, args);
    assert(Number(total) > 0);
    const said = fields.map((field) => `${field}: 0 means the default.`);
    assertEquals([args, new Set(Object(notes))], [args, new Set(said)]);
  }
});

Deno.test("a name without one clear meaning beside the other arguments stays unknown", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const cases: [tool: string, args: Record<string, unknown>, unknown: string][] = [
    ["search_content", { query: "gold", pattern: "silver" }, "pattern"],
    ["search_content", { query: "gold", roots: ["src"], path: "lib" }, "path"],
    ["search_content", { query: "gold", type: "ts" }, "type"],
    ["search_content", { query: "gold", output_mode: "json" }, "output_mode"],
    ["search_content", { query: "gold", needle: "x" }, "needle"],
    ["list_files", { offset: 1 }, "offset"],
    ["read_file", { path: "src/a.ts", start_line: 9, end_line: 3 }, "end_line"],
    ["glob_files", { pattern: "*.ts", limit: 3 }, "limit"],
  ];
  for (const [tool, args, name] of cases) {
    const { text } = await tools.call(tool, args);
    assertEquals([args, text.split("\n")[0]], [args, `UNKNOWN_ARGUMENT: ${tool} has no argument ${name}.`]);
  }
});

Deno.test("what the program does not do is refused as such, and passed over where it is switched off", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const cases: [tool: string, args: Record<string, unknown>, named: string][] = [
    ["search_content", { query: "gold", invert_match: true }, "invert_match"],
    ["search_content", { query: "gold", "-v": true, lines: 3 }, "-v"],
    ["search_content", { query: "gold", "-r": "silver" }, "-r"],
    ["search_content", { query: "gold", replace: "silver" }, "replace"],
    ["search_content", { query: "gold", sort: "line" }, "sort"],
    ["list_files", { replacement: "x" }, "replacement"],
  ];
  for (const [tool, args, named] of cases) {
    const [first, second] = (await tools.call(tool, args)).text.split("\n");
    assertEquals(first, `UNKNOWN_ARGUMENT: ${tool} has no argument ${named}.`);
    assertEquals(second, "Nearest: none, for it has no such thing (inverting, replacing or sorting lines).");
  }
  assertEquals((await tools.ask("search_content", { query: "silver", "-v": false, replace: "" })).total, 1);
});
