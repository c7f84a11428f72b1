/**
 * Explains why a call found nothing: the first change of it that finds something, within the call's own time.
 * @module
 */
import type { Explanation } from "../../model/explanation.ts";
import type { NearestRequest } from "../../model/request.ts";
import type { Job } from "../run/job.ts";
import { PathNoteCollector } from "../run/resolve_path.ts";
import { isRecoverable, type Operation } from "../task/operation.ts";
import type { Candidate, ChangedRequest, ChangeGroup } from "./changed_requests.ts";
import { globFiles } from "./glob_files.ts";
import { list } from "./list.ts";
import { locate } from "./locate.ts";
import { nearestPaths } from "./nearest_paths.ts";
import { search } from "./search.ts";

/** The share of the time left that one candidate may take: a slow one leaves time for those after it. */
const TIME_SHARE = 0.5;
/** The fewest milliseconds that are worth a look. */
const LEAST_MS = 20;

/** A report with what explains a zero in it, if there are changes to try. */
export function* explained<R extends { readonly why?: Explanation }>(
  operation: Operation<R>,
  changesOf: (report: R) => readonly ChangeGroup[],
  job: Job,
): Operation<R> {
  const report = yield* operation, groups = changesOf(report).filter(({ candidates }) => candidates.length > 0);
  if (groups.length === 0) return report;
  return { ...report, why: yield* firstThatFinds(groups, { ...job, pathNotes: new PathNoteCollector() }) };
}

function* firstThatFinds(groups: readonly ChangeGroup[], job: Job): Operation<Explanation> {
  if (job.remainingMs() < LEAST_MS) return { total: 0, isCut: true };
  let isCut = false;
  for (const { candidates, wider } of groups) {
    const all = wider && (yield* foundInTime(wider, job));
    if (all?.total === 0 && all.cutBy === undefined) continue;
    for (const candidate of candidates) {
      const found = job.remainingMs() > 0 ? yield* foundInTime(candidate.request, job) : undefined;
      if (found !== undefined && found.total > 0) return explanationOf(candidate, found);
      isCut ||= found === undefined || found.cutBy === "timeout";
    }
  }
  return { total: 0, ...(isCut && { isCut }) };
}

/** What a candidate finds. */
interface Found {
  readonly total: number;
  readonly cutBy?: Explanation["cutBy"];
  /** Of a NearestRequest. */
  readonly paths?: readonly string[];
}

const NOTHING: Found = { total: 0 };

function explanationOf({ change }: Candidate, { total, cutBy, paths = [] }: Found): Explanation {
  const found = change.kind === "path" ? { ...change, nearest: paths } : change;
  return { change: found, total, ...(cutBy && { cutBy }) };
}

/** Undefined if time ran out. One that is refused finds nothing: no hint is worth an error. */
function* foundInTime(request: ChangedRequest, job: Job): Operation<Found | undefined> {
  const end = performance.now() + TIME_SHARE * job.remainingMs();
  const own: Job = { ...job, remainingMs: () => Math.min(job.remainingMs(), end - performance.now()) };
  try {
    return yield* found(request, own);
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    return error.key === "timeout" ? undefined : NOTHING;
  }
}

function* found(request: ChangedRequest, job: Job): Operation<Found> {
  switch (request.op) {
    case "nearest":
      return yield* nearestIfMissing(request, job);
    case "glob":
      return yield* globFiles(request, job);
    case "list":
      return yield* list(request, job);
    case "search":
      return yield* search(request, job);
  }
}

/** An existing path has no nearest paths. */
function* nearestIfMissing(request: NearestRequest, job: Job): Operation<Found> {
  const { path, timeoutMs } = request;
  const { kinds: [kind] } = yield* locate({ op: "locate", paths: [path], timeoutMs }, job);
  if (kind !== "missing") return NOTHING;
  const { paths } = yield* nearestPaths(request, job);
  return { total: paths.length, paths };
}
