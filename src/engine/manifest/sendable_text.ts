/**
 * Reads the text of a file as it may go to a model, and finds the secrets in it. The text that is searched for secrets is
 * the text that is returned: nothing is read twice, so nothing can change in between. A false alarm is better than a leak:
 * the owner of a file can allow it.
 * @module
 */
import type { OpenFile } from "../../door/door.ts";
import { LIMITS } from "../../model/limits.ts";
import { type Reason, reason } from "../../model/messages/reasons.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { pageEnd } from "../text/char_boundaries.ts";
import { decodeText, probeEncoding, toDisplayText } from "../text/encoding.ts";
import { countLineFeeds, crlfToLf } from "../text/newlines.ts";
import { readFully } from "../text/text_file.ts";
import { findAssignedSecret } from "./assigned_secret.ts";
import { findSecretForm } from "./secret_forms.ts";

/** Text that may be sent. */
export interface SendableText {
  /** Without a byte-order mark, with LF for CR LF. */
  readonly text: string;
  /** The number of the file's bytes that it stands for. */
  readonly length: number;
  /** The file has more, which is neither searched nor sent. */
  readonly cut: boolean;
}

/** Bytes after those that may be sent: a secret may begin before the end and go on after it. */
const MARGIN_BYTES = 4096;

/**
 * Reads the file, up to `LIMITS.consult.fileBytes`.
 * @param isAllowed secrets in it may be sent
 * @throws ToolError `binary`, `consult_secret_content`
 */
export function sendableText(file: OpenFile, shown: string, isAllowed: boolean): SendableText {
  const maxBytes = Math.min(file.stamp.size + LIMITS.binaryProbe, LIMITS.consult.fileBytes);
  // A little more, to see whether there is more, and which character or secret the limit cuts.
  const bytes = readFully(file, new Uint8Array(maxBytes + MARGIN_BYTES), 0);
  const { binary, encoding, markLength } = probeEncoding(bytes);
  if (binary) throw new ToolError("binary", { path: shown, size: file.stamp.size });
  const cut = bytes.length > maxBytes, length = cut ? pageEnd(encoding, bytes, 0, maxBytes) : bytes.length;
  const decoded = crlfToLf(toDisplayText(decodeText(bytes.subarray(markLength, length), encoding).text));
  const text = cut ? wholeLines(decoded) : decoded;
  const rest = text.endsWith("\n") ? "" : toDisplayText(decodeText(bytes.subarray(length), encoding).text);
  const secret = isAllowed ? undefined : findSecret(withoutNuls(text + rest));
  if (secret) throw new ToolError("consult_secret_content", { path: shown, ...secret });
  return { text, length, cut };
}

/** Removes the NULs of UTF-32, and of UTF-16 appended to text of another encoding (`>>` of PowerShell). */
function withoutNuls(text: string): string {
  return text.replaceAll("\0", "");
}

function wholeLines(text: string): string {
  const end = text.lastIndexOf("\n");
  return end < 0 ? text : text.slice(0, end + 1);
}

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
