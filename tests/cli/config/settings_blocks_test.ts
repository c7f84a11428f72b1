import { assertEquals } from "@std/assert";
import { parse as parseToml } from "smol-toml";
import { jsonBlock, tomlBlock } from "../../../src/cli/config/settings_blocks.ts";
import { seeded } from "../../seed.ts";

/** Characters that the formats escape or that separate their parts. */
const CHARACTERS = [...`ab$(),\`"'\\[]{}#=\n\t\x00\x1b\x7f日本é😀`];

Deno.test("any words come back from JSON and TOML as they were", () => {
  const random = seeded("settings blocks");
  for (let i = 0; i < 500; i++) {
    const word = () => Array.from({ length: random.int(7) }, () => random.pick(CHARACTERS)).join("");
    const entries = { command: word(), args: Array.from({ length: random.int(5) }, word) };
    assertEquals(JSON.parse(jsonBlock({ a: { b: entries }, c: {} })), { a: { b: entries }, c: {} });
    assertEquals(parseToml(tomlBlock("a.b", entries)), { a: { b: entries } });
  }
});
