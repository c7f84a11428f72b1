/**
 * An error that ends the program with a message.
 * @module
 */
import type { Bilingual } from "./bilingual.ts";

/** The user at the shell reads one of `messages`, and no stack. `message` is the English one. */
export class UserError extends Error {
  constructor(readonly messages: Bilingual, options?: ErrorOptions) {
    super(messages.en, options);
  }
}
