import { assert, assertEquals } from "@std/assert";
import { caseVariantsOf } from "../../../src/engine/matcher/byte_sequences.ts";
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import { query } from "../requests.ts";

Deno.test("a long query's needles stay within the kernel's limits", () => {
  for (const pattern of ["x".repeat(5_000), "(?i)" + "skſ".repeat(500), "[ab]{60}c", "(?:abc){400}"]) {
    const { ascii, unicode } = compileQuery(query(pattern)).requiredBytes;
    for (const needle of [...ascii?.needles ?? [], ...unicode?.needles ?? []]) {
      assert(needle.length > 0 && needle.length <= 32);
    }
    assert((ascii?.needles.length ?? 0) <= 16 && (unicode?.needles.length ?? 0) <= 16);
  }
});

Deno.test("the case variants of a character are all characters that its case-insensitive expression matches", () => {
  const all = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code)).join("");
  const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));
  for (const char of [...ascii, ..."éßẞſ\u212aÅåıİµμϴθᾳ\u0345ΐﬅﬆꭰᎠ𐐀𞥃字😀"]) {
    const code = char.codePointAt(0) ?? 0, found = all.match(new RegExp(`\\u{${code.toString(16)}}`, "giu")) ?? [];
    const sorted = (codes: readonly number[]) => codes.toSorted((a, b) => a - b);
    assertEquals(sorted(caseVariantsOf(code)), sorted(found.map((it) => it.codePointAt(0) ?? 0)), char);
  }
});
