/**
 * Globs as other programs write them: shells, minimatch, Windows, regular expressions.
 * @module
 */
import { globWithSlashes } from "../../model/escape_glob.ts";
import { isTooLongToGuess, splitGlobList } from "../arguments/globs.ts";
import { parseStringList } from "../arguments/parse_arguments.ts";

/** A notation that means nothing, or something else, in this program's globs. */
interface Dialect {
  /** A glob in the dialect, and its translation; a test translates it. */
  readonly example: readonly [theirs: string, ours: string];
  /** Translates the glob; returns any other glob unchanged. */
  translate(glob: string): string;
}

/** The likeliest dialect first. Each keeps what it does not know. */
export const DIALECTS: readonly Dialect[] = [
  { example: ['"*.ts"', "*.ts"], translate: (glob) => glob.trim().replace(/^(["'`])(.*)\1$/s, "$2") },
  { example: ['["*.ts","*.md"]', "{*.ts,*.md}"], translate: (glob) => inOneBrace(parseStringList(glob) ?? [], glob) },
  { example: ["*.ts;*.md", "{*.ts,*.md}"], translate: joinGlobList },
  { example: ["src\\**\\*.ts", "src/**/*.ts"], translate: globWithSlashes },
  { example: ["src/**.ts", "src/**/*.ts"], translate: (glob) => glob.replace(/(^|\/)\*\*(?=[^/*])/g, "$1**/*") },
  { example: ["*.@(ts|md)", "*.{ts,md}"], translate: translateExtglob },
  {
    example: ["*.[ts|md]", "*.{ts,md}"],
    translate: (glob) => glob.replace(/\[(\w+(?:\|\w+)+)\]/g, (_, in_) => barsToBraces(in_)),
  },
  {
    example: ["*.{ts|md}", "*.{ts,md}"],
    translate: (glob) => glob.replace(/\{([^{},]+\|[^{},]+)\}/g, (_, in_) => barsToBraces(in_)),
  },
  { example: ["a{08..10}.png", "a{08,09,10}.png"], translate: (glob) => glob.replace(BRACE_RANGE, expandRange) },
  { example: ["[[:upper:][:digit:]]*", "[A-Z0-9]*"], translate: (glob) => glob.replace(/\[:(\w+):\]/g, posixClass) },
  { example: ["{{name}}/*.py", "\\{\\{name\\}\\}/*.py"], translate: escapeLiteralBraces },
  { example: ["^src/.*\\.tsx?$", "src/*.ts{x,}"], translate: globFromRegex },
];

/**
 * The meanings of a glob in other dialects, the likeliest first: in one dialect, or in several at the same time.
 *
 * @example
 * ```ts
 * translateDialects("src\\*.@(ts|tsx)"); // ["src/*.@(ts|tsx)", "src\\*.{ts,tsx}", "src/*.{ts,tsx}"]
 * ```
 */
export function translateDialects(glob: string): string[] {
  if (isTooLongToGuess([glob])) return [];
  const each = DIALECTS.map(({ translate }) => translate(glob));
  const all = DIALECTS.reduce((text, { translate }) => translate(text), glob);
  return [...new Set([...each, all, ...(REGEX_SIGNS.test(glob) ? [crossDirectories(all)] : [])])].filter((other) =>
    other !== glob && other !== ""
  );
}

/** `a|b` as `{a,b}`. */
function barsToBraces(text: string): string {
  return `{${text.replaceAll("|", ",")}}`;
}

function inOneBrace(globs: readonly string[], otherwise: string): string {
  return globs.length === 0 ? otherwise : globs.length === 1 ? globs[0] : `{${globs.join(",")}}`;
}

/** A list of globs, separated by characters that file names don't have, as one brace. */
function joinGlobList(glob: string): string {
  const commas = splitGlobList(glob);
  if (commas.length > 0) return inOneBrace(commas, glob);
  const parts = glob.split(/\s*[;\n]\s*|\s*\|\s*(?![^()]*\))|\s+(?=\S*[*./])/).filter((part) => part !== "");
  const isList = parts.length > 1 && !/[[{(]/.test(glob) && parts.every((part) => /[*./]/.test(part));
  return isList ? inOneBrace(parts, glob) : glob;
}

/** Groups of extglob and plain groups, innermost first. A negated group becomes `*`: globs can't express it. */
function translateExtglob(glob: string): string {
  const next = glob.replace(/([@?+*!]?)\(([^()]*)\)/, (_, sign: string, inside: string) => {
    return sign === "!" ? "*" : `{${inside.replaceAll("|", ",")}${/[?*]/.test(sign) ? "," : ""}}`;
  });
  return next === glob ? glob : translateExtglob(next);
}

const BRACE_RANGE = /\{(-?\d{1,6})\.\.(-?\d{1,6})(?:\.\.(-?\d{1,6}))?\}|\{([a-z])\.\.([a-z])\}/gi;
/** Members of a range; a larger range is kept as it is. */
const MAX_RANGE_MEMBERS = 100;

function expandRange(whole: string, first = "", last = "", step = "1", from = "", to = ""): string {
  const a = from === "" ? Number(first) : from.charCodeAt(0), b = to === "" ? Number(last) : to.charCodeAt(0);
  const by = Math.max(1, Math.abs(Number(step))) * (b < a ? -1 : 1), count = Math.floor((b - a) / by) + 1;
  if (count > MAX_RANGE_MEMBERS) return whole;
  const isPadded = /^0\d/.test(first) || /^0\d/.test(last), width = isPadded ? Math.max(first.length, last.length) : 1;
  const numbers = Array.from({ length: count }, (_, i) => a + i * by);
  const texts = numbers.map((n) => from === "" ? String(n).padStart(width, "0") : String.fromCharCode(n));
  return `{${texts.join(",")}}`;
}

const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alnum: "a-zA-Z0-9",
  alpha: "a-zA-Z",
  blank: " \t",
  digit: "0-9",
  lower: "a-z",
  punct: "!-.:-@[-`{-~",
  space: " \t",
  upper: "A-Z",
  word: "a-zA-Z0-9_",
  xdigit: "0-9a-fA-F",
};

function posixClass(whole: string, name: string): string {
  return POSIX_CLASSES[name] ?? whole;
}

/** Escapes braces that are characters: braces within braces, and braces without a choice. */
function escapeLiteralBraces(glob: string): string {
  return glob.replace(/\\.|\{\{[^{}]*\}\}|\{[^{},]*\}|\{\}/gs, (part) => {
    return part.startsWith("\\") ? part : part.replace(/[{}]/g, "\\$&");
  });
}

/** Signs that only a regular expression has. */
const REGEX_SIGNS = /\.[*+]|\\[.wd\/]|\[\^\/\]|^\^|\$$/;

function globFromRegex(glob: string): string {
  if (!REGEX_SIGNS.test(glob)) return glob;
  const bare = translateExtglob(glob.replace(/^\(\?[a-z]+\)/, "").replaceAll("(?:", "(").replace(/\)\?/g, "|)"));
  return bare
    .replace(/^\^|\$$|\\b/g, "")
    .replace(/(?:\.|\[\^\/\]|\\[wdS])[*+]\??/g, "*")
    .replace(/\\[wdS]/g, "?")
    .replace(/\\([./_-])/g, "$1")
    .replace(/(\w)\?/g, "{$1,}")
    .replace(/\*{2,}/g, "*");
}

/** Lets `*` of an expression match across directories. */
function crossDirectories(glob: string): string {
  return glob.replace(/(^|\/)\*(?=[^*/][^/]*$)/, "$1**/*");
}
