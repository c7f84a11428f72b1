/**
 * `--consult-allow`: globs of what may go to a model though it looks secret.
 * @module
 */
import { Overrides } from "./overrides.ts";

/** Whether the file of this path (below its root) may go whatever it is called and has in it. */
export type Allowance = (path: string) => boolean;

/**
 * Compiles the globs, which mean what include globs mean: without a `/` a name at any depth, and a
 * directory stands for all that is in it.
 * @throws ToolError `glob`, `too_large`
 *
 * @example
 * ```ts
 * allowance(["fixtures/*.pem"])("fixtures/server.pem"); // true
 * ```
 */
export function allowance(globs: readonly string[]): Allowance {
  const overrides = new Overrides(globs);
  return (path) => {
    const names = path.split("/");
    let state = overrides.start({ root: 0, path: "" }, "");
    for (const [i, name] of names.entries()) {
      const verdict = overrides.verdict(state, name, i < names.length - 1);
      if (verdict === "include") return true;
      if (verdict === "exclude") return false;
      state = overrides.feed(state, name + "/");
    }
    return false;
  };
}
