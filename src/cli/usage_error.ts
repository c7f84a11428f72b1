/**
 * Mistakes on the command line.
 * @module
 */
import { type SentenceKey, type TemplateValues, UserError } from "../model/messages/messages.ts";

/** A mistake that the user can correct; it is shown without a stack. The sentence says how. */
export class UsageError extends UserError {
  override readonly name = "UsageError";
  constructor(readonly key: Extract<SentenceKey, `usage.${string}`>, params: TemplateValues) {
    super({ key, params });
  }
}
