/**
 * Why a glob found nothing: what it may have been meant as, or what rules left out.
 * @module
 */
import type { Args } from "../format/own_call.ts";
import { literalGlob, slashed } from "../model/literal_glob.ts";
import { baseName, parentPath } from "../model/place.ts";
import type { GlobReport } from "../model/report.ts";
import { type GlobRequest, type LeftOutBy, type NameTest, PLAIN_SCOPE } from "../model/request.ts";
import type { PhraseKey } from "../format/phrases.ts";
import type { Call } from "./define_tool.ts";
import { hintsOf, type Meant, nearestTo, seenIn } from "./explain_zero.ts";
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
import { literalPathOf, respelled } from "./respelled.ts";
import { type Listed, probe, testsOf } from "./respelled_calls.ts";

/** What a glob asks for. */
type Pattern = Pick<GlobRequest, "pattern" | "mode">;

/** How a tool is asked for a glob. */
export interface GlobSwitches {
  /** The arguments that say this. */
  argsOf(request: Pattern): Args;
  /** It has `hidden` and `no_ignore`. */
  readonly hasRules: boolean;
  /** It has modes: a pattern that asks for files may name directories. */
  readonly hasModes: boolean;
}

/**
 * Hints for a glob that found nothing: what finds something with one thing changed, and what lies where rules leave out;
 * of several ways of one kind the likeliest.
 * @param leftMs milliseconds there are
 */
export async function nearPatterns(
  request: GlobRequest,
  { skipped, total }: GlobReport,
  leftMs: number,
  call: Call,
  switches: GlobSwitches,
): Promise<string[]> {
  if (total > 0) return [];
  const { ignored = 0, hidden = 0 } = skipped, { timeoutMs } = request;
  const asking = (to: Pattern) => meant(request, "near_pattern", to, switches.argsOf(to));
  const rules = RULES.map(({ phrase, to, turn }) => meant(request, phrase, to, turn));
  const [inIgnored, inHidden, inBoth] = [ignored, hidden, ignored + hidden].map((count, i) =>
    switches.hasRules && count > 0 ? [rules[i]] : []
  );
  const patterns = [...(switches.hasModes ? directories(request) : []), ...others(request)];
  const seen = await seenIn(
    [
      [...patterns.map(asking), ...inIgnored, ...inHidden],
      inBoth,
      namedFiles(request, switches),
      [...respelt(request, asking), ...elsewhere(request)],
      nearestTo(literalPathOf(below(request)), timeoutMs),
    ],
    leftMs,
    call,
  );
  return hintsOf(seen, call.own);
}

/** Rules taken off: one, or both. */
const RULES = [
  { phrase: "in_ignored", to: { noIgnore: true }, turn: { no_ignore: true } },
  { phrase: "in_hidden", to: { hidden: true }, turn: { hidden: true } },
  { phrase: "in_both", to: { hidden: true, noIgnore: true }, turn: { hidden: true, no_ignore: true } },
] as const;

function meant(request: GlobRequest, phrase: PhraseKey, to: Partial<GlobRequest>, turn: Args): Meant {
  const asked = { ...request, ...to };
  return { request: asked, once: phrase, phrase, turn, unit: asked.mode };
}

/** A pattern that names directories, but asks for files. */
function directories({ pattern, mode }: GlobRequest): Pattern[] {
  const dirs = pattern.replace(/(?<!\/)\/*$/, "/");
  return mode === "directories" && dirs === pattern ? [] : [{ pattern: dirs, mode: "directories" }];
}

/** Files of a directory tree that are asked about, by their paths from the project root. */
function filesIn({ root, hidden, noIgnore, timeoutMs }: GlobRequest, name: NameTest): Listed {
  return { scope: { ...PLAIN_SCOPE, roots: [root], hidden, noIgnore }, tests: testsOf(name), timeoutMs };
}

/** Files that no switch of the tool lets in, behind links or left out by rules: their directory, written out, is entered. */
function namedFiles(request: GlobRequest, { hasRules, argsOf }: GlobSwitches): Meant[] {
  const { mode } = request, pattern = below(request).replace(/^(?:\.?\/)+/, "");
  const files = filesIn(request, { pattern, syntax: "glob", fullPath: true });
  const rules: (readonly LeftOutBy[])[] = [["links"], ...(hasRules ? [] : NO_SWITCHES)];
  return rules.map((leftOutBy) =>
    probe({ ...files, leftOutBy }, (path) => {
      const stem = request.root.replace(/^(?:\.\/)+|^\.$|\/+$/g, "");
      const own = stem === "" ? path : path.slice(stem.length + 1), dir = parentPath(own);
      const phrase = leftOutBy.includes("links") ? "in_links" : "near_pattern";
      return [baseName(pattern), literalGlob(baseName(own))].map((name) => {
        const to = { pattern: dir === "" ? name : `${literalGlob(dir)}/${name}`, mode };
        return meant(request, phrase, to, argsOf(to));
      });
    }, "named")
  );
}

const NO_SWITCHES: readonly (readonly LeftOutBy[])[] = [["ignored"], ["hidden"], ["hidden", "ignored"]];

/** The pattern with its names spelt as a file has them: as it stands, at any depth, of parts of names. */
function respelt(request: GlobRequest, asking: (to: Pattern) => Meant): Meant[] {
  const { mode } = request, path = slashed(request.pattern), spelt = respelled(path);
  if (spelt === undefined) return [];
  const wider = [path, deepened(path), deepened(partOfName(path))];
  const files = filesIn(request, { pattern: spelt.loose, syntax: "regex", fullPath: true });
  return [
    probe(
      files,
      (found) => wider.flatMap((glob) => respelled(glob)?.as(found) ?? []).map((pattern) => asking({ pattern, mode })),
    ),
  ];
}

/** The same from the project root, where it was asked below another directory. */
function elsewhere(request: GlobRequest): Meant[] {
  const { root, pattern } = request, to = { root: ".", pattern: deepened(slashed(pattern)) };
  if (root === "." || root === "") return [];
  return [meant(request, "near_pattern", to, { root: undefined, pattern: to.pattern })];
}

/** The glob as one from the project root. */
function below({ root, pattern }: GlobRequest): string {
  return `${root}/${slashed(pattern)}`;
}

/** What it may have been meant as, the likeliest first. */
function others(request: GlobRequest): Pattern[] {
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
