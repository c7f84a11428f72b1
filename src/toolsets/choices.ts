/**
 * Which entries a call chose from, and what it finds where a rule or a filter lets more of them through.
 * @module
 */
import type { Args } from "../format/own_call.ts";
import type { PhraseKey } from "../format/phrases.ts";
import type { Skipped } from "../model/report.ts";
import type { EntryTests, LeftOutBy, Scope, SearchRequest } from "../model/request.ts";
import { nearExtensions } from "./near_extensions.ts";
import { nearNames } from "./near_names.ts";

/** What chooses entries. */
export interface Choice {
  readonly scope: Scope;
  readonly tests?: EntryTests;
}

/** What a change changes; of a listing, none of what belongs to searches. */
type Changed = Choice & Pick<SearchRequest, "leftOutBy" | "query" | "encoding" | "maxFileSize">;

/** A change of a request that may turn nothing into something. */
export interface Change {
  readonly phrase: PhraseKey;
  readonly to: Partial<Changed>;
  /** The arguments that make it; in words where no argument does. */
  readonly turn: Args | string;
}

/** The arguments that take a rule off; absent where a tool has none. */
export type RuleSwitches = Readonly<Partial<Record<Exclude<LeftOutBy, "globs">, Args | string>>>;

type Rule = keyof RuleSwitches;

/** Rules that are taken off together, alone ones first. */
const RULES: readonly { readonly by: readonly Rule[]; readonly phrase: PhraseKey }[] = [
  { by: ["ignored"], phrase: "in_ignored" },
  { by: ["hidden"], phrase: "in_hidden" },
  { by: ["links"], phrase: "in_links" },
  { by: ["hidden", "ignored"], phrase: "in_both" },
  { by: ["links", "hidden"], phrase: "in_links" },
  { by: ["links", "ignored"], phrase: "in_links" },
];

/** Each rule taken off, or each two of them, that may have left out anything, as far as a tool has switches. */
export function withoutRules(count: 1 | 2, scope: Scope, skipped: Skipped, switches: RuleSwitches): Change[] {
  return RULES.flatMap(({ by, phrase }) => {
    const turns = by.map((one) => switches[one]).filter((turn) => turn !== undefined);
    if (by.length !== count || turns.length < count || !mayLeaveOut(by, scope, skipped)) return [];
    const words = turns.find((turn) => typeof turn === "string");
    return [{ phrase, to: { leftOutBy: by }, turn: words ?? Object.assign({}, ...turns) }];
  });
}

/** Whether rules hold in a scope, and one that counts what it leaves out has left out something. */
function mayLeaveOut(by: readonly Rule[], scope: Scope, skipped: Skipped): boolean {
  const holds = { ignored: !scope.noIgnore, hidden: !scope.hidden, links: !scope.followSymlinks };
  const counting = by.filter((rule) => rule !== "links");
  return by.every((rule) => holds[rule]) &&
    (counting.length === 0 || counting.some((rule) => (skipped[rule] ?? 0) > 0));
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

/** Extensions of the same kind; each filter taken off, but that of names, that is set by one of the arguments `given`. */
export function withoutFilter(choice: Choice, given: Args): Change[] {
  return [...withNearExtensions(choice), ...FILTERS.flatMap((filter) => unfiltered([filter], choice, given))];
}

/** None where there are no others. */
function withNearExtensions({ tests }: Choice): Change[] {
  const extensions = nearExtensions(tests?.extensions ?? []);
  if (tests === undefined || extensions.length === 0 || extensions.join() === tests.extensions.join()) return [];
  return [{ phrase: "near_pattern", to: { tests: { ...tests, extensions } }, turn: { extensions } }];
}

/** The test of names taken off: what is left is another question, and worth saying where nothing else is. */
export function withoutName(choice: Choice, given: Args): Change[] {
  return unfiltered([NAME], choice, given);
}

/** What else the test of names may have been meant as. */
export function otherwiseNamed({ tests }: Choice): Change[] {
  if (tests?.name === undefined) return [];
  return nearNames(tests.name).map(({ name, ...rest }) => ({ ...rest, to: { tests: { ...tests, name } } }));
}

/**
 * Two changes at once, for what neither alone finds: rules, filters, and changes of the query.
 */
export function twoChanges(
  choice: Choice,
  skipped: Skipped,
  switches: RuleSwitches,
  given: Args,
  ofQuery: readonly Change[] = [],
): Change[] {
  const filters = withoutFilter(choice, given);
  return [
    ...withoutRules(2, choice.scope, skipped, switches),
    ...FILTERS.flatMap((one, i) => FILTERS.slice(i + 1).flatMap((other) => unfiltered([one, other], choice, given))),
    ...ofQuery.flatMap((one) => filters.flatMap((filter) => bothOf(one, filter))),
    ...withoutRules(1, choice.scope, skipped, switches).flatMap((rule) =>
      [...ofQuery, ...filters].flatMap((other) => bothOf(rule, other))
    ),
  ];
}

/** None where one of them is words. */
function bothOf(one: Change, other: Change): Change[] {
  if (typeof one.turn === "string" || typeof other.turn === "string") return [];
  return [{ phrase: "near_pattern", to: { ...one.to, ...other.to }, turn: { ...one.turn, ...other.turn } }];
}

function unfiltered(filters: readonly Filter[], choice: Choice, given: Args): Change[] {
  let without = choice;
  for (const { off } of filters) {
    const next = off(without);
    if (next === without) return [];
    without = next;
  }
  // A filter that the tool itself has set is not the caller's to take off.
  const fields = filters.map(({ fields }) => fields.filter((field) => given[field] !== undefined));
  if (fields.some((some) => some.length === 0)) return [];
  const turn = Object.fromEntries(fields.flat().map((field) => [field, undefined]));
  return [{ phrase: "without_filter", to: without, turn }];
}
