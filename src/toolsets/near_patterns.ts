/**
 * Why a glob found nothing: what it was likely meant as, counted while little time is lost.
 * @module
 */
import { foundWords, say } from "../format/phrases.ts";
import { textJson } from "../format/safe_text.ts";
import { slashed } from "../model/literal_glob.ts";
import type { GlobRequest } from "../model/request.ts";
import { atAnyDepth, deepened, inAnyCase, inBraces, isLong, partOfName, plainBrackets } from "./glob_of.ts";
import { literalPathOf, nearestNames } from "./nearest_names.ts";
import { totalOf } from "./near_misses.ts";
import type { CallContext } from "./tool.ts";

/** Milliseconds of a second look, and the least that is worth it. */
const LOOK_MS = 500, LEAST_MS = 50;

/**
 * A hint for the first other pattern that finds something.
 * @param leftMs milliseconds there are
 * @param argsOf the arguments of the tool that asks it
 */
export async function nearPatterns(
  request: GlobRequest,
  leftMs: number,
  { run, lang }: Pick<CallContext, "run" | "lang">,
  argsOf: (request: GlobRequest) => Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const end = performance.now() + leftMs;
  for (const other of others(request)) {
    const timeoutMs = Math.floor(Math.min(LOOK_MS, end - performance.now()));
    if (timeoutMs < LEAST_MS) return [];
    const total = await totalOf(() => run({ ...other, timeoutMs }));
    if (total.total === 0) continue;
    const found = foundWords(lang, other.mode, total);
    return [say(lang, "near_pattern", { found, call: textJson(argsOf(other)) })];
  }
  return await nearestNames(literalPathOf(below(request)), end - performance.now(), { run, lang });
}

/** The glob as one from the project root. */
function below({ root, pattern }: GlobRequest): string {
  return `${root}/${slashed(pattern)}`;
}

/** What it may have been meant as, the likeliest first. */
function others(request: GlobRequest): GlobRequest[] {
  if (isLong([request.pattern])) return [];
  const { pattern, mode } = request, path = slashed(pattern), plain = plainBrackets(path), part = partOfName(path);
  const root = request.root.replace(/^(?:\.\/)+|\/+$/g, "") + "/";
  const inMode = (glob: string) => mode === "directories" ? glob.replace(/\/\*\*$/, "/") : glob;
  const meant = [
    path,
    ...(path.startsWith(root) ? [path.slice(root.length)] : []),
    ...(plain === path ? [] : [plain, inMode(plain.replace(/\/*$/, "/**"))]),
    ...(mode === "files" && !/[*?[{]/.test(path) ? [path.replace(/\/*$/, "/**")] : []),
    deepened(path),
    inMode(atAnyDepth(path)),
    inBraces(path),
    deepened(part),
    inAnyCase(path),
    inAnyCase(deepened(part)),
  ];
  return [...new Set(meant)].filter((glob) => glob !== pattern).map((glob) => ({ ...request, pattern: glob }));
}
