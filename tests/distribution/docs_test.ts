import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { stalePages } from "../../packaging/docs.ts";
import { CHECKOUT } from "../../packaging/project.ts";
import { anchorsOf, linksOf } from "./page_links.ts";

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
