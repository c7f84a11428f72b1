/**
 * Explains an answer that found nothing: one request asks the engine what each likely meaning of the call would find, and
 * a hint is made of those that find something.
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

/** Milliseconds for all readings of a call, and the fewest that are worth a request. */
const EXPLAIN_MS = 300, MIN_REQUEST_MS = 20;
/** Hints of a stage after the first: the caller can make one call next. */
const MAX_LATER_HINTS = 2;
/** Paths that are named as nearest. */
const MAX_NEAREST_PATHS = 3;

/** A likely meaning of a call, and its hint. */
export interface HintAlternative extends Alternative {
  readonly phrase: PhraseKey;
  /** The arguments that say it; in words where no argument does. */
  readonly advice: Args | string;
  readonly unit: Unit;
  /** It is worth a hint where it finds more than so many; absent: 0. */
  readonly moreThan?: number;
  /** The phrase where it found nothing in the time there was. */
  readonly timeoutPhrase?: PhraseKey;
  /** Meanings that are made of what this one finds, and advised instead: the first that finds something. */
  refine?(found: AlternativeResult): readonly HintAlternative[];
}

/** Meanings of a call, the likeliest stage first: a stage counts where those before it find nothing. */
export type AlternativeStages = readonly (readonly HintAlternative[])[];

/** A meaning that finds something. */
export interface FoundAlternative extends HintAlternative {
  readonly found: AlternativeResult;
}

/** The meaning of a path that nothing has: existing ones that are most like it; none where there is no such path. */
export function nearestPathAlternative(path: string | undefined, timeoutMs: number): HintAlternative[] {
  if (path === undefined) return [];
  const request = { op: "nearest", path, limit: MAX_NEAREST_PATHS, timeoutMs } as const;
  return [{ request, phrase: "nearest_paths", advice: {}, unit: "entries" }];
}

/**
 * The meanings of each stage that find something, as far as stages were read. Only where a meaning is to be put in other
 * words (`instead`) a second request counts what these find.
 * @param leftMs milliseconds that are left of the call's time
 */
export async function findAlternatives(
  stages: AlternativeStages,
  leftMs: number,
  { context: { run } }: ToolCall,
): Promise<FoundAlternative[][]> {
  const end = performance.now() + Math.min(EXPLAIN_MS, leftMs), seen = await requestStages(stages, end, run);
  const others = seen.flat().flatMap((one, i) =>
    one.refine?.(one.found).map((other) => ({ ...other, onceKey: `${i}` })) ?? []
  );
  const [found = []] = await requestStages([others], end, run);
  const better = new Map(found.map((one) => [seen.flat()[Number(one.onceKey)], one]));
  const isOwn = ({ isProbe, refine: instead }: FoundAlternative) => !isProbe || instead === undefined;
  return seen.map((stage) => stage.flatMap((one) => better.get(one) ?? (isOwn(one) ? one : [])));
}

/** The hints of the first stage that has any. */
export function firstStageHints(seen: readonly (readonly FoundAlternative[])[], own: CurrentCall): string[] {
  const first = seen.findIndex((stage) => stage.length > 0);
  return (seen[first] ?? []).slice(0, first === 0 ? undefined : MAX_LATER_HINTS).map((one) => renderHint(one, own));
}

/** A hint is not worth an error. */
async function requestStages(
  stages: AlternativeStages,
  end: number,
  run: CallContext["run"],
): Promise<FoundAlternative[][]> {
  const timeoutMs = Math.floor(end - performance.now());
  if (timeoutMs < MIN_REQUEST_MS || stages.every((stage) => stage.length === 0)) return [];
  try {
    const asked = stages.map((stage) => stage.map(toAlternative));
    const report = await run({ op: "explain_zero", stages: asked, timeoutMs });
    return report.stages.map((rows, i) =>
      oneOfEachKind(rows.flatMap((found, k) => foundAlternatives(stages[i][k], found)))
    );
  } catch (error) {
    if (error instanceof ToolError && error.key !== "cancelled") return [];
    throw error;
  }
}

/** What of a meaning the engine needs; it is sent to another thread, which takes no functions. */
function toAlternative({ request, onceKey: once, isProbe }: HintAlternative): Alternative {
  return { request, ...(once !== undefined && { onceKey: once }), ...(isProbe && { isProbe }) };
}

function foundAlternatives(meant: HintAlternative, found: AlternativeResult): FoundAlternative[] {
  if (found.total > (meant.moreThan ?? 0)) return [{ ...meant, found }];
  const { timeoutPhrase: unread } = meant;
  return unread !== undefined && found.cutBy === "timeout" ? [{ ...meant, phrase: unread, found }] : [];
}

function oneOfEachKind(seen: readonly FoundAlternative[]): FoundAlternative[] {
  return seen.filter((one) =>
    one.onceKey === undefined || one === seen.find(({ onceKey: once }) => once === one.onceKey)
  );
}

/** The hint of a meaning. */
export function renderHint({ phrase, advice: turn, unit, found }: FoundAlternative, own: CurrentCall): string {
  const { lang } = own, isWords = typeof turn === "string", isOne = found.total === 1;
  return say(lang, phrase, {
    found: totalPhrase(lang, unit, found),
    lie: say(lang, isOne ? "lies" : "lie"),
    linked: say(lang, isOne ? "linked_file" : "linked_files"),
    paths: found.paths.map(textPath).join(", "),
    turn: isWords ? turn : own.renderFromFirstPage(turn),
    call: isWords ? turn : own.render({ skip: undefined, ...turn }),
    fields: isWords ? "" : Object.keys(turn).join(", "),
  });
}
