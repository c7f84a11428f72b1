import { assertEquals } from "@std/assert";
import { pageWords, problemsOf } from "../../../tools/readability/rules.ts";

const words = (count: number) => Array.from({ length: count }, () => "dog").join(" ");
const OPENING = "# T\n\nFor people who ask.\n\n";

Deno.test("a sentence of 30 words is no problem, one of 31 is, with its line", () => {
  assertEquals(problemsOf("docs/x.md", `${OPENING}${words(30)}.\n`), []);
  assertEquals(problemsOf("docs/x.md", `${OPENING}Dog. Then:\n\n- ${words(31)}.\n`), [
    `docs/x.md:7: 31 words, at most 30: ${words(31)}.`,
  ]);
  assertEquals(problemsOf("docs/x.md", `${OPENING}| a |\n| - |\n| ${words(31)} |\n`), [
    `docs/x.md:7: 31 words, at most 30: ${words(31)}`,
  ]);
});

Deno.test("a page of docs/ begins with its readers; other pages need not", () => {
  assertEquals(problemsOf("docs/x.md", "# T\n\nA dog ran.\n"), [
    'docs/x.md:3: the first paragraph does not begin with "For" and a reader',
  ]);
  assertEquals(problemsOf("SECURITY.md", "# T\n\nA dog ran.\n"), []);
});

Deno.test("the README's words are counted with its tables and its code, folded or not", () => {
  const page =
    "A dog ran.\n\n```sh\nrun it\n```\n\n<details><summary>More</summary>\n\n| a | b |\n| - | - |\n| c | d |\n";
  assertEquals(pageWords(page), 3 + 2 + 1 + 4);
  const long = `${page}\n${Array.from({ length: 100 }, () => `${words(20)}.`).join(" ")}\n`;
  assertEquals(problemsOf("README.md", page), []);
  assertEquals(problemsOf("README.md", long), ["README.md:1: 2010 words, at most 2000"]);
  assertEquals(problemsOf("docs/performance.md", `${OPENING}${long}`), [
    "docs/performance.md:1: 2015 words, at most 1500",
  ]);
  assertEquals(problemsOf("docs/other.md", `${OPENING}${long}`), []);
});

Deno.test("the README's first block of commands ends by line 25", () => {
  const after = (lines: number) => `A dog ran.\n${"\n".repeat(lines - 1)}\`\`\`sh\nrun it\n\`\`\`\n`;
  assertEquals(problemsOf("README.md", after(22)), []);
  assertEquals(problemsOf("README.md", after(23)), ["README.md:24: the first block of commands ends after line 25"]);
  assertEquals(problemsOf("README.md", "A dog ran.\n"), [
    "README.md:0: the first block of commands ends after line 25",
  ]);
});

Deno.test("long words in a long sentence are hard to read, also in an easy page", () => {
  const hard = "Heterogeneous configurations necessitate comprehensive considerations regarding interoperability, " +
    "particularly whenever administrators intentionally reconfigure authorization, authentication, serialization, " +
    "communication, virtualization, orchestration and instrumentation.";
  const found = problemsOf("docs/x.md", `${OPENING}${hard}\n`);
  assertEquals(found.map((problem) => problem.replace(/-?\d+(?= of the page|, at least 50)/, "N")), [
    "docs/x.md:1: reading ease N of the page, at least 75",
    `docs/x.md:5: reading ease N, at least 50: ${hard}`,
  ]);
  const easy = Array.from({ length: 60 }, () => "A dog ran to its own house.").join("\n\n");
  assertEquals(problemsOf("docs/x.md", `${OPENING}${easy}\n\n${hard}\n`).length, 1);
});
