import { assertEquals } from "@std/assert";
import { randomOf } from "../../seed.ts";
import { tempTree } from "../../program.ts";
import { frequencyOf, vocabularyOf } from "../../../bench/questions/vocabulary.ts";

Deno.test("a word is rare in one file, middling in up to a fifth of all, common in more", () => {
  assertEquals(frequencyOf("unheardOf", 1, 400), "rare");
  assertEquals(frequencyOf("short", 1, 400), "middling");
  assertEquals(frequencyOf("function", 80, 400), "middling");
  assertEquals(frequencyOf("function", 81, 400), "common");
});

Deno.test("no word repeats before all were given, and the same seed gives the same order", () => {
  using files = tempTree({
    "a/x.ts": "everywhere seldomly_a",
    "a/y.ts": "everywhere seldomly_b",
    "z.md": "everywhere",
  });
  const paths = ["a/x.ts", "a/y.ts", "z.md"];
  const words = vocabularyOf(files.path, paths, randomOf(1)), same = vocabularyOf(files.path, paths, randomOf(1));
  const dealt = [words.word("rare"), words.word("rare")];
  assertEquals(dealt.toSorted(), ["seldomly_a", "seldomly_b"]);
  assertEquals([same.word("rare"), same.word("rare")], dealt);
  assertEquals([words.word("common"), words.word("common")], ["everywhere", "everywhere"]);
  assertEquals(words.extensions, ["ts", "md"]);
});

Deno.test("a tree without words has a vocabulary too", () => {
  using files = tempTree({ "x": "1 2 3" });
  const words = vocabularyOf(files.path, ["x"], randomOf(1));
  assertEquals([words.word("common"), words.extensions, words.directory], ["nothing", ["txt"], "."]);
});
