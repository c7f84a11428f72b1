import { assert, assertEquals, assertMatch } from "@std/assert";
import { spacedJson } from "../../../src/format/safe_text.ts";
import { type OpenTools, openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";

/** A comment of this many lines, each longer than a tenth of the limit for one line, with its name at the end. */
function comment(lines: number, name: string, end = "\n"): string {
  const body = Array.from({ length: lines - 2 }, (_, i) => ` * line ${i + 2} of a comment that says a good deal of it`);
  return ["/**", ...body, ` * @deprecated use ${name} */`].join(end) + end;
}

const COMMENTS = { query: "/\\*\\*[\\s\\S]*?@deprecated[\\s\\S]*?\\*/", multiline: true };

/** The calls of read_file in hints. */
function callsIn(hints: unknown): Record<string, unknown>[] {
  const said = Array.isArray(hints) ? hints.map(String) : [];
  return said.flatMap((hint) => /read_file (\{.*\})/.exec(hint)?.[1] ?? []).map((call) => JSON.parse(call));
}

interface Match {
  readonly line_number: number;
  readonly line: string;
  readonly line_truncated?: boolean;
  readonly match_lines?: number;
  readonly submatches?: readonly { readonly start: number; readonly end: number; readonly match: string }[];
}

/** A file of group_by_file, whose matches are all apart. */
interface Group {
  readonly lines: readonly string[];
  readonly line_truncated?: readonly number[];
  readonly match_lines?: Readonly<Record<string, number>>;
}

/** The matches of a group: runs of matching lines. */
function matchesOf({ lines, line_truncated = [], match_lines = {} }: Group): Match[] {
  const matches: { line_number: number; lines: string[] }[] = [];
  for (const [, digits, line] of lines.flatMap((line) => [/^(\d+): (.*)$/.exec(line) ?? []])) {
    const last = matches.at(-1), number = Number(digits);
    if (digits === undefined) continue;
    if (last && last.line_number + last.lines.length === number) last.lines.push(line);
    else matches.push({ line_number: number, lines: [line] });
  }
  return matches.map(({ line_number, lines }) => ({
    line_number,
    line: lines.join("\n"),
    ...(line_truncated.includes(line_number) && { line_truncated: true }),
    ...(line_number in match_lines && { match_lines: match_lines[line_number] }),
  }));
}

async function asked(tools: OpenTools, args: Record<string, unknown>) {
  const { structured, text } = await tools.call("search_content", { ...COMMENTS, ...args });
  const { matches, files, hints, truncated, truncated_by } = JSON.parse(JSON.stringify(structured));
  const all: Match[] = matches ?? files?.flatMap(matchesOf) ?? [];
  return { matches: all, hints, text, truncated, truncated_by };
}

Deno.test("a match over several lines is shown whole, even over 500 characters", async () => {
  using files = tempTree({
    "a.ts": "import x;\n" + comment(30, "theNewOne") + "export y;\n",
    "crlf.ts": "import x;\r\n" + comment(30, "theNewOne", "\r\n") + "export y;\r\n",
  });
  using tools = await openTools("default", [files.path]);
  for (const form of [{}, { group_by_file: true }]) {
    const { matches, hints, text, truncated } = await asked(tools, { roots: ["."], ...form });
    for (const { line_number, line, line_truncated, submatches } of matches) {
      assertEquals([line_number, line, line_truncated], [2, comment(30, "theNewOne").trimEnd(), undefined]);
      if (submatches !== undefined) assertEquals(submatches, [{ start: 0, end: line.length, match: line }]);
    }
    assertEquals([matches.length, hints, truncated], [2, undefined, false]);
    assertEquals(text.match(/@deprecated use theNewOne/g)?.length, 2);
  }
});

Deno.test("of a match over 200 lines the first 200 are shown, with the call that shows them all", async () => {
  const end = "after it\n";
  using files = tempTree({ "src/a.ts": "import x;\n" + comment(350, "theNewOne") + end });
  using tools = await openTools("default", [files.path], { tokenBudget: 0 });
  for (const form of [{}, { group_by_file: true }]) {
    const { matches, hints, text } = await asked(tools, { roots: ["."], context_after: 1, ...form });
    const [{ line, line_truncated, match_lines }] = matches;
    assertEquals([line.split("\n").length, line_truncated, match_lines], [200, true, 350]);
    const call = { path: "src/a.ts", start_line: 2, max_lines: 350 };
    assertEquals(hints, [
      `src/a.ts:2: 200 of the match's 350 lines are shown. For all of them: read_file ${spacedJson(call)}`,
    ]);
    assert(text.includes(`[${hints[0]}]`));
    assertMatch(text, /201: \* line 200 of .*\n--\n(?:src\/a\.ts-)?352-after it/);
    assertEquals(
      (await tools.ask("read_file", { ...callsIn(hints)[0], line_numbers: false })).content,
      comment(350, "theNewOne").trimEnd(),
    );
  }
});

Deno.test("the call that shows a match in another encoding forces that encoding", async () => {
  using files = tempTree({});
  Deno.writeFileSync(`${files.path}/a.ts`, Uint8Array.from(comment(250, "caf\xe9"), (char) => char.charCodeAt(0)));
  using tools = await openTools("default", [files.path], { tokenBudget: 0 });
  const { hints } = await asked(tools, { roots: ["."], encoding: "windows-1252" });
  const [call] = callsIn(hints);
  assertEquals(call, { path: "a.ts", start_line: 1, max_lines: 250, encoding: "windows-1252" });
  assertMatch(String((await tools.ask("read_file", call)).content), /use café \*\/$/);
});

Deno.test("a match over the budget is cut to it, with the call that shows it whole", async () => {
  using files = tempTree({ "a.ts": comment(150, "theNewOne") + "\n\n" + comment(3, "theOther") });
  using tools = await openTools("default", [files.path]);
  const { matches, hints, truncated, truncated_by } = await asked(tools, {
    roots: ["."],
    group_by_file: true,
    token_budget: 900,
  });
  const [{ line, line_truncated, match_lines }, ...rest] = matches, shown = line.split("\n").length;
  assertEquals([rest, line_truncated, match_lines, truncated, truncated_by], [[], true, 150, true, "token_budget"]);
  assert(shown > 20 && shown < 150, `${shown} lines`);
  assertEquals(line, comment(150, "theNewOne").split("\n").slice(0, shown).join("\n"));
  assertEquals(callsIn(hints), [{ path: "a.ts", start_line: 1, max_lines: 150 }]);
  const page = await asked(tools, { roots: ["."], group_by_file: true, token_budget: 900, skip: 1 });
  assertEquals(page.matches.map(({ line_number }) => line_number), [153]);
});
