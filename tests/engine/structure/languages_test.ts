import { assertEquals } from "@std/assert";
import { languageOf, mayHaveLanguage } from "../../../src/engine/structure/languages.ts";

const nameOf = (path: string, text = "") => languageOf(path, text)?.name;

Deno.test("a file's language follows from its extension or its whole name", () => {
  assertEquals(nameOf("src/a.ts"), "typescript");
  assertEquals(nameOf("a.d.mts"), "typescript");
  assertEquals(nameOf("a.JSX"), "javascript");
  assertEquals(nameOf("lib/Rakefile"), "ruby");
  assertEquals(nameOf(".bashrc"), "bash");
  assertEquals(nameOf("a.xyz"), undefined);
  assertEquals(nameOf("rb"), undefined);
});

Deno.test("a file without an extension has the language of its #! line", () => {
  assertEquals(nameOf("bin/run", "#!/usr/bin/env -S python3.11 -u\n"), "python");
  assertEquals(nameOf("bin/run", "#!/bin/sh\n"), "bash");
  assertEquals(nameOf("bin/run", "#! /usr/bin/node\n"), "javascript");
  assertEquals(nameOf("bin/run", "plain text"), undefined);
  assertEquals(nameOf("a.xyz", "#!/bin/sh\n"), undefined);
});

Deno.test("a header is C unless its text is C++", () => {
  assertEquals(nameOf("a.h", "struct a { int b; };\n"), "c");
  assertEquals(nameOf("a.h", "namespace a {\n}\n"), "cpp");
  assertEquals(nameOf("a.h", "struct a {\n public:\n};\n"), "cpp");
});

Deno.test("a name without an extension may have a language, one with an unknown extension has none", () => {
  assertEquals(["a.ts", "bin/run", "Rakefile", "a.png"].map(mayHaveLanguage), [true, true, true, false]);
});
