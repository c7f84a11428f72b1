/**
 * A mistake on the command line: said in one sentence, with a line that works.
 * @module
 */

/** Shown as it is, without a stack: the user can mend it. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** @param example a command line that works */
  constructor(message: string, readonly example: string) {
    super(message);
  }
}
