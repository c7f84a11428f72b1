import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { CHECKOUT, VERSION } from "../../../packaging/project.ts";
import { packedReadme } from "../../../packaging/registries/readme.ts";

const README = Deno.readTextFileSync(join(CHECKOUT, "README.md"));

/** The targets of a page's links. */
function targets(text: string): string[] {
  return [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = ""]) => target);
}

Deno.test("the README of a published package links to the version's files in the repository, and names the server", () => {
  const text = packedReadme("me/fossick"), page = "https://github.com/me/fossick";
  const relative = targets(README).filter((target) => !/^(?:#|https?:)/.test(target));
  assert(relative.length > 0);
  const expected = targets(README).map((target) => {
    if (!relative.includes(target)) return target;
    return `${page}/${isPicture(target) ? "raw" : "blob"}/v${VERSION}/${target}`;
  });
  assertEquals(targets(text), expected);
  assert(text.endsWith("\n<!-- mcp-name: io.github.me/fossick -->\n"));
});

Deno.test("without a repository a package's README is the checkout's", () => {
  assertEquals(packedReadme(), README);
});

function isPicture(target: string): boolean {
  return /\.(?:svg|png)$/.test(target);
}
