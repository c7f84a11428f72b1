/**
 * Finds values that are assigned to a name that means a secret, in any language or file format; and random values under
 * any name but a public one.
 * @module
 */
import { findSecretForm } from "./secret_forms.ts";
import {
  entropy,
  hasDigitsAndLetters,
  hasManySlashes,
  isReference,
  isSequence,
  isWordPath,
  isWords,
} from "./value_kinds.ts";

/** Parts of words at which a name is looked at, found in one pass. */
const SECRET_WORDS = new RegExp(
  "pass(?:w(?:or)?d|phrase|code)|pass(?![a-z])|secret|token|credential|pwd(?![a-z])|psk(?![a-z])|authorization|" +
    "(?:_|-|\\b|basic)auth(?![a-z])|identified by|bearer|" +
    "passwort|kennwort|contraseña|senha|mot_?de_?passe|пароль|パスワード|密码|密碼|비밀번호|" +
    "(?:api|access|private|auth|encryption|signing|master|account|storage|app|license|subscription|session|webhook|hmac|" +
    "client|service|server|deploy|consumer|function|jwt|aes|ssh)[_.-]?key",
  "gi",
);

/** "pass" as a word of its own, or after a word for its owner; not "bypass", not "renderPass". */
const PASS_NAME = /(?:^|[_.$-]|user|db|require|root|admin|mail|smtp|ftp|wifi|login)pass$/i;
const ENDS_IN_PASS = /pass$/i;
/** Names of something about a secret. */
const ABOUT_A_SECRET = /(?:type|ur[il]|endpoint|name|kind|class|regex|pattern|hash|path|file|izers?)$/i;

/** The index of a value that a name calls secret, or that looks random. */
export function findAssignedSecret(text: string): number | undefined {
  const named = findNamedSecret(text), random = findRandomValue(text);
  return named === undefined || random !== undefined && random < named ? random : named;
}

/** The beginning of a string, in quotes that may be escaped, and its content to the end of it. */
const QUOTE = "(?<quote>\\\\{0,3}[\"'`])(?:[\"']{2})?\\(?";
const CONTENT = "(?<quoted>(?:(?!\\k<quote>)(?:\\\\\\S|[^\\s\\\\])){12,400})\\k<quote>";
/** Quotes and brackets that may end a name. */
const NAME_END = "[\\\\\"'`\\])}?!*]{0,5}";
const OPERATOR = "(?:[:?+]=|=>|->|<-|[=!]?={1,2}|[:>])";
/** Prefixes of a string before its quote: `b`, `r`, `@`, `L`, `u8`, `r#` … */
const PREFIX = "(?:[a-z@$*]{1,3}8?#?)?";
/** Text between a name and a string that is its value: no other string and no next statement. */
const BETWEEN = "(?:[^\"'`\\n\\\\;]|'static |; ?(?=\\d|set;|\\})){0,60}";
/** Signs in that text which make the string a value. */
const OPERATION = /[=,(>{?]|:(?!:)|\|\||\b(?:or|by)\s/;
/** Text that may end a line before a value on the next one: of YAML, Python, XML. */
const OPENED = "(?:[|>][+-]?|\"{3}|'{3}|[({\\[]|<!\\[CDATA\\[)?";
/** Text between a name and a value in a pair: `"name": "X", "value": "…"`. */
const LABEL = "[\\s\\S]{0,80}?(?:value|default)[\\\\\"'`]{0,4}\\s{0,4}[:=]\\s{0,4}";
/** A string between marks of several signs: of Lua (`[==[…]==]`); of OCaml (`{x|…|x}`), SQL (`$x$…$x$`), Nix. */
const LONG_STRING =
  "(?:\\[(?<level>={0,8})\\[\\s{0,8}(?<quoted>(?:(?!\\]\\k<level>\\])\\S){12,400})\\s{0,8}\\]\\k<level>\\]|" +
  "(?:\\{\\w{0,20}\\||\\$\\w{0,20}\\$|'')(?<quoted>[^\\s|$']{12,400})(?:\\|\\w{0,20}\\}|\\$\\w{0,20}\\$|''))";
/** The line after the mark of a here-document: `<<~TEXT`, `<<<TEXT`, `@"`. */
const HEREDOC =
  "(?:<<[<~-]?[\"']?\\w{1,20}[\"']?|@[\"'])[ \\t]{0,8}\\r?\\n[ \\t]{0,40}(?<quoted>\\S{12,400})[ \\t]{0,8}(?:\\r?\\n|$)";
/** A key without quotes. */
const BARE_KEY = "(?<key>[A-Za-z0-9+/_.~-]{12,400}={0,2})(?![\\w+/.~(-])";
/**
 * A value without quotes, with other signs than those of keys. It must end its line or item: otherwise it is a formula.
 */
const BARE_SIGNS = "(?<signs>[^\\s\"'`<>{}$=:,;()[\\]]{12,400}?)";

/** A string or the rest of a line after a name: a secret unless it is words, a path or a reference. */
const DIRECT = [
  `${NAME_END}[ \\t]{0,8}${OPERATOR}\\s{0,8}${PREFIX}${QUOTE}${CONTENT}`,
  `[ \\t]{1,8}${PREFIX}${QUOTE}${CONTENT}`,
  `${NAME_END}(?: ?<\\w{1,8}>)?[ \\t]{0,8}:?=\\s{0,8}${LONG_STRING}`,
  `${NAME_END}[ \\t]{0,8}(?:[:?+]=|=>|->|:-|[=:>])[ \\t]{0,8}(?:Bearer |token )?(?:${BARE_KEY}|${BARE_SIGNS})(?=[ \\t]{0,8}(?:[\\r\\n]|$))`,
].map((pattern) => new RegExp(pattern, "iy"));

/** A value that is farther from its name, or that may be a part of a program: a secret only if it looks random. */
const FARTHER = [
  `[\\\\"'\`]{0,5}(?<between>${BETWEEN})${QUOTE}${CONTENT}`,
  `[\\\\"'\`]{0,5}${BETWEEN}["'\`][\\w.]{0,24}["'\`]${BETWEEN}${QUOTE}${CONTENT}`,
  `\\s{0,8}=\\s{0,8}(?:%?q[qw]?|%[Ww]|~[Ss])[({\\[<](?<quoted>[^\\s)}\\]>]{12,400})[)}\\]>]`,
  `${NAME_END}[ \\t]{0,8}(?:[:(]\\s{0,8})?${LONG_STRING}`,
  `[ \\t]{0,8}=[ \\t]{0,8}${HEREDOC}`,
  `[ \\t]{1,8}\\{(?<quoted>[^\\s{}]{12,400})\\}`,
  `${NAME_END}[ \\t]{0,8}(?:[=:>]|:=)[ \\t]{0,8}${OPENED}[ \\t]{0,8}(?:\\r?\\n(?:[ \\t]{1,40}|(?<=["']{3}\\r?\\n)))?(?:- )?["']?(?:${BARE_KEY}|${BARE_SIGNS}(?=["'<\\r\\n]))`,
  `${NAME_END}(?:%22|%27)?(?:%3A|%3D)(?:%20|%22|%27){0,2}${BARE_KEY}`,
  `${NAME_END}[ \\t]{0,8}(?::=|=>|->|:-|[=:>|])[ \\t]{0,8}(?:Bearer |token )?(?:${BARE_KEY}|${BARE_SIGNS}(?=["'\`]))`,
  `${NAME_END}[=>]${BARE_SIGNS}(?=[;&<])`,
].map((pattern) => new RegExp(pattern, "iy"));
const LABELLED = [`${LABEL}${QUOTE}${CONTENT}`, `${LABEL}(?:${BARE_KEY}|${BARE_SIGNS})`].map((pattern) =>
  new RegExp(pattern, "iy")
);
/** Words that every label has, and how near to the name they are. */
const LABEL_WORD = /value|default/i, MAX_LABEL_DISTANCE = 90;

/** A value after the name of an option or of a directive. */
const AFTER_WORD = new RegExp(`[ \\t]{1,8}(?:${BARE_KEY}|${BARE_SIGNS})(?=[\\s"'\`]|$)`, "y");
/** A word after which a key follows by itself. */
const SCHEME = /^bearer$/i;
/** Text before the name of an option; and in a line before the name of a directive: words and nothing else. */
const OPTION = /^-/, DIRECTIVE = /^[ \t]*(?:[\w.-]+[ \t]+){0,5}$/;

/** A value before its name: `"value": "…", "name": "X"`. */
const BEFORE =
  /value["'`]?\s{0,4}[:=]\s{0,4}["'`]([^\s"'`]{12,400})["'`]\s{0,8},?\s{0,8}["'`]?(?:name|key)["'`]?\s{0,4}[:=]\s{0,4}["'`]?$/i;

/** Characters before and after a name in which its value must be. */
const MAX_VALUE_DISTANCE = 500;

function findNamedSecret(text: string): number | undefined {
  let end = 0, digit = -1;
  for (const { index, 0: word } of text.matchAll(SECRET_WORDS)) {
    if (index < end) continue;
    const start = skipBack(text, index, /[\w$-]/, 40);
    end = skipForward(text, index + word.length, /[\w-]/, 40);
    // Every value has a digit: without one nearby there is nothing to look for.
    if (digit < start - MAX_VALUE_DISTANCE) digit = digitFrom(text, start - MAX_VALUE_DISTANCE);
    if (digit > end + MAX_VALUE_DISTANCE || !isSecretName(text.slice(start, end))) continue;
    if (hasSecretValue(text, start, end)) return start;
  }
}

function digitFrom(text: string, from: number): number {
  const digit = /\d/g;
  digit.lastIndex = Math.max(0, from);
  return digit.exec(text)?.index ?? Infinity;
}

function isSecretName(name: string): boolean {
  return !ABOUT_A_SECRET.test(name) &&
    (!ENDS_IN_PASS.test(name) || PASS_NAME.test(name) ||
      /[a-z0-9]Pass$/.test(name) && !/render|first|second|multi/i.test(name));
}

function hasSecretValue(text: string, start: number, end: number): boolean {
  if (valuesAt(text, DIRECT, end).some(isSecretValue)) return true;
  if (valuesAt(text, FARTHER, end).some(isSecretKey)) return true;
  const isLabelled = LABEL_WORD.test(text.slice(end, end + MAX_LABEL_DISTANCE));
  if (isLabelled && valuesAt(text, LABELLED, end).some(isSecretKey)) return true;
  const isBefore = SCHEME.test(text.slice(start, end)) || isWordBefore(text, start);
  if (isBefore && valuesAt(text, [AFTER_WORD], end).some(isSecretKey)) return true;
  const value = BEFORE.exec(text.slice(Math.max(0, start - MAX_VALUE_DISTANCE), start))?.[1] ?? "";
  return isSecretKey({ value, quoted: true });
}

/** Whether the name at `start` is that of an option, or of a directive in a line that begins with words. */
function isWordBefore(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 100), start);
  return OPTION.test(text.slice(start, start + 1)) || DIRECTIVE.test(before.slice(before.lastIndexOf("\n") + 1));
}

/** A value as it is in the text. */
interface AssignedValue {
  readonly value: string;
  readonly quoted: boolean;
}

function valuesAt(text: string, patterns: readonly RegExp[], at: number): AssignedValue[] {
  return patterns.flatMap((pattern) => {
    pattern.lastIndex = at;
    const { quoted, key, signs, between = "=" } = pattern.exec(text)?.groups ?? {};
    const value = quoted ?? key ?? signs;
    return value === undefined || !OPERATION.test(between) ? [] : { value, quoted: quoted !== undefined };
  });
}

/** Placeholders that programs fill in. */
const TEMPLATE =
  /\$?\{\{?[^{}]{0,60}\}?\}|<[^<>]{0,60}>|\$\([^()]{0,60}\)|%\(\w{1,40}\)s|%[sdv]|\$[A-Z_]{4,}(?![a-z0-9])|^\$\w+/g;
const PLACEHOLDER = /example|placeholder|change_?me|your[_-]|x{5}|\*{4}|\.\.\.|…|redacted|dummy/i;

/** Signs that a program has many of, and a value few. */
const CODE = /[(){};,=<>[\]].*[(){};,=<>[\]].*[(){};,<>[\]]/;

/** Whether a value under a secret name is not a word, path, reference or piece of a program. */
function isSecretValue({ value: assigned, quoted }: AssignedValue): boolean {
  const value = assigned.replace(TEMPLATE, "");
  if (value.length < 12 || value.includes("://") || PLACEHOLDER.test(value) || !quoted && isReference(value)) {
    return false;
  }
  return hasDigitsAndLetters(value) && entropy(value) >= 3.1 && !isWordPath(value) && !isSequence(value) &&
    !CODE.test(value);
}

/** The same, but more random, and not words put together either. */
function isSecretKey(assigned: AssignedValue): boolean {
  return isSecretValue(assigned) && entropy(assigned.value) >= 3.2 && !isWords(assigned.value);
}

/** An assignment of a value that may be random. */
const ASSIGNED = new RegExp(
  "[=:>][ \\t]{0,8}(?:([\"'`])([^\\s\"'`<>{}$]{32,200})\\1|(?:\\[={0,8}\\[\\s{0,8})?([A-Za-z0-9+/_-]{32,200}={0,2})(?![\\w+/.~(-]))",
  "g",
);
/** Names of values that look random and are public. */
const PUBLIC_NAME =
  /integrity|checksum|digest|hash|sha\d|md5|etag|commit|revision|version|uuid|guid|nonce|fingerprint|public/i;

/** The Base64 of `{"`. */
const BASE64_OF_OBJECT = "eyJ";

/** The index of a value that only a generator makes, under a name that does not say what it is. */
function findRandomValue(text: string): number | undefined {
  for (const { 2: quoted, 3: bare, index } of text.matchAll(ASSIGNED)) {
    const value = quoted ?? bare ?? "", name = hasDigitsAndLetters(value) ? nameBefore(text, index + 1) : undefined;
    if (name === undefined || PUBLIC_NAME.test(name) || !isRandom(value, quoted !== undefined)) continue;
    if (!isHarmlessJson(value)) return index;
  }
}

/** Whether a value is Base64 of a JSON object without secrets, as links have that install a server in an editor. */
function isHarmlessJson(value: string): boolean {
  if (!value.startsWith(BASE64_OF_OBJECT)) return false;
  try {
    const json = JSON.stringify(JSON.parse(atob(value)));
    return findSecretForm(json) === undefined && findAssignedSecret(json) === undefined;
  } catch {
    return false;
  }
}

/** Long, of three kinds of characters, and nearly as random as its length allows. */
function isRandom(value: string, quoted: boolean): boolean {
  if (/^sha\d{1,3}-/.test(value) || (!quoted && isReference(value)) || hasManySlashes(value) || isSequence(value)) {
    return false;
  }
  const isMixed = /[a-z]/.test(value) && /[A-Z]/.test(value) && /^[\w+/-]+=*$/.test(value);
  return isMixed && value.length <= 200 && entropy(value) >= 4.6;
}

/**
 * The name before the `=` that ends at `at`: of `name = "value"`, `name: value`, `"name": "value"`, `name := value`,
 * `name => value`. Read backwards, so that it takes no longer than the name is long.
 */
function nameBefore(text: string, at: number): string | undefined {
  const operator = skipBack(text, at, /[=:>]/, 2);
  const end = skipBack(text, skipBack(text, operator, /[ \t]/, 8), /["'`\]]/, 2);
  const start = skipBack(text, end, /[\w$.-]/, 64);
  return start === end ? undefined : text.slice(start, end);
}

/** The start of the characters before `at` that are of `kind`, `max` of them. */
function skipBack(text: string, at: number, kind: RegExp, max: number): number {
  let i = at;
  while (i > 0 && at - i < max && kind.test(text[i - 1] ?? "")) i--;
  return i;
}

/** The end of the characters from `at` on that are of `kind`, `max` of them. */
function skipForward(text: string, at: number, kind: RegExp, max: number): number {
  let i = at;
  while (i < text.length && i - at < max && kind.test(text[i] ?? "")) i++;
  return i;
}
