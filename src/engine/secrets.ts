/**
 * What in a text looks like a key or a credential. Better to leave out a file too many than one too few:
 * whoever owns it can allow it.
 * @module
 */
import type { ReasonKey } from "../model/reasons.ts";

/** Where a secret seems to stand, and what it looks like. */
export interface Secret {
  /** From 1. */
  readonly line: number;
  /** Never anything of the text. */
  readonly rule: ReasonKey;
}

/** A form that nothing else has. Where none of `signs` stands, there is no need to run the pattern. */
interface Form {
  readonly rule: ReasonKey;
  readonly signs: readonly string[];
  /** Every repeat is bounded, and a long one is not begun at each few characters: so no text makes it slow. */
  readonly pattern: RegExp;
}

const NO_PASSWORD = "pass|password|secret|changeme|postgres|root|user|example|guest|admin|x+";

const FORMS: readonly Form[] = [
  {
    rule: "private_key",
    signs: ["PRIVATE KEY"],
    pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?=\s|\\[rn]|[A-Za-z0-9+/]{16})/,
  },
  { rule: "private_key", signs: ["PuTTY-User-Key-File-"], pattern: /^PuTTY-User-Key-File-\d/m },
  {
    rule: "aws_key",
    signs: ["AKIA", "ASIA", "AGPA", "AIDA", "AROA"],
    pattern: /\b(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{16}\b/,
  },
  { rule: "google_key", signs: ["AIza"], pattern: /\bAIza[\w-]{35}(?![\w-])/ },
  { rule: "google_token", signs: ["ya29."], pattern: /\bya29\.[\w-]{20}/ },
  { rule: "azure_key", signs: ["AccountKey="], pattern: /\bAccountKey=[A-Za-z0-9+/]{40}/ },
  { rule: "github_token", signs: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], pattern: /\bgh[pousr]_[A-Za-z0-9]{36}/ },
  { rule: "github_token", signs: ["github_pat_"], pattern: /\bgithub_pat_\w{22}/ },
  { rule: "gitlab_token", signs: ["glpat-"], pattern: /\bglpat-[\w-]{20}/ },
  { rule: "slack_token", signs: ["xox"], pattern: /\bxox[abeoprs]-[\w-]{10}/ },
  { rule: "slack_webhook", signs: ["hooks.slack.com/"], pattern: /\bhooks\.slack\.com\/services\/T\w{6}/ },
  { rule: "stripe_key", signs: ["k_live_"], pattern: /\b[rs]k_live_[A-Za-z0-9]{16}/ },
  { rule: "provider_key", signs: ["sk-"], pattern: /\bsk-(?=[A-Za-z_-]{0,64}?\d)[\w-]{24}/ },
  // Of letters alone, which no rule for values that look random takes for a secret.
  { rule: "provider_key", signs: ["hf_"], pattern: /\bhf_[A-Za-z]{34}\b/ },
  { rule: "npm_token", signs: ["npm_"], pattern: /\bnpm_[A-Za-z0-9]{36}/ },
  { rule: "pypi_token", signs: ["pypi-"], pattern: /\bpypi-[\w-]{40}/ },
  {
    rule: "web_token",
    signs: [".eyJ"],
    // From its first dot, and backwards from there: what it begins with may begin anew at every hyphen of a long word.
    pattern: /\.(?<=\beyJ[\w-]{10,400}\.)eyJ[\w-]{10,4000}\.[\w-]{10}/,
  },
  {
    rule: "url_password",
    signs: ["://"],
    pattern: new RegExp(`://[\\w.%~-]{0,64}:(?!(?:${NO_PASSWORD})@)[^\\s:@/'"\`{}$<>*%]{6,128}@[\\w[]`),
  },
];

const SECRET_NAME = new RegExp(
  "pass(?:w(?:or)?d|phrase)|secret|token|credential|\\bpwd\\b|(?:^|[_-])auth$|" +
    "(?:api|access|private|auth|encryption|signing|master|account|storage)[_-]?key",
  "i",
);
/** Names of values that look random and are public. */
const PUBLIC_NAME =
  /integrity|checksum|digest|hash|sha\d|md5|etag|commit|revision|version|uuid|guid|nonce|fingerprint|public/i;

/** The first secret in `text`; undefined where there is none. On one line a form tells more than randomness. */
export function findSecret(text: string): Secret | undefined {
  const formed = firstForm(text), at = assignedSecret(text);
  const assigned: Secret | undefined = at === undefined ? undefined : { line: lineOf(text, at), rule: "random_secret" };
  if (formed === undefined || assigned === undefined) return formed ?? assigned;
  return assigned.line < formed.line ? assigned : formed;
}

function firstForm(text: string): Secret | undefined {
  let first: { at: number; rule: ReasonKey } | undefined;
  for (const { rule, signs, pattern } of FORMS) {
    const at = signs.some((sign) => text.includes(sign)) ? text.search(pattern) : -1;
    if (at >= 0 && (first === undefined || at < first.at)) first = { at, rule };
  }
  return first && { line: lineOf(text, first.at), rule: first.rule };
}

/**
 * A sign of assignment and a value behind it that might be a secret; no call of a function. Without quotes one with
 * other signs than those of keys is a password only to the end of a line, as in YAML: else it is a formula.
 */
const VALUE = new RegExp(
  "[=:>][ \\t]{0,8}(?:([\"'`])([^\\s\"'`<>{}$]{12,400})\\1|" +
    "([A-Za-z0-9+/_.~-]{12,400}={0,2})(?![\\w+/.~(-])|" +
    "([^\\s\"'`<>{}$=:,;()[\\]]{12,400})(?=[ \\t]{0,8}(?:[\\r\\n]|$)))",
  "g",
);

/** Where a value stands that looks random and is given a name. */
function assignedSecret(text: string): number | undefined {
  for (const { 2: quoted, 3: key, 4: password, index } of text.matchAll(VALUE)) {
    const value = quoted ?? key ?? password ?? "";
    if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) continue;
    const name = nameBefore(text, index + 1);
    if (name !== undefined && isSecretValue(name, value, quoted !== undefined)) return index;
  }
}

/**
 * The name that stands before the `=` that ends at `at`: of `name = "value"`, `name: value`, `"name": "value"`,
 * `name := value`, `name => value`. Read backwards, so that it takes no longer than the name is long.
 */
function nameBefore(text: string, at: number): string | undefined {
  const operator = back(text, at, /[=:>]/, 2);
  const end = back(text, back(text, operator, /[ \t]/, 8), /["'`\]]/, 2);
  const start = back(text, end, /[\w$.-]/, 64);
  return start === end ? undefined : text.slice(start, end);
}

/** How far back from `at` the characters are of `kind`, `most` of them. */
function back(text: string, at: number, kind: RegExp, most: number): number {
  let i = at;
  while (i > 0 && at - i < most && kind.test(text[i - 1] ?? "")) i--;
  return i;
}

/**
 * A name that says secret needs a value that no word or path is like; any other name one that only a
 * generator makes: long, of three kinds of characters, near the most random that its length can be.
 */
function isSecretValue(name: string, value: string, quoted: boolean): boolean {
  if (value.includes("://") || (!quoted && isReference(value))) return false;
  if (SECRET_NAME.test(name)) return entropy(value) >= 3.2 && !isPath(value);
  if (PUBLIC_NAME.test(name) || /^sha\d{1,3}-/.test(value)) return false;
  const mixed = /[a-z]/.test(value) && /[A-Z]/.test(value) && /^[\w+/-]+=*$/.test(value);
  return mixed && value.length >= 32 && value.length <= 200 && entropy(value) >= 4.6 && !isPath(value);
}

/** Something of the program rather than a value: `process.env.TOKEN_2`, `MAX_TOKENS_4K`, `secondToken2`, `&user2?.token`. */
function isReference(given: string): boolean {
  const value = given.replace(/^[!&*@]+|[?!](?=\.)/g, "");
  return /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value) || /^[A-Za-z_$]\w*(?:\.[A-Za-z_$]\w*)+$/.test(value) ||
    /^[A-Za-z_]+\d{0,2}$/.test(value);
}

/** Words between slashes. Base64 has slashes too, but not so many. */
function isPath(value: string): boolean {
  const parts = value.split("/");
  return parts.length > 3 && parts.every((part) => part.length < 24);
}

/** Shannon's, in bits a character. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count / text.length * Math.log2(count / text.length);
  return bits;
}

function lineOf(text: string, at: number): number {
  let line = 1;
  for (let i = text.indexOf("\n"); i >= 0 && i < at; i = text.indexOf("\n", i + 1)) line++;
  return line;
}
