/**
 * What stands on the other side of stdout and stderr, and how it wants to be written to.
 * @module
 */
import type { Output } from "./command_line.ts";
import { wantsJson } from "./print.ts";
import type { ColorRule } from "./settings.ts";

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
export function screenOf(output: Output, color: ColorRule = "auto"): Screen {
  const terminal = { out: Deno.stdout.isTerminal(), err: Deno.stderr.isTerminal() };
  const colored = (is: boolean) => color === "always" || (color === "auto" && is && !Deno.noColor);
  return {
    // Colours are for text: who asks for them asks for it.
    json: output === undefined && color === "always" ? false : wantsJson(output),
    color: { out: colored(terminal.out), err: colored(terminal.err) },
    terminal,
  };
}
