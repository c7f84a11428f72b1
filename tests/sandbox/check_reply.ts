/**
 * Checks an answer against a case's expectation.
 * @module
 */
import type { Expectation } from "./attack_case.ts";
import { errorCodeOf, fieldAt, isRecord, type Reply, structuredOf } from "./server_process.ts";

/** The parts of `must` that the reply does not meet; `fill` inserts the case's own paths. */
export function unmetExpectations(must: Expectation, reply: Reply, fill: (text: string) => string): string[] {
  const answer = structuredOf(reply), code = errorCodeOf(reply), failure = fieldAt(reply.message, "error", "code");
  const faults: string[] = [];
  const demand = (what: string, expected: unknown, actual: unknown) => {
    if (JSON.stringify(expected) !== JSON.stringify(actual)) {
      faults.push(`${what} should be ${short(expected)}, is ${short(actual)} in ${short(reply.raw)}`);
    }
  };
  const oneOf = (what: string, among: unknown, actual: unknown) => {
    if (![among].flat().includes(actual)) demand(what, among, actual);
  };
  if (must.refused !== undefined) oneOf("the error", must.refused, code);
  else if (must.answers || must.content !== undefined || must.total !== undefined) demand("the error", undefined, code);
  if (must.fails !== undefined) oneOf("the protocol error", must.fails, failure);
  if (must.content !== undefined) demand("the content", must.content, fieldAt(answer, "content"));
  if (must.total !== undefined) demand("the total", must.total, fieldAt(answer, "total"));
  if (must.paths !== undefined) demand("the paths", must.paths.map(fill), pathsOf(reply));
  if (must.skipped !== undefined) demand("what was skipped", must.skipped, fieldAt(answer, "skipped"));
  if (must.leftOut !== undefined) demand("what was left out", must.leftOut.map(fill).sort(), leftOut(answer).sort());
  if (must.says !== undefined && !reply.raw.includes(fill(must.says))) {
    faults.push(`lacks ${must.says}: ${short(reply.raw)}`);
  }
  if (must.hides !== undefined && reply.raw.includes(fill(must.hides))) faults.push(`shows ${fill(must.hides)}`);
  return faults;
}

/** All distinct paths of an answer of any form. */
export function pathsOf(reply: Reply): string[] {
  const answer = structuredOf(reply);
  const listed = ["files", "directories", "entries", "matches", "top_files", "hits"].flatMap((field) => {
    const list = fieldAt(answer, field);
    return Array.isArray(list) ? list.map(pathOf) : [];
  });
  const counts = fieldAt(answer, "counts");
  const prefix = fieldAt(answer, "path_prefix") ?? "";
  const all = [...listed, ...(isRecord(counts) ? Object.keys(counts) : [])];
  return [...new Set(all)].map((path) => `${prefix}${path}`);
}

function pathOf(entry: unknown): string {
  return String(typeof entry === "string" ? entry : fieldAt(entry, "path") ?? fieldAt(entry, "file"));
}

function leftOut(answer: unknown): string[] {
  const list = fieldAt(answer, "left_out");
  return Array.isArray(list) ? list.map(pathOf) : [];
}

function short(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value) ?? "absent";
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
