/** Text and structured content of a search hold the same facts: of random reports, and of random files. @module */
import { assert, assertEquals } from "@std/assert";
import { searchAnswer } from "../../../src/format/search/search_answer.ts";
import { estimateTokens } from "../../../src/format/token_estimate.ts";
import { LIMITS } from "../../../src/model/limits.ts";
import type { Answer } from "../../../src/toolsets/tool.ts";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";
import { type Random, seeded } from "../../seed.ts";
import { randomTree } from "../../toolsets/random_tree.ts";
import { pageOf, randomReport } from "../random_reports.ts";
import { searchOptions } from "../search_fixtures.ts";

/** The facts that both must agree on. */
interface Facts {
  /** Files, lines, samples, counts, and where lines of another definition begin. */
  readonly records: readonly string[];
  readonly total: number;
  readonly prefix?: string;
  readonly tokens?: number;
  readonly next?: number;
  readonly sentences: readonly string[];
}

const FORMS = ["full", "group_by_file", "summary_only", "count_only_matches", "total_only"] as const;
type Form = typeof FORMS[number];

const NAME = /^("(?:[^"\\]|\\.)*"|[^:]*?)/.source;
const FULL = new RegExp(`${NAME}:(\\d+):(.*)$`, "s");
const COUNT = new RegExp(`${NAME}:(\\d+)$`), HEAD = new RegExp(`${NAME}(?: \\((\\d+)\\))?$`);
const LINE = /^ *(\d+)([:-])(?:([\d,-]+):)?(.*)$/s;
/** The remark that is no sentence. */
const STATUS = /^\[(?:(?:at least |\d+ of )?\d+ match(?:es)?\b(?! shown)|searched|~)/;

function unquoted(name: string): string {
  return name.startsWith('"') ? JSON.parse(name) : name;
}

/** The records of the lines before the remarks. */
function recordsIn(form: Form, lines: readonly string[]): string[] {
  const records: string[] = [];
  let path = "", definition: string | undefined, isHead = true;
  for (const line of lines) {
    const within = /^ {2}in (.* \d+-\d+)$/.exec(line)?.[1], [, name, count] = HEAD.exec(line) ?? [];
    const [, file, n, text] = FULL.exec(line) ?? [], [, number, mark, spans = "", rest] = LINE.exec(line) ?? [];
    if (form === "full" && file !== undefined) records.push([path = unquoted(file), n, text].join("|"));
    else if (form === "count_only_matches") records.push((COUNT.exec(line) ?? []).slice(1).map(unquoted).join("|"));
    else if (line === "") isHead = true;
    else if (within !== undefined) definition = within;
    else if (form === "group_by_file" && isHead || form === "summary_only" && !line.startsWith("  ")) {
      records.push([path = unquoted(name), count ?? ""].join("|")), isHead = false;
    } else if (number !== undefined && form !== "full") {
      records.push([path, number + mark, spans, form === "summary_only" ? rest.trimStart() : rest].join("|"));
    }
    const begins = form === "full" ? n : number;
    if (definition === undefined || within !== undefined || begins === undefined) continue;
    records.push([path, begins, "in", definition].join("|")), definition = undefined;
  }
  return records;
}

function fromText(form: Form, { text }: Answer): Facts {
  const lines = text.split("\n"), end = lines.findIndex((line) => /^\[(?!path_prefix)/.test(line));
  const remarks = end < 0 ? [] : lines.slice(end), [status = ""] = remarks;
  const [, prefix] = /^\[path_prefix: (.*)\]$/.exec(lines[0]) ?? [];
  const [, more] = /; more: skip=(\d+)/.exec(status) ?? /for the rest: skip=(\d+)/.exec(remarks.join("\n")) ?? [];
  const body = lines.slice(prefix === undefined ? 0 : 1, end < 0 ? undefined : end);
  return {
    records: form === "total_only" ? [] : recordsIn(form, body.filter((line) => line !== "--")),
    total: Number(form === "total_only" ? lines[0] : /(\d+) match/.exec(status)?.[1]),
    prefix: prefix === undefined ? undefined : unquoted(prefix),
    tokens: Number(/^\[[^.]*~(\d+) tokens?[\];]/.exec(status)?.[1]) || undefined,
    next: more === undefined ? undefined : Number(more),
    sentences: remarks.filter((line) => !STATUS.test(line)).map((line) => line.slice(1, -1)),
  };
}

interface Match {
  readonly file: string;
  readonly line_number: number;
  readonly line: string;
  readonly enclosing?: string;
}

interface Group {
  readonly file: string;
  readonly count: number;
  readonly lines: readonly string[];
  readonly spans?: Readonly<Record<string, readonly (readonly number[])[]>>;
  readonly in?: Readonly<Record<string, string>>;
}

interface Summary {
  readonly file: string;
  readonly count: number;
  readonly samples: readonly string[];
}

/** Escapes a line as text must, independently of the code under test. */
const shown = (line: string) => line.replaceAll("\x1b", "\\x1b");

/** The lines of a file, each with the definition that begins with it. */
function matchRecords(matches: readonly Match[]): string[] {
  const named = matches.filter(({ enclosing }) => enclosing !== undefined);
  const begins = new Set(named.filter((one, i) => one.enclosing !== named[i - 1]?.enclosing));
  return matches.flatMap((match) => [
    [match.file, match.line_number, shown(match.line)].join("|"),
    ...(begins.has(match) ? [[match.file, match.line_number, "in", match.enclosing].join("|")] : []),
  ]);
}

/** The path, with its count if some of its lines are missing, and its lines. */
function groupRecords({ file, count, lines, spans = {}, in: names = {} }: Group): string[] {
  const matches = lines.filter((line) => /^\d+:/.test(line)).length;
  const spansOf = (number: string) => spans[number]?.map((span) => span.join("-")).join(",") ?? "";
  const records = lines.flatMap((line) => {
    const [, number, mark, text] = /^(\d+)([:-]) (.*)$/s.exec(line) ?? [];
    const record = [file, number + mark, mark === ":" ? spansOf(number) : "", shown(text)].join("|");
    return number in names ? [record, [file, number, "in", names[number]].join("|")] : [record];
  });
  return [`${file}|${matches === count ? "" : count}`, ...records];
}

function fromStructured(form: Form, { structured }: Answer): Facts {
  const it = JSON.parse(JSON.stringify(structured));
  const records: Readonly<Record<Form, () => string[]>> = {
    full: () => [...Map.groupBy<string, Match>(it.matches, ({ file }) => file).values()].flatMap(matchRecords),
    group_by_file: () => it.files.flatMap(groupRecords),
    summary_only: () =>
      it.top_files.flatMap(({ file, count, samples }: Summary) => [
        `${file}|${count}`,
        ...samples.map((sample) => [file, shown(sample).replace(/^(\d+:) /, "$1||")].join("|")),
      ]),
    count_only_matches: () => Object.entries(it.counts).map(([path, n]) => `${path}|${n}`),
    total_only: () => [],
  };
  const { total, path_prefix: prefix, estimated_tokens: tokens, next_skip: next } = it;
  return { records: records[form](), total, prefix, tokens, next, sentences: [...it.notes ?? [], ...it.hints ?? []] };
}

/** Structured content costs more than the text, which tells its own cost. */
function assertSame(form: Form, answer: Answer, about: string): void {
  const { tokens: ofText = 0, ...said } = fromText(form, answer);
  const { tokens: ofBoth = 0, ...fields } = fromStructured(form, answer);
  assertEquals(said, fields, `${about}\n${answer.text}`);
  const isStated = ofText > 0 || estimateTokens(answer.text) <= LIMITS.tokensWorthSaying;
  assert(isStated && ofText <= ofBoth, `${about}: ${ofText} tokens of ${ofBoth}`);
}

Deno.test("text has the paths, lines, spans, totals, cursors, notes and hints of structured content, for random reports", () => {
  const random = seeded("text and structured");
  for (let i = 0; i < 150; i++) {
    const found = randomReport(random, { files: 12, hits: 8, context: random.int(3) });
    const limit = 1 + random.int(40), skip = random.chance(0.2) ? random.int(20) : 0;
    const form = random.pick([undefined, ...FORMS.slice(1)]), showsSpans = random.chance(0.3);
    const options = searchOptions({ form, skip, limit, showsSpans, pathDisplay: { sharePrefix: random.chance(0.3) } });
    const { answer, form: given } = searchAnswer(pageOf(found, skip, limit), options);
    assertSame(FORMS.find((one) => one === given) ?? "full", answer, `round ${i}`);
  }
});

function randomSearch(random: Random, form: Form): Record<string, unknown> {
  const hasLines = form === "full" || form === "group_by_file";
  return {
    roots: ["."],
    query: random.pick(["gold", "const", "漢字", "ret\\w+", "na.ve", "^value", "\\(\\)", "nowhere"]),
    ...(form !== "full" && { [form]: true }),
    ...(form === "group_by_file" && random.chance(0.5) && { spans: true }),
    ...(hasLines && { context_before: random.int(3), context_after: random.int(3), enclosing: random.chance(0.3) }),
    limit: 1 + random.int(60),
    ...(random.chance(0.3) && form !== "summary_only" && { skip: random.int(4) }),
    ...(random.chance(0.3) && { optimize_paths: true }),
    token_budget: random.pick([0, 300 + random.int(2000)]),
  };
}

Deno.test("the same holds for random searches of random files, cut by a budget or not", async () => {
  const random = seeded("text and structured, real searches");
  for (let tree = 0; tree < 2; tree++) {
    using files = tempTree(randomTree(random, 14));
    using tools = await openTools("default", [files.path], { tokenBudget: 0 });
    for (let i = 0; i < 15; i++) {
      const asked = random.pick(FORMS), args = randomSearch(random, asked);
      const answer = await tools.call("search_content", args), { format } = answer.structured;
      assertSame(FORMS.find((form) => form === format) ?? asked, answer, JSON.stringify(args));
    }
  }
});
