/**
 * Why a listing is empty: what it may have been meant as.
 * @module
 */
import type { Args } from "../format/own_call.ts";
import type { ListReport } from "../model/report.ts";
import type { ListRequest } from "../model/request.ts";
import type { Change } from "./choices.ts";
import type { Call } from "./define_tool.ts";
import { hintsOf, type Meant, seenIn } from "./explain_zero.ts";
import { type Asked, type ChoiceSwitches, naming, stagesOf } from "./meanings.ts";
import { literalNameOf, literalPathOf } from "./respelled.ts";

/** The arguments of a tool that make changes. */
export interface ListSwitches extends ChoiceSwitches {
  /** Directories are listed too. */
  readonly directories?: Args;
}

/**
 * Hints for a listing that found nothing; none for any other.
 * @param leftMs milliseconds that it left of `request.timeoutMs`
 */
export async function nearEntries(
  request: ListRequest,
  { skipped, total }: ListReport,
  call: Call,
  leftMs: number,
  switches: ListSwitches,
): Promise<string[]> {
  if (total > 0) return [];
  const { timeoutMs } = request, name = nameIn(request);
  const asked: Asked = {
    ...{ choice: request, skipped, timeoutMs, switches, call, through: true },
    ...(name !== undefined && { name }),
    meant: (change) => meant(request, change, asked),
  };
  const seen = await seenIn([directoriesIn(request, switches), ...stagesOf(asked)], leftMs, call);
  const [directories = [], ...others] = seen, hints = hintsOf(others, call.own);
  // One level without files looks empty, whatever else is said of it.
  const isEnough = hints.length > 0 && request.scope.depth === undefined;
  return isEnough ? hints : [...hintsOf([directories], call.own), ...hints];
}

function meant(request: ListRequest, change: Change, asked: Asked): Meant {
  const { phrase, to, turn } = change, isOnce = phrase === "near_mended_globs" || phrase === "near_pattern";
  return {
    request: { ...request, ...to },
    phrase,
    turn,
    unit: "entries",
    ...(isOnce && { once: phrase }),
    ...(typeof turn === "string" && {
      isProbe: true,
      instead: ({ paths }) => naming(asked, change, paths.slice(0, 1)),
    }),
  };
}

/** Directories, where files alone are listed. */
function directoriesIn(request: ListRequest, { directories }: ListSwitches): Meant[] {
  const { tests, scope } = request;
  if (directories === undefined || tests.types.includes("d")) return [];
  const asked: ListRequest = { ...request, tests: { ...tests, types: ["d"] }, scope: { ...scope, globbedDirs: true } };
  return [{ request: asked, isProbe: true, phrase: "directories_left_out", turn: directories, unit: "directories" }];
}

/** A name that is not there: the one tested for, or of a single glob. */
function nameIn({ tests, scope: { globs } }: ListRequest): string | undefined {
  if (tests.name !== undefined) return literalNameOf(tests.name);
  return globs.length === 1 ? literalPathOf(globs[0]) : undefined;
}
