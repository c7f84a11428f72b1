/**
 * Finds keys and credentials in a text. A false alarm is better than a leak: the owner of a file can allow it.
 * @module
 */
import { type Reason, reason } from "../../model/messages/reasons.ts";
import { countLineFeeds } from "../text/line_bounds.ts";
import { findAssignedSecret } from "./assigned_secret.ts";
import { findSecretForm } from "./secret_forms.ts";

/** Where a secret seems to be, and what it looks like. */
export interface Secret {
  /** From 1. */
  readonly line: number;
  /** Never contains anything of the text. */
  readonly rule: Reason;
}

/** The first secret in `text`; undefined if there is none. On one line a form says more than randomness. */
export function findSecret(text: string): Secret | undefined {
  const found = findSecretForm(text), at = findAssignedSecret(text);
  const form = found && { line: lineOf(text, found.at), rule: found.what };
  const assigned = at === undefined ? undefined : { line: lineOf(text, at), rule: reason("random_secret") };
  if (form === undefined || assigned === undefined) return form ?? assigned;
  return assigned.line < form.line ? assigned : form;
}

function lineOf(text: string, at: number): number {
  return 1 + countLineFeeds(text, 0, at);
}
