/**
 * What to do after a diagnosis.
 * @module
 */

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
export function nextStep({ reading, warnings, grants }: Findings, line: string): string {
  if (reading.length > 0) return "let the user that starts fossick read the root, then run doctor again.";
  if (warnings.length > 0) return "start it on the one directory that the model works on, with --root DIR.";
  return `${grants.length > 0 ? "start it with" : "have your host start it with"}: ${line}`;
}
