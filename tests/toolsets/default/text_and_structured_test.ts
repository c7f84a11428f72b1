/** Text and structured content of random searches on random files hold the same facts. */
import { assert, assertEquals } from "@std/assert";
import { estimateTokens } from "../../../src/format/token_estimate.ts";
import { LIMITS } from "../../../src/model/limits.ts";
import type { Answer } from "../../../src/toolsets/tool.ts";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";
import { type Random, seeded } from "../../seed.ts";
import { randomTree } from "../random_tree.ts";

/** What an answer says: its records, a line each, and all else. */
interface Facts {
  readonly records: readonly string[];
  readonly total: number;
  readonly prefix: string | undefined;
  readonly tokens: number | undefined;
  readonly next: number | undefined;
  readonly sentences: readonly string[];
}

type Form = "full" | "group_by_file" | "summary_only" | "count_only_matches" | "total_only";

/** Removes the escapes of text; a file has no other control characters. */
const plain = (line: string) => line.replaceAll("\\x1b", "\x1b");

/** The records of the lines before the remarks. */
function recordsIn(form: Form, lines: readonly string[]): string[] {
  const read = (pattern: RegExp) =>
    lines.flatMap((line) => {
      const found = pattern.exec(line);
      return found === null ? [] : [found.slice(1).map(plain).join("|")];
    });
  if (form === "full") return read(/^([^:]+):(\d+):(.*)$/);
  if (form === "count_only_matches") return read(/^(.+):(\d+)$/);
  if (form === "total_only") return [];
  const records: string[] = [];
  let path = "";
  for (const line of lines) {
    const [, head, count] = /^(\w.*?\.ts)(?: \((\d+)\))?$/.exec(line) ?? [];
    const [, number, mark, spans = "", text] = /^\s*(\d+)([:-])(?:([\d,-]+):)? ?(.*)$/.exec(line) ?? [];
    if (head !== undefined) records.push([path = head, count ?? ""].join("|"));
    else if (number !== undefined) records.push([path, number + mark, spans, plain(text)].join("|"));
  }
  return records;
}

/** The remark that is no sentence. */
const STATUS = /^\[(?:(?:\d+ of )?\d+ match(?:es)?\b(?! shown)|searched|~)/;

function fromText(form: Form, { text }: Answer): Facts {
  const lines = text.split("\n"), end = lines.findIndex((line) => /^\[(?!path_prefix)/.test(line));
  const remarks = end < 0 ? [] : lines.slice(end), sentences = remarks.filter((line) => !STATUS.test(line));
  const [, prefix] = /^\[path_prefix: (.*)\]$/.exec(lines[0]) ?? [];
  const status = remarks[0] ?? "",
    next = /; more: skip=(\d+)/.exec(status) ??
      /for the rest: skip=(\d+)/.exec(remarks.find((line) => line.includes("shown (")) ?? "");
  return {
    records: recordsIn(form, lines.slice(prefix === undefined ? 0 : 1, end < 0 ? undefined : end)),
    total: Number(form === "total_only" ? lines[0] : /(\d+) match/.exec(status)?.[1]),
    prefix,
    tokens: Number(/^\[[^.]*~(\d+) tokens?[\];]/.exec(status)?.[1]) || undefined,
    next: next === null ? undefined : Number(next[1]),
    sentences: sentences.map((line) => line.slice(1, -1)),
  };
}

function fromStructured(form: Form, { structured }: Answer): Facts {
  const it = JSON.parse(JSON.stringify(structured));
  const records: Readonly<Record<Form, () => string[]>> = {
    full: () => it.matches.map((m: Readonly<Record<string, unknown>>) => [m.file, m.line_number, m.line].join("|")),
    group_by_file: () => it.files.flatMap(groupRecords),
    summary_only: () =>
      it.top_files.flatMap(({ file, count, samples }: { file: string; count: number; samples: string[] }) => [
        `${file}|${count}`,
        ...samples.map((sample) => [file, sample.replace(/^(\d+:) /, "$1||")].join("|")),
      ]),
    count_only_matches: () => Object.entries(it.counts).map(([path, n]) => `${path}|${n}`),
    total_only: () => [],
  };
  return {
    records: records[form](),
    total: it.total,
    prefix: it.path_prefix,
    tokens: it.estimated_tokens,
    next: it.next_skip,
    sentences: [...it.notes ?? [], ...it.hints ?? []],
  };
}

interface Group {
  readonly file: string;
  readonly count: number;
  readonly lines: readonly string[];
  readonly spans?: Readonly<Record<string, readonly (readonly number[])[]>>;
}

/** The path, with its count if some of its lines are missing, and its lines. */
function groupRecords({ file, count, lines, spans = {} }: Group): string[] {
  const matches = lines.filter((line) => /^\d+:/.test(line)).length;
  const spansOf = (number: string) => spans[number]?.map((span) => span.join("-")).join(",") ?? "";
  return [
    `${file}|${matches === count ? "" : count}`,
    ...lines.map((line) => {
      const [, number, mark, text] = /^(\d+)([:-]) (.*)$/.exec(line) ?? [];
      return [file, number + mark, mark === ":" ? spansOf(number) : "", text.trimStart()].join("|");
    }),
  ];
}

/** Indentation is left out: summaries have none, and the blank before it is structured content's own. */
const unindented = (facts: Facts) => ({
  ...facts,
  records: facts.records.map((record) => record.replace(/\|\s+(?=[^|]*$)/, "|")),
});

function randomSearch(random: Random): Record<string, unknown> {
  const form = random.pick(["", "group_by_file", "summary_only", "count_only_matches", "total_only"]);
  const hasLines = form === "" || form === "group_by_file";
  return {
    roots: ["."],
    query: random.pick(["gold", "const", "漢字", "ret\\w+", "na.ve", "^value", "\\(\\)", "nowhere"]),
    ...(form !== "" && { [form]: true }),
    ...(form === "group_by_file" && random.chance(0.5) && { spans: true }),
    ...(hasLines && { context_before: random.int(3), context_after: random.int(3), enclosing: random.chance(0.3) }),
    limit: 1 + random.int(60),
    ...(random.chance(0.3) && form !== "summary_only" && { skip: random.int(4) }),
    ...(random.chance(0.3) && { optimize_paths: true }),
    token_budget: random.pick([0, 300 + random.int(2000)]),
  };
}

Deno.test("text and structured content of random searches hold the same lines, spans, paths, cursors and hints", async () => {
  const random = seeded("text and structured, real searches");
  for (let tree = 0; tree < 2; tree++) {
    using files = tempTree(randomTree(random, 14));
    using tools = await openTools("default", [files.path], { tokenBudget: 0 });
    for (let i = 0; i < 15; i++) {
      const args = randomSearch(random), answer = await tools.call("search_content", args);
      const { format } = answer.structured,
        forms = ["group_by_file", "summary_only", "count_only_matches", "total_only"];
      const form = [format, ...forms.filter((name) => args[name] === true), "full"].find(isForm) ?? "full";
      const [text, structured] = [fromText(form, answer), fromStructured(form, answer)].map(unindented);
      const { tokens: ofText = 0, ...said } = text, { tokens: ofBoth = 0, ...fields } = structured;
      assertEquals(said, fields, JSON.stringify(args) + "\n" + answer.text);
      const isStated = ofText > 0 || estimateTokens(answer.text) <= LIMITS.tokensWorthSaying;
      assert(isStated && ofText <= ofBoth, `${ofText} tokens of ${ofBoth}`);
    }
  }
});

function isForm(name: unknown): name is Form {
  return typeof name === "string" && /^(full|group_by_file|summary_only|count_only_matches|total_only)$/.test(name);
}
