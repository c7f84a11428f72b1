/**
 * Mistakes on the command line.
 * @module
 */
import { fillBoth, type TemplateValues } from "../model/messages/bilingual.ts";
import { UserError } from "../model/messages/user_error.ts";
import { CLI_MESSAGES, type CliKey } from "./messages.ts";

/** A mistake that the user can correct; it is shown without a stack. The sentence says how. */
export class UsageError extends UserError {
  override readonly name = "UsageError";
  constructor(readonly key: Extract<CliKey, `usage.${string}`>, values: TemplateValues) {
    super(fillBoth(CLI_MESSAGES[key], values));
  }
}
