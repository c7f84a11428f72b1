/**
 * What a call that chooses files may have been meant as: the stages of a listing and of a search.
 * @module
 */
import type { Args, OwnCall } from "../format/own_call.ts";
import { parentPath } from "../model/place.ts";
import type { Skipped } from "../model/report.ts";
import { type Change, type Choice, otherwiseNamed, type RuleSwitches } from "./choices.ts";
import { twoChanges, withoutFilter, withoutName, withoutRules } from "./choices.ts";
import type { Call } from "./define_tool.ts";
import { type Meant, nearestTo, type Stages } from "./explain_zero.ts";
import { globsNaming } from "./glob_of.ts";
import { otherGlobs } from "./other_globs.ts";
import { respelledGlobs, respelledName } from "./respelled_calls.ts";

/** The arguments of a tool that choose other files. */
export interface ChoiceSwitches {
  /** What takes off the rules by which files are left out. */
  readonly rules: RuleSwitches;
  /** Files that these globs match, without any all; absent where globs don't choose. */
  readonly globs?: (globs: readonly string[]) => Args;
  /** The arguments, or the words, for what lies in this directory, which a link leads to. */
  readonly linked?: (dir: string, own: OwnCall) => Args | string;
}

/** A call that found nothing. */
export interface Asked {
  readonly choice: Choice;
  readonly skipped: Skipped;
  readonly timeoutMs: number;
  readonly switches: ChoiceSwitches;
  readonly call: Call;
  /** Its globs may be for what is in hidden or ignored directories. */
  readonly through?: boolean;
  /** A name that is not there. */
  readonly name?: string;
  /** What it would be with a change. */
  meant(change: Change): Meant;
}

/** What a search may have been meant as besides. */
export interface OfQuery {
  /** Letters in any case. */
  readonly cased: readonly Change[];
  readonly readings: readonly Change[];
  readonly texts: readonly Change[];
  /** The query in the words of the files. */
  readonly spelt: readonly Meant[];
}

/** The stages of a call, the likeliest first; of a listing, those without a query. */
export function stagesOf(asked: Asked, query?: OfQuery): Stages {
  const { choice, skipped, timeoutMs, switches: { rules }, call: { own: { args } } } = asked;
  const meant = (changes: readonly Change[]) => changes.map((one) => asked.meant(one));
  const { cased = [], readings = [], texts = [], spelt = [] } = query ?? {}, unglobbed = withoutGlobs(asked);
  return [
    meant([
      ...cased,
      ...readings,
      ...mendedGlobs(asked),
      ...(query ? unglobbed : []),
      ...texts,
      ...otherwiseNamed(choice),
      ...withoutRules(1, choice.scope, skipped, rules),
      ...withoutFilter(choice, args),
    ]),
    // Of a search, two of them may be said.
    meant(twoChanges(choice, skipped, rules, args, cased)).map(({ once, ...one }) => query ? one : { ...one, once }),
    query ? [] : meant(namedRules(asked)),
    respelledName({ ...choice, timeoutMs }, (name) =>
      asked.meant({
        phrase: "near_pattern",
        to: { tests: choice.tests && { ...choice.tests, name } },
        turn: { pattern: name.pattern },
      })),
    respelledGlobs(choice.scope, timeoutMs, (globs) => asked.meant(withGlobs(asked, globs))),
    spelt,
    nearestTo(asked.name, timeoutMs),
    meant([...withoutName(choice, args), ...(query ? [] : unglobbed)]),
  ];
}

function withGlobs({ choice: { scope }, switches }: Asked, globs: readonly string[]): Change {
  return { phrase: "near_mended_globs", to: { scope: { ...scope, globs } }, turn: switches.globs?.(globs) ?? {} };
}

function mendedGlobs(asked: Asked): Change[] {
  const { choice: { scope }, switches, call, through } = asked;
  if (switches.globs === undefined) return [];
  return otherGlobs(scope.globs, call.context.projectRoot, through).map((globs) => withGlobs(asked, globs));
}

function withoutGlobs({ choice: { scope }, switches: { globs } }: Asked): Change[] {
  if (globs === undefined || scope.globs.length === 0) return [];
  return [{ phrase: "near_globs", to: { leftOutBy: ["globs"] }, turn: globs([]) }];
}

/** Rules of a listing that no switch takes off: what they leave out has to be named. */
function namedRules({ choice: { scope }, skipped, switches: { globs, linked } }: Asked): Change[] {
  if (globs === undefined) return [];
  const words = { ignored: "", hidden: "", ...(linked && { links: "" }) };
  return [...withoutRules(1, scope, skipped, words), ...withoutRules(2, scope, skipped, words)];
}

/** What rules leave out and no switch lets in, named by globs, or by the directory that a link leads to. */
export function naming(asked: Asked, { phrase, to: { leftOutBy } }: Change, paths: readonly string[]): Meant[] {
  const { choice: { scope }, switches: { linked }, call: { own } } = asked;
  if (!leftOutBy?.includes("links")) {
    const globs = [...scope.globs.filter((glob) => glob.startsWith("!")), ...globsNaming(paths)];
    return [asked.meant({ ...withGlobs(asked, globs), phrase })];
  }
  const dir = parentPath(paths[0]), turn = linked?.(dir, own);
  return turn === undefined ? [] : [asked.meant({ phrase, to: { scope: { ...scope, roots: [dir] } }, turn })];
}
