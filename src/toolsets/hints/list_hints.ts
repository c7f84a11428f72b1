/**
 * Hints for a listing that found nothing.
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

/** How a tool takes changes of a listing. */
export interface ListSwitches extends SelectionSwitches {
  /** The arguments that list directories too. */
  readonly directories?: Args;
}

/**
 * Hints for a listing; none if it found something.
 * @param leftMs milliseconds that the listing left of `request.timeoutMs`
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
  const unmatched: UnmatchedCall = {
    ...{ selection: request, skipped, timeoutMs, switches, call, reachesExcluded: true },
    ...(name !== undefined && { missingName: name }),
    alternative: (change) => alternativeOf(request, change, unmatched),
  };
  const stages = await findAlternatives(
    [directoryAlternative(request, switches), ...alternativeStages(unmatched)],
    leftMs,
    call,
  );
  const [directories = [], ...others] = stages, hints = firstStageHints(others, call.currentCall);
  // A single level without files looks empty whatever other hints there are.
  const isEnough = hints.length > 0 && request.scope.depth === undefined;
  return isEnough ? hints : [...firstStageHints([directories], call.currentCall), ...hints];
}

function alternativeOf(request: ListRequest, change: RequestChange, unmatched: UnmatchedCall): HintAlternative {
  const { phrase, patch, advice } = change,
    isOnce = phrase === "near_mended_globs" || phrase === "near_pattern";
  return {
    request: { ...request, ...patch },
    phrase,
    advice,
    unit: "entries",
    ...(isOnce && { onceKey: phrase }),
    ...(typeof advice === "string" && {
      isProbe: true,
      refine: ({ paths }) => nameExcluded(unmatched, change, paths.slice(0, 1)),
    }),
  };
}

/** Directories, if the tool lists only files. */
function directoryAlternative(request: ListRequest, { directories }: ListSwitches): HintAlternative[] {
  const { tests, scope } = request;
  if (directories === undefined || tests.types.includes("d")) return [];
  const unmatched: ListRequest = {
    ...request,
    tests: { ...tests, types: ["d"] },
    scope: { ...scope, dirsMustMatch: true },
  };
  return [{
    request: unmatched,
    isProbe: true,
    phrase: "directories_left_out",
    advice: directories,
    unit: "directories",
  }];
}

/** A name that may not exist: the one tested for, or that of a single glob. */
function missingNameOf({ tests, scope: { globs } }: ListRequest): string | undefined {
  if (tests.name !== undefined) return literalNameOf(tests.name);
  return globs.length === 1 ? literalPathOf(globs[0]) : undefined;
}
