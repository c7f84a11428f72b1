/** First and last code point. */
export type CodePointRange = readonly [first: number, last: number];

/** The classes that POSIX names, by name: of ASCII only, as in ripgrep and git. */
export const POSIX_CLASSES: ReadonlyMap<string, readonly CodePointRange[]> = new Map(Object.entries({
  alnum: rangesOf("09AZaz"),
  alpha: rangesOf("AZaz"),
  ascii: rangesOf("\0\x7f"),
  blank: rangesOf("\t\t  "),
  cntrl: rangesOf("\0\x1f\x7f\x7f"),
  digit: rangesOf("09"),
  graph: rangesOf("!~"),
  lower: rangesOf("az"),
  print: rangesOf(" ~"),
  punct: rangesOf("!/:@[`{~"),
  space: rangesOf("\t\r  "),
  upper: rangesOf("AZ"),
  word: rangesOf("09AZaz__"),
  xdigit: rangesOf("09AFaf"),
}));

/** Ranges from pairs of characters. */
function rangesOf(pairs: string): CodePointRange[] {
  const out: CodePointRange[] = [];
  for (let i = 0; i < pairs.length; i += 2) out.push([pairs.charCodeAt(i), pairs.charCodeAt(i + 1)]);
  return out;
}
