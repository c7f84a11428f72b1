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

const CYRILLIC = letters(/[оеаинтсрвл]/, /[а-яё]/i);

/** By the encoding's WHATWG label. The first of several with equal scores wins. */
const SCORERS: Readonly<Record<string, EncodingScorer>> = {
  "euc-kr": pairs((lead, trail) => lead < 0xa4 ? undefined : lead >= 0xb0 && lead <= 0xc8 && trail > 0xa0 ? 1 : -1),
  shift_jis: pairs((lead, trail) => {
    if (lead === 0x81) return undefined;
    if (lead === 0x82 && trail >= 0x9f || lead === 0x83 && trail <= 0x96) return KANA_SCORE;
    return lead >= 0x88 && lead <= 0x97 ? 0.3 : 0.05;
  }, /[\x81-\x9f\xe0-\xfc]/),
  "euc-jp": pairs((lead) => {
    if (lead === 0xa1) return undefined;
    return lead === 0xa4 || lead === 0xa5 ? KANA_SCORE : lead >= 0xb0 && lead <= 0xcf ? 0.3 : 0.05;
  }),
  gbk: pairs((lead, trail) => {
    if (lead === 0xa1 || lead === 0xa3) return undefined;
    return trail < 0xa1 || lead < 0xb0 ? -0.5 : lead <= 0xd7 ? 0.9 : 0.3;
  }),
  big5: pairs((lead) => {
    if (lead >= 0xa1 && lead <= 0xa3) return undefined;
    return lead >= 0xa4 && lead <= 0xc6 ? 0.9 : lead >= 0xc9 && lead <= 0xf9 ? 0.3 : -1;
  }),
  "windows-1251": CYRILLIC,
  "koi8-r": CYRILLIC,
  ibm866: CYRILLIC,
  "iso-8859-5": CYRILLIC,
  "windows-1253": letters(/[αοιετσνηυρςόίά]/, /[α-ωά-ώ]/i),
  "windows-1255": letters(/[יוהלאמרתבש]/, /[א-ת]/),
  "windows-1256": letters(/[اليمنرتوبةع]/, /[\u0620-\u064a]/),
  "windows-874": letters(/[านรกอเงมยลวดทสตะปบคห่้ัิี]/, /[\u0e01-\u0e5b]/),
  "windows-1252": letters(/[éèàêçäöüßñáíóúåæøãõô]/, /[âëîïìòùûýÿœÀ-ÆÈ-ÏÓ-ÖØÚÜÑ]/, true),
  "windows-1250": letters(/[ąćęłńóśźżáčéěíňřšúůýžőűöüä]/, /[ďťŐŰĄĆĘŁŃÓŚŹŻÁČĎÉĚÍŇŘŠŤÚŮÝŽÖÜÄâîăşţđ]/, true),
  "windows-1254": letters(/[ğışöçü]/, /[âîûĞİŞÖÇÜ]/, true),
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

/** The score of kana, and their least share in a text that is Japanese. */
const KANA_SCORE = 1.01, MIN_KANA_SHARE = 0.15;

/** @param score of a character by its two bytes; undefined for signs that any text contains */
function pairs(score: (lead: number, trail: number) => number | undefined, leads = /[\x81-\xfe]/): EncodingScorer {
  return (bytes) => {
    const scores: number[] = [];
    for (let i = 0; i < bytes.length; i++) {
      if (bytes[i] < 0x80) continue;
      if (!leads.test(String.fromCharCode(bytes[i]))) scores.push(-0.2);
      else if (i + 1 < bytes.length) {
        const pair = score(bytes[i], bytes[++i]);
        if (pair !== undefined) scores.push(pair);
      }
    }
    const kana = scores.filter((one) => one === KANA_SCORE).length;
    return mean(scores) + (kana >= MIN_KANA_SHARE * scores.length ? 0.2 : 0);
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
 * Scores the letters of a language: most are the commonest and small. Accented Latin letters stand among those of ASCII,
 * mostly single ones; other scripts have words of their own. With only signs, a text is in the commonest encoding.
 */
function letters(common: RegExp, own: RegExp, isLatin = false): EncodingScorer {
  const scoreOf = ({ char, around }: NonAsciiChar) => {
    const isInWord = /[a-z]/i.test(around), isSingle = isLatin && /^[\0-\x7f]*$/.test(around);
    if (isInWord !== isLatin && !isSingle) return -1;
    return common.test(char) ? 1 : own.test(char) ? 0.5 : -1;
  };
  return (_, text) => mean(nonAsciiChars(text).map(scoreOf), isLatin && /[“”‘’–—…]/.test(text) ? MIN_SCORE : -1);
}
