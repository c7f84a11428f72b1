/**
 * The text of a file as it may go to a model. What is looked through for secrets is what is given out:
 * nothing is read twice, so nothing can change in between.
 * @module
 */
import type { OpenFile } from "../../door/door.ts";
import { LIMITS } from "../../model/limits.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { pageEnd } from "../text/char_boundaries.ts";
import { crlfToLf } from "../text/crlf_to_lf.ts";
import { decodeText, probeEncoding } from "../text/encoding.ts";
import { readFully } from "../text/read_fully.ts";
import { findSecret } from "./secrets.ts";
import { toDisplayText } from "../text/utf8.ts";

/** Text that may be sent. */
export interface SendableText {
  /** Without a byte-order mark, with LF for CR LF. */
  readonly text: string;
  /** Bytes of the file that it stands for. */
  readonly length: number;
  /** The file has more, which is neither looked at nor sent. */
  readonly cut: boolean;
}

/** Bytes behind what may be sent: a secret that begins there and goes on here is known only by both. */
const MARGIN_BYTES = 4096;

/**
 * Reads the file, up to `LIMITS.consult.fileBytes`.
 * @param allowed secrets in it are its owner's wish
 * @throws ToolError `binary`, `consult_secret_content`
 */
export function sendableText(file: OpenFile, shown: string, allowed: boolean): SendableText {
  const { bytes, most } = readBeginning(file);
  const { binary, encoding, markLength } = probeEncoding(bytes);
  if (binary) throw new ToolError("binary", { path: shown, size: file.stamp.size });
  const cut = bytes.length > most, length = cut ? pageEnd(encoding, bytes, 0, most) : bytes.length;
  const decoded = crlfToLf(toDisplayText(decodeText(bytes.subarray(markLength, length), encoding).text));
  const text = cut ? wholeLines(decoded) : decoded;
  const further = text.endsWith("\n") ? "" : toDisplayText(decodeText(bytes.subarray(length), encoding).text);
  const secret = allowed ? undefined : findSecret(withoutNuls(text + further));
  if (secret) {
    throw new ToolError("consult_secret_content", { path: shown, line: secret.line, rule: secret.rule });
  }
  return { text, length, cut };
}

/** A text that another program went on with in UTF-16 (`>>` of PowerShell), and UTF-32, have a NUL at each character. */
function withoutNuls(text: string): string {
  return text.replaceAll("\0", "");
}

/** A little more than may be sent is asked for, to see whether there is more, and what character or secret is parted. */
function readBeginning(file: OpenFile): { bytes: Uint8Array; most: number } {
  const most = Math.min(file.stamp.size + LIMITS.binaryProbe, LIMITS.consult.fileBytes);
  return { bytes: readFully(file, new Uint8Array(most + MARGIN_BYTES), 0), most };
}

function wholeLines(text: string): string {
  const end = text.lastIndexOf("\n");
  return end < 0 ? text : text.slice(0, end + 1);
}
