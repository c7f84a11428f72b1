/** Help, and the languages of what people read. @module */
import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { lineLang, PROFILES } from "../../src/cli/command_line/settings.ts";
import { programHelp, toolHelp } from "../../src/cli/help.ts";
import EN from "../../src/model/messages/en.json" with { type: "json" };
import JA from "../../src/model/messages/ja.json" with { type: "json" };
import { toolsOf } from "../../src/toolsets/profiles.ts";
import { assertLinesOf } from "../golden.ts";

Deno.test("the help of the program, and of every tool", () => {
  const tools = PROFILES.flatMap((profile) => toolsOf(profile).map((tool) => toolHelp(tool, profile, "en")));
  const all = [programHelp(toolsOf("fs"), "en"), ...tools].join("\n\n");
  assertLinesOf(fromFileUrl(new URL("help.txt", import.meta.url)), all.split("\n"));
});

/** With --lang ja, or in a Japanese locale, people read Japanese; programs read the same as in English. */

/** The names of a sentence's values. */
function places(sentence: string): string[] {
  return [...new Set(sentence.match(/\{\w+\}/g))].sort();
}

function isJapanese(text: string): boolean {
  return /[\u3040-\u30ff\u4e00-\u9fff]/.test(text);
}

Deno.test("every sentence for people has a Japanese translation, with the same values", () => {
  assertEquals(Object.keys(JA), Object.keys(EN));
  const translations = new Map(Object.entries(JA));
  for (const [key, en] of Object.entries(EN)) {
    const ja = translations.get(key) ?? "";
    // A sentence that only names something is the same in both.
    if (en === ja) continue;
    assertEquals([key, isJapanese(en), isJapanese(ja)], [key, false, true]);
    assertEquals([key, places(ja)], [key, places(en)]);
  }
});

function textsBelow(dir: URL): string[] {
  return [...Deno.readDirSync(dir)].flatMap(({ name, isDirectory }) => {
    if (isDirectory) return textsBelow(new URL(`${name}/`, dir));
    return name.endsWith(".ts") ? [Deno.readTextFileSync(new URL(name, dir))] : [];
  });
}

Deno.test("every sentence is used", () => {
  const source = textsBelow(new URL("../../src/", import.meta.url)).join("\n");
  const names = Object.keys(EN).map((key) => [key, key.slice(key.indexOf(".") + 1)]);
  const isUsed = ([key, name]: string[]) => source.includes(`"${key}"`) || new RegExp(`\\b${name}\\b`).test(source);
  assertEquals(names.filter((one) => !isUsed(one)).map(([key]) => key), []);
});

Deno.test("the language of a command line is its last --lang, or else the locale's", () => {
  const cases: [args: string[], locale: string, lang: string][] = [
    [[], "ja-JP", "ja"],
    [[], "en-US-u-va-posix", "en"],
    [["--lang", "en"], "ja", "en"],
    [["--lang=en", "--lang", "ja"], "en", "ja"],
    [["--lang", "ja", "--lang", "fr"], "en", "ja"],
    [["--root", "--lang"], "ja", "ja"],
    [["--lang"], "en", "en"],
  ];
  for (const [args, locale, lang] of cases) assertEquals([args, lineLang(args, locale)], [args, lang]);
});
