/**
 * Which entries a call chose from, and what it finds where a rule or a filter lets more of them through.
 * @module
 */
import type { Args } from "../format/own_call.ts";
import type { PhraseKey } from "../format/phrases.ts";
import type { Skipped } from "../model/report.ts";
import { nearExtensions } from "./near_extensions.ts";
import type { EntryTests, LeftOutBy, Scope } from "../model/request.ts";

/** Hints of two changes at once that are said: the caller can make one call next. */
export const PAIRS_SAID = 2;

/** A change of a request that may turn nothing into something. */
export interface Change<To> {
  readonly phrase: PhraseKey;
  readonly to: To;
  /** The arguments that make it; in words where no argument does. */
  readonly turn: Args | string;
}

/** What chooses entries. */
export interface Choice {
  readonly scope: Scope;
  readonly tests?: EntryTests;
}

/** The arguments that take a rule off; absent where a tool has none. */
export type RuleSwitches = Readonly<Partial<Record<Exclude<LeftOutBy, "globs">, Args | string>>>;

/** What takes rules off. */
type Unruled = Change<{ readonly leftOutBy: readonly LeftOutBy[] }>;

interface Rule {
  readonly by: readonly (keyof RuleSwitches)[];
  readonly phrase: PhraseKey;
  /** Whether it may have left out anything. */
  isWorth(skipped: Skipped, scope: Scope): boolean;
}

const follows = (_: Skipped, { followSymlinks }: Scope) => !followSymlinks;

const RULES: readonly Rule[] = [
  { by: ["ignored"], phrase: "in_ignored", isWorth: ({ ignored = 0 }) => ignored > 0 },
  { by: ["hidden"], phrase: "in_hidden", isWorth: ({ hidden = 0 }) => hidden > 0 },
  { by: ["links"], phrase: "in_links", isWorth: follows },
];

/** Where each alone lets nothing through. */
const RULE_PAIRS: readonly Rule[] = [
  {
    by: ["hidden", "ignored"],
    phrase: "in_both",
    isWorth: ({ ignored = 0, hidden = 0 }, scope) => ignored + hidden > 0 && !scope.hidden && !scope.noIgnore,
  },
  {
    by: ["links", "hidden"],
    phrase: "in_links",
    isWorth: ({ hidden = 0 }, scope) => hidden > 0 && !scope.followSymlinks,
  },
  {
    by: ["links", "ignored"],
    phrase: "in_links",
    isWorth: ({ ignored = 0 }, scope) => ignored > 0 && !scope.followSymlinks,
  },
];

/** Each rule taken off that may have left out something. */
export function withoutRule(scope: Scope, skipped: Skipped, switches: RuleSwitches): Unruled[] {
  return RULES.flatMap((rule) => rule.isWorth(skipped, scope) ? unruled(rule, switches) : []);
}

/** Each two of them. */
export function withoutTwoRules(scope: Scope, skipped: Skipped, switches: RuleSwitches): Unruled[] {
  return RULE_PAIRS.flatMap((rule) => rule.isWorth(skipped, scope) ? unruled(rule, switches) : []);
}

function unruled({ by, phrase }: Rule, switches: RuleSwitches): Unruled[] {
  const turns = by.map((one) => switches[one]).filter((turn) => turn !== undefined);
  if (turns.length < by.length) return [];
  const words = turns.find((turn) => typeof turn === "string");
  return [{ phrase, to: { leftOutBy: by }, turn: words ?? Object.assign({}, ...turns) }];
}

/** A filter by its arguments; what it does not filter is the same without it. */
interface Filter {
  readonly fields: readonly string[];
  off(choice: Choice): Choice;
}

/** A filter on single entries, which is set where `tests` are others without it. */
function ofTests(
  fields: readonly string[],
  isSet: (tests: EntryTests) => boolean,
  off: (tests: EntryTests) => EntryTests,
) {
  return {
    fields,
    off: (choice: Choice) =>
      choice.tests !== undefined && isSet(choice.tests) ? { ...choice, tests: off(choice.tests) } : choice,
  };
}

const NAME: Filter = ofTests(
  ["pattern", "glob", "full_path_match"],
  ({ name }) => name !== undefined,
  ({ name: _, ...rest }) => rest,
);

/** The likeliest first. */
const FILTERS: readonly Filter[] = [
  ofTests(["extensions"], ({ extensions }) => extensions.length > 0, (tests) => ({ ...tests, extensions: [] })),
  ofTests(["changed_within"], (tests) => tests.changedAfter !== undefined, ({ changedAfter: _, ...rest }) => rest),
  ofTests(["changed_before"], (tests) => tests.changedBefore !== undefined, ({ changedBefore: _, ...rest }) => rest),
  ofTests(["size"], ({ sizes }) => sizes.length > 0, (tests) => ({ ...tests, sizes: [] })),
  ofTests(["types"], ({ types }) => types.length > 0, (tests) => ({ ...tests, types: [] })),
  ofTests(["exclude"], ({ exclude }) => exclude.length > 0, (tests) => ({ ...tests, exclude: [] })),
  { fields: ["depth", "recursive"], off: withoutDepth },
];

function withoutDepth(choice: Choice): Choice {
  const { depth, ...scope } = choice.scope;
  return depth === undefined ? choice : { ...choice, scope };
}

/** What is chosen from where filters are off. */
export interface Unfiltered {
  readonly choice: Choice;
  readonly turn: Args;
}

/** Each filter taken off, but that of names, that is set by one of the arguments `given`. */
export function withoutFilter(choice: Choice, given: Args): Unfiltered[] {
  return FILTERS.flatMap((filter) => unfiltered([filter], choice, given));
}

/** Each two of them. */
export function withoutTwoFilters(choice: Choice, given: Args): Unfiltered[] {
  return FILTERS.flatMap((one, i) => FILTERS.slice(i + 1).flatMap((other) => unfiltered([one, other], choice, given)));
}

/** Extensions of the same kind of files; none where there are no others. */
export function withNearExtensions({ scope, tests }: Choice): Unfiltered[] {
  const extensions = nearExtensions(tests?.extensions ?? []);
  if (tests === undefined || extensions.length === 0 || extensions.join() === tests.extensions.join()) return [];
  return [{ choice: { scope, tests: { ...tests, extensions } }, turn: { extensions } }];
}

/** The test of names taken off: what is left is another question, and worth saying where nothing else is. */
export function withoutName(choice: Choice, given: Args): Unfiltered[] {
  return unfiltered([NAME], choice, given);
}

function unfiltered(filters: readonly Filter[], choice: Choice, given: Args): Unfiltered[] {
  let without = choice;
  for (const { off } of filters) {
    const next = off(without);
    if (next === without) return [];
    without = next;
  }
  // A filter that the tool itself has set is not the caller's to take off.
  const fields = filters.map(({ fields }) => fields.filter((field) => given[field] !== undefined));
  if (fields.some((some) => some.length === 0)) return [];
  return [{ choice: without, turn: Object.fromEntries(fields.flat().map((field) => [field, undefined])) }];
}
