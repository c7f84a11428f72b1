/**
 * `fossick call … --watch`: the same call again whenever something below a root changes.
 * @module
 */
import type { TreeWatcher } from "../door/tree_watcher.ts";
import type { Answer } from "../toolsets/tool.ts";
import { abortOnInterrupt, answerCall, printAnswer, type RequestedCall } from "./call.ts";
import { notice } from "./notices.ts";
import { printErrorLine, printLine, type Screen, writeFully } from "./terminal/output.ts";

/**
 * Answers now and after every change that makes the answer another one; ends with 0 when it is interrupted or its reader
 * has gone, with 2 at once when no change could make the call a right one.
 */
export function watchCall(asked: RequestedCall, changes: TreeWatcher, screen: Screen): Promise<0 | 2> {
  return abortOnInterrupt((signal) => repeatOnChange(asked, changes, screen, signal));
}

async function repeatOnChange(
  asked: RequestedCall,
  changes: TreeWatcher,
  screen: Screen,
  signal: AbortSignal,
): Promise<0 | 2> {
  signal.addEventListener("abort", () => changes.close());
  for (let shown: string | undefined;;) {
    const answer = await answerCall(asked, screen, signal), said = shownContent(answer, screen);
    if (signal.aborted) return 0;
    if (said !== shown) {
      const read = (shown === undefined || printSeparator(screen)) && printAnswer(answer, screen);
      if (isPermanentError(answer)) return 2;
      if (read && screen.terminal.err) printErrorLine(notice(asked.service.lang, "watching"));
      if (!read) return 0;
      shown = said;
    }
    if (!await changes.nextChange()) return 0;
  }
}

/** All that is shown of an answer: the same is not shown twice. */
function shownContent({ text, structured, parts: apart }: Answer, { json }: Screen): string {
  return json ? JSON.stringify(structured) : JSON.stringify([text, apart]);
}

/** Every JSON answer has a line of its own; text is cleared away, or parted by a line where it goes on. */
function printSeparator({ json, terminal }: Screen): boolean {
  if (json) return true;
  return terminal.out ? writeFully(Deno.stdout, "\x1b[H\x1b[2J") : printLine("---");
}

/** Whether the call itself is wrong, whatever the files are. */
function isPermanentError({ isError, structured: { error } }: Answer): boolean {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  return isError && /^(?:INVALID_|UNKNOWN_|CONFLICTING_|UNSUPPORTED_|PATH_OUTSIDE_)/.test(code);
}
