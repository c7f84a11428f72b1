/**
 * Detects the character encoding of bytes that are not UTF-8: the one in which they read most like a language.
 * @module
 */

/** Bytes that are inspected. */
export const MAX_SAMPLE_BYTES = 64 * 1024;
/** The lowest score that names an encoding. */
const MIN_SCORE = 0.4;

/** Scores a text, given with its bytes, from -1, no language, to 1. */
type EncodingScorer = (bytes: Uint8Array, text: string) => number;

/** The score of a double-byte character by its two bytes; undefined for signs that any text contains. */
type PairScore = (lead: number, trail: number) => number | undefined;

/** By the encoding's WHATWG label. The first of several with equal scores wins. */
const SCORERS: Readonly<Record<string, EncodingScorer>> = {
  "euc-kr": pairs(
    /[\x81-\xfe]/,
    (lead, trail) => lead < 0xa4 ? undefined : lead >= 0xb0 && lead <= 0xc8 && trail > 0xa0 ? 1 : -1,
  ),
  shift_jis: japanese(/[\x81-\x9f\xe0-\xfc]/, (lead, trail) => {
    if (lead === 0x81) return undefined;
    if (lead === 0x82 && trail >= 0x9f || lead === 0x83 && trail <= 0x96) return KANA_SCORE;
    return lead >= 0x88 && lead <= 0x97 ? 0.6 : 0.1;
  }),
  "euc-jp": japanese(/[\x8e\x8f\xa1-\xfe]/, (lead) => {
    if (lead === 0xa1) return undefined;
    return lead === 0xa4 || lead === 0xa5 ? KANA_SCORE : lead >= 0xb0 && lead <= 0xcf ? 0.6 : 0.1;
  }),
  gbk: pairs(/[\x81-\xfe]/, (lead, trail) => {
    if (lead === 0xa1 || lead === 0xa3) return undefined;
    return trail < 0xa1 || lead < 0xb0 ? -0.5 : lead <= 0xd7 ? 0.9 : 0.3;
  }),
  big5: pairs(/[\x81-\xfe]/, (lead) => {
    if (lead >= 0xa1 && lead <= 0xa3) return undefined;
    return lead >= 0xa4 && lead <= 0xc6 ? 0.9 : lead >= 0xc9 && lead <= 0xf9 ? 0.3 : -1;
  }),
  "windows-1251": letters(/[а-яё]/i, /[оеаинтсрвл]/i),
  "koi8-r": letters(/[а-яё]/i, /[оеаинтсрвл]/i),
  ibm866: letters(/[а-яё]/i, /[оеаинтсрвл]/i),
  "iso-8859-5": letters(/[а-яё]/i, /[оеаинтсрвл]/i),
  "windows-1253": letters(/[α-ωά-ώ]/i, /[αοιετσνηυρςόίά]/i),
  "windows-1255": letters(/[א-ת]/, /[יוהלאמרתבש]/),
  "windows-1256": letters(/[\u0620-\u064a]/, /[اليمنرتوبةع]/),
  "windows-874": thaiScore,
  "windows-1252": latin("éèàêçäöüßñáíóúåæøãõô", "âëîïìòùûýÿœÀÁÂÃÄÅÆÇÈÉÊËÍÎÓÔÖØÚÜÑ"),
  "windows-1250": latin("ąćęłńóśźżáčéěíňřšúůýžőűöüä", "ďťŐŰĄĆĘŁŃÓŚŹŻÁČĎÉĚÍŇŘŠŤÚŮÝŽÖÜÄâîăşţđ"),
  "windows-1254": latin("ğışöçü", "âîûĞİŞÖÇÜ"),
};

/**
 * The WHATWG label of the encoding of `bytes`, which are not UTF-8; undefined if none makes a text of them.
 *
 * @example
 * ```ts
 * detectEncoding(Uint8Array.of(0xef, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2)); // "windows-1251"
 * ```
 */
export function detectEncoding(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, MAX_SAMPLE_BYTES);
  if (sample.includes(0)) return detectUtf16(sample);
  let best: string | undefined, most = MIN_SCORE;
  for (const [label, score] of Object.entries(SCORERS)) {
    const text = decoded(sample, label), own = text === undefined ? -1 : score(sample, text);
    if (best === undefined ? own < most : own <= most) continue;
    [best, most] = [label, own];
  }
  return best;
}

/** Four characters or more, none of which only numbers of 16 bits have. */
// deno-lint-ignore no-control-regex -- It is about control characters.
const UTF16_TEXT = /^[^\0-\x08\x0e-\x1a\x1c-\x1f\ufffe\uffff]{4,}$/;

/** Detects UTF-16 without a mark: in mostly ASCII text every other byte is a NUL, and few of the rest are. */
export function detectUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const nuls = [0, 0];
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 0) nuls[i % 2]++;
  const [even, odd] = nuls.map((count) => count / (bytes.length / 2));
  const label = odd > even ? "utf-16le" : "utf-16be";
  if (Math.max(even, odd) <= 0.4 || Math.min(even, odd) >= 0.05) return undefined;
  return UTF16_TEXT.test(decoded(bytes, label) ?? "") ? label : undefined;
}

/** The text; undefined if the bytes are invalid. The last character may be cut. */
function decoded(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

function mean(scores: readonly number[], others = -1): number {
  return scores.length === 0 ? others : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** The score of kana, and their least share in a Japanese text. */
const KANA_SCORE = 1.01, MIN_KANA_SHARE = 0.15;

function pairScores(bytes: Uint8Array, leads: RegExp, score: PairScore): number[] {
  const scores: number[] = [];
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] < 0x80) continue;
    if (!leads.test(String.fromCharCode(bytes[i]))) scores.push(-0.2);
    else if (i + 1 < bytes.length) {
      const pair = score(bytes[i], bytes[++i]);
      if (pair !== undefined) scores.push(pair);
    }
  }
  return scores;
}

function pairs(leads: RegExp, score: PairScore): EncodingScorer {
  return (bytes) => mean(pairScores(bytes, leads, score));
}

function japanese(leads: RegExp, score: PairScore): EncodingScorer {
  return (bytes) => {
    const scores = pairScores(bytes, leads, score), kana = scores.filter((one) => one === KANA_SCORE).length;
    return kana < MIN_KANA_SHARE * scores.length ? mean(scores) / 2 : mean(scores) + 0.2;
  };
}

/** Signs that occur in text of any language. */
const ANY_SIGN = /[“”‘’„‚–—…«»°§©®€№•·\u00a0\u00ad]/;

/** A character beyond ASCII that is no sign, and its neighbours. */
interface NonAsciiChar {
  readonly char: string;
  readonly around: string;
}

function nonAsciiChars(text: string): NonAsciiChar[] {
  return Array.from(text).flatMap((char, i, all) =>
    char <= "\x7f" || ANY_SIGN.test(char) ? [] : { char, around: (all[i - 1] ?? "") + (all[i + 1] ?? "") }
  );
}

/**
 * Scores a script of its own: text consists mostly of small letters, the commonest most of all. Letters of ASCII don't
 * occur in the same words.
 */
function letters(own: RegExp, common: RegExp): EncodingScorer {
  const scoreOf = ({ char, around }: NonAsciiChar) => {
    if (!own.test(char) || /[a-z]/i.test(around)) return -1;
    return (common.test(char) ? 1 : 0.5) * (char === char.toLowerCase() ? 1 : 0.8);
  };
  return (_, text) => mean(nonAsciiChars(text).map(scoreOf));
}

/**
 * Scores accented letters among those of ASCII, mostly single ones. With only signs, the text is in the commonest
 * encoding.
 */
function latin(common: string, rare: string): EncodingScorer {
  const scoreOf = ({ char, around }: NonAsciiChar) => {
    const score = common.includes(char) ? 1 : rare.includes(char) ? 0.5 : -1;
    return /[a-z]/i.test(around) || Array.from(around).every((char) => char <= "\x7f") ? score : score - 1;
  };
  return (_, text) => mean(nonAsciiChars(text).map(scoreOf), /[“”‘’–—…]/.test(text) ? MIN_SCORE : -1);
}

/** Vowels and tones above and below follow a consonant. */
function thaiScore(_bytes: Uint8Array, text: string): number {
  const scores = nonAsciiChars(text).map(({ char }) => /[\u0e01-\u0e5b]/.test(char) ? 0.9 : -1);
  const misplaced = text.match(
    /(?<![\u0e01-\u0e2e\u0e31\u0e34-\u0e3a\u0e47-\u0e4e])[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/g,
  );
  return mean(scores) - 3 * (misplaced?.length ?? 0) / Math.max(1, scores.length);
}
