/**
 * Errors that end the program.
 * @module
 */
import type { Bilingual } from "./fill.ts";

/** The person at the shell reads `said`, in one of its languages, and no stack. `message` is the English of it. */
export class SpokenError extends Error {
  constructor(readonly said: Bilingual, options?: ErrorOptions) {
    super(said.en, options);
  }
}
