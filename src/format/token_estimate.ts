/**
 * Estimates how many tokens a text costs a model, without a tokenizer.
 *
 * Tokenizers cut text into words, groups of up to three digits, runs of punctuation and of white space. Most of these
 * pieces are one token, so one pass finds the pieces and adds up a cost for each. The costs were fitted on code, prose,
 * paths and JSON against o200k. They were raised by 6 %, since an estimate that is too low does more harm than one that
 * is too high.
 * @module
 */
import type { SentAs } from "../model/output_form.ts";

/** Tokens for each piece. */
const PIECE_COST = {
  word: 0.98,
  /** Each letter of a word after the fourth; and after the sixteenth, which few languages' words reach. */
  longWord: 0.045,
  endlessWord: 0.3,
  /** A word in capitals. */
  capitals: 1.8,
  /** Each consonant after the third in a row: the text is not a word. */
  clutter: 1.15,
  /** Up to three digits. */
  digits: 1.03,
  punctuation: 1.05,
  /** A single mark before a word often belongs to its token. */
  markBeforeWord: 0.55,
  /** A backslash, brace or bar before a word, as in TeX, rarely does. */
  rareMarkBeforeWord: 1.2,
  /** Each further mark of a run; and each after the third, as in expressions and in JSON within JSON. */
  moreMarks: 0.34,
  manyMarks: 0.9,
  /** A single space before digits, a single tab. */
  loneSpace: 0.67,
  spaces: 1.13,
  newline: 1.75,
  /** A line break after punctuation belongs to its token. */
  newlineAfterMark: 0.2,
} as const;

/** Tokens per character above ASCII, by the end of its range. */
const NON_ASCII_COST: readonly (readonly [end: number, cost: number])[] = [
  [0x250, 1.1], // accented Latin
  [0x2000, 0.36], // Greek, Cyrillic, Semitic, Indic, Thai
  [0x3000, 1.05], // signs, arrows, boxes
  [0x3040, 0.7], // CJK punctuation
  [0x3100, 0.7], // kana
  [0x4e00, 2],
  [0xa000, 0.95], // Han
  [0xd800, 0.85], // Hangul
  [0xe000, 1.1], // half of a surrogate pair
  [0x10000, 1.2],
];

const LETTER = 1, CAPITAL = 2, DIGIT = 3, SPACE = 4, NEWLINE = 5, MARK = 6, OTHER = 7;

const CLASS = Uint8Array.from({ length: 128 }, (_, code) => classOf(String.fromCharCode(code)));

function classOf(char: string): number {
  if (/[a-z]/.test(char)) return LETTER;
  if (/[A-Z]/.test(char)) return CAPITAL;
  if (/[0-9]/.test(char)) return DIGIT;
  if (/[ \t]/.test(char)) return SPACE;
  return /[\r\n]/.test(char) ? NEWLINE : MARK;
}

/**
 * Estimates the tokens of `text` in o200k, rather a little high than low.
 *
 * @example
 * ```ts
 * estimateTokens("const answer = 42;\n"); // 7
 * ```
 */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length <= SAMPLED_FROM_UNITS ? costOfAll(text) : costBySamples(text));
}

/** About as much of the beginning of `text` as `tokens` hold, cut at a line's end unless that costs half of it. */
export function truncateToTokens(text: string, tokens: number): string {
  let end = text.length;
  for (let cost = estimateTokens(text); cost > tokens && end > 0; cost = estimateTokens(text.slice(0, end))) {
    const about = Math.floor(end * tokens / cost * 0.98), line = text.lastIndexOf("\n", about - 1) + 1;
    end = line > about / 2 ? line : about;
  }
  return text.slice(0, end).toWellFormed();
}

/** Estimates the tokens of an answer. If both are sent, hosts show a model its text or its fields, so the longer counts. */
export function answerTokens(text: string, fields: Record<string, unknown>, sentAs: SentAs): number {
  return Math.max(
    sentAs === "structured" ? 0 : estimateTokens(text),
    sentAs === "text" ? 0 : estimateTokens(JSON.stringify(fields)),
  );
}

/** From this length on, in UTF-16 units, a text is estimated by samples, which takes less time. */
const SAMPLED_FROM_UNITS = 128 * 1024;
/** The number of samples of such a text, and the length of each. */
const SAMPLE_COUNT = 128, SAMPLE_UNITS = 256;

function costBySamples(text: string): number {
  let cost = 0;
  for (let i = 0; i < SAMPLE_COUNT; i++) {
    const at = Math.floor(i * (text.length - SAMPLE_UNITS) / (SAMPLE_COUNT - 1));
    cost += costOfAll(text.slice(at, at + SAMPLE_UNITS));
  }
  return cost * text.length / (SAMPLE_COUNT * SAMPLE_UNITS);
}

function costOfAll(text: string): number {
  const kinds = kindsOf(text);
  let tokens = 0;
  let before = 0;
  for (let at = 0; at < text.length;) {
    const kind = kinds[at];
    const end = kind === LETTER || kind === CAPITAL ? wordEnd(kinds, at) : runEnd(kinds, at);
    tokens += costOf(text, kinds, at, end, before);
    before = kind;
    at = end;
  }
  return tokens;
}

/** The character classes of the text being estimated. */
let scratch = new Uint8Array(2048);

/** The class of each character, and 0 after the last. The next call overwrites it. */
function kindsOf(text: string): Uint8Array {
  if (scratch.length <= text.length) scratch = new Uint8Array(text.length + 1);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    scratch[i] = code < 128 ? CLASS[code] : OTHER;
  }
  scratch[text.length] = 0;
  return scratch;
}

function runEnd(kinds: Uint8Array, at: number): number {
  const kind = kinds[at];
  let end = at + 1;
  while (kinds[end] === kind) end++;
  return end;
}

/** The end of a word. Words are split where the case changes: `parse|HTTP|Response`. */
function wordEnd(kinds: Uint8Array, at: number): number {
  let end = at;
  while (kinds[end] === CAPITAL) end++;
  if (end - at > 1) return kinds[end] === LETTER ? end - 1 : end;
  while (kinds[end] === LETTER) end++;
  return end;
}

function costOf(text: string, kinds: Uint8Array, at: number, end: number, before: number): number {
  switch (kinds[at]) {
    case LETTER:
    case CAPITAL:
      return wordCost(text, kinds, at, end);
    case DIGIT:
      return PIECE_COST.digits * Math.ceil((end - at) / 3);
    case SPACE:
      return spaceCost(text, kinds, at, end);
    case NEWLINE:
      return before === MARK ? PIECE_COST.newlineAfterMark : PIECE_COST.newline;
    case MARK:
      return markCost(text, kinds, at, end);
    default:
      return nonAsciiCost(text, at, end);
  }
}

function wordCost(text: string, kinds: Uint8Array, at: number, end: number): number {
  const length = end - at;
  const capitals = kinds[at] === CAPITAL && length === 1 || length > 1 && kinds[at + 1] === CAPITAL;
  const base = capitals ? PIECE_COST.capitals : PIECE_COST.word + PIECE_COST.longWord * Math.max(0, length - 4);
  return base + PIECE_COST.endlessWord * Math.max(0, length - 16) + PIECE_COST.clutter * extraConsonants(text, at, end);
}

function extraConsonants(text: string, at: number, end: number): number {
  let streak = 0, extra = 0;
  for (let i = at; i < end; i++) {
    if (isVowel(text.charCodeAt(i) | 32)) streak = 0;
    else if (++streak > 3) extra++;
  }
  return extra;
}

/** a e i o u y */
function isVowel(code: number): boolean {
  return code === 97 || code === 101 || code === 105 || code === 111 || code === 117 || code === 121;
}

/** The cost of spaces. One space before a word is part of the word; a long run costs a token for each sixteen. */
function spaceCost(text: string, kinds: Uint8Array, at: number, end: number): number {
  const length = end - at;
  if (length > 1) return PIECE_COST.spaces * Math.ceil(length / 16);
  return text[at] === "\t" || kinds[end] === DIGIT ? PIECE_COST.loneSpace : 0;
}

function markCost(text: string, kinds: Uint8Array, at: number, end: number): number {
  const length = end - at;
  const joined = kinds[end] === LETTER || kinds[end] === CAPITAL;
  if (length === 1 && joined) {
    return isRare(text.charCodeAt(at)) ? PIECE_COST.rareMarkBeforeWord : PIECE_COST.markBeforeWord;
  }
  if (length === 1) return PIECE_COST.punctuation;
  if (length > 3 && isRepeat(text, at, end)) return PIECE_COST.punctuation * Math.ceil(length / 16);
  // A backslash before a word does not belong to its token.
  const more = length - (joined && text[end - 1] !== "\\" ? 2 : 1), many = Math.max(0, more - 2);
  return PIECE_COST.punctuation + PIECE_COST.moreMarks * (more - many) + PIECE_COST.manyMarks * many;
}

/** `\ ^ { | } ~` */
function isRare(code: number): boolean {
  return code === 92 || code === 94 || code >= 123;
}

function isRepeat(text: string, at: number, end: number): boolean {
  for (let i = at + 1; i < end; i++) if (text.charCodeAt(i) !== text.charCodeAt(at)) return false;
  return true;
}

function nonAsciiCost(text: string, at: number, end: number): number {
  let cost = 0;
  for (let i = at; i < end; i++) {
    const code = text.charCodeAt(i);
    for (const [limit, each] of NON_ASCII_COST) {
      if (code < limit) {
        cost += each;
        break;
      }
    }
  }
  return cost;
}
