/**
 * `deno task readability [PAGE…]`: words and reading ease of the README, the pages of docs/ and some others, and every
 * sentence or paragraph that breaks a rule. Exit 1 when there is one.
 * @module
 */
import { join } from "@std/path";
import { CHECKOUT } from "../../packaging/project.ts";
import { checkedPages } from "./pages.ts";
import { pageEase, pageWords, problemsOf } from "./rules.ts";

const paths = Deno.args.length > 0 ? Deno.args : checkedPages();
const pages = paths.map((path) => ({ path, page: Deno.readTextFileSync(join(CHECKOUT, path)) }));
const problems = pages.flatMap(({ path, page }) => problemsOf(path, page));
for (const { path, page } of pages) {
  const ease = pageEase(page)?.toFixed(0) ?? "no prose";
  console.log(`${path.padEnd(24)} ${pageWords(page).toString().padStart(6)} words, reading ease ${ease}`);
}
for (const problem of problems) console.log(problem.replaceAll("\n", " "));
Deno.exit(problems.length === 0 ? 0 : 1);
