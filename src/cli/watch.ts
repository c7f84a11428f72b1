/**
 * `fossick call … --watch`: the same call again whenever something below a root changes.
 * @module
 */
import type { Changes } from "../door/changes.ts";
import type { Answer } from "../toolsets/tool.ts";
import { answerOf, type Asked, show, untilInterrupt } from "./call.ts";
import { notice } from "./notices.ts";
import { complain, print, type Screen, write } from "./print.ts";

/**
 * Answers now and after every change that makes the answer another one; ends with 0 when it is interrupted or its reader
 * has gone, with 2 at once when no change could make the call a right one.
 */
export function watch(asked: Asked, changes: Changes, screen: Screen): Promise<0 | 2> {
  return untilInterrupt((signal) => repeat(asked, changes, screen, signal));
}

async function repeat(asked: Asked, changes: Changes, screen: Screen, signal: AbortSignal): Promise<0 | 2> {
  signal.addEventListener("abort", () => changes.close());
  for (let shown: string | undefined;;) {
    const answer = await answerOf(asked, screen, signal), said = saidBy(answer, screen);
    if (signal.aborted) return 0;
    if (said !== shown) {
      const read = (shown === undefined || separated(screen)) && show(answer, screen);
      if (isHopeless(answer)) return 2;
      if (read && screen.terminal.err) complain(notice(asked.service.lang, "watching"));
      if (!read) return 0;
      shown = said;
    }
    if (!await changes.next()) return 0;
  }
}

/** All that is shown of an answer: the same is not shown twice. */
function saidBy({ text, structured, apart }: Answer, { json }: Screen): string {
  return json ? JSON.stringify(structured) : JSON.stringify([text, apart]);
}

/** Every JSON answer has a line of its own; text is cleared away, or parted by a line where it goes on. */
function separated({ json, terminal }: Screen): boolean {
  if (json) return true;
  return terminal.out ? write(Deno.stdout, "\x1b[H\x1b[2J") : print("---");
}

/** Whether the call itself is wrong, whatever the files are. */
function isHopeless({ isError, structured: { error } }: Answer): boolean {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  return isError && /^(?:INVALID_|UNKNOWN_|CONFLICTING_|UNSUPPORTED_|PATH_OUTSIDE_)/.test(code);
}
