/**
 * Why a listing is empty: what it may have been meant as.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import type { ListReport } from "../../model/report.ts";
import type { ListRequest } from "../../model/request.ts";
import type { RequestChange, SelectionSwitches } from "./selection_changes.ts";
import type { ToolCall } from "../define_tool.ts";
import { findAlternatives, firstStageHints, type HintAlternative } from "./explain_zero.ts";
import { alternativeStages, nameExcluded, type UnmatchedCall } from "./selection_alternatives.ts";
import { literalNameOf, literalPathOf } from "./other_spellings.ts";

/** The arguments of a tool that make changes. */
export interface ListSwitches extends SelectionSwitches {
  /** Directories are listed too. */
  readonly directories?: Args;
}

/**
 * Hints for a listing that found nothing; none for any other.
 * @param leftMs milliseconds that it left of `request.timeoutMs`
 */
export async function listHints(
  request: ListRequest,
  { skipped, total }: ListReport,
  call: ToolCall,
  leftMs: number,
  switches: ListSwitches,
): Promise<string[]> {
  if (total > 0) return [];
  const { timeoutMs } = request, name = missingNameOf(request);
  const asked: UnmatchedCall = {
    ...{ selection: request, skipped, timeoutMs, switches, call, reachesExcluded: true },
    ...(name !== undefined && { missingName: name }),
    alternative: (change) => alternativeOf(request, change, asked),
  };
  const seen = await findAlternatives(
    [directoryAlternative(request, switches), ...alternativeStages(asked)],
    leftMs,
    call,
  );
  const [directories = [], ...others] = seen, hints = firstStageHints(others, call.currentCall);
  // One level without files looks empty, whatever else is said of it.
  const isEnough = hints.length > 0 && request.scope.depth === undefined;
  return isEnough ? hints : [...firstStageHints([directories], call.currentCall), ...hints];
}

function alternativeOf(request: ListRequest, change: RequestChange, asked: UnmatchedCall): HintAlternative {
  const { phrase, patch: to, advice: turn } = change,
    isOnce = phrase === "near_mended_globs" || phrase === "near_pattern";
  return {
    request: { ...request, ...to },
    phrase,
    advice: turn,
    unit: "entries",
    ...(isOnce && { onceKey: phrase }),
    ...(typeof turn === "string" && {
      isProbe: true,
      refine: ({ paths }) => nameExcluded(asked, change, paths.slice(0, 1)),
    }),
  };
}

/** Directories, where files alone are listed. */
function directoryAlternative(request: ListRequest, { directories }: ListSwitches): HintAlternative[] {
  const { tests, scope } = request;
  if (directories === undefined || tests.types.includes("d")) return [];
  const asked: ListRequest = {
    ...request,
    tests: { ...tests, types: ["d"] },
    scope: { ...scope, dirsMustMatch: true },
  };
  return [{ request: asked, isProbe: true, phrase: "directories_left_out", advice: directories, unit: "directories" }];
}

/** A name that is not there: the one tested for, or of a single glob. */
function missingNameOf({ tests, scope: { globs } }: ListRequest): string | undefined {
  if (tests.name !== undefined) return literalNameOf(tests.name);
  return globs.length === 1 ? literalPathOf(globs[0]) : undefined;
}
