/**
 * Changes of which entries a call selects: ignore rules lifted, filters cleared.
 * @module
 */
import type { Args, CurrentCall } from "../../format/current_call.ts";
import type { PhraseKey } from "../../format/phrases.ts";
import type { Skipped } from "../../model/completeness.ts";
import type { EntryTests, ExclusionRule, Scope, SearchRequest } from "../../model/request.ts";
import { relatedExtensions } from "./file_kinds.ts";

/** What selects entries. */
export interface EntrySelection {
  readonly scope: Scope;
  readonly tests?: EntryTests;
}

/** The parts of a request that a change replaces; those of a search only for searches. */
type ChangeableFields = EntrySelection & Pick<SearchRequest, "excludedBy" | "query" | "encoding" | "maxFileSize">;

/** A change of a request that found nothing, after which it may find something. */
export interface RequestChange {
  readonly phrase: PhraseKey;
  readonly patch: Partial<ChangeableFields>;
  /** The arguments that ask for it, or words where the tool has no such argument. */
  readonly advice: Args | string;
}

/** The arguments that lift each rule; absent where a tool has none. */
export type RuleSwitches = Readonly<Partial<Record<Exclude<ExclusionRule, "globs">, Args | string>>>;

/** How a tool takes changes of which files it selects. */
export interface SelectionSwitches {
  /** The arguments that lift the rules by which entries are excluded. */
  readonly rules: RuleSwitches;
  /**
   * The arguments that select files matching these globs; without globs, all files. Absent where globs don't select.
   */
  readonly globs?: (globs: readonly string[]) => Args;
  /** The arguments, or words, for the entries of `dir`, which a link leads to. */
  readonly linkTarget?: (dir: string, call: CurrentCall) => Args | string;
}

type RuleName = keyof RuleSwitches;

/** Rules that are lifted together, single ones first. */
const RULE_COMBINATIONS: readonly { readonly by: readonly RuleName[]; readonly phrase: PhraseKey }[] = [
  { by: ["ignored"], phrase: "in_ignored" },
  { by: ["hidden"], phrase: "in_hidden" },
  { by: ["links"], phrase: "in_links" },
  { by: ["hidden", "ignored"], phrase: "in_both" },
  { by: ["links", "hidden"], phrase: "in_links" },
  { by: ["links", "ignored"], phrase: "in_links" },
];

/** Lifts each rule (or each pair) that may have excluded something, if the tool has switches for it. */
export function withoutRules(count: 1 | 2, scope: Scope, skipped: Skipped, switches: RuleSwitches): RequestChange[] {
  return RULE_COMBINATIONS.flatMap(({ by, phrase }) => {
    const advice = by.map((one) => switches[one]).filter((one) => one !== undefined);
    if (by.length !== count || advice.length < count || !mayHaveExcluded(by, scope, skipped)) return [];
    const words = advice.find((one) => typeof one === "string");
    return [{ phrase, patch: { excludedBy: by }, advice: words ?? Object.assign({}, ...advice) }];
  });
}

/** Whether the rules apply in this scope and, as far as exclusions are counted, have excluded something. */
function mayHaveExcluded(by: readonly RuleName[], scope: Scope, skipped: Skipped): boolean {
  const applies = { ignored: !scope.noIgnore, hidden: !scope.hidden, links: !scope.followSymlinks };
  const counted = by.filter((rule) => rule !== "links");
  return by.every((rule) => applies[rule]) &&
    (counted.length === 0 || counted.some((rule) => (skipped[rule] ?? 0) > 0));
}

/** A filter and its arguments. `clear` returns a selection unchanged if it doesn't have the filter. */
interface ClearableFilter {
  readonly fields: readonly string[];
  clear(selection: EntrySelection): EntrySelection;
}

/** A filter of single entries. @param off returns the tests without it */
function entryTestFilter(
  fields: readonly string[],
  isSet: (tests: EntryTests) => boolean,
  off: (tests: EntryTests) => EntryTests,
) {
  return {
    fields,
    clear: (selection: EntrySelection) =>
      selection.tests !== undefined && isSet(selection.tests)
        ? { ...selection, tests: off(selection.tests) }
        : selection,
  };
}

const NAME_FILTER: ClearableFilter = entryTestFilter(
  ["pattern", "glob", "full_path_match"],
  ({ name }) => name !== undefined,
  ({ name: _, ...rest }) => rest,
);

/** The likeliest filter first. */
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

function withoutDepth(selection: EntrySelection): EntrySelection {
  const { depth, ...scope } = selection.scope;
  return depth === undefined ? selection : { ...selection, scope };
}

/** Related extensions; and each filter cleared, except that of names, that one of the arguments `given` sets. */
export function withoutFilter(selection: EntrySelection, given: Args): RequestChange[] {
  return [
    ...withRelatedExtensions(selection),
    ...FILTERS.flatMap((filter) => withoutFilters([filter], selection, given)),
  ];
}

/** Adds the other extensions of the same kind of files, if there are any. */
function withRelatedExtensions({ tests }: EntrySelection): RequestChange[] {
  const extensions = relatedExtensions(tests?.extensions ?? []);
  if (tests === undefined || extensions.length === 0 || extensions.join() === tests.extensions.join()) return [];
  return [{ phrase: "near_pattern", patch: { tests: { ...tests, extensions } }, advice: { extensions } }];
}

/** Clears the name test. The result answers another question, so this is worth a hint only if nothing else is. */
export function withoutName(selection: EntrySelection, given: Args): RequestChange[] {
  return withoutFilters([NAME_FILTER], selection, given);
}

/** Two changes together, for what neither finds alone: rules, filters, and changes of the query. */
export function pairsOfChanges(
  selection: EntrySelection,
  skipped: Skipped,
  switches: RuleSwitches,
  given: Args,
  queryChanges: readonly RequestChange[] = [],
): RequestChange[] {
  const filters = withoutFilter(selection, given);
  return [
    ...withoutRules(2, selection.scope, skipped, switches),
    ...FILTERS.flatMap((one, i) =>
      FILTERS.slice(i + 1).flatMap((other) => withoutFilters([one, other], selection, given))
    ),
    ...queryChanges.flatMap((one) => filters.flatMap((filter) => combineChanges(one, filter))),
    ...withoutRules(1, selection.scope, skipped, switches).flatMap((rule) =>
      [...queryChanges, ...filters].flatMap((other) => combineChanges(rule, other))
    ),
  ];
}

/** Both changes; none if one of them has only words. */
function combineChanges(one: RequestChange, other: RequestChange): RequestChange[] {
  if (typeof one.advice === "string" || typeof other.advice === "string") return [];
  return [{
    phrase: "near_pattern",
    patch: { ...one.patch, ...other.patch },
    advice: { ...one.advice, ...other.advice },
  }];
}

function withoutFilters(filters: readonly ClearableFilter[], selection: EntrySelection, given: Args): RequestChange[] {
  let without = selection;
  for (const { clear: off } of filters) {
    const next = off(without);
    if (next === without) return [];
    without = next;
  }
  // A filter that the tool itself has set is not the caller's to clear.
  const fields = filters.map(({ fields }) => fields.filter((field) => given[field] !== undefined));
  if (fields.some((some) => some.length === 0)) return [];
  const one = Object.fromEntries(fields.flat().map((field) => [field, undefined]));
  return [{ phrase: "without_filter", patch: without, advice: one }];
}
