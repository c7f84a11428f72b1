/**
 * What the README tells the users of each host to copy.
 * @module
 */

/** A block as it stands there. */
export interface Block {
  readonly language: string;
  readonly text: string;
}

/** The blocks of a README by the names of their hosts. */
export function blocksOf(readme: string): ReadonlyMap<string, Block> {
  const block = /<summary><b>(.+?)<\/b><\/summary>[^`]*(?:`[^`]+`[^`]*)*```(\w+)\n([^]*?)```/g;
  return new Map(
    [...readme.matchAll(block)].map(([, name = "", language = "", text = ""]) => [name, { language, text }]),
  );
}
