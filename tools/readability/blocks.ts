/**
 * The blocks of a Markdown page that a reader sees: headings, paragraphs, list items, table cells, code.
 * @module
 */
import markdownIt from "markdown-it";

/** A block of a page. */
export interface Block {
  readonly kind: "heading" | "text" | "item" | "cell" | "code";
  /** Counted from 1. */
  readonly line: number;
  /** The last line; equals `line` for cells. */
  readonly lastLine: number;
  /** The rendered text. Each code span is a sign from `CODE_SIGNS`, and stands in `spans`. */
  readonly text: string;
  /** The code spans by their sign. */
  readonly spans: ReadonlyMap<string, string>;
}

/** A token of markdown-it. */
type Token = ReturnType<ReturnType<typeof markdownIt>["parse"]>[number];

const PARSER = markdownIt({ html: true });

/** Kinds by the token that opens the block. */
const KINDS: Readonly<Record<string, Block["kind"]>> = {
  heading_open: "heading",
  paragraph_open: "text",
  list_item_open: "item",
  td_open: "cell",
  th_open: "cell",
};

/** The blocks of a page, in order. */
export function blocksOf(page: string): Block[] {
  const found: Block[] = [];
  const open: Token[] = [];
  for (const token of PARSER.parse(page, {})) {
    if (token.nesting === 1) open.push(token);
    else if (token.nesting === -1) open.pop();
    else found.push(...blockOf(token, open));
  }
  return found;
}

/** The block that a token holds, if it holds text. */
function blockOf(token: Token, open: readonly Token[]): Block[] {
  const [first = 0, after = first + 1] = token.map ?? open.findLast(({ map }) => map !== null)?.map ?? [];
  const place = { line: first + 1, lastLine: after };
  if (token.type === "inline") return [{ kind: kindOf(open), ...place, ...textOf(token) }];
  if (token.type === "fence" || token.type === "code_block") {
    return [{ kind: "code", ...place, text: token.content, spans: new Map() }];
  }
  const text = token.type === "html_block" ? withoutTags(token.content) : "";
  return text === "" ? [] : [{ kind: "text", ...place, text, spans: new Map() }];
}

/** The kind of the text inside these open tokens. Every paragraph of a list item is an item. */
function kindOf(open: readonly Token[]): Block["kind"] {
  const kinds = open.map(({ type }) => KINDS[type]).filter((kind) => kind !== undefined);
  return kinds.findLast((kind) => kind !== "text") ?? "text";
}

/** The rendered text of an inline token. Images are left out, since their text is not rendered. */
function textOf(token: Token): Pick<Block, "text" | "spans"> {
  const spans = new Map<string, string>();
  const parts = (token.children ?? []).map(({ type, content }) => {
    if (type === "softbreak" || type === "hardbreak") return "\n";
    if (type !== "code_inline") return type === "text" ? content : "";
    const sign = `Code${spans.size}x`;
    spans.set(sign, content);
    return sign;
  });
  return { text: parts.join(""), spans };
}

/** HTML without comments and tags. */
function withoutTags(html: string): string {
  return html.replace(/<!--[^]*?-->/g, "").replace(/<[^>]*>/g, "").trim();
}
