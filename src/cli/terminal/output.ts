/**
 * Output of the command line: how stdout and stderr want to be written to, and text written whole.
 * @module
 */
import { fillBoth } from "../../model/messages/bilingual.ts";
import { UserError } from "../../model/messages/user_error.ts";
import { NOTICES } from "../notices.ts";
import type { ColorRule } from "../command_line/settings.ts";

/** How an answer is printed; absent: text on a terminal, JSON elsewhere. */
export type OutputFormat = "json" | "text" | undefined;

/** Whether to print JSON: as asked, else where no person reads. */
export function wantsJson(output: OutputFormat): boolean {
  return output === undefined ? !Deno.stdout.isTerminal() : output === "json";
}

/** How one call is shown. */
export interface Screen {
  readonly json: boolean;
  /** Whether text on stdout and on stderr is coloured. */
  readonly color: { readonly out: boolean; readonly err: boolean };
  /** Whether a person sits at stdout, and at stderr. */
  readonly terminal: { readonly out: boolean; readonly err: boolean };
}

/**
 * As the command says, else as the terminals are. NO_COLOR is seen without a permission: the runtime
 * looks at it before it starts anything.
 */
export function screenOf(output: OutputFormat, color: ColorRule = "auto"): Screen {
  const terminal = { out: Deno.stdout.isTerminal(), err: Deno.stderr.isTerminal() };
  const colored = (is: boolean) => color === "always" || (color === "auto" && is && !Deno.noColor);
  return {
    // Colours are for text: who asks for them asks for it.
    json: output === undefined && color === "always" ? false : wantsJson(output),
    color: { out: colored(terminal.out), err: colored(terminal.err) },
    terminal,
  };
}

/** Prints `text` and a line feed; whether somebody still reads. A reader that has gone away is no error. */
export function printLine(text: string): boolean {
  return writeFully(Deno.stdout, text + "\n");
}

/** The same, on stderr. */
export function printErrorLine(text: string): void {
  writeStderr(text + "\n");
}

/** Writes to stderr; where that can't be written to there is nobody to tell. */
export function writeStderr(text: string): void {
  try {
    writeFully(Deno.stderr, text);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
  }
}

/** The output could not be written: a full disk, or a pipe that was made not to wait for its reader. */
export class OutputError extends UserError {
  override readonly name = "OutputError";
}

/**
 * Writes all of `text`; whether somebody still reads.
 * @throws OutputError when it can't be written. How much of it was is not known, so nothing is tried again.
 */
export function writeFully(to: { writeSync(bytes: Uint8Array): number }, text: string): boolean {
  const bytes = new TextEncoder().encode(text);
  try {
    for (let at = 0; at < bytes.length;) at += to.writeSync(bytes.subarray(at));
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return false;
    const why = error instanceof Error ? error.message : String(error);
    throw new OutputError(fillBoth(NOTICES.output_failed, { why }), { cause: error });
  }
}
