/**
 * Why a listing is empty: what it may have been meant as.
 * @module
 */
import type { Args } from "../format/own_call.ts";
import { parentPath } from "../model/place.ts";
import type { ListReport } from "../model/report.ts";
import type { ListRequest, NameTest } from "../model/request.ts";
import { type Change, otherwiseNamed, type RuleSwitches } from "./choices.ts";
import { twoChanges, withoutFilter, withoutName, withoutRule, withoutTwoRules } from "./choices.ts";
import type { Call } from "./define_tool.ts";
import { hintsOf, type Meant, nearestTo, seenIn, type Stages } from "./explain_zero.ts";
import { globsNaming } from "./glob_of.ts";
import { literalNameOf, literalPathOf } from "./nearest_names.ts";
import { otherGlobs } from "./other_globs.ts";
import { probe, respelledGlobs, respelledName } from "./respelled_calls.ts";

/** The arguments of a tool that make changes. */
export interface ListSwitches {
  readonly rules: RuleSwitches;
  /** What is listed by these globs, where globs choose: then they take rules off, too. */
  readonly globs?: (globs: readonly string[]) => Args;
  /** What is listed in this directory, which a link leads to. */
  readonly linked?: (dir: string) => Args;
  /** Directories are listed too. */
  readonly directories?: Args;
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
  if (report.total > 0) return [];
  const { own } = call;
  const seen = await seenIn(
    [directoriesIn(request, switches), ...new Entries(request, report, call, switches).stages],
    leftMs,
    call,
  );
  const [directories = [], ...others] = seen, hints = hintsOf(others, own);
  // One level without files looks empty, whatever else is said of it.
  return hints.length > 0 && request.scope.depth === undefined ? hints : [...hintsOf([directories], own), ...hints];
}

/** Directories, where files alone are listed. */
function directoriesIn(request: ListRequest, { directories }: ListSwitches): Meant[] {
  const { tests, scope } = request;
  if (directories === undefined || tests.types.includes("d")) return [];
  const to = { tests: { ...tests, types: ["d" as const] }, scope: { ...scope, globbedDirs: true } };
  return [{
    request: { ...request, ...to, metadata: false, skip: 0, limit: 1 },
    isProbe: true,
    phrase: "directories_left_out",
    turn: directories,
    unit: "directories",
  }];
}

/** What a listing may have been meant as. */
class Entries {
  constructor(
    readonly request: ListRequest,
    readonly report: ListReport,
    readonly call: Call,
    readonly switches: ListSwitches,
  ) {}

  get stages(): Stages {
    const { request, report: { skipped }, switches: { rules }, call: { own: { args } } } = this;
    const { scope, timeoutMs } = request,
      meant = (changes: readonly Change[]) => changes.map((one) => this.#meant(one));
    return [
      meant([
        ...this.#globs,
        ...otherwiseNamed(request),
        ...withoutRule(scope, skipped, rules),
        ...withoutFilter(request, args),
      ]),
      meant(twoChanges(request, skipped, rules, args)),
      this.#namedEntries,
      respelledName(request, (name) => this.#named(name)),
      this.switches.globs ? respelledGlobs(scope, timeoutMs, (globs) => this.#meant(this.#withGlobs(globs))) : [],
      nearestTo(this.#name, timeoutMs),
      meant([...withoutName(request, args), ...this.#withoutGlobs]),
    ];
  }

  #meant({ phrase, to, turn }: Change): Meant {
    const request = { ...this.request, ...to, skip: 0, limit: 1, metadata: false };
    const once = phrase === "near_mended_globs" || phrase === "near_pattern";
    return { request, phrase, turn, unit: "entries", ...(once && { once: phrase }) };
  }

  #named(name: NameTest): Meant {
    const { pattern } = name;
    return this.#meant({
      phrase: "near_pattern",
      to: { tests: { ...this.request.tests, name } },
      turn: { pattern },
    });
  }

  get #globs(): Change[] {
    if (this.switches.globs === undefined) return [];
    const { request: { scope }, call: { context } } = this;
    return otherGlobs(scope.globs, context.projectRoot, true).map((globs) => this.#withGlobs(globs));
  }

  #withGlobs(globs: readonly string[]): Change {
    const { request: { scope }, switches } = this;
    return { phrase: "near_mended_globs", to: { scope: { ...scope, globs } }, turn: switches.globs?.(globs) ?? {} };
  }

  get #withoutGlobs(): Change[] {
    const { request: { scope }, switches: { globs } } = this;
    if (globs === undefined || scope.globs.length === 0) return [];
    return [{ phrase: "near_globs", to: { leftOutBy: ["globs"] }, turn: globs([]) }];
  }

  /** Where no switch takes a rule off: what it leaves out, named by globs, or by the directory that a link leads to. */
  get #namedEntries(): Meant[] {
    const { request, report: { skipped }, switches: { globs, linked } } = this, { scope } = request;
    if (globs === undefined) return [];
    const words = { ignored: "", hidden: "", ...(linked && { links: "" }) };
    const rules = [...withoutRule(scope, skipped, words), ...withoutTwoRules(scope, skipped, words)];
    return rules.map(({ phrase, to: { leftOutBy = [] } }) =>
      probe({ ...request, leftOutBy }, (path) => {
        const dir = parentPath(path), isLinked = linked !== undefined && leftOutBy.includes("links");
        if (isLinked) return [this.#meant({ phrase, to: { scope: { ...scope, roots: [dir] } }, turn: linked(dir) })];
        return [this.#meant({ ...this.#withGlobs([...excluding(scope.globs), ...globsNaming([path])]), phrase })];
      })
    );
  }

  /** A name that is not there: the one tested for, or of a single glob. */
  get #name(): string | undefined {
    const { tests, scope: { globs } } = this.request;
    if (tests.name !== undefined) return literalNameOf(tests.name);
    return globs.length === 1 ? literalPathOf(globs[0]) : undefined;
  }
}

/** The globs that leave something out. */
export function excluding(globs: readonly string[]): string[] {
  return globs.filter((glob) => glob.startsWith("!"));
}
