/**
 * What in a text looks like a key or a credential. Better to leave out a file too many than one too few:
 * whoever owns it can allow it.
 * @module
 */
import { type Reason, reason } from "../../model/messages/reasons.ts";
import { countLineFeeds } from "../text/line_bounds.ts";
import { findAssignedSecret } from "./assigned_secret.ts";
import { findSecretForm } from "./secret_forms.ts";

/** Where a secret seems to stand, and what it looks like. */
export interface Secret {
  /** From 1. */
  readonly line: number;
  /** Never anything of the text. */
  readonly rule: Reason;
}

/** The first secret in `text`; undefined where there is none. On one line a form tells more than randomness. */
export function findSecret(text: string): Secret | undefined {
  const formed = findSecretForm(text), at = findAssignedSecret(text);
  const form = formed && { line: 1 + countLineFeeds(text, 0, formed.at), rule: formed.what };
  const assigned = at === undefined
    ? undefined
    : { line: 1 + countLineFeeds(text, 0, at), rule: reason("random_secret") };
  if (form === undefined || assigned === undefined) return form ?? assigned;
  return assigned.line < form.line ? assigned : form;
}
