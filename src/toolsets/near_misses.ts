/**
 * Why a search found nothing: what it may have been meant as.
 * @module
 */
import type { OwnCall } from "../format/own_call.ts";
import { type PhraseKey, say } from "../format/phrases.ts";
import type { SearchReport } from "../model/report.ts";
import type { Query, SearchRequest } from "../model/request.ts";
import type { Change } from "./choices.ts";
import type { Call } from "./define_tool.ts";
import { hintsOf, type Meant, type Seen, seenIn, type Stages } from "./explain_zero.ts";
import { type Asked, naming, stagesOf } from "./meanings.ts";
import { otherQueries } from "./other_queries.ts";
import { otherTexts } from "./other_texts.ts";
import { inAnyCase, readingsOf, type Switches } from "./query_readings.ts";
import { literalNameOf } from "./respelled.ts";
import { respelledQuery } from "./respelled_calls.ts";

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
  const seen = await seenIn(stagesIn(request, report, call, switches), leftMs, call);
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

/** What a search may have been meant as; one that found something, by files of kinds that it left out. */
function stagesIn(request: SearchRequest, report: SearchReport, call: Call, switches: Switches): Stages {
  const { scope, find, query, timeoutMs } = request, { skipped } = report, name = nameIn(request, report);
  const asked: Asked = {
    ...{ choice: { scope, ...(find && { tests: find.tests }) }, skipped, timeoutMs, switches, call },
    through: switches.byGlobs === true && (skipped.ignored ?? 0) + (skipped.hidden ?? 0) > 0,
    ...(name !== undefined && { name }),
    meant: (change) => meant(request, report, change, asked),
  };
  const texts = otherTexts(request, report, switches);
  if (report.total > 0) return [texts.map(asked.meant)];
  const other = (query: Query, turn = switches.pattern(query.pattern)) =>
    asked.meant({ phrase: "near_pattern", to: { query }, turn });
  return stagesOf(asked, {
    ...{ cased: inAnyCase(query, switches), readings: readingsOf(query, switches), texts },
    spelt: [
      ...respelledQuery(request, other),
      ...otherQueries(query, switches).map(({ query, turn }) => other(query, turn)),
    ],
  });
}

function meant({ find, ...request }: SearchRequest, report: SearchReport, change: Change, asked: Asked): Meant {
  const { phrase, to: { tests, ...to }, turn } = change, named = typeof turn === "string" && to.leftOutBy !== undefined;
  // Where globs or filters chose the files, they may be why there are none.
  const isByRules = report.searched === 0 && request.scope.globs.length === 0 && find === undefined;
  const chosen = find && { find: { ...find, tests: tests ?? find.tests } };
  return {
    request: { ...request, ...chosen, ...to, need: named ? "counts" : "total" },
    phrase,
    turn,
    unit: "matches",
    ...(ONCE.has(phrase) && { once: phrase }),
    // With any line end, what was found is found again.
    ...(phrase === "near_line_end" && { beyond: report.total }),
    ...(isByRules && UNREAD.has(phrase) && { unread: UNREAD.get(phrase) }),
    ...(named && { instead: ({ paths }) => naming(asked, change, paths) }),
  };
}

/** A name that is not there: of the files to search, or of a file as the query is one (`expand_glob.ts`). */
function nameIn({ find, query }: SearchRequest, { searched }: SearchReport): string | undefined {
  const name = find?.tests.name;
  if (searched === 0) return name && literalNameOf(name);
  return /^[\w./-]+\.[A-Za-z]\w{0,4}$/.test(query.pattern) ? query.pattern : undefined;
}

/** What is said where the rules left out all files and these were not searched to their end either. */
const UNREAD: ReadonlyMap<PhraseKey, PhraseKey> = new Map([
  ["in_ignored", "unlooked_ignored"],
  ["in_hidden", "unlooked_hidden"],
]);
