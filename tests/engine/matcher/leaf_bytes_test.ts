import { caseVariantsOf } from "../../../src/engine/matcher/byte_sequences.ts";
import { assert, assertEquals } from "@std/assert";

const VALID = Array.from({ length: 0x11_0000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);

Deno.test("the case variants of a character are all characters that its case-insensitive expression matches", () => {
  const all = VALID.map((code) => String.fromCodePoint(code)).join("");
  const odd = [
    "k",
    "s",
    "i",
    "é",
    "ß",
    "ẞ",
    "ſ",
    "K",
    "Å",
    "å",
    "ı",
    "İ",
    "µ",
    "μ",
    "ϴ",
    "θ",
    "ᾳ",
    "ͅ",
    "ΐ",
    "ﬅ",
    "ﬆ",
    "ꭰ",
    "Ꭰ",
    "𐐀",
    "𞥃",
  ];
  for (const char of [...odd, "字", "😀", "\u{2f800}"]) {
    const code = char.codePointAt(0) ?? 0;
    const found = all.match(new RegExp(`\\u{${code.toString(16)}}`, "giu")) ?? [];
    assertEquals(sorted(caseVariantsOf(code)), sorted(found.map((it) => it.codePointAt(0) ?? 0)), char);
  }
});

Deno.test("case variants are mutual and complete", () => {
  const folds = new Map(VALID.filter((code) => code < 0x2_0000).map((code) => [code, caseVariantsOf(code)]));
  for (const [code, others] of folds) {
    for (const other of others) assertEquals(sorted(folds.get(other) ?? []), sorted(others), code.toString(16));
  }
  const alone = [...folds].filter(([, others]) => others.length === 1).map(([code]) => String.fromCodePoint(code));
  const others = [...folds].filter(([, others]) => others.length > 1).map(([code]) => `\\u{${code.toString(16)}}`);
  const cased = new RegExp(`[${others.join("")}]`, "iu");
  assert(!alone.some((char) => cased.test(char)));
});

function sorted(codes: readonly number[]): number[] {
  return codes.toSorted((a, b) => a - b);
}
