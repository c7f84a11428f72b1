/**
 * Why a glob found nothing: what it may have been meant as, or what rules left out.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import { escapeGlob, globWithSlashes } from "../../model/escape_glob.ts";
import { baseName, parentPath } from "../../model/place.ts";
import type { GlobReport } from "../../model/report.ts";
import { DEFAULT_SCOPE, type ExclusionRule, type GlobRequest, type NameTest } from "../../model/request.ts";
import type { PhraseKey } from "../../format/phrases.ts";
import type { ToolCall } from "../define_tool.ts";
import { findAlternatives, firstStageHints, type HintAlternative, nearestPathAlternative } from "./explain_zero.ts";
import { translateDialects } from "./glob_dialects.ts";
import { isTooLongToGuess } from "../arguments/globs.ts";
import {
  braceGlobList,
  caseInsensitiveGlob,
  contentsAtAnyDepth,
  escapeBrackets,
  likelyGlob,
  underAnyParent,
  wildcardAround,
  withoutTopDirectories,
} from "./rewrite_glob.ts";
import { globOfKind } from "./file_kinds.ts";
import { fileNameTests, type ListedEntries, listProbe, literalPathOf, otherSpellings } from "./other_spellings.ts";

/** What a glob asks for. */
type GlobPattern = Pick<GlobRequest, "pattern" | "mode">;

/** How a tool is asked for a glob. */
export interface GlobSwitches {
  /** The arguments that say this. */
  argsOf(request: GlobPattern): Args;
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
export async function globHints(
  request: GlobRequest,
  { skipped, total }: GlobReport,
  leftMs: number,
  call: ToolCall,
  switches: GlobSwitches,
): Promise<string[]> {
  if (total > 0) return [];
  const { ignored = 0, hidden = 0 } = skipped, { timeoutMs } = request;
  const asking = (to: GlobPattern) => alternativeOf(request, "near_pattern", to, switches.argsOf(to));
  const rules = RULE_CHANGES.map(({ phrase, to, turn }) => alternativeOf(request, phrase, to, turn));
  const [inIgnored, inHidden, inBoth] = [ignored, hidden, ignored + hidden].map((count, i) =>
    switches.hasRules && count > 0 ? [rules[i]] : []
  );
  const patterns = [...(switches.hasModes ? directoryPatterns(request) : []), ...otherPatterns(request)];
  const seen = await findAlternatives(
    [
      [...patterns.map(asking), ...inIgnored, ...inHidden],
      inBoth,
      excludedFiles(request, switches),
      [...respelledPatterns(request, asking), ...fromProjectRoot(request)],
      nearestPathAlternative(literalPathOf(projectGlob(request)), timeoutMs),
    ],
    leftMs,
    call,
  );
  return firstStageHints(seen, call.currentCall);
}

/** Rules taken off: one, or both. */
const RULE_CHANGES = [
  { phrase: "in_ignored", to: { noIgnore: true }, turn: { no_ignore: true } },
  { phrase: "in_hidden", to: { hidden: true }, turn: { hidden: true } },
  { phrase: "in_both", to: { hidden: true, noIgnore: true }, turn: { hidden: true, no_ignore: true } },
] as const;

function alternativeOf(request: GlobRequest, phrase: PhraseKey, to: Partial<GlobRequest>, turn: Args): HintAlternative {
  const asked = { ...request, ...to };
  return { request: asked, onceKey: phrase, phrase, advice: turn, unit: asked.mode };
}

/** A pattern that names directories, but asks for files. */
function directoryPatterns({ pattern, mode }: GlobRequest): GlobPattern[] {
  const dirs = pattern.replace(/(?<!\/)\/*$/, "/");
  return mode === "directories" && dirs === pattern ? [] : [{ pattern: dirs, mode: "directories" }];
}

/** Files of a directory tree that are asked about, by their paths from the project root. */
function filesBelow({ root, hidden, noIgnore, timeoutMs }: GlobRequest, name: NameTest): ListedEntries {
  return { scope: { ...DEFAULT_SCOPE, roots: [root], hidden, noIgnore }, tests: fileNameTests(name), timeoutMs };
}

/** Files that no switch of the tool lets in, behind links or left out by rules: their directory, written out, is entered. */
function excludedFiles(request: GlobRequest, { hasRules, argsOf }: GlobSwitches): HintAlternative[] {
  const { mode } = request, pattern = projectGlob(request).replace(/^(?:\.?\/)+/, "");
  const files = filesBelow(request, { pattern, syntax: "glob", fullPath: true });
  const rules: (readonly ExclusionRule[])[] = [["links"], ...(hasRules ? [] : RULES_WITHOUT_SWITCH)];
  return rules.map((leftOutBy) =>
    listProbe({ ...files, excludedBy: leftOutBy }, (path) => {
      const stem = request.root.replace(/^(?:\.\/)+|^\.$|\/+$/g, "");
      const own = stem === "" ? path : path.slice(stem.length + 1), dir = parentPath(own);
      const phrase = leftOutBy.includes("links") ? "in_links" : "near_pattern";
      return [baseName(pattern), escapeGlob(baseName(own))].map((name) => {
        const to = { pattern: dir === "" ? name : `${escapeGlob(dir)}/${name}`, mode };
        return alternativeOf(request, phrase, to, argsOf(to));
      });
    }, "named")
  );
}

const RULES_WITHOUT_SWITCH: readonly (readonly ExclusionRule[])[] = [["ignored"], ["hidden"], ["hidden", "ignored"]];

/** The pattern with its names spelt as a file has them: as it stands, at any depth, of parts of names. */
function respelledPatterns(request: GlobRequest, asking: (to: GlobPattern) => HintAlternative): HintAlternative[] {
  const { mode } = request, path = globWithSlashes(request.pattern), spelt = otherSpellings(path);
  if (spelt === undefined) return [];
  const wider = [path, underAnyParent(path), underAnyParent(wildcardAround(path))];
  const files = filesBelow(request, { pattern: spelt.anySpelling, syntax: "regex", fullPath: true });
  return [
    listProbe(
      files,
      (found) =>
        wider.flatMap((glob) => otherSpellings(glob)?.spelledAs(found) ?? []).map((pattern) =>
          asking({ pattern, mode })
        ),
    ),
  ];
}

/** The same from the project root, where it was asked below another directory. */
function fromProjectRoot(request: GlobRequest): HintAlternative[] {
  const { root, pattern } = request, to = { root: ".", pattern: underAnyParent(globWithSlashes(pattern)) };
  if (root === "." || root === "") return [];
  return [alternativeOf(request, "near_pattern", to, { root: undefined, pattern: to.pattern })];
}

/** The glob as one from the project root. */
function projectGlob({ root, pattern }: GlobRequest): string {
  return `${root}/${globWithSlashes(pattern)}`;
}

/** What it may have been meant as, the likeliest first. */
function otherPatterns(request: GlobRequest): GlobPattern[] {
  if (isTooLongToGuess([request.pattern])) return [];
  const { pattern, mode } = request,
    path = globWithSlashes(pattern),
    plain = escapeBrackets(path),
    part = wildcardAround(path);
  const root = request.root.replace(/^(?:\.\/)+|\/+$/g, "") + "/";
  const inMode = (glob: string) => mode === "directories" ? glob.replace(/\/\*\*$/, "/") : glob;
  const dialects = translateDialects(pattern);
  const all = [
    path,
    ...(path.startsWith(root) ? [path.slice(root.length)] : []),
    ...(plain === path ? [] : [plain, inMode(plain.replace(/\/*$/, "/**"))]),
    ...(mode === "files" && !/[*?[{]/.test(path) ? [path.replace(/\/*$/, "/**")] : []),
    path.replace(/([^*?}\]])\/+$/, "$1"),
    underAnyParent(path),
    inMode(contentsAtAnyDepth(path)),
    ...dialects,
    ...dialects.map(underAnyParent),
    braceGlobList(path),
    underAnyParent(braceGlobList(path)),
    underAnyParent(likelyGlob(path)),
    path.replace(/(?<!\*\*)\/([^/]+)$/, "/**/$1"),
    underAnyParent(part),
    caseInsensitiveGlob(path),
    caseInsensitiveGlob(underAnyParent(part)),
    caseInsensitiveGlob(underAnyParent(likelyGlob(path))),
    globOfKind(path),
    underAnyParent(globOfKind(path)),
    ...withoutTopDirectories(path),
  ];
  return [...new Set(all)].filter((glob) => glob !== pattern && glob !== "").map((glob) => ({ pattern: glob, mode }));
}
