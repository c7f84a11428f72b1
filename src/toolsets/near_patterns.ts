/**
 * Why a glob found nothing: what it was likely meant as, or what rules left out, counted while little time is lost.
 * @module
 */
import type { Args } from "../format/own_call.ts";
import { literalGlob, slashed } from "../model/literal_glob.ts";
import { baseName, parentPath } from "../model/place.ts";
import type { GlobReport } from "../model/report.ts";
import { type GlobRequest, type LeftOutBy, type ListRequest, PLAIN_SCOPE } from "../model/request.ts";
import { changeWords } from "./change_words.ts";
import type { Change } from "./choices.ts";
import type { Call } from "./define_tool.ts";
import { fromDialects } from "./glob_dialects.ts";
import {
  atAnyDepth,
  deepened,
  inAnyCase,
  inBraces,
  isLong,
  likely,
  partOfName,
  plainBrackets,
  withoutTop,
} from "./glob_of.ts";
import { kin } from "./near_extensions.ts";
import { literalPathOf, nearestNames } from "./nearest_names.ts";
import { totalOf } from "./total_of.ts";
import { orNone } from "./or_none.ts";
import { respelled } from "./respelled.ts";

/** Milliseconds of a second look, and the least that is worth it. */
const LOOK_MS = 500, LEAST_MS = 50;

type GlobChange = Change<Partial<GlobRequest>>;

/** How a tool is asked for a glob. */
export interface GlobSwitches {
  /** The arguments that say this. */
  argsOf(request: Pick<GlobRequest, "pattern" | "mode">): Args;
  /** It has `hidden` and `no_ignore`. */
  readonly hasRules: boolean;
}

/**
 * Hints for a glob that found nothing: what finds something with one thing changed, and what lies where rules leave out;
 * of several ways of one kind the likeliest.
 * @param leftMs milliseconds there are
 * @param isMeant what the glob means is known already
 */
export async function nearPatterns(
  request: GlobRequest,
  { skipped, total }: GlobReport,
  leftMs: number,
  call: Call,
  switches: GlobSwitches,
  isMeant = false,
): Promise<string[]> {
  if (total > 0) return [];
  const looks = new Looks(request, performance.now() + leftMs, call);
  const { ignored = 0, hidden = 0 } = skipped,
    patterns = isMeant ? [] : others(request).map((to) => meant(to, switches));
  const single = [
    ...await looks.first(patterns),
    ...ignored > 0 ? await looks.first([RULES[0]].flatMap((rule) => unruled(rule, switches))) : [],
    ...hidden > 0 ? await looks.first([RULES[1]].flatMap((rule) => unruled(rule, switches))) : [],
  ];
  if (single.length > 0 || isMeant) return single;
  const both = ignored + hidden > 0 ? await looks.first(unruled(RULES[2], switches)) : [];
  if (both.length > 0) return both;
  const named = await looks.first(await namedFiles(request, looks, switches));
  if (named.length > 0) return named;
  const spelt = [
    ...await looks.first((await looks.respelled()).map((pattern) => meant({ pattern }, switches))),
    ...await looks.first(elsewhere(request)),
  ];
  return spelt.length > 0 ? spelt : await nearestNames(literalPathOf(below(request)), looks.left, call.context);
}

/** Second looks, one after another, while there is time. */
class Looks {
  constructor(readonly request: GlobRequest, readonly end: number, readonly call: Call) {}

  get left(): number {
    return Math.floor(this.end - performance.now());
  }

  /** What is said of the first change that finds something. */
  async first(changes: readonly GlobChange[]): Promise<string[]> {
    for (const change of changes) {
      const timeoutMs = Math.min(LOOK_MS, this.left), asking = { ...this.request, ...change.to, timeoutMs };
      if (timeoutMs < LEAST_MS) return [];
      const total = await totalOf(() => this.call.context.run(asking));
      if (total.total > 0) return [changeWords(change, asking.mode, total, this.call.own)];
    }
    return [];
  }

  /** Files whose path below the root passes a test, left out by these rules; without rules, all that there are. */
  async paths(name: ListRequest["tests"]["name"], leftOutBy?: readonly LeftOutBy[]): Promise<readonly string[]> {
    const { root, hidden, noIgnore } = this.request, timeoutMs = Math.min(LOOK_MS, this.left);
    if (timeoutMs < LEAST_MS) return [];
    const asking: ListRequest = {
      op: "list",
      scope: { ...PLAIN_SCOPE, roots: [root], hidden, noIgnore },
      tests: { ...(name && { name }), types: ["f"], extensions: [], exclude: [], sizes: [] },
      ...(leftOutBy && { leftOutBy }),
      metadata: false,
      skip: 0,
      limit: 1,
      timeoutMs,
    };
    return await orNone(async () => (await this.call.context.run(asking)).entries.map(({ path }) => path));
  }

  /** The pattern with its names spelt as a file has them: as it stands, at any depth, of parts of names. */
  async respelled(): Promise<string[]> {
    const path = slashed(this.request.pattern), spelt = respelled(path);
    if (spelt === undefined) return [];
    const [found] = await this.paths({ pattern: spelt.loose, syntax: "regex", fullPath: true });
    const wider = [path, deepened(path), deepened(partOfName(path))];
    return found === undefined ? [] : wider.flatMap((glob) => respelled(glob)?.as(found) ?? []);
  }
}

const RULES = [
  { phrase: "in_ignored", to: { noIgnore: true }, turn: { no_ignore: true } },
  { phrase: "in_hidden", to: { hidden: true }, turn: { hidden: true } },
  { phrase: "in_both", to: { hidden: true, noIgnore: true }, turn: { hidden: true, no_ignore: true } },
] as const satisfies readonly GlobChange[];

function unruled(rule: GlobChange, { hasRules }: GlobSwitches): GlobChange[] {
  return hasRules ? [rule] : [];
}

/** Files that no switch of the tool lets in, behind links or left out by rules: their directory, written out, is entered. */
async function namedFiles(request: GlobRequest, looks: Looks, switches: GlobSwitches): Promise<GlobChange[]> {
  const pattern = below(request).replace(/^(?:\.?\/)+/, ""),
    name = { pattern, syntax: "glob", fullPath: true } as const;
  const rules: (readonly LeftOutBy[])[] = [["links"], ...(switches.hasRules ? [] : NO_SWITCHES)];
  for (const by of rules) {
    const [path] = await looks.paths(name, by);
    if (path === undefined) continue;
    const stem = request.root.replace(/^(?:\.\/)+|^\.$|\/+$/g, ""),
      own = stem === "" ? path : path.slice(stem.length + 1);
    const dir = parentPath(own), all = baseName(pattern), phrase = by.includes("links") ? "in_links" : "near_pattern";
    return [all, literalGlob(baseName(own))].map((name) => {
      const to = { pattern: dir === "" ? name : `${literalGlob(dir)}/${name}`, mode: request.mode };
      return { phrase, to, turn: switches.argsOf(to) };
    });
  }
  return [];
}

const NO_SWITCHES: readonly (readonly LeftOutBy[])[] = [["ignored"], ["hidden"], ["hidden", "ignored"]];

function meant(to: Partial<GlobRequest> & { readonly pattern: string }, { argsOf }: GlobSwitches): GlobChange {
  return { phrase: "near_pattern", to, turn: argsOf({ mode: "files", ...to }) };
}

/** The same from the project root, where it was asked below another directory. */
function elsewhere({ root, pattern }: GlobRequest): GlobChange[] {
  if (root === "." || root === "") return [];
  const to = { root: ".", pattern: deepened(slashed(pattern)) };
  return [{ phrase: "near_pattern", to, turn: { root: undefined, pattern: to.pattern } }];
}

/** The glob as one from the project root. */
function below({ root, pattern }: GlobRequest): string {
  return `${root}/${slashed(pattern)}`;
}

/** What it may have been meant as, the likeliest first. */
function others(request: GlobRequest): Pick<GlobRequest, "pattern" | "mode">[] {
  if (isLong([request.pattern])) return [];
  const { pattern, mode } = request, path = slashed(pattern), plain = plainBrackets(path), part = partOfName(path);
  const root = request.root.replace(/^(?:\.\/)+|\/+$/g, "") + "/";
  const inMode = (glob: string) => mode === "directories" ? glob.replace(/\/\*\*$/, "/") : glob;
  const dialects = fromDialects(pattern);
  const all = [
    path,
    ...(path.startsWith(root) ? [path.slice(root.length)] : []),
    ...(plain === path ? [] : [plain, inMode(plain.replace(/\/*$/, "/**"))]),
    ...(mode === "files" && !/[*?[{]/.test(path) ? [path.replace(/\/*$/, "/**")] : []),
    path.replace(/([^*?}\]])\/+$/, "$1"),
    deepened(path),
    inMode(atAnyDepth(path)),
    ...dialects,
    ...dialects.map(deepened),
    inBraces(path),
    deepened(inBraces(path)),
    deepened(likely(path)),
    path.replace(/(?<!\*\*)\/([^/]+)$/, "/**/$1"),
    deepened(part),
    inAnyCase(path),
    inAnyCase(deepened(part)),
    inAnyCase(deepened(likely(path))),
    kin(path),
    deepened(kin(path)),
    ...withoutTop(path),
  ];
  return [...new Set(all)].filter((glob) => glob !== pattern && glob !== "").map((glob) => ({ pattern: glob, mode }));
}
