import { assertEquals } from "@std/assert";
import { blocksOf } from "../../../tools/readability/blocks.ts";
import { sentencesOf, wordCount } from "../../../tools/readability/sentences.ts";

function sentences(page: string) {
  return blocksOf(page).flatMap(sentencesOf).map(({ line, text, words }) => [line, text, words.length]);
}

Deno.test("a sentence has the line on which it begins", () => {
  assertEquals(sentences("One is\nhere. Two\nends. Three.\n"), [[1, "One is here.", 3], [2, "Two ends.", 2], [
    3,
    "Three.",
    1,
  ]]);
});

Deno.test("a code span is one word of a sentence, whatever it holds, and as many as it has for a page", () => {
  const page = "Run `deno task ok. Then`, e.g. now.\n";
  assertEquals(sentences(page), [[1, "Run `deno task ok. Then`, e.g. now.", 4]]);
  assertEquals(blocksOf(page).map(wordCount), [7]);
});

Deno.test("an abbreviation, a version and a decimal end no sentence", () => {
  assertEquals(sentences("Deno 2.9.6 takes 1.5 s, i.e. less."), [[1, "Deno 2.9.6 takes 1.5 s, i.e. less.", 7]]);
});

Deno.test("a sentence may begin with a name in small letters", () => {
  assertEquals(sentences("It ends. fossick starts, e.g. here."), [[1, "It ends.", 2], [
    1,
    "fossick starts, e.g. here.",
    4,
  ]]);
});

Deno.test("dashes and signs are no words; blocks of code have words and no sentences", () => {
  assertEquals(sentences("a – b + c"), [[1, "a – b + c", 3]]);
  assertEquals(sentences("```sh\na b\n```\n"), []);
  assertEquals(blocksOf("```sh\na b | c\n```\n").map(wordCount), [3]);
});
