/**
 * Errors that end the program.
 * @module
 */
import type { Bilingual } from "./bilingual.ts";

/** The person at the shell reads `said`, in one of its languages, and no stack. `message` is the English of it. */
export class UserError extends Error {
  constructor(readonly messages: Bilingual, options?: ErrorOptions) {
    super(messages.en, options);
  }
}
