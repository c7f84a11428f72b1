/**
 * Output of the command line: its format, and writing it whole.
 * @module
 */
import type { AnswersRule } from "../../model/sent_as.ts";
import { UserError } from "../../model/messages/user_error.ts";
import type { ColorRule } from "../command_line/settings.ts";

/** How an answer is printed; absent: text on a terminal, JSON elsewhere. */
export type OutputFormat = "json" | "text" | undefined;

/** Whether to print JSON: as asked, or else unless stdout is a terminal. */
export function wantsJson(output: OutputFormat): boolean {
  return output === undefined ? !Deno.stdout.isTerminal() : output === "json";
}

/** The format that `--answers` asks for, unless `--json` or `--text` is given. */
export function outputFor(answers: AnswersRule | undefined): OutputFormat {
  return answers === "text" ? "text" : answers === "structured" ? "json" : undefined;
}

/** How a call is shown. */
export interface Screen {
  readonly json: boolean;
  /** Whether text on stdout, and on stderr, is colored. */
  readonly color: { readonly out: boolean; readonly err: boolean };
  /** Whether stdout, and stderr, is a terminal. */
  readonly terminal: { readonly out: boolean; readonly err: boolean };
}

/**
 * The screen of a call: as the options ask, or else as the terminals are. NO_COLOR needs no permission: the runtime
 * reads it before the program starts.
 */
export function screenOf(output: OutputFormat, color: ColorRule = "auto"): Screen {
  const terminal = { out: Deno.stdout.isTerminal(), err: Deno.stderr.isTerminal() };
  const colored = (isTerminal: boolean) => color === "always" || (color === "auto" && isTerminal && !Deno.noColor);
  return {
    // A caller that asks for colors asks for text.
    json: output === undefined && color === "always" ? false : wantsJson(output),
    color: { out: colored(terminal.out), err: colored(terminal.err) },
    terminal,
  };
}

/** Prints a line. Returns false if the reader has gone, which is no error. */
export function printLine(text: string): boolean {
  return writeFully(Deno.stdout, text + "\n");
}

/** Prints a line on stderr. If that fails, there is nowhere to report it. */
export function printErrorLine(text: string): void {
  try {
    writeFully(Deno.stderr, text + "\n");
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
}

/**
 * Writes all of `text`. Returns false if the reader has gone.
 * @throws UserError if it can't be written: the disk is full, or a non-blocking pipe is. How much was written is unknown
 */
export function writeFully(to: { writeSync(bytes: Uint8Array): number }, text: string): boolean {
  const bytes = new TextEncoder().encode(text);
  try {
    for (let at = 0; at < bytes.length;) at += to.writeSync(bytes.subarray(at));
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return false;
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError({ key: "notices.output_failed", params: { why } }, { cause: error });
  }
}
