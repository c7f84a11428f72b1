/**
 * The README's blocks for users to copy.
 * @module
 */

/** A block. */
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
