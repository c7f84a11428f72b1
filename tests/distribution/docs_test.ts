import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import markdownIt from "markdown-it";
import { stalePages } from "../../packaging/docs.ts";
import { CHECKOUT } from "../../packaging/project.ts";

const PARSER = markdownIt({ html: true });

/** The pages of docs/, relative to the checkout. */
const DOCS = [...Deno.readDirSync(join(CHECKOUT, "docs"))].map(({ name }) => `docs/${name}`)
  .filter((path) => path.endsWith(".md"));

function pageText(path: string): string {
  return Deno.readTextFileSync(join(CHECKOUT, path));
}

Deno.test("the generated parts of the README and docs/ are current", async () => {
  assertEquals((await stalePages()).map(({ path }) => path), [], "run deno task docs");
});

Deno.test("links between pages lead to existing files and headings", () => {
  const pages = ["README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md", "tests/README.md", ...DOCS];
  const broken = pages.flatMap((page) =>
    linksOf(pageText(page)).filter((target) => !/^[a-z]+:/.test(target) && !isThere(page, target)).map((target) =>
      `${page}: ${target}`
    )
  );
  assertEquals(broken, []);
});

/** Whether a link from a page leads to a file or directory of the checkout, and to one of its headings if it names one. */
function isThere(page: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? page : join(page, "..", decodeURI(path));
  try {
    Deno.statSync(join(CHECKOUT, file));
  } catch {
    return false;
  }
  return anchor === undefined || anchorsOf(pageText(file)).includes(anchor);
}

/** The targets of a page's links and images. */
function linksOf(page: string): string[] {
  const inline = PARSER.parse(page, {}).flatMap(({ children }) => children ?? []);
  const targets = inline.map((token) => token.attrGet("href") ?? token.attrGet("src"));
  return targets.filter((target) => target !== null).map(String);
}

/** The anchors of a page's headings, as GitHub makes them: small letters and digits, with `-` for blanks. */
function anchorsOf(page: string): string[] {
  const tokens = PARSER.parse(page, {});
  const headings = tokens.filter((_, at) => tokens[at - 1]?.type === "heading_open");
  return headings.map(({ children }) => anchorOf((children ?? []).map(({ content }) => content).join("")));
}

function anchorOf(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");
}
