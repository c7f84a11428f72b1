/** The order and the limits of matches. @module */
import { iterateMatches, iterateSearcherMatches } from "../../../src/engine/scan/iterate_matches.ts";
import { assertEquals } from "@std/assert";

function spans(regex: RegExp, text: string, from?: number, to?: number): string {
  return [...iterateMatches(regex, text, from, to)].map(([start, end]) => `${start}-${end}`).join(" ");
}

Deno.test("an empty match directly after another match is dropped", () => {
  assertEquals(spans(/a*/gu, "baac"), "0-0 1-3 4-4");
  assertEquals(spans(/a??/gu, "aa"), "0-0 1-1 2-2");
});

Deno.test("an empty match advances the search by a whole character", () => {
  assertEquals(spans(/x*/gu, "😀x😀"), "0-0 2-3 5-5");
  assertEquals(spans(/x*/gu, "\udc80\udc80"), "0-0 1-1 2-2");
});

Deno.test("there is no match after a final line break", () => {
  const end = /(?![^\n])/gu;
  assertEquals(spans(end, "a\n\nb\n"), "1-1 2-2 4-4");
  assertEquals(spans(end, "a\n\nb"), "1-1 2-2 4-4");
  assertEquals(spans(end, ""), "");
});

Deno.test("the matches of a line start in it, and may look at the whole text", () => {
  assertEquals(spans(/(?<![^\n])a|b(?![^\n])/gu, "ab\nab\nab", 3, 5), "3-4 4-5");
  assertEquals(spans(/x*/gu, "a\n\nb", 2, 2), "2-2");
  assertEquals(spans(/a/gu, "aaaa", 1, 2), "1-2 2-3");
});

Deno.test("in a multiline search the text begins anew after each span, up to its last line break", () => {
  const found = (regex: RegExp, text: string) =>
    [...iterateSearcherMatches(regex, text)].map((span) => span.join("-")).join(" ");
  assertEquals(found(/(?<![^\n])[a\n][a-z]/gu, "ab\ncd\n"), "0-2 2-4");
  assertEquals(found(/(?<![^\n])[a\n][a-z]/gu, "ab\nab\nb"), "0-2 2-4");
  assertEquals(found(/a*/gu, "aa\nb\n"), "0-2 2-2 3-3 4-4");
  assertEquals(found(/x*/gu, "😀x"), "0-0 2-3");
});
