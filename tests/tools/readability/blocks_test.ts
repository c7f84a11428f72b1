import { assertEquals } from "@std/assert";
import { blocksOf } from "../../../tools/readability/blocks.ts";

/** The blocks, with code spans in place of their signs. */
function shown(page: string) {
  return blocksOf(page).map(({ kind, line, text, spans }) => [kind, line, text, ...spans.values()]);
}

Deno.test("blocks have their kind, their line and their rendered text", () => {
  const page = [
    "# A *title*",
    "",
    "Text with `a span`, a [link](https://example.com) and ![no text](image.svg)",
    "on two lines. <!-- no text -->",
    "",
    "- one",
    "  1. two",
    "",
    "| head | x |",
    "| ---- | - |",
    "| cell | `y\\|z` |",
    "",
    "```sh",
    "run it",
    "```",
  ].join("\n");
  assertEquals(shown(page), [
    ["heading", 1, "A title"],
    ["text", 3, "Text with Code0x, a link and \non two lines. ", "a span"],
    ["item", 6, "one"],
    ["item", 7, "two"],
    ["cell", 9, "head"],
    ["cell", 9, "x"],
    ["cell", 11, "cell"],
    ["cell", 11, "Code0x", "y|z"],
    ["code", 13, "run it\n"],
  ]);
});

Deno.test("folded text and the line that unfolds it are blocks; tags and comments are not", () => {
  const page = "<details><summary><b>More</b></summary>\n\nFolded.\n\n</details>\n\n<!-- x:begin -->\n";
  assertEquals(shown(page), [["text", 1, "More"], ["text", 3, "Folded."]]);
});
