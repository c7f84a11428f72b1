import { assertEquals } from "@std/assert";
import { splitCommaList } from "../../../src/toolsets/arguments/globs.ts";
import { callArgs } from "./scripted_tools.ts";

/** The arguments that flags set, in a call that names a place. */
function flagged(...flags: string[]): unknown {
  const { roots, ...args } = Object(callArgs("search_content", "--roots", "src", ...flags));
  assertEquals(roots, ["src"]);
  return args;
}

Deno.test("flags are in kebab case or as the argument is named, booleans with or without no-", () => {
  assertEquals(flagged("--no-ignore", "--no-regex", "--hidden"), {
    no_ignore: true,
    regex: false,
    hidden: true,
  });
  assertEquals(flagged("--no_ignore", "--hidden=false", "--file-pattern", "*.ts"), {
    no_ignore: true,
    hidden: false,
    filePattern: "*.ts",
  });
  assertEquals(flagged("--filePattern=--x", "--start_line", "7"), { filePattern: "--x", start_line: 7 });
  assertEquals(flagged("--size", "+1k"), { size: "+1k" });
  assertEquals(flagged("--size", "+1k", "--size", "-2k"), { size: ["+1k", "-2k"] });
});

Deno.test("a flag's value is the next word, even if that looks like help, the version, a tool or a subcommand", () => {
  for (const value of ["-hello", "-Verb", "-h", "-V", "read_file", "call", "doctor"]) {
    assertEquals(callArgs("search_content", "--query", value), { roots: ["."], query: value });
  }
});

Deno.test("invalid values of flags are left for the tool to refuse", () => {
  assertEquals(flagged("--limit", "many", "--hidden=perhaps"), { limit: "many", hidden: "perhaps" });
});

Deno.test("a list is split at commas, but not in braces or brackets of a glob", () => {
  const lists: [string, string[]][] = [
    ["*.{ts,tsx},[a,b]c, d,", ["*.{ts,tsx}", "[a,b]c", "d"]],
    ["{x,{a,b},c}.txt,y", ["{x,{a,b},c}.txt", "y"]],
    ["a{b,c", ["a{b", "c"]],
    ["a},{b,c}", ["a}", "{b,c}"]],
    ["[a,b", ["[a", "b"]],
    ["", []],
  ];
  for (const [text, parts] of lists) assertEquals([text, splitCommaList(text)], [text, parts]);
});

Deno.test("a list may be JSON; other text is a glob", () => {
  assertEquals(callArgs("search_content", "--roots", '["."]'), { roots: ["."] });
  assertEquals(callArgs("search_content", "--roots", '["a,b","{c"]', "--roots", "d,e"), {
    roots: ["a,b", "{c", "d", "e"],
  });
  assertEquals(callArgs("search_content", "--files", "[ab].ts,[c]"), { files: ["[ab].ts", "[c]"] });
  assertEquals(callArgs("search_content", "--files", "[1]"), { files: ["[1]"] });
});
