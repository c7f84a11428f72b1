/**
 * The links of a Markdown page, and the anchors to which links may lead.
 * @module
 */
import markdownIt from "markdown-it";

const PARSER = markdownIt({ html: true });

/** The targets of a page's links and images. */
export function linksOf(page: string): string[] {
  const inline = PARSER.parse(page, {}).flatMap(({ children }) => children ?? []);
  const targets = inline.map((token) => token.attrGet("href") ?? token.attrGet("src"));
  return targets.filter((target) => target !== null).map(String);
}

/** The anchors of a page's headings, as GitHub makes them: small letters and digits, with `-` for blanks. */
export function anchorsOf(page: string): string[] {
  const tokens = PARSER.parse(page, {});
  const headings = tokens.filter((_, at) => tokens[at - 1]?.type === "heading_open");
  return headings.map(({ children }) => anchorOf((children ?? []).map(({ content }) => content).join("")));
}

function anchorOf(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");
}
