/**
 * The findings that the doctor can make, in order of importance.
 * @module
 */
import type { DoctorKey } from "./doctor_messages.ts";

/**
 * All findings, the most important first: the doctor ends with `next` of the first one that it made. A problem is one
 * that makes the sandbox wider than it needs to be, or a root unreadable; the others are limitations.
 */
export const FINDINGS = [
  { key: "unreadable_root", isProblem: true, next: "let_read" },
  { key: "wide_root", isProblem: true, next: "narrow_root" },
  { key: "needless_grants", isProblem: true, next: "start_with" },
  { key: "unencrypted", isProblem: true, next: "use_https" },
  { key: "missing_grants", isProblem: false, next: "start_with" },
  { key: "few_descriptors", isProblem: false, next: "raise_ulimit" },
  { key: "no_threads_entry", isProblem: false, next: "start_threads" },
  { key: "no_deno_json", isProblem: false, next: "write_deno_json" },
  { key: "from_source", isProblem: false, next: "start_bundle" },
  { key: "from_package", isProblem: false, next: "start_package" },
  { key: "thread_refused", isProblem: false, next: "report" },
  { key: "old_deno", isProblem: false, next: "upgrade" },
  { key: "old_binary", isProblem: false, next: "replace_binary" },
  { key: "no_parsers", isProblem: false, next: "copy_parsers" },
  { key: "few_watches", isProblem: false, next: "raise_watches" },
  { key: "few_watchers", isProblem: false, next: "raise_watchers" },
] as const satisfies readonly { readonly key: string; readonly isProblem: boolean; readonly next: DoctorKey }[];

/** The key of a finding. */
export type FindingKey = typeof FINDINGS[number]["key"];

/** One finding, in a sentence. */
export interface Finding {
  readonly key: FindingKey;
  readonly text: string;
}

/** The sentences about problems, or about limitations, the most important first. */
export function sentencesOf(findings: readonly Finding[], isProblem: boolean): string[] {
  return FINDINGS.filter((known) => known.isProblem === isProblem).flatMap(({ key }) =>
    findings.filter((finding) => finding.key === key).map(({ text }) => text)
  );
}

/** The message about what to do about the most important finding; undefined if nothing was found. */
export function nextKey(findings: readonly Finding[]): DoctorKey | undefined {
  return FINDINGS.find(({ key }) => findings.some((finding) => finding.key === key))?.next;
}
