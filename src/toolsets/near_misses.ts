/**
 * Why a search found nothing: what it may have been meant as.
 * @module
 */
import type { OwnCall } from "../format/own_call.ts";
import { type PhraseKey, say } from "../format/phrases.ts";
import { parentPath } from "../model/place.ts";
import type { ReadingFound, SearchReport } from "../model/report.ts";
import type { Query, SearchRequest } from "../model/request.ts";
import { type Change, otherwiseNamed } from "./choices.ts";
import { twoChanges, withoutFilter, withoutName, withoutRule } from "./choices.ts";
import type { Call } from "./define_tool.ts";
import { hintsOf, type Meant, nearestTo, type Seen, seenIn, type Stages } from "./explain_zero.ts";
import { globsNaming } from "./glob_of.ts";
import { excluding } from "./near_entries.ts";
import { literalNameOf } from "./nearest_names.ts";
import { otherGlobs } from "./other_globs.ts";
import { otherQueries } from "./other_queries.ts";
import { otherTexts } from "./other_texts.ts";
import { minds, readingsOf } from "./query_readings.ts";
import { respelledGlobs, respelledName, respelledQuery } from "./respelled_calls.ts";
import type { Switches } from "./search_switches.ts";

/** Of several encodings, names or globs that would do, the likeliest is enough. */
const ONCE: ReadonlySet<PhraseKey> = new Set(["near_encoding", "near_mended_globs", "near_pattern"]);

/**
 * A hint for each change that would find something; where the query found something but was likely meant as text, that.
 * @param leftMs milliseconds that the search itself left of `request.timeoutMs`
 */
export async function nearMisses(
  request: SearchRequest,
  report: SearchReport,
  call: Call,
  leftMs: number,
  switches: Switches,
): Promise<string[]> {
  // Where lines were given up, nothing was found in the others only.
  if (report.hardLines > 0) return [];
  if (report.total > 0 && isLikelyText(request.query)) return [textMeant(request.query, switches, call.own)];
  const seen = await seenIn(new Misses(request, report, call, switches).stages, leftMs, call);
  return hintsOf(seen.map((stage) => worthSaying(stage, switches)), call.own);
}

/** Globs that would do are worth more than that these don't. */
function worthSaying(all: readonly Seen[], { byGlobs }: Switches): readonly Seen[] {
  const has = (phrase: PhraseKey) => all.some((one) => one.phrase === phrase), idle = new Set<PhraseKey>();
  if (has("near_mended_globs") || has("in_links")) idle.add("near_globs");
  if (has("near_mended_globs") && byGlobs) idle.add("in_ignored").add("in_hidden");
  return all.filter(({ phrase }) => !idle.has(phrase));
}

/**
 * Whether an expression is written as code is: `list[str]`, `Dict[str, Any]`, `a[0]`, `user?.name`. As such it finds
 * something else (`lists`, `a0`, `username`), and a number alone does not show it.
 */
function isLikelyText({ pattern, fixed }: Query): boolean {
  return !fixed && /(?<!\\)\w(?:\[(?:\w|\w{3,})\](?![*+?{])|\[\w+, |\?\.\w)/.test(pattern);
}

function textMeant({ pattern }: Query, { text }: Switches, own: OwnCall): string {
  return say(own.lang, "text_meant", { turn: own.turned(text(pattern)) });
}

/** What a search may have been meant as. */
class Misses {
  constructor(
    readonly request: SearchRequest,
    readonly report: SearchReport,
    readonly call: Call,
    readonly switches: Switches,
  ) {}

  get stages(): Stages {
    const { request, report, switches, call: { own: { args } } } = this;
    const meant = (changes: readonly Change[]) => changes.map((one) => this.#meant(one));
    if (report.total > 0) return [meant(otherTexts(request, report, switches))];
    const { scope, query, timeoutMs } = request, choice = { scope, tests: request.find?.tests };
    const other = (query: Query, turn = switches.pattern(query.pattern)) =>
      this.#meant({ phrase: "near_pattern", to: { query }, turn });
    const cased = minds(query)
      ? [{ phrase: "near_case", to: { query: { ...query, caseRule: "insensitive" } }, turn: switches.anyCase } as const]
      : [];
    return [
      meant([
        ...cased,
        ...readingsOf(query, switches),
        ...this.#globs,
        ...otherTexts(request, report, switches),
        ...otherwiseNamed(choice),
        ...withoutRule(scope, report.skipped, switches.rules),
        ...withoutFilter(choice, args),
      ]),
      // Two of them may be said.
      meant(twoChanges(choice, report.skipped, switches.rules, args, cased)).map(({ once: _, ...one }) => one),
      this.#respelledName,
      respelledGlobs(scope, timeoutMs, (globs) => this.#meant(this.#withGlobs(globs))),
      [
        ...respelledQuery(request, other),
        ...otherQueries(query, switches).map(({ query, turn }) => other(query, turn)),
      ],
      nearestTo(this.#name, timeoutMs),
      meant(withoutName(choice, args)),
    ];
  }

  #meant({ phrase, to: { tests, ...to }, turn }: Change): Meant {
    const { request: { find, ...request }, report: { searched, total } } = this;
    // Where globs or filters chose the files, they may be why there are none.
    const isByRules = searched === 0 && request.scope.globs.length === 0 && find === undefined;
    const naming = typeof turn === "string" && to.leftOutBy !== undefined;
    return {
      request: {
        ...request,
        ...(find && { find: { ...find, tests: tests ?? find.tests } }),
        ...to,
        need: naming ? "counts" : "total",
      },
      phrase,
      turn,
      unit: "matches",
      ...(ONCE.has(phrase) && { once: phrase }),
      // With any line end, what was found is found again.
      ...(phrase === "near_line_end" && { beyond: total }),
      ...(isByRules && UNREAD.has(phrase) && { unread: UNREAD.get(phrase) }),
      ...(naming && { instead: (found) => this.#naming(phrase, to, found) }),
    };
  }

  get #respelledName(): Meant[] {
    const { scope, find, timeoutMs } = this.request, tests = find?.tests;
    return tests === undefined
      ? []
      : respelledName({ scope, tests, timeoutMs }, (name) =>
        this.#meant({ phrase: "near_pattern", to: { tests: { ...tests, name } }, turn: { pattern: name.pattern } }));
  }

  get #globs(): Change[] {
    const { request: { scope }, report: { skipped }, switches, call: { context } } = this;
    const isLeftOut = (skipped.ignored ?? 0) + (skipped.hidden ?? 0) > 0;
    const others = otherGlobs(scope.globs, context.projectRoot, switches.byGlobs && isLeftOut);
    const without = { phrase: "near_globs", to: { leftOutBy: ["globs"] }, turn: switches.globs([]) } as const;
    return [...others.map((globs) => this.#withGlobs(globs)), ...(scope.globs.length > 0 ? [without] : [])];
  }

  #withGlobs(globs: readonly string[]): Change {
    const { request: { scope }, switches } = this;
    return { phrase: "near_mended_globs", to: { scope: { ...scope, globs } }, turn: switches.globs(globs) };
  }

  /** Rules that no switch takes off: the files that they leave out are named, or the directory that a link leads to. */
  #naming(phrase: PhraseKey, { leftOutBy }: Change["to"], { paths }: ReadingFound): Meant[] {
    const { request: { scope }, switches: { linked }, call: { own } } = this;
    if (!leftOutBy?.includes("links")) {
      return [this.#meant({ ...this.#withGlobs([...excluding(scope.globs), ...globsNaming(paths)]), phrase })];
    }
    const dir = parentPath(paths[0]), turn = linked?.(dir, own);
    return turn === undefined ? [] : [this.#meant({ phrase, to: { scope: { ...scope, roots: [dir] } }, turn })];
  }

  /** A name that is not there: of the files to search, or of a file as the query is one (`expand_glob.ts`). */
  get #name(): string | undefined {
    const { request: { find, query }, report: { searched } } = this, name = find?.tests.name;
    if (searched === 0) return name && literalNameOf(name);
    return /^[\w./-]+\.[A-Za-z]\w{0,4}$/.test(query.pattern) ? query.pattern : undefined;
  }
}

/** What is said where the rules left out all files and these were not searched to their end either. */
const UNREAD: ReadonlyMap<PhraseKey, PhraseKey> = new Map([
  ["in_ignored", "unlooked_ignored"],
  ["in_hidden", "unlooked_hidden"],
]);
