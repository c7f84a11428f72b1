/**
 * Why a listing is empty: the same listing with one thing changed, or two, counted while little time is lost.
 * @module
 */
import type { Args } from "../format/own_call.ts";
import type { PhraseKey } from "../format/phrases.ts";
import { parentPath } from "../model/place.ts";
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
import { globsNaming } from "./glob_of.ts";
import { totalOf } from "./total_of.ts";
import { orNone } from "./or_none.ts";
import { otherGlobs } from "./other_globs.ts";
import { type NearName, nearNames } from "./near_names.ts";
import { respelledGlobs, respelledName } from "./respelled_calls.ts";
import { literalNameOf, literalPathOf, nearestNames } from "./nearest_names.ts";

/** Milliseconds of the second looks, all at once, and the least that is worth it. */
const LOOKS_MS = 500, LEAST_MS = 20;

type ListChange = Change<Partial<ListRequest>>;

/** The arguments of a tool that make changes. */
export interface ListSwitches {
  readonly rules: RuleSwitches;
  /** What is listed by these globs, where globs choose: then they take rules off, too. */
  readonly globs?: (globs: readonly string[]) => Args;
  /** What is listed in this directory, which a link leads to. */
  readonly linked?: (dir: string) => Args;
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
  const stages = [
    () => singles(request, report, switches, call),
    () => pairs(request, report, switches, call),
    () => namingEntries({ ...request, timeoutMs }, report, switches, call),
    () => otherwiseSpelt({ ...request, timeoutMs }, switches, call),
  ];
  for (const changes of stages) {
    const hints = await said(await changes());
    if (hints.length > 0) return hints.slice(0, changes === stages[0] ? undefined : PAIRS_SAID);
  }
  const nearest = await nearestNames(nameIn(request), leftMs, call.context);
  return nearest.length > 0 ? nearest : await said(last(request, switches, call));
}

/** A name that is not there: the one tested for, or of a single glob. */
function nameIn({ tests, scope: { globs } }: ListRequest): string | undefined {
  if (tests.name !== undefined) return literalNameOf(tests.name);
  return globs.length === 1 ? literalPathOf(globs[0]) : undefined;
}

/** Names or globs as entries spell them. */
async function otherwiseSpelt(request: ListRequest, switches: ListSwitches, { context }: Call): Promise<ListChange[]> {
  const name = await respelledName(request, context.run);
  if (name !== undefined) return [named(name, request)];
  const globs = switches.globs && await respelledGlobs(request, context.run);
  if (globs === undefined) return [];
  return [{
    phrase: "near_mended_globs",
    to: { scope: { ...request.scope, globs } },
    turn: switches.globs?.(globs) ?? {},
  }];
}

/** Where no switch takes a rule off: what it leaves out, named by globs, or by the directory that a link leads to. */
async function namingEntries(
  request: ListRequest,
  { skipped }: ListReport,
  { globs: argumentsOf, linked }: ListSwitches,
  { context: { run } }: Call,
): Promise<ListChange[]> {
  const { scope } = request, named: ListChange[] = [];
  if (argumentsOf === undefined) return named;
  const words = { ignored: "", hidden: "", ...(linked && { links: "" }) };
  for (const { phrase, to } of [...withoutRule(scope, skipped, words), ...withoutTwoRules(scope, skipped, words)]) {
    const asking = { ...request, ...to, skip: 0, limit: 1, metadata: false };
    const [entry] = await orNone(async () => (await run(asking)).entries);
    if (entry === undefined) continue;
    if (linked !== undefined && to.leftOutBy.includes("links")) {
      const dir = parentPath(entry.path);
      named.push({ phrase, to: { scope: { ...scope, roots: [dir] } }, turn: linked(dir) });
    } else {
      const globs = [...scope.globs.filter((glob) => glob.startsWith("!")), ...globsNaming([entry.path])];
      named.push({ phrase, to: { scope: { ...scope, globs } }, turn: argumentsOf(globs) });
    }
  }
  return named;
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
