/**
 * The README, every page of docs/ and some other pages keep to the rules of tools/readability/rules.ts.
 * `deno task readability PAGE` prints the same for one page.
 *
 * Every word that is rendered counts, folded or not. In prose, headings, list items, table cells and blocks of
 * code a word is what blanks separate, if it has a letter or a digit. Comments of HTML, addresses of links and texts of
 * images do not count. A sentence counts a code span as one word.
 * @module
 */
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { CHECKOUT } from "../../packaging/project.ts";
import { checkedPages } from "../../tools/readability/pages.ts";
import { problemsOf } from "../../tools/readability/rules.ts";

for (const path of checkedPages()) {
  Deno.test(`${path} is short enough and easily read`, () => {
    assertEquals(problemsOf(path, Deno.readTextFileSync(join(CHECKOUT, path))), []);
  });
}
