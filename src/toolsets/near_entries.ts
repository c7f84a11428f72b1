/**
 * Why a listing is empty: the same listing with one thing changed, or two, counted while little time is lost.
 * @module
 */
import type { Args } from "../format/own_call.ts";
import type { PhraseKey } from "../format/phrases.ts";
import type { ListReport } from "../model/report.ts";
import type { ListRequest } from "../model/request.ts";
import { changeWords } from "./change_words.ts";
import {
  type Change,
  PAIRS_SAID,
  type RuleSwitches,
  type Unfiltered,
  withNearExtensions,
  withoutFilter,
  withoutName,
  withoutRule,
  withoutTwoFilters,
  withoutTwoRules,
} from "./choices.ts";
import type { Call } from "./define_tool.ts";
import { LEAST_MS, totalOf } from "./near_misses.ts";
import { otherGlobs } from "./other_globs.ts";
import { type NearName, nearNames } from "./near_names.ts";
import { respelledName } from "./respelled_calls.ts";
import { literalNameOf, nearestNames } from "./nearest_names.ts";

/** Milliseconds of the second looks, all at once. */
const LOOKS_MS = 500;

type ListChange = Change<Partial<ListRequest>>;

/** The arguments of a tool that make changes. */
export interface ListSwitches {
  readonly rules: RuleSwitches;
  /** What is listed by these globs, where globs choose. */
  readonly globs?: (globs: readonly string[]) => Args;
}

/**
 * Hints for a listing that found nothing; none for any other.
 * @param leftMs milliseconds that it left of `request.timeoutMs`
 */
export async function nearEntries(
  request: ListRequest,
  report: ListReport,
  call: Call,
  leftMs: number,
  switches: ListSwitches,
): Promise<string[]> {
  const timeoutMs = Math.floor(Math.min(LOOKS_MS, leftMs));
  if (report.total > 0 || timeoutMs < LEAST_MS) return [];
  const said = (changes: readonly ListChange[]) => hintsOf(changes, request, timeoutMs, call);
  const single = await said(singles(request, report, switches, call));
  if (single.length > 0) return single;
  const both = await said(pairs(request, report, switches, call));
  if (both.length > 0) return both.slice(0, PAIRS_SAID);
  const spelt = await respelledName({ ...request, timeoutMs }, call.context.run);
  if (spelt !== undefined) return await said([named(spelt, request)]);
  const { name } = request.tests, nearest = name && await nearestNames(literalNameOf(name), leftMs, call.context);
  return nearest && nearest.length > 0 ? nearest : await said(last(request, switches, call));
}

/** What is said of those that find something, once where one answer is enough. */
async function hintsOf(
  changes: readonly ListChange[],
  request: ListRequest,
  timeoutMs: number,
  { context, own }: Call,
): Promise<string[]> {
  const totals = await Promise.all(
    changes.map(({ to }) =>
      totalOf(() => context.run({ ...request, ...to, skip: 0, limit: 1, metadata: false, timeoutMs }))
    ),
  );
  const once = new Set<PhraseKey>(["near_mended_globs", "near_pattern"]), said = new Set<PhraseKey>();
  return changes.flatMap((change, i) => {
    if (totals[i].total === 0 || said.has(change.phrase) && once.has(change.phrase)) return [];
    said.add(change.phrase);
    return [changeWords(change, "entries", totals[i], own)];
  });
}

function singles(request: ListRequest, { skipped }: ListReport, switches: ListSwitches, call: Call): ListChange[] {
  const { scope, tests } = request, { globs = () => ({}), rules } = switches;
  const others = switches.globs === undefined ? [] : otherGlobs(scope.globs, call.context.projectRoot, true);
  const names = tests.name === undefined ? [] : nearNames(tests.name);
  return [
    ...others.map((globs_) => ({
      phrase: "near_mended_globs" as const,
      to: { scope: { ...scope, globs: globs_ } },
      turn: globs(globs_),
    })),
    ...names.map((name) => named(name, request)),
    ...withNearExtensions(request).map((near) => ({ ...unfiltered(near), phrase: "near_pattern" as const })),
    ...withoutRule(scope, skipped, rules),
    ...filters(request, call),
  ];
}

function named({ phrase, name, turn }: NearName, { tests }: ListRequest): ListChange {
  return { phrase, to: { tests: { ...tests, name } }, turn };
}

function pairs(request: ListRequest, { skipped }: ListReport, { rules }: ListSwitches, call: Call): ListChange[] {
  const { scope } = request, chosen = filters(request, call);
  return [
    ...withoutTwoRules(scope, skipped, rules),
    ...withoutTwoFilters(request, call.own.args).map(unfiltered),
    ...withoutRule(scope, skipped, rules).flatMap((rule) =>
      chosen.flatMap((filter) =>
        typeof rule.turn === "string" || typeof filter.turn === "string" ? [] : [{
          phrase: "near_pattern" as const,
          to: { ...filter.to, ...rule.to },
          turn: { ...filter.turn, ...rule.turn },
        }]
      )
    ),
  ];
}

/** What is said where nothing else is: that names or globs let nothing through. */
function last(request: ListRequest, { globs }: ListSwitches, { own }: Call): ListChange[] {
  const isByGlobs = globs !== undefined && request.scope.globs.length > 0;
  return [
    ...withoutName(request, own.args).map(unfiltered),
    ...(isByGlobs ? [{ phrase: "near_globs" as const, to: { leftOutBy: ["globs" as const] }, turn: globs([]) }] : []),
  ];
}

function filters(request: ListRequest, { own }: Call): ListChange[] {
  return withoutFilter(request, own.args).map(unfiltered);
}

function unfiltered({ choice: { scope, tests }, turn }: Unfiltered): ListChange {
  return { phrase: "without_filter", to: { scope, ...(tests && { tests }) }, turn };
}
