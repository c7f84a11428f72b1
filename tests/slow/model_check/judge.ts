/**
 * Judges whether an answer agrees, file by file, with the tree's states between question and answer.
 * @module
 */
import { type Expected, expected, groupedLines, type Hit, lineOf, Matching, readOf, summary } from "./expected.ts";
import type { Question, Scope } from "./questions.ts";
import { globRegExp, isIncluded, leadsToFile, passes, rootOf, type Seen, seenAt } from "./selection.ts";
import { type Entry, parentOf, Tree } from "./tree.ts";

type Answer = Record<string, unknown>;
type Search = Extract<Question, { sought: unknown }>;

/** The number of files that a summary shows. */
const TOP_FILES = 10;
/** True while a file's samples may be from another moment than its count, because the engine reads the file twice. */
const TORN_SUMMARIES = true;

/** Names the error of an answer; undefined if it is right. */
export function judge(question: Question, answer: Answer, window: TreeWindow): string | undefined {
  // A refusal that concurrent writes justify.
  if (inside(answer.error, "code") === "CHANGED_WHILE_READ" && window.states.length > 1) return undefined;
  if (question.tool === "read_file") return reading(question, answer, window);
  const roots = window.roots(question.scope), code = inside(answer.error, "code");
  if (code !== undefined) {
    return roots.size > 1 || code === "NOT_FOUND" && roots.has(undefined) ? undefined : `error ${code}`;
  }
  if (!roots.has("file") && !roots.has("dir")) return "there is no such root";
  if (roots.size > 1) return undefined;
  switch (question.tool) {
    case "list_files":
      return listing(question, answer, window);
    case "glob_files":
      return globbing(question, answer, window);
    default:
      return searching(question, answer, window);
  }
}

/** A page of a file must be from one state of the file. */
function reading(
  question: Extract<Question, { tool: "read_file" }>,
  answer: Answer,
  window: TreeWindow,
): string | undefined {
  const contents = [...window.contents(question.path)].filter((bytes) => bytes !== undefined);
  const possible = [
    ...contents.map((bytes) => readOf(question, bytes)),
    ...window.states.filter((tree) => tree.at(question.path)?.kind !== "file").map((tree) => expected(question, tree)),
  ];
  const wrong = possible.map((wanted) => differences(answer, wanted));
  return wrong.some((found) => Object.keys(found).length === 0)
    ? undefined
    : `no state has this: ${canonical(wrong[0])}`;
}

function listing({ scope, metadata }: Extract<Question, { tool: "list_files" }>, answer: Answer, window: TreeWindow) {
  const shown = new Map(list(answer.entries).map((entry) => [String(inside(entry, "path")), entry]));
  if (answer.total !== shown.size) return `total ${answer.total} of ${shown.size} entries`;
  for (const path of new Set([...window.paths(), ...shown.keys()])) {
    const isDir = inside(shown.get(path), "is_dir") === true;
    const kinds: Seen[] = shown.has(path) ? isDir ? ["dir"] : ["file", "link"] : ["dir", "file", "link"];
    const wrong = claimed(path, shown.has(path), kinds.map((seen) => presence(window, scope, path, seen)));
    if (wrong !== undefined) return wrong;
    const size = inside(shown.get(path), "size_bytes");
    const sizes = new Set([...window.contents(path)].map((bytes) => bytes?.length));
    // The size of a link or directory depends on the system.
    const isFile = kinds.includes("file") && !window.states.some((tree) => tree.at(path)?.kind === "link");
    if (metadata && size !== undefined && isFile && !sizes.has(Number(size))) return `${path} never had ${size} bytes`;
  }
  return undefined;
}

function presence(window: TreeWindow, scope: Scope, path: string, seen: Seen): Possibility {
  const { roots: [root] } = scope;
  if (root !== "." && path !== root && !path.startsWith(root + "/")) return { is: false, isNot: true };
  // The root of a call is not among its entries.
  if (path === root && seen === "dir") return { is: false, isNot: true };
  return both(window.included(scope, path, seen === "dir"), window.taken(scope, path, seen));
}

/** @param chances whether the entry existed, for each kind it may have had */
function claimed(path: string, isShown: boolean, chances: readonly Possibility[]): string | undefined {
  if (isShown) return chances.some(({ is }) => is) ? undefined : `${path} was never there to be shown`;
  return chances.every(({ isNot }) => isNot) ? undefined : `${path} was always there and is not shown`;
}

function globbing(
  { scope, pattern, mode }: Extract<Question, { tool: "glob_files" }>,
  answer: Answer,
  window: TreeWindow,
) {
  const glob = globRegExp(pattern.replace(/^\*\*\//, ""), !pattern.startsWith("**/"));
  const isWanted = (path: string) => glob.test(path) && (scope.hidden || !/(?:^|\/)\./.test(path));
  const shown = new Set(list(answer[mode]).map(String));
  const files = new Map(
    window.paths().filter(isWanted).map((path) => {
      return [path, [both(window.included(scope, path, false), window.ledToFile(path))] as const];
    }),
  );
  if (mode === "files") {
    const all = new Set([...files.keys(), ...shown]);
    return [...all].map((path) => claimed(path, shown.has(path), files.get(path) ?? [])).find((wrong) =>
      wrong !== undefined
    );
  }
  const dirs = Map.groupBy(files, ([path]) => parentOf(path) || ".");
  for (const dir of new Set([...dirs.keys(), ...shown])) {
    const within = (dirs.get(dir) ?? []).map(([, chances]) => chances);
    const may = within.some((chances) => chances.some(({ is }) => is));
    const must = within.some((chances) => !chances.every(({ isNot }) => isNot));
    if (shown.has(dir) ? !may : must) return `${dir} is ${shown.has(dir) ? "" : "not "}shown`;
  }
  return undefined;
}

/** The answers of a search that are right for a file. */
interface Verdict {
  readonly path: string;
  readonly chance: Possibility;
  /** The possible lists of its matching lines. */
  readonly found: readonly (readonly Hit[])[];
  /** Whether it may have had no matching line. */
  readonly none: boolean;
}

function searching(question: Search, answer: Answer, window: TreeWindow): string | undefined {
  const matching = new Matching(question.sought);
  const verdicts = window.paths().map((path) => verdictOn(path, question, window, matching));
  const excused = inside(answer.skipped, "unreadable") !== undefined;
  if (question.form === "total_only") return inRange(Number(answer.total), verdicts, excused);
  const shown = shownBy(question, answer);
  const sum = [...shown.values()].reduce((sum, { count }) => sum + count, 0);
  const isWhole = question.form !== "summary_only" || shown.size < TOP_FILES;
  if (isWhole && answer.total !== sum) return `total ${answer.total}, but the files have ${sum}`;
  for (const { path, chance, found, none } of verdicts) {
    const said = shown.get(path);
    shown.delete(path);
    if (said === undefined && isWhole && !excused && !chance.isNot && !none) {
      return `${path} always matched and is not shown`;
    }
    if (said !== undefined && !chance.is) return `${path} was never there to be searched`;
    if (said !== undefined && !found.some((hits) => said.is(hits))) return `${path} never said ${JSON.stringify(said)}`;
  }
  return shown.size === 0 ? undefined : `there never was ${[...shown.keys()]}`;
}

function verdictOn(path: string, { scope }: Search, window: TreeWindow, matching: Matching): Verdict {
  const all = [...window.contents(path)].map((bytes) => bytes === undefined ? [] : matching.hits(bytes));
  const found = all.flatMap((hits) => hits === "binary" || hits.length === 0 ? [] : [hits]);
  return { path, chance: presence(window, scope, path, "file"), found, none: found.length < all.length };
}

function inRange(total: number, verdicts: readonly Verdict[], excused: boolean): string | undefined {
  const counts = verdicts.map(({ chance, found, none }) => {
    const lengths = found.map((hits) => hits.length);
    return {
      least: chance.isNot || none || excused || lengths.length === 0 ? 0 : Math.min(...lengths),
      most: chance.is ? Math.max(0, ...lengths) : 0,
    };
  });
  const least = counts.reduce((sum, it) => sum + it.least, 0), most = counts.reduce((sum, it) => sum + it.most, 0);
  return total >= least && total <= most ? undefined : `total ${total} is not between ${least} and ${most}`;
}

/** An answer's content for a file. */
interface Said {
  readonly count: number;
  readonly shown: unknown;
  readonly is: (hits: readonly Hit[]) => boolean;
}

function shownBy({ form }: Search, answer: Answer): Map<string, Said> {
  switch (form) {
    case "full": {
      const files = Map.groupBy(list(answer.matches), (match) => String(inside(match, "file")));
      return new Map([...files].map(([path, rows]) => [path, linesSaid(rows, rows.length)]));
    }
    case "group_by_file":
      return saidOf(
        list(answer.files),
        (file) => groupSaid(file, Number(inside(file, "count"))),
      );
    case "summary_only":
      return saidOf(list(answer.top_files), (file) => ({
        count: Number(inside(file, "count")),
        shown: file,
        is: (hits) => isSummary(file, hits),
      }));
    default:
      return new Map(
        Object.entries(answer.counts ?? {}).map(([path, count]) => [path, {
          count: Number(count),
          shown: count,
          is: (hits) => hits.length === count,
        }]),
      );
  }
}

function isSummary(said: unknown, hits: readonly Hit[]): boolean {
  const whole = summary({ file: String(inside(said, "file")), hits });
  return TORN_SUMMARIES ? inside(said, "count") === whole.count : canonical(said) === canonical(whole);
}

function saidOf(files: readonly unknown[], said: (file: unknown) => Said): Map<string, Said> {
  return new Map(files.map((file) => [String(inside(file, "file")), said(file)]));
}

function linesSaid(rows: readonly unknown[], count: number): Said {
  const shown = canonical(rows.map(lineFields));
  return { count, shown, is: (hits) => hits.length === count && shown === canonical(hits.map(lineOf)) };
}

function groupSaid(file: unknown, count: number): Said {
  const shown = canonical({ lines: inside(file, "lines"), spans: inside(file, "spans") });
  return { count, shown, is: (hits) => hits.length === count && shown === canonical(groupedLines(hits)) };
}

function lineFields(row: unknown): Record<string, unknown> {
  const names = ["line_number", "line", "context_before", "context_after"];
  return Object.fromEntries(names.map((name) => [name, inside(row, name)]));
}

/** The differences, field by field. */
export function differences(answer: Record<string, unknown>, wanted: Expected): Record<string, unknown> {
  const wrong = Object.entries(wanted).filter(([key, value]) =>
    canonical(field(answer, key, value)) !== canonical(value)
  );
  return Object.fromEntries(wrong.map(([key, value]) => [key, { answered: field(answer, key, value), wanted: value }]));
}

function field(answer: Record<string, unknown>, key: string, wanted: unknown): unknown {
  if (key === "error") return inside(answer.error, "code");
  if (key === "entries") return list(answer.entries).map((entry, i) => asAsked(entry, list(wanted)[i]));
  const [outer, inner] = key.split(".");
  return inner === undefined ? answer[outer] : inside(answer[outer], inner);
}

/** An entry without what is not predictable: its time, and the size of a directory or link. */
function asAsked(entry: unknown, wanted: unknown): unknown {
  const fields = ["path", "is_dir", ...(inside(wanted, "size_bytes") === undefined ? [] : ["size_bytes"])];
  return Object.fromEntries(fields.map((name) => [name, inside(entry, name)]));
}

/** The value if it is a list, else an empty list. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A field of a value that may be no object. */
export function inside(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/** JSON that is equal for equal values, independent of the order of keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(
    value,
    (_, part) =>
      typeof part === "object" && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
  ) ?? "";
}

/** Whether something was true at some moment, and whether it was false at some moment. */
interface Possibility {
  readonly is: boolean;
  readonly isNot: boolean;
}

/** The most combinations of versions of ignore files to try; with more, ignored files are not judged. */
const MIXTURES = 200;
/** Matches paths of ignore files. */
export const RULE_FILE = /(?:^|\/)(?:\.(?:git|rg)?ignore|\.git\/info\/exclude)$/;

/** A window of states. Each ignore file may have been read at a different moment. */
export class TreeWindow {
  readonly #mixtures: readonly Tree[] | undefined;

  /** @param states from the state when the question was sent to the last possible one when the answer came */
  constructor(readonly states: readonly Tree[]) {
    this.#mixtures = mixturesOf(states);
  }

  /** Whether too many ignore files changed to judge their rules. */
  get isMuddled(): boolean {
    return this.#mixtures === undefined;
  }

  /** All paths that existed in some state. */
  paths(): string[] {
    return [...new Set(this.states.flatMap((tree) => tree.inside()))];
  }

  /** The possible kinds of a call's root. */
  roots(scope: Scope): Set<Entry["kind"] | undefined> {
    return new Set(this.states.map((tree) => tree.at(rootOf(scope))?.kind));
  }

  /** Whether rules, dots and globs include `path` in a call. */
  included(scope: Scope, path: string, isDir: boolean): Possibility {
    if (this.#mixtures === undefined) return { is: true, isNot: true };
    return chance(this.#mixtures.map((rules) => isIncluded(rules, scope, path, isDir)));
  }

  /** Whether the call selects `path` as `seen`. */
  taken(scope: Scope, path: string, seen: Seen): Possibility {
    return chance(this.states.map((tree) => seenAt(tree, path, scope) === seen && passes(tree, scope, path)));
  }

  /** Whether `path` was a file or a link to one. */
  ledToFile(path: string): Possibility {
    return chance(this.states.map((tree) => leadsToFile(tree, path)));
  }

  /**
   * The contents of a file at `path` in each state, undefined where there was none. An open file may be written to by
   * another name.
   */
  contents(path: string): Set<string | undefined> {
    const all = new Set<string | undefined>(), opened = new Set<number>();
    for (const tree of this.states) {
      const entry = tree.at(path);
      if (entry?.kind === "file") opened.add(entry.inode);
      else all.add(undefined);
      for (const inode of opened) all.add(tree.contents.get(inode));
    }
    return all;
  }
}

/** Combines two possibilities that may have been observed at different moments. */
export function both(one: Possibility, other: Possibility): Possibility {
  return { is: one.is && other.is, isNot: one.isNot || other.isNot };
}

function chance(verdicts: readonly boolean[]): Possibility {
  return { is: verdicts.includes(true), isNot: verdicts.includes(false) };
}

/** Trees of ignore files only, in every combination of their versions. */
function mixturesOf(states: readonly Tree[]): readonly Tree[] | undefined {
  const paths = new Set(states.flatMap((tree) => tree.inside().filter((path) => RULE_FILE.test(path))));
  let mixtures: Map<string, string>[] = [new Map()];
  for (const path of paths) {
    const versions = [...new Set(states.map((tree) => tree.bytes(path)))];
    if (versions.length * mixtures.length > MIXTURES) return undefined;
    mixtures = mixtures.flatMap((mixture) =>
      versions.map((bytes) => bytes === undefined ? mixture : new Map(mixture).set(path, bytes))
    );
  }
  return mixtures.map(treeOf);
}

function treeOf(files: ReadonlyMap<string, string>): Tree {
  const numbered = [...files].map(([path, bytes], inode) => ({ path, bytes, inode }));
  return new Tree(
    new Map(numbered.map(({ path, inode }) => [path, { kind: "file", inode }])),
    new Map(numbered.map(({ bytes, inode }) => [inode, bytes])),
  );
}

/** The counters of a run without a wrong answer. */
export interface Tally {
  readonly writes: number;
  readonly answers: number;
  /** Answers that could not be judged, or only in part: those cut by time on a busy machine. */
  readonly unjudged: number;
}
