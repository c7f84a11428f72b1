/**
 * Runs Deno for a packaging step.
 * @module
 */
import { CHECKOUT } from "./project.ts";

/**
 * Runs `deno ARGS` in the checkout, without output.
 * @param without an environment variable to remove
 * @throws Error with its output if it fails
 */
export async function denoCommand(args: readonly string[], { without = "" } = {}): Promise<string> {
  const { [without]: _, ...env } = Deno.env.toObject();
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: CHECKOUT,
    clearEnv: true,
    env: { ...env, NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const text = new TextDecoder();
  if (success) return text.decode(stdout);
  const [said = ""] = text.decode(stderr).split("\n\nStack backtrace:");
  throw new Error(`deno ${args[0]}: ${said.trim()}`);
}
