/**
 * Names as they stand in patterns: where nothing has such a name, existing ones are most like it.
 * @module
 */
import type { NameTest } from "../model/request.ts";
import { isLong } from "./glob_of.ts";

/** Letters and digits of a name that is worth it. */
const TELLING = 4;

/**
 * The path that a glob is, at any depth or as it stands, or that it begins with, if it does: there a slip in a name of
 * a directory keeps everything below from being found.
 *
 * @example
 * ```ts
 * literalPathOf("**\/serach.ts"); // "serach.ts"
 * literalPathOf("src/enigne/**\/*.ts"); // "src/enigne"
 * literalPathOf("src/**\/serach.ts"); // "src/serach.ts"
 * literalPathOf("*.ts"); // undefined
 * ```
 */
export function literalPathOf(glob: string): string | undefined {
  const names = glob.split("/").filter((name) => !["", ".", "**"].includes(name));
  const signs = names.findIndex((name) => /[*?[\]{}\\!]/.test(name));
  return telling((signs < 0 ? names : names.slice(0, signs)).join("/"));
}

/** The name that a test of names asks for, where it is one as it stands: between anchors, its dots escaped or not. */
export function literalNameOf({ pattern, syntax }: NameTest): string | undefined {
  if (syntax === "glob") return literalPathOf(pattern);
  const bare = pattern.replace(/^\^|\$$/g, "").replaceAll("\\.", ".");
  return /[\\^$*+?()[\]{}|]/.test(bare) ? undefined : telling(bare);
}

function telling(path: string): string | undefined {
  return isLong([path]) || (path.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < TELLING ? undefined : path;
}
