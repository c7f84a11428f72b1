/**
 * The text of a file as it may go to a model. What is looked through for secrets is what is given out:
 * nothing is read twice, so nothing can change in between.
 * @module
 */
import type { OpenFile } from "../door/door.ts";
import { LIMITS } from "../model/limits.ts";
import { reason } from "../model/reasons.ts";
import { ToolError } from "../model/tool_error.ts";
import { decodeText, probe } from "./encoding.ts";
import { readInto } from "./read_into.ts";
import { findSecret } from "./secrets.ts";
import { shownText } from "./text.ts";

/** Text that may be sent. */
export interface SendableText {
  /** Without a byte-order mark. */
  readonly text: string;
  /** Bytes of the file that it stands for. */
  readonly length: number;
  /** The file has more, which is neither looked at nor sent. */
  readonly cut: boolean;
}

/**
 * Reads the file, up to `LIMITS.consult.fileBytes`.
 * @param allowed secrets in it are its owner's wish
 * @throws ToolError `binary`, `consult_secret_content`
 */
export function sendableText(file: OpenFile, shown: string, allowed: boolean): SendableText {
  const { bytes, cut } = beginning(file);
  const { binary, encoding, markLength } = probe(bytes);
  if (binary) throw new ToolError("binary", { path: shown, size: file.stamp.size });
  const decoded = shownText(decodeText(bytes.subarray(markLength), encoding).text);
  const text = cut ? wholeLines(decoded) : decoded;
  const secret = allowed ? undefined : findSecret(text);
  if (secret) {
    throw new ToolError("consult_secret_content", { path: shown, line: secret.line, rule: reason(secret.rule) });
  }
  return { text, length: bytes.length, cut };
}

/** One byte more than may be sent is asked for, to see whether there is one. */
function beginning(file: OpenFile): { bytes: Uint8Array; cut: boolean } {
  const { fileBytes } = LIMITS.consult;
  const buffer = new Uint8Array(Math.min(file.stamp.size + LIMITS.binaryProbe, fileBytes + 1));
  const have = readInto(file, buffer, 0).length;
  const cut = have > fileBytes || have === buffer.length && have > file.stamp.size;
  return { bytes: buffer.subarray(0, Math.min(have, fileBytes)), cut };
}

function wholeLines(text: string): string {
  const end = text.lastIndexOf("\n");
  return end < 0 ? text : text.slice(0, end + 1);
}
