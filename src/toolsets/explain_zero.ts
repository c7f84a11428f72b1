/**
 * Explains an answer that found nothing: one request asks the engine what each likely meaning of the call would find, and
 * a hint is made of those that find something.
 * @module
 */
import type { Args, OwnCall } from "../format/own_call.ts";
import { foundWords, type PhraseKey, say, type Unit } from "../format/phrases.ts";
import { textPath } from "../format/safe_text.ts";
import type { ReadingFound } from "../model/report.ts";
import type { Reading } from "../model/request.ts";
import { ToolError } from "../model/tool_error.ts";
import type { Call } from "./define_tool.ts";
import type { CallContext } from "./tool.ts";

/** Milliseconds for all readings of a call, and the fewest that are worth a request. */
const EXPLAIN_MS = 300, LEAST_MS = 20;
/** Hints of a stage after the first: the caller can make one call next. */
const LATER_HINTS = 2;
/** Paths that are named as nearest. */
const NEAREST = 3;

/** A likely meaning of a call, and its hint. */
export interface Meant extends Reading {
  readonly phrase: PhraseKey;
  /** The arguments that say it; in words where no argument does. */
  readonly turn: Args | string;
  readonly unit: Unit;
  /** It is worth a hint where it finds more than so many; absent: 0. */
  readonly beyond?: number;
  /** The phrase where it found nothing in the time there was. */
  readonly unread?: PhraseKey;
  /** Meanings that are made of what this one finds, and advised instead: the first that finds something. */
  instead?(found: ReadingFound): readonly Meant[];
}

/** Meanings of a call, the likeliest stage first: a stage counts where those before it find nothing. */
export type Stages = readonly (readonly Meant[])[];

/** A meaning that finds something. */
export interface Seen extends Meant {
  readonly found: ReadingFound;
}

/** The meaning of a path that nothing has: existing ones that are most like it; none where there is no such path. */
export function nearestTo(path: string | undefined, timeoutMs: number): Meant[] {
  if (path === undefined) return [];
  const request = { op: "nearest", path, limit: NEAREST, timeoutMs } as const;
  return [{ request, phrase: "nearest_paths", turn: {}, unit: "entries" }];
}

/**
 * The meanings of each stage that find something, as far as stages were read. Only where a meaning is to be put in other
 * words (`instead`) a second request counts what these find.
 * @param leftMs milliseconds that are left of the call's time
 */
export async function seenIn(stages: Stages, leftMs: number, { context: { run } }: Call): Promise<Seen[][]> {
  const end = performance.now() + Math.min(EXPLAIN_MS, leftMs), seen = await read(stages, end, run);
  const others = seen.flat().flatMap((one, i) =>
    one.instead?.(one.found).map((other) => ({ ...other, once: `${i}` })) ?? []
  );
  const [found = []] = await read([others], end, run);
  const better = new Map(found.map((one) => [seen.flat()[Number(one.once)], one]));
  const isOwn = ({ isProbe, instead }: Seen) => !isProbe || instead === undefined;
  return seen.map((stage) => stage.flatMap((one) => better.get(one) ?? (isOwn(one) ? one : [])));
}

/** The hints of the first stage that has any. */
export function hintsOf(seen: readonly (readonly Seen[])[], own: OwnCall): string[] {
  const first = seen.findIndex((stage) => stage.length > 0);
  return (seen[first] ?? []).slice(0, first === 0 ? undefined : LATER_HINTS).map((one) => hintOf(one, own));
}

/** A hint is not worth an error. */
async function read(stages: Stages, end: number, run: CallContext["run"]): Promise<Seen[][]> {
  const timeoutMs = Math.floor(end - performance.now());
  if (timeoutMs < LEAST_MS || stages.every((stage) => stage.length === 0)) return [];
  try {
    const asked = stages.map((stage) => stage.map(plain));
    const report = await run({ op: "explain_zero", stages: asked, timeoutMs });
    return report.stages.map((rows, i) => onceEach(rows.flatMap((found, k) => seenAs(stages[i][k], found))));
  } catch (error) {
    if (error instanceof ToolError && error.key !== "cancelled") return [];
    throw error;
  }
}

/** What of a meaning the engine needs; it is sent to another thread, which takes no functions. */
function plain({ request, once, isProbe }: Meant): Reading {
  return { request, ...(once !== undefined && { once }), ...(isProbe && { isProbe }) };
}

function seenAs(meant: Meant, found: ReadingFound): Seen[] {
  if (found.total > (meant.beyond ?? 0)) return [{ ...meant, found }];
  const { unread } = meant;
  return unread !== undefined && found.cutBy === "timeout" ? [{ ...meant, phrase: unread, found }] : [];
}

function onceEach(seen: readonly Seen[]): Seen[] {
  return seen.filter((one) => one.once === undefined || one === seen.find(({ once }) => once === one.once));
}

/** The hint of a meaning. */
export function hintOf({ phrase, turn, unit, found }: Seen, own: OwnCall): string {
  const { lang } = own, isWords = typeof turn === "string", isOne = found.total === 1;
  return say(lang, phrase, {
    found: foundWords(lang, unit, found),
    lie: say(lang, isOne ? "lies" : "lie"),
    linked: say(lang, isOne ? "linked_file" : "linked_files"),
    paths: found.paths.map(textPath).join(", "),
    turn: isWords ? turn : own.turned(turn),
    call: isWords ? turn : own.mended({ skip: undefined, ...turn }),
    fields: isWords ? "" : Object.keys(turn).join(", "),
  });
}
