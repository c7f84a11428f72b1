import { assertEquals } from "@std/assert";
import { type OpenTools, openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";
import { type Random, seeded } from "../seed.ts";

/** Files of random lines, some of which match; each file's name gives the encoding to force, if any. */
function randomFiles(random: Random): Record<string, string> {
  const line = () =>
    random.pick(["", "gold", "a gold bar", "silver  ", "  gold\r!", "é gold;", "x".repeat(700) + " gold"]);
  const text = () => Array.from({ length: 1 + random.int(12) }, line).join("\n") + random.pick(["", "\n"]);
  return { "a.txt": text(), "b/c.txt": text(), "b/empty.txt": "\n\n", "wide.txt": "\ufeff" + text() };
}

/** Writes the files with these line breaks, one of them as UTF-16. */
function plant(root: string, files: Record<string, string>, lineBreak: () => string): void {
  Deno.mkdirSync(`${root}/b`, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const written = text.replaceAll("\n", lineBreak);
    if (name !== "wide.txt") Deno.writeTextFileSync(`${root}/${name}`, written);
    else {Deno.writeFileSync(
        `${root}/${name}`,
        new Uint8Array(Uint16Array.from(written, (c) => c.charCodeAt(0)).buffer),
      );}
  }
}

/** A call of a tool of some profile. */
type Asked = readonly [profile: "default" | "microagent" | "fs", tool: string, args: Record<string, unknown>];

function randomCalls(random: Random): Asked[] {
  const query = random.pick(["gold", "gold$", "^$", "\\s+$", "gold.*", "[^g]+$", "l\\b.", "^\\w+$", "bar\\z"]);
  const across = random.pick(["gold\\n", "\\n\\n", "gold\\s+a", "r\\n.*gold", "(?s)gold.*bar", "gold[^a]+.*", "\\s$"]);
  const around = { context_before: random.int(3), context_after: random.int(3) };
  const start = random.pick([1, 2, 3, -1, -3]), path = random.pick(["a.txt", "b/c.txt", "wide.txt"]);
  const forms = ["total_only", "count_only_matches", "summary_only", "group_by_file", "spelt_out"];
  return [
    ...forms.flatMap((form): Asked[] => {
      const named = form === "spelt_out" ? {} : { [form]: true };
      return [
        ["default", "search_content", { roots: ["."], query, ...around, ...named }],
        ["default", "search_content", { roots: ["."], query: across, multiline: true, ...around, ...named }],
      ];
    }),
    ["default", "search_content", { roots: ["."], query: "gold\na", fixed_strings: true, multiline: true }],
    ["default", "search_content", { roots: ["."], query: "gold\r\na", fixed_strings: true, multiline: true }],
    ["default", "find_and_grep", { roots: ["."], query, extensions: ["txt"] }],
    ["default", "search_content", { files: ["a.txt"], query, encoding: "shift_jis" }],
    ["default", "read_file", { path, start_line: start, max_lines: 3 }],
    ["default", "read_file", { path, start_line: 1, line_numbers: true }],
    ["default", "read_file", { path: "a.txt", start_line: 1, encoding: "windows-1252" }],
    ["default", "consult_files", { files: ["a.txt", "b/c.txt", "wide.txt"], query: "?", dry_run: true }],
    ["microagent", "grep", { pattern: query, contextBefore: 1, contextAfter: 2 }],
    ["microagent", "read_file_lines", { filePath: path, startLine: 1, endLine: 3 }],
    ["fs", "search_text", { query, mode: "regex", context_lines: 1 }],
    ["fs", "read_file", { path, range_type: "lines", start_line: 1, max_lines: 4 }],
  ];
}

/** The tools of all profiles on one directory. */
async function openAll(root: string): Promise<Readonly<Record<Asked[0], OpenTools>> & Disposable> {
  const open = (profile: Asked[0]) => openTools(profile, [root], { tokenBudget: 0 });
  const all = { default: await open("default"), microagent: await open("microagent"), fs: await open("fs") };
  return { ...all, [Symbol.dispose]: () => Object.values(all).forEach((tools) => tools[Symbol.dispose]()) };
}

/** The answer without byte counts and costs, as JSON. */
async function said(tools: Readonly<Record<Asked[0], OpenTools>>, [profile, tool, args]: Asked): Promise<string> {
  const { structured, text } = await tools[profile].call(tool, args);
  const told = JSON.stringify([structured, text], (key, value) => /tokens|bytes|_ms$/.test(key) ? undefined : value);
  return told.replaceAll(/[\d,.]+ (?:bytes?|tokens?|[kM]B)|\\t\d+\\t~\d+/g, "some");
}

Deno.test("every tool answers about CRLF and mixed files what it answers about their LF twins", async () => {
  const random = seeded("crlf in tools");
  for (let run = 0; run < 3; run++) {
    const files = randomFiles(random);
    using lf = tempTree({});
    using crlf = tempTree({});
    using mixed = tempTree({});
    plant(lf.path, files, () => "\n");
    plant(crlf.path, files, () => "\r\n");
    plant(mixed.path, files, () => random.pick(["\n", "\r\n"]));
    using onLf = await openAll(lf.path);
    using onCrlf = await openAll(crlf.path);
    using onMixed = await openAll(mixed.path);
    for (const asked of randomCalls(random)) {
      const wanted = await said(onLf, asked), about = JSON.stringify([asked, files]);
      assertEquals(await said(onCrlf, asked), wanted, about);
      assertEquals(await said(onMixed, asked), wanted, about);
    }
  }
});

Deno.test("a pattern that names the carriage return finds it, and otherwise means the same", async () => {
  const text = "one\r\ntwo\nth\rree\r\n\r\nfour\r\r\n";
  using files = tempTree({ "a.txt": text, "lf.txt": "one\ntwo\n", "é.txt": "é one\r\n" });
  Deno.writeFileSync(
    `${files.path}/large.txt`,
    new TextEncoder().encode(text + `${"x".repeat(46)}\r\n`.repeat(2 ** 15)),
  );
  using tools = await openTools("default", [files.path]);
  const [line, multiline] = [{}, { multiline: true }];
  const cases: [query: string, how: Record<string, unknown>, lines: Record<string, number[]>][] = [
    ["e\\r$", line, { "a.txt": [1, 3], "large.txt": [1, 3], "é.txt": [1] }],
    ["e\\x0d", line, { "a.txt": [1, 3], "large.txt": [1, 3], "é.txt": [1] }],
    ["^\\r$", line, { "a.txt": [4], "large.txt": [4] }],
    ["h\\rr", line, { "a.txt": [3], "large.txt": [3] }],
    ["one$|\\rr", line, { "a.txt": [1, 3], "large.txt": [1, 3], "lf.txt": [1], "é.txt": [1] }],
    // A line does not end in a space: whitespace there belongs to the break, except for an explicit return.
    ["\\s$|q\\r", line, { "a.txt": [5], "large.txt": [5] }],
    ["e[\\r\\n]+t", multiline, { "a.txt": [1], "large.txt": [1], "lf.txt": [1] }],
    ["o[^\\r]?\\n", multiline, { "a.txt": [2], "large.txt": [2], "lf.txt": [2] }],
    ["(?<!\\r)\\nth", multiline, { "a.txt": [2], "large.txt": [2] }],
    // Only the break as a whole is crossed: by a class with the line feed, by a dot under (?s), by no other dot.
    ["one\\stwo|q\\r", multiline, { "a.txt": [1], "large.txt": [1], "lf.txt": [1] }],
    ["one[^q]two|q\\r", multiline, { "a.txt": [1], "large.txt": [1], "lf.txt": [1] }],
    ["(?s)one.two|q\\r", multiline, { "a.txt": [1], "large.txt": [1], "lf.txt": [1] }],
    ["one(?s:.)two.|q\\r", multiline, {}],
    ["one.two|one.\\n|q\\r", multiline, {}],
    // These accept either break.
    ["one\\r?$", line, { "a.txt": [1], "large.txt": [1], "lf.txt": [1], "é.txt": [1] }],
    ["^o[^\\r\\n]+$", line, { "a.txt": [1], "large.txt": [1], "lf.txt": [1] }],
    ["e\\r?\\nt", multiline, { "a.txt": [1], "large.txt": [1], "lf.txt": [1] }],
    ["e\\Rt", multiline, { "a.txt": [1], "large.txt": [1], "lf.txt": [1] }],
  ];
  for (const [query, how, lines] of cases) {
    for (const time of [1, 2]) {
      const { matches, total } = await tools.ask("search_content", { roots: ["."], query, case: "sensitive", ...how });
      const found: Record<string, number[]> = {};
      for (const { file, line_number, line } of Array.isArray(matches) ? matches : []) {
        (found[file] ??= []).push(line_number);
        assertEquals([query, /\r(?:\n|$)/.test(line) && !line.startsWith("four")], [query, false]);
      }
      assertEquals([query, time, found], [query, time, lines]);
      assertEquals(
        (await tools.ask("search_content", { roots: ["."], query, total_only: true, case: "sensitive", ...how })).total,
        total,
      );
    }
  }
});
