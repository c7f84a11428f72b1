import { assert, assertEquals } from "@std/assert";
import { truncateToTokens } from "../../src/consult/build_prompt.ts";
import { estimateTokens } from "../../src/format/token_estimate.ts";
import { seeded } from "../seed.ts";

Deno.test("what is cut ends with a line, keeps within its tokens, and one more line would not", () => {
  const random = seeded("cut at lines");
  const words = ["const", "x", "=", "parse(value);", "für", "見出し", "0x1f", "", "return"];
  for (let i = 0; i < 200; i++) {
    const lines = Array.from(
      { length: 1 + random.int(400) },
      () => Array.from({ length: random.int(30) }, () => random.pick(words)).join(" "),
    );
    const text = lines.join("\n") + (random.chance(0.5) ? "\n" : "");
    const tokens = 40 + random.int(estimateTokens(text) + 10);
    const cut = truncateToTokens(text, tokens);
    assert(text.startsWith(cut));
    assert(estimateTokens(cut) <= tokens, `${estimateTokens(cut)} > ${tokens}`);
    if (cut === text || !cut.includes("\n")) continue;
    assert(cut.endsWith("\n"));
    const next = text.indexOf("\n", cut.length) + 1 || text.length;
    // Pieces are rounded up one by one, a few per cent in all.
    assert(estimateTokens(text.slice(0, next)) > tokens * 0.85 - 30, `${cut.length} of ${text.length}`);
  }
});

Deno.test("a text that fits is left as it is", () => {
  for (const text of ["", "a", "a\n", "a\nb", "\n\n"]) assertEquals(truncateToTokens(text, 100), text);
});

Deno.test("a first line that is too long is cut inside, between characters", () => {
  for (const char of ["ab1;", "😀", "語"]) {
    const text = char.repeat(200_000);
    const cut = truncateToTokens(text, 500);
    assert(cut.length > 100 && cut.isWellFormed(), `${cut.length}`);
    assert(estimateTokens(cut) <= 500);
  }
});
