/**
 * Hints for a glob that found nothing: what it may have been meant as, and what ignore rules excluded.
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

type GlobPattern = Pick<GlobRequest, "pattern" | "mode">;

/** How a tool takes a glob. */
export interface GlobSwitches {
  /** The arguments that ask for this glob. */
  argsOf(request: GlobPattern): Args;
  /** Whether the tool has `hidden` and `no_ignore`. */
  readonly hasRules: boolean;
  /** Whether the tool has modes, so that a pattern in mode `files` may name directories. */
  readonly hasModes: boolean;
}

/**
 * Hints for a glob that found nothing: single changes that find something, and matches that ignore rules excluded. Of
 * several changes of one kind the likeliest is given.
 * @param leftMs milliseconds left of the call's time
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
  const asAlternative = (to: GlobPattern) => alternativeOf(request, "near_pattern", to, switches.argsOf(to));
  const rules = RULE_CHANGES.map(({ phrase, patch, advice }) => alternativeOf(request, phrase, patch, advice));
  const [inIgnored, inHidden, inBoth] = [ignored, hidden, ignored + hidden].map((count, i) =>
    switches.hasRules && count > 0 ? [rules[i]] : []
  );
  const patterns = [...(switches.hasModes ? directoryPatterns(request) : []), ...otherPatterns(request)];
  const found = await findAlternatives(
    [
      [...patterns.map(asAlternative), ...inIgnored, ...inHidden],
      inBoth,
      excludedFiles(request, switches),
      [...respelledPatterns(request, asAlternative), ...fromProjectRoot(request)],
      nearestPathAlternative(literalPathOf(projectGlob(request)), timeoutMs),
    ],
    leftMs,
    call,
  );
  return firstStageHints(found, call.currentCall);
}

/** One rule lifted, or both. */
const RULE_CHANGES = [
  { phrase: "in_ignored", patch: { noIgnore: true }, advice: { no_ignore: true } },
  { phrase: "in_hidden", patch: { hidden: true }, advice: { hidden: true } },
  { phrase: "in_both", patch: { hidden: true, noIgnore: true }, advice: { hidden: true, no_ignore: true } },
] as const;

function alternativeOf(
  request: GlobRequest,
  phrase: PhraseKey,
  patch: Partial<GlobRequest>,
  advice: Args,
): HintAlternative {
  const patched = { ...request, ...patch };
  return { request: patched, onceKey: phrase, phrase, advice, unit: patched.mode };
}

/** The pattern as one for directories by name. */
function directoryPatterns({ pattern, mode }: GlobRequest): GlobPattern[] {
  const dirs = pattern.replace(/(?<!\/)\/*$/, "/");
  return mode === "directories" && dirs === pattern ? [] : [{ pattern: dirs, mode: "directories" }];
}

/** Files below the root of the request whose path from the project root passes the test. */
function filesBelow({ root, hidden, noIgnore, timeoutMs }: GlobRequest, name: NameTest): ListedEntries {
  return { scope: { ...DEFAULT_SCOPE, roots: [root], hidden, noIgnore }, tests: fileNameTests(name), timeoutMs };
}

/**
 * Files that no switch of the tool includes: files that links lead to, and files that rules exclude. A pattern that spells
 * out their directory enters it.
 */
function excludedFiles(request: GlobRequest, { hasRules, argsOf }: GlobSwitches): HintAlternative[] {
  const { mode } = request, pattern = projectGlob(request).replace(/^(?:\.?\/)+/, "");
  const files = filesBelow(request, { pattern, syntax: "glob", fullPath: true });
  const rules: (readonly ExclusionRule[])[] = [["links"], ...(hasRules ? [] : RULES_WITHOUT_SWITCH)];
  return rules.map((excludedBy) =>
    listProbe({ ...files, excludedBy }, (path) => {
      const stem = request.root.replace(/^(?:\.\/)+|^\.$|\/+$/g, "");
      const relative = stem === "" ? path : path.slice(stem.length + 1), dir = parentPath(relative);
      const phrase = excludedBy.includes("links") ? "in_links" : "near_pattern";
      return [baseName(pattern), escapeGlob(baseName(relative))].map((name) => {
        const to = { pattern: dir === "" ? name : `${escapeGlob(dir)}/${name}`, mode };
        return alternativeOf(request, phrase, to, argsOf(to));
      });
    }, "named")
  );
}

const RULES_WITHOUT_SWITCH: readonly (readonly ExclusionRule[])[] = [["ignored"], ["hidden"], ["hidden", "ignored"]];

/** The pattern with its names spelled as in an existing path: as given, at any depth, as parts of names. */
function respelledPatterns(
  request: GlobRequest,
  asAlternative: (to: GlobPattern) => HintAlternative,
): HintAlternative[] {
  const { mode } = request, path = globWithSlashes(request.pattern), spellings = otherSpellings(path);
  if (spellings === undefined) return [];
  const wider = [path, underAnyParent(path), underAnyParent(wildcardAround(path))];
  const files = filesBelow(request, { pattern: spellings.anySpelling, syntax: "regex", fullPath: true });
  return [
    listProbe(
      files,
      (found) =>
        wider.flatMap((glob) => otherSpellings(glob)?.spelledAs(found) ?? []).map((pattern) =>
          asAlternative({ pattern, mode })
        ),
    ),
  ];
}

/** The pattern at any depth below the project root, if the call named another root. */
function fromProjectRoot(request: GlobRequest): HintAlternative[] {
  const { root, pattern } = request, to = { root: ".", pattern: underAnyParent(globWithSlashes(pattern)) };
  if (root === "." || root === "") return [];
  return [alternativeOf(request, "near_pattern", to, { root: undefined, pattern: to.pattern })];
}

/** The glob relative to the project root. */
function projectGlob({ root, pattern }: GlobRequest): string {
  return `${root}/${globWithSlashes(pattern)}`;
}

/** Patterns that may have been meant, the likeliest first. */
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
