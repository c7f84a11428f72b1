/**
 * Explains why a call found nothing: which changed call would find something.
 * @module
 */
import type { ExplainZeroReport, FoundChange } from "../../model/report.ts";
import type { CountedRequest, ExplainZeroRequest, NearestRequest } from "../../model/request.ts";
import type { Job } from "../run/job.ts";
import { isRecoverable, type Operation } from "../task/operation.ts";
import { globFiles } from "./glob_files.ts";
import { list } from "./list.ts";
import { locate } from "./locate.ts";
import { nearestPaths } from "./nearest_paths.ts";
import { search } from "./search.ts";

/** The share of the time left that one candidate may take: a slow one leaves time for those after it. */
const TIME_SHARE = 0.5;

/** What a candidate finds. */
type Found = Omit<FoundChange, "index">;

const NOTHING: Found = { total: 0, paths: [] };

/** Finds the first candidate that finds something. One that is refused finds nothing: no hint is worth an error. */
export function* explainZero({ candidates, wider }: ExplainZeroRequest, job: Job): Operation<ExplainZeroReport> {
  const all = wider && (yield* foundInTime(wider.request, job)), isEmpty = all?.total === 0 && all.cutBy === undefined;
  let isCut = false;
  for (const [index, request] of candidates.entries()) {
    if (isEmpty && wider !== undefined && index >= wider.from && index < wider.to) continue;
    const found = job.remainingMs() > 0 ? yield* foundInTime(request, job) : undefined;
    if (found !== undefined && found.total > 0) return { op: "explain_zero", found: { index, ...found } };
    isCut ||= found === undefined || found.cutBy === "timeout";
  }
  return { op: "explain_zero", ...(isCut && { isCut }) };
}

/** Undefined if time ran out. */
function* foundInTime(request: CountedRequest, job: Job): Operation<Found | undefined> {
  const end = performance.now() + TIME_SHARE * job.remainingMs();
  const own: Job = { ...job, remainingMs: () => Math.min(job.remainingMs(), end - performance.now()) };
  try {
    return yield* runCandidate(request, own);
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    return error.key === "timeout" ? undefined : NOTHING;
  }
}

function* runCandidate(request: CountedRequest, job: Job): Operation<Found> {
  switch (request.op) {
    case "nearest":
      return yield* nearestIfMissing(request, job);
    case "glob":
      return foundIn(yield* globFiles(request, job));
    case "list":
      return foundIn(yield* list(request, job));
    case "search":
      return foundIn(yield* search(request, job));
  }
}

function foundIn({ total, cutBy }: Pick<Found, "total" | "cutBy">): Found {
  return { total, paths: [], ...(cutBy && { cutBy }) };
}

/** An existing path has no nearest paths. */
function* nearestIfMissing(request: NearestRequest, job: Job): Operation<Found> {
  const { path, timeoutMs } = request;
  const { places: [place] } = yield* locate({ op: "locate", paths: [path], timeoutMs }, job);
  if (place?.kind !== "missing") return NOTHING;
  const { paths } = yield* nearestPaths(request, job);
  return { total: paths.length, paths };
}
