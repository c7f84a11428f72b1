/**
 * Which entries a call chose from, and what it finds where a rule or a filter lets more of them through.
 * @module
 */
import type { Args, CurrentCall } from "../../format/current_call.ts";
import type { PhraseKey } from "../../format/phrases.ts";
import type { Skipped } from "../../model/report.ts";
import type { EntryTests, ExclusionRule, Scope, SearchRequest } from "../../model/request.ts";
import { relatedExtensions } from "./file_kinds.ts";

/** What chooses entries. */
export interface EntrySelection {
  readonly scope: Scope;
  readonly tests?: EntryTests;
}

/** What a change changes; of a listing, none of what belongs to searches. */
type ChangeableFields = EntrySelection & Pick<SearchRequest, "excludedBy" | "query" | "encoding" | "maxFileSize">;

/** A change of a request that may turn nothing into something. */
export interface RequestChange {
  readonly phrase: PhraseKey;
  readonly patch: Partial<ChangeableFields>;
  /** The arguments that make it; in words where no argument does. */
  readonly advice: Args | string;
}

/** The arguments that take a rule off; absent where a tool has none. */
export type RuleSwitches = Readonly<Partial<Record<Exclude<ExclusionRule, "globs">, Args | string>>>;

/** The arguments of a tool that choose other files. */
export interface SelectionSwitches {
  /** What takes off the rules by which files are left out. */
  readonly rules: RuleSwitches;
  /** Files that these globs match, without any all; absent where globs don't choose. */
  readonly globs?: (globs: readonly string[]) => Args;
  /** The arguments, or the words, for what lies in this directory, which a link leads to. */
  readonly linkTarget?: (dir: string, own: CurrentCall) => Args | string;
}

type RuleName = keyof RuleSwitches;

/** Rules that are taken off together, alone ones first. */
const RULE_COMBINATIONS: readonly { readonly by: readonly RuleName[]; readonly phrase: PhraseKey }[] = [
  { by: ["ignored"], phrase: "in_ignored" },
  { by: ["hidden"], phrase: "in_hidden" },
  { by: ["links"], phrase: "in_links" },
  { by: ["hidden", "ignored"], phrase: "in_both" },
  { by: ["links", "hidden"], phrase: "in_links" },
  { by: ["links", "ignored"], phrase: "in_links" },
];

/** Each rule taken off, or each two of them, that may have left out anything, as far as a tool has switches. */
export function withoutRules(count: 1 | 2, scope: Scope, skipped: Skipped, switches: RuleSwitches): RequestChange[] {
  return RULE_COMBINATIONS.flatMap(({ by, phrase }) => {
    const turns = by.map((one) => switches[one]).filter((turn) => turn !== undefined);
    if (by.length !== count || turns.length < count || !mayHaveExcluded(by, scope, skipped)) return [];
    const words = turns.find((turn) => typeof turn === "string");
    return [{ phrase, patch: { excludedBy: by }, advice: words ?? Object.assign({}, ...turns) }];
  });
}

/** Whether rules hold in a scope, and one that counts what it leaves out has left out something. */
function mayHaveExcluded(by: readonly RuleName[], scope: Scope, skipped: Skipped): boolean {
  const holds = { ignored: !scope.noIgnore, hidden: !scope.hidden, links: !scope.followSymlinks };
  const counting = by.filter((rule) => rule !== "links");
  return by.every((rule) => holds[rule]) &&
    (counting.length === 0 || counting.some((rule) => (skipped[rule] ?? 0) > 0));
}

/** A filter by its arguments; what it does not filter is the same without it. */
interface ClearableFilter {
  readonly fields: readonly string[];
  clear(choice: EntrySelection): EntrySelection;
}

/** A filter on single entries, which is set where `tests` are others without it. */
function entryTestFilter(
  fields: readonly string[],
  isSet: (tests: EntryTests) => boolean,
  off: (tests: EntryTests) => EntryTests,
) {
  return {
    fields,
    clear: (choice: EntrySelection) =>
      choice.tests !== undefined && isSet(choice.tests) ? { ...choice, tests: off(choice.tests) } : choice,
  };
}

const NAME_FILTER: ClearableFilter = entryTestFilter(
  ["pattern", "glob", "full_path_match"],
  ({ name }) => name !== undefined,
  ({ name: _, ...rest }) => rest,
);

/** The likeliest first. */
const FILTERS: readonly ClearableFilter[] = [
  entryTestFilter(["extensions"], ({ extensions }) => extensions.length > 0, (tests) => ({ ...tests, extensions: [] })),
  entryTestFilter(
    ["changed_within"],
    (tests) => tests.changedAfter !== undefined,
    ({ changedAfter: _, ...rest }) => rest,
  ),
  entryTestFilter(
    ["changed_before"],
    (tests) => tests.changedBefore !== undefined,
    ({ changedBefore: _, ...rest }) => rest,
  ),
  entryTestFilter(["size"], ({ sizes }) => sizes.length > 0, (tests) => ({ ...tests, sizes: [] })),
  entryTestFilter(["types"], ({ types }) => types.length > 0, (tests) => ({ ...tests, types: [] })),
  entryTestFilter(["exclude"], ({ exclude }) => exclude.length > 0, (tests) => ({ ...tests, exclude: [] })),
  { fields: ["depth", "recursive"], clear: withoutDepth },
];

function withoutDepth(choice: EntrySelection): EntrySelection {
  const { depth, ...scope } = choice.scope;
  return depth === undefined ? choice : { ...choice, scope };
}

/** Extensions of the same kind; each filter taken off, but that of names, that is set by one of the arguments `given`. */
export function withoutFilter(choice: EntrySelection, given: Args): RequestChange[] {
  return [...withRelatedExtensions(choice), ...FILTERS.flatMap((filter) => withoutFilters([filter], choice, given))];
}

/** None where there are no others. */
function withRelatedExtensions({ tests }: EntrySelection): RequestChange[] {
  const extensions = relatedExtensions(tests?.extensions ?? []);
  if (tests === undefined || extensions.length === 0 || extensions.join() === tests.extensions.join()) return [];
  return [{ phrase: "near_pattern", patch: { tests: { ...tests, extensions } }, advice: { extensions } }];
}

/** The test of names taken off: what is left is another question, and worth saying where nothing else is. */
export function withoutName(choice: EntrySelection, given: Args): RequestChange[] {
  return withoutFilters([NAME_FILTER], choice, given);
}

/**
 * Two changes at once, for what neither alone finds: rules, filters, and changes of the query.
 */
export function pairsOfChanges(
  choice: EntrySelection,
  skipped: Skipped,
  switches: RuleSwitches,
  given: Args,
  ofQuery: readonly RequestChange[] = [],
): RequestChange[] {
  const filters = withoutFilter(choice, given);
  return [
    ...withoutRules(2, choice.scope, skipped, switches),
    ...FILTERS.flatMap((one, i) =>
      FILTERS.slice(i + 1).flatMap((other) => withoutFilters([one, other], choice, given))
    ),
    ...ofQuery.flatMap((one) => filters.flatMap((filter) => combineChanges(one, filter))),
    ...withoutRules(1, choice.scope, skipped, switches).flatMap((rule) =>
      [...ofQuery, ...filters].flatMap((other) => combineChanges(rule, other))
    ),
  ];
}

/** None where one of them is words. */
function combineChanges(one: RequestChange, other: RequestChange): RequestChange[] {
  if (typeof one.advice === "string" || typeof other.advice === "string") return [];
  return [{
    phrase: "near_pattern",
    patch: { ...one.patch, ...other.patch },
    advice: { ...one.advice, ...other.advice },
  }];
}

function withoutFilters(filters: readonly ClearableFilter[], choice: EntrySelection, given: Args): RequestChange[] {
  let without = choice;
  for (const { clear: off } of filters) {
    const next = off(without);
    if (next === without) return [];
    without = next;
  }
  // A filter that the tool itself has set is not the caller's to take off.
  const fields = filters.map(({ fields }) => fields.filter((field) => given[field] !== undefined));
  if (fields.some((some) => some.length === 0)) return [];
  const turn = Object.fromEntries(fields.flat().map((field) => [field, undefined]));
  return [{ phrase: "without_filter", patch: without, advice: turn }];
}
