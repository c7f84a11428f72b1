/**
 * What to do after a diagnosis.
 * @module
 */
import type { Lang } from "../model/lang.ts";
import { doctorSays } from "./doctor_sentences.ts";

/** What is wrong, by what has to be done about it. */
export interface Findings {
  /** Reading a root fails. */
  readonly reading: readonly string[];
  /** The start was unwise, such as on a root that holds a home. */
  readonly warnings: readonly string[];
  /** More is granted or kept than the settings need. */
  readonly grants: readonly string[];
}

/** The one thing to do next. @param line starts the program with the grants that it needs */
export function nextStep({ reading, warnings, grants }: Findings, line: string, lang: Lang): string {
  if (reading.length > 0) return doctorSays(lang, "let_read");
  if (warnings.length > 0) return doctorSays(lang, "narrow_root");
  return doctorSays(lang, grants.length > 0 ? "start_with" : "let_host_start", { line });
}
