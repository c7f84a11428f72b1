/**
 * `deno task audit`: lists every locked package with its licence and its reason. Exit 1 when one lacks either or is not
 * in docs/dependencies.md. `--write` updates that page.
 * @module
 */
import { licenceOnPage, page, writePage, writtenPage } from "./document.ts";
import { inventory, problemsOf } from "./inventory.ts";

const packages = (await inventory()).map((one) => {
  const licence = one.licence ?? licenceOnPage(one);
  return licence === undefined ? one : { ...one, licence };
});
const writes = Deno.args.includes("--write");
if (writes) writePage(packages);
for (const { name, version, licence, reason, shipped } of packages) {
  console.log(
    `${shipped ? "shipped" : "tests  "} ${name}@${version}  ${licence ?? "not on this machine"}  ${reason ?? "?"}`,
  );
}
const problems = [
  ...packages.flatMap(problemsOf),
  ...packages.filter(({ licence }) => licence === undefined).map(({ name }) =>
    `${name}: its licence has not been seen`
  ),
  ...page(packages) === writtenPage() ? [] : ["docs/dependencies.md is not current: deno task audit --write"],
];
for (const problem of problems) console.error(`problem: ${problem}`);
const shipped = packages.filter((one) => one.shipped).length;
console.log(`${packages.length} packages, ${shipped} of them shipped, ${problems.length} problems`);
Deno.exit(problems.length === 0 ? 0 : 1);
