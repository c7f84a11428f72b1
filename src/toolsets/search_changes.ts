/**
 * Changes of a search in what it searches: filters taken off, names spelt otherwise, two things at once.
 * @module
 */
import type { Args } from "../format/own_call.ts";
import type { SearchReport } from "../model/report.ts";
import type { SearchRequest } from "../model/request.ts";
import {
  type Choice,
  type Unfiltered,
  withNearExtensions,
  withoutFilter,
  withoutName,
  withoutRule,
  withoutTwoFilters,
  withoutTwoRules,
} from "./choices.ts";
import type { Call } from "./define_tool.ts";
import { minds } from "./query_readings.ts";
import type { SearchChange, Switches } from "./search_switches.ts";
import type { NearName } from "./near_names.ts";
import { otherQueries } from "./other_queries.ts";
import { respelledGlobs, respelledName, respelledQuery } from "./respelled_calls.ts";

/** The name of the files, or else the query, as files spell it or as it may have been meant. */
export async function otherwiseSpelt(
  request: SearchRequest,
  turns: Switches,
  { context }: Call,
): Promise<SearchChange[]> {
  const { scope, find, timeoutMs } = request, asking = find && { scope, tests: find.tests, timeoutMs };
  const named = asking && await respelledName(asking, context.run);
  if (named !== undefined) return [named].map((other) => otherwiseNamed(other, find));
  const globs = await respelledGlobs(request, context.run);
  if (globs !== undefined) {
    return [{ phrase: "near_mended_globs", to: { scope: { ...scope, globs } }, turn: turns.globs(globs) }];
  }
  const query = await respelledQuery(request, context.run);
  const respelt = query === undefined ? [] : [{ query, turn: turns.pattern(query.pattern) }];
  const meant = [...respelt, ...otherQueries(request.query, turns)];
  return meant.map(({ query, turn }) => ({ phrase: "near_pattern", to: { query }, turn }));
}

/** The search of files by another name. */
export function otherwiseNamed({ phrase, name, turn }: NearName, find: SearchRequest["find"]): SearchChange {
  return { phrase, turn, to: { find: find && { ...find, tests: { ...find.tests, name } } } };
}

/** Two changes at once, for what neither alone finds. */
export function twoChanges(
  request: SearchRequest,
  { skipped }: SearchReport,
  turns: Switches,
  given: Args,
): SearchChange[] {
  const { scope, find, query } = request;
  const anyCase = {
    phrase: "near_case",
    to: { query: { ...query, caseRule: "insensitive" } },
    turn: turns.anyCase,
  } as const;
  const cased = minds(query) ? [anyCase] : [], filters = withoutEachFilter(request, given);
  return [
    ...withoutTwoRules(scope, skipped, turns.rules),
    ...withoutTwoFilters(choiceOf(request), given).map((off) => unfiltered(off, find)),
    ...cased.flatMap((one) => filters.flatMap((filter) => bothOf(one, filter))),
    ...withoutRule(scope, skipped, turns.rules).flatMap((rule) =>
      [...cased, ...filters].flatMap((other) => bothOf(rule, other))
    ),
  ];
}

/** None where one of them is words. */
function bothOf(one: SearchChange, other: SearchChange): SearchChange[] {
  if (typeof one.turn === "string" || typeof other.turn === "string") return [];
  return [{ phrase: "near_pattern", to: { ...one.to, ...other.to }, turn: { ...one.turn, ...other.turn } }];
}

function choiceOf({ scope, find }: Pick<SearchRequest, "scope" | "find">): Choice {
  return { scope, ...(find && { tests: find.tests }) };
}

function unfiltered({ choice: { scope, tests }, turn }: Unfiltered, find: SearchRequest["find"]): SearchChange {
  return { phrase: "without_filter", to: { scope, find: find && tests && { ...find, tests } }, turn };
}

/** Extensions of the same kind; each filter taken off but that of names. */
export function withoutEachFilter(request: SearchRequest, given: Args): SearchChange[] {
  const near = withNearExtensions(choiceOf(request)).map((near) => unfiltered(near, request.find));
  return [
    ...near.map((change) => ({ ...change, phrase: "near_pattern" as const })),
    ...withoutFilter(choiceOf(request), given).map((off) => unfiltered(off, request.find)),
  ];
}

/** That of names. */
export function withoutTestOfNames(request: SearchRequest, given: Args): SearchChange[] {
  return withoutName(choiceOf(request), given).map((off) => unfiltered(off, request.find));
}
