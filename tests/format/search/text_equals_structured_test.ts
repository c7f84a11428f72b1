import { assertEquals } from "@std/assert";
import { searchAnswer } from "../../../src/format/search/search_answer.ts";
import { seeded } from "../../seed.ts";
import { pageOf, randomReport } from "../random_reports.ts";
import { searchOptions } from "../search_fixtures.ts";

/** The facts that text and structured content must agree on. */
interface Facts {
  readonly records: string[];
  readonly total: number;
  readonly next?: number;
  readonly sentences: string[];
  /** `path line name` where lines of another definition begin. */
  readonly definitions: string[];
}

const NAME = /^("(?:[^"\\]|\\.)*"|[^:]*?)/.source;

function unquoted(name: string): string {
  return name.startsWith('"') ? JSON.parse(name) : name;
}

/** The records of a form in its text. */
function recordsIn(form: string, lines: readonly string[]): string[] {
  const read = (pattern: RegExp) => lines.map((line) => pattern.exec(line)).filter((found) => found !== null);
  switch (form) {
    case "full":
      return read(new RegExp(`${NAME}:(\\d+):(.*)$`, "s")).map(([, path, n, line]) => `${unquoted(path)} ${n} ${line}`);
    case "count_only_matches":
      return read(new RegExp(`${NAME}:(\\d+)$`)).map(([, path, n]) => `${unquoted(path)} ${n}`);
    case "summary_only":
      return read(new RegExp(`${NAME} \\((\\d+)\\)$`)).map(([, path, n]) => `${unquoted(path)} ${n}`);
    default: {
      const records: string[] = [];
      let path = "", head = true;
      for (const line of lines) {
        const found = /^(\d+)([:-])(.*)$/s.exec(line);
        if (line === "") head = true;
        else if (head) [path, head] = [unquoted(line.replace(/ \(\d+\)$/, "")), false];
        else if (found?.[2] === ":") records.push(`${path} ${found[1]} ${found[3]}`);
      }
      return records;
    }
  }
}

/** The definitions that text names, with the record below each. */
function definitionsIn(form: string, lines: readonly string[]): string[] {
  return lines.flatMap((line, i) => {
    const [, name] = /^ {2}in (.* \d+-\d+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const head = form === "full" ? -1 : lines.findLastIndex((_, k) => k < i && (k === 0 || lines[k - 1] === ""));
    const [below] = recordsIn(form, head < 0 ? [lines[i + 1]] : [lines[head], lines[i + 1]]);
    return [`${/^.*? \d+(?= )/s.exec(below)?.[0]} ${name}`];
  });
}

function fromText(form: string, text: string): Facts {
  const lines = text.split("\n");
  const status = lines.findIndex((line) => /^\[(at least )?\d+ match/.test(line));
  const body = lines.slice(0, status);
  const [, total] = /(\d+) match/.exec(lines[status]) ?? [];
  const sentences = lines.slice(status + 1).map((line) => line.slice(1, -1));
  const next = /for the rest: skip=(\d+)$/m.exec(sentences.join("\n"))?.[1];
  return {
    records: recordsIn(form, body.filter((line) => line !== "--")),
    total: Number(total),
    ...(next !== undefined && { next: Number(next) }),
    sentences,
    definitions: definitionsIn(form, body),
  };
}

/** Escapes a line as text must, independently of the code under test. */
function shownLine(line: string): string {
  return line.replaceAll("\x1b", "\\x1b");
}

interface Line {
  readonly file: string;
  readonly line_number: number;
  readonly line: string;
}

/** The matching lines of a file of group_by_file. */
function groupedRecords({ file, lines }: { file: string; lines: string[] }): string[] {
  const read = lines.map((line) => /^(\d+): (.*)$/s.exec(line)).filter((found) => found !== null);
  return read.map(([, n, line]) => `${file} ${n} ${shownLine(line)}`);
}

interface GroupedFile {
  readonly file: string;
  readonly in?: Record<string, string>;
}

/** The definitions that structured content names, each where its lines begin. */
function structuredDefinitions(
  { matches = [], files = [] }: { matches?: (Line & { enclosing?: string })[]; files?: GroupedFile[] },
): string[] {
  const inFull = [...Map.groupBy(matches, ({ file }) => file)].flatMap(([file, all]) => {
    const named = all.filter(({ enclosing }) => enclosing !== undefined);
    return named.filter(({ enclosing }, i) => enclosing !== named[i - 1]?.enclosing)
      .map(({ line_number, enclosing }) => `${file} ${line_number} ${enclosing}`);
  });
  const grouped = files.flatMap(({ file, in: names = {} }) =>
    Object.entries(names).map(([line, name]) => `${file} ${line} ${name}`)
  );
  return [...inFull, ...grouped];
}

function fromStructured(form: string, structured: Record<string, unknown>): Facts {
  const it = JSON.parse(JSON.stringify(structured));
  const lineOf = (m: Line) => `${m.file} ${m.line_number} ${shownLine(m.line)}`;
  const records: Record<string, () => string[]> = {
    full: () => it.matches.map((m: Line) => lineOf(m)),
    group_by_file: () => it.files.flatMap(groupedRecords),
    summary_only: () => it.top_files.map((f: { file: string; count: number }) => `${f.file} ${f.count}`),
    count_only_matches: () => Object.entries(it.counts).map(([path, n]) => `${path} ${n}`),
  };
  return {
    records: records[form](),
    total: it.total,
    ...(it.next_skip !== undefined && { next: it.next_skip }),
    sentences: [...it.notes ?? [], ...it.hints ?? []],
    definitions: structuredDefinitions(it),
  };
}

Deno.test("text has the same paths, lines, totals, cursors, notes and hints as structured content", () => {
  const random = seeded("text and structured");
  for (let i = 0; i < 150; i++) {
    const found = randomReport(random, { files: 12, hits: 8, context: random.int(3) });
    const limit = 1 + random.int(40), skip = random.chance(0.2) ? random.int(20) : 0;
    const form = random.pick([undefined, "group_by_file", "summary_only", "count_only_matches"] as const);
    const { answer, form: given } = searchAnswer(pageOf(found, skip, limit), searchOptions({ form, skip, limit }));
    assertEquals(fromText(given, answer.text), fromStructured(given, answer.structured), `round ${i}`);
  }
});
