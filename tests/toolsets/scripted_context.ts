/**
 * A call context whose engine answers from a script and records its requests.
 * @module
 */
import { type Report, reportFor, type ReportOf } from "../../src/model/report.ts";
import type { Request } from "../../src/model/request.ts";
import type { CallContext } from "../../src/toolsets/tool.ts";

/** A context, and the requests that it received. */
export interface Scripted {
  readonly context: CallContext;
  readonly requests: Request[];
}

/** Answers every request by `script`. */
export function scripted(script: (request: Request) => Report, changes: Partial<CallContext> = {}): Scripted {
  const requests: Request[] = [];
  const context: CallContext = {
    async run<R extends Request>(request: R): Promise<ReportOf[R["op"]]> {
      // What crosses threads as undefined is absent.
      requests.push(JSON.parse(JSON.stringify(request)));
      return reportFor<R["op"]>(request.op, await script(request));
    },
    lang: "en",
    projectRoot: "/project",
    tokenBudget: 8000,
    timeoutMs: 4000,
    consult: {},
    ...changes,
  };
  return { context, requests };
}

/** An empty report for each kind of request. */
export function nothing(request: Request): Report {
  const empty = { total: 0, searched: 0, skipped: {} };
  switch (request.op) {
    case "list":
      return { op: "list", entries: [], ...empty };
    case "glob":
      return { op: "glob", paths: [], ...empty };
    case "search":
      return {
        op: "search",
        files: [],
        top: [],
        filesMatched: 0,
        records: 0,
        timedOutLines: 0,
        findMs: 0,
        searchMs: 0,
        ...empty,
      };
    case "warm":
      return { op: "warm", files: 0, bytes: 0 };
    case "read": {
      const given = request.range.type === "bytes"
        ? { type: "bytes", offset: request.range.offset, length: 0 } as const
        : { type: "lines", start: request.range.start, count: 0, lineCut: false } as const;
      return { op: "read", path: request.path, content: "", size: 0, given, more: false };
    }
    case "outline":
      return { op: "outline", path: request.path, size: 0, definitions: [] };
    case "consult":
      return { op: "consult", files: [], leftOut: [] };
    case "nearest":
      return { op: "nearest", paths: [] };
    case "locate":
      return { op: "locate", kinds: request.paths.map(() => "outside") };
  }
}
