/**
 * Hints for an answer that found nothing. One request asks the engine what each alternative of the call would find.
 * Each alternative that finds something becomes a hint.
 * @module
 */
import type { Args, CurrentCall } from "../../format/current_call.ts";
import { type PhraseKey, say, totalPhrase, type Unit } from "../../format/phrases.ts";
import { textPath } from "../../format/safe_text.ts";
import type { AlternativeResult } from "../../model/report.ts";
import type { Alternative } from "../../model/request.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { ToolCall } from "../define_tool.ts";
import type { CallContext } from "../tool.ts";

/** Milliseconds for all alternatives of a call, and the least time that is worth a request. */
const EXPLAIN_MS = 300, MIN_REQUEST_MS = 20;
/** Hints of a stage after the first: the caller can make only one call next. */
const MAX_LATER_HINTS = 2;
/** Existing paths that a hint names for one that does not exist. */
const MAX_NEAREST_PATHS = 3;

/** A likely meaning of a call, and the hint for it. */
export interface HintAlternative extends Alternative {
  readonly phrase: PhraseKey;
  /** The arguments that ask for it, or words where the tool has no such argument. */
  readonly advice: Args | string;
  readonly unit: Unit;
  /** A hint needs more results than this; absent: 0. */
  readonly moreThan?: number;
  /** The phrase to use if it found nothing before the timeout. */
  readonly timeoutPhrase?: PhraseKey;
  /** Alternatives made from what this one finds; the first that finds something replaces it. */
  refine?(found: AlternativeResult): readonly HintAlternative[];
}

/** Alternatives of a call, the likeliest stage first: a stage counts only if the stages before it find nothing. */
export type AlternativeStages = readonly (readonly HintAlternative[])[];

/** An alternative that finds something. */
export interface FoundAlternative extends HintAlternative {
  readonly found: AlternativeResult;
}

/** The existing paths most similar to `path`, as an alternative; none without a path. */
export function nearestPathAlternative(path: string | undefined, timeoutMs: number): HintAlternative[] {
  if (path === undefined) return [];
  const request = { op: "nearest", path, limit: MAX_NEAREST_PATHS, timeoutMs } as const;
  return [{ request, phrase: "nearest_paths", advice: {}, unit: "entries" }];
}

/**
 * The alternatives of each stage that find something, as far as the engine read the stages. Alternatives with `refine`
 * cost a second request, which counts the results of the refined ones.
 * @param leftMs milliseconds left of the call's time
 */
export async function findAlternatives(
  stages: AlternativeStages,
  leftMs: number,
  { context: { run } }: ToolCall,
): Promise<FoundAlternative[][]> {
  const end = performance.now() + Math.min(EXPLAIN_MS, leftMs), found = await requestStages(stages, end, run);
  const refined = found.flat().flatMap((one, i) =>
    one.refine?.(one.found).map((other) => ({ ...other, onceKey: `${i}` })) ?? []
  );
  const [foundRefined = []] = await requestStages([refined], end, run);
  const better = new Map(foundRefined.map((one) => [found.flat()[Number(one.onceKey)], one]));
  const isHint = ({ isProbe, refine }: FoundAlternative) => !isProbe || refine === undefined;
  return found.map((stage) => stage.flatMap((one) => better.get(one) ?? (isHint(one) ? one : [])));
}

/** The hints of the first stage that has any. */
export function firstStageHints(stages: readonly (readonly FoundAlternative[])[], call: CurrentCall): string[] {
  const first = stages.findIndex((stage) => stage.length > 0);
  return (stages[first] ?? []).slice(0, first === 0 ? undefined : MAX_LATER_HINTS).map((one) => renderHint(one, call));
}

/** Asks the engine. Errors are ignored: a hint is not worth one. */
async function requestStages(
  stages: AlternativeStages,
  end: number,
  run: CallContext["run"],
): Promise<FoundAlternative[][]> {
  const timeoutMs = Math.floor(end - performance.now());
  if (timeoutMs < MIN_REQUEST_MS || stages.every((stage) => stage.length === 0)) return [];
  try {
    const plain = stages.map((stage) => stage.map(toAlternative));
    const report = await run({ op: "explain_zero", stages: plain, timeoutMs });
    return report.stages.map((results, i) =>
      oneOfEachKind(results.flatMap((found, k) => foundIn(stages[i][k], found)))
    );
  } catch (error) {
    if (error instanceof ToolError && error.key !== "cancelled") return [];
    throw error;
  }
}

/** The engine's part of an alternative. It is posted to another thread, and functions can't be posted. */
function toAlternative({ request, onceKey, isProbe }: HintAlternative): Alternative {
  return { request, ...(onceKey !== undefined && { onceKey }), ...(isProbe && { isProbe }) };
}

function foundIn(alternative: HintAlternative, found: AlternativeResult): FoundAlternative[] {
  const { moreThan = 0, timeoutPhrase } = alternative;
  if (found.total > moreThan) return [{ ...alternative, found }];
  return timeoutPhrase && found.cutBy === "timeout" ? [{ ...alternative, phrase: timeoutPhrase, found }] : [];
}

function oneOfEachKind(all: readonly FoundAlternative[]): FoundAlternative[] {
  return all.filter((one) => one.onceKey === undefined || one === all.find(({ onceKey }) => onceKey === one.onceKey));
}

function renderHint({ phrase, advice, unit, found }: FoundAlternative, call: CurrentCall): string {
  const { lang } = call, isWords = typeof advice === "string", isOne = found.total === 1;
  return say(lang, phrase, {
    found: totalPhrase(lang, unit, found),
    lie: say(lang, isOne ? "lies" : "lie"),
    linked: say(lang, isOne ? "linked_file" : "linked_files"),
    paths: found.paths.map(textPath).join(", "),
    turn: isWords ? advice : call.renderFromFirstPage(advice),
    call: isWords ? advice : call.render({ skip: undefined, ...advice }),
    fields: isWords ? "" : Object.keys(advice).join(", "),
  });
}
