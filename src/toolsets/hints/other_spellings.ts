/**
 * Names in patterns: in other spellings (`expandGlob`, `expand-glob` or `expandglob` for `expand_glob`), or as they stand.
 * @module
 */
import type { NameTest } from "../../model/request.ts";
import { isTooLongToGuess } from "./rewrite_glob.ts";

/** Letters and digits of a name that is worth it. */
const MIN_NAME_LETTERS = 4;
/** A name in a pattern: letters and digits, with what may stand between them. */
const WORD = /[\p{L}\p{N}](?:[-_ ]?[\p{L}\p{N}])+/gu;

/** What finds the other spellings of a pattern's names. */
export interface OtherSpellings {
  /** An expression for paths that have the names in any spelling. */
  readonly anySpelling: string;
  /** The pattern with the names spelt as this path has them. */
  spelledAs(path: string): string;
}

/**
 * The other spellings of the names in a glob; undefined where it has none that tell.
 *
 * @example
 * ```ts
 * respelled("src/**\/expandGlob*")?.as("src/engine/expand_glob.ts"); // "src/**\/expand_glob*"
 * ```
 */
export function otherSpellings(glob: string): OtherSpellings | undefined {
  const words = (glob.match(WORD) ?? []).filter((word) => word.replace(/[-_ ]/g, "").length >= MIN_NAME_LETTERS);
  if (words.length === 0) return undefined;
  return {
    anySpelling: words.map(anySpellingOf).join(".*"),
    spelledAs: (path) =>
      glob.replace(
        WORD,
        (word) => words.includes(word) ? new RegExp(anySpellingOf(word), "iu").exec(path)?.[0] ?? word : word,
      ),
  };
}

/** The word in any case, with or without separators anywhere. */
function anySpellingOf(word: string): string {
  return [...word.replace(/[-_ ]/g, "").toLowerCase()].join("[-_ ]?");
}

/**
 * An expression for the other spellings of an identifier, whose parts its humps and separators tell; undefined for any
 * other text, and for one without parts: to look for all letters one by one takes long.
 *
 * @example
 * ```ts
 * anyIdentifierSpelling("expandGlob"); // "(?i)expand[-_ ]?glob"
 * anyIdentifierSpelling("glob"); // undefined
 * ```
 */
export function anyIdentifierSpelling(text: string): string | undefined {
  if (!/^[\p{L}\p{N}]+(?:[-_]?[\p{L}\p{N}]+)*$/u.test(text)) return undefined;
  const parts = text.split(/[-_]|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
  return parts.length < 2 ? undefined : "(?i)" + parts.map((part) => part.toLowerCase()).join("[-_ ]?");
}

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
  return ifLongEnough((signs < 0 ? names : names.slice(0, signs)).join("/"));
}

/** The name that a test of names asks for, where it is one as it stands: between anchors, its dots escaped or not. */
export function literalNameOf({ pattern, syntax }: NameTest): string | undefined {
  if (syntax === "glob") return literalPathOf(pattern);
  const bare = pattern.replace(/^\^|\$$/g, "").replaceAll("\\.", ".");
  return /[\\^$*+?()[\]{}|]/.test(bare) ? undefined : ifLongEnough(bare);
}

function ifLongEnough(path: string): string | undefined {
  return isTooLongToGuess([path]) || (path.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < MIN_NAME_LETTERS ? undefined : path;
}
