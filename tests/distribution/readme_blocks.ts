/**
 * The blocks of a page for users to copy.
 * @module
 */

/** A block. */
export interface Block {
  readonly language: string;
  readonly text: string;
}

/** All blocks of a text in Markdown. */
function blocksIn(markdown: string): readonly Block[] {
  const blocks = markdown.matchAll(/^```(\w+)\n([^]*?)^```$/gm);
  return [...blocks].map(([, language = "", text = ""]) => ({ language, text }));
}

/** The blocks of the README's section on installing: npm's command, Claude Code's command, and the block of most other hosts. */
export function installBlocks(readme: string): readonly Block[] {
  return blocksIn(/<!-- install:begin -->([^]*?)<!-- install:end -->/.exec(readme)?.[1] ?? "");
}

/** The blocks of a page's folded parts, by the names of the parts. */
export function foldsOf(page: string): ReadonlyMap<string, readonly Block[]> {
  const folds = page.matchAll(/<summary><b>(.+?)<\/b><\/summary>([^]*?)<\/details>/g);
  return new Map([...folds].map(([, name = "", text = ""]) => [name, blocksIn(text)]));
}
