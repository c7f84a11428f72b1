import { assert, assertEquals } from "@std/assert";
import { withoutPreprocessor as operation } from "../../../src/engine/structure/c.ts";
import { seeded } from "../../seed.ts";
import { parseContext } from "./parse_context.ts";

function withoutPreprocessor(text: string): string {
  const { done, value } = operation(text, parseContext()).next();
  assert(done);
  return value;
}

/** A text with its lines' ends trimmed. */
const trimmed = (text: string) => text.split("\n").map((line) => line.trimEnd()).join("\n");

Deno.test("conditions become blank, and the branch that opens a bracket a second time", () => {
  assertEquals(
    trimmed(withoutPreprocessor("#if A\nint f(int a) {\n#else\nint f(void) {\n#endif\n}\n")),
    "\nint f(int a) {\n\n\n\n}\n",
  );
  assertEquals(trimmed(withoutPreprocessor("#if 0\n{ don't\n#else\nint a;\n#endif\n")), "\n\n\nint a;\n\n");
  assertEquals(trimmed(withoutPreprocessor("#ifdef A\nint a;\n#else\nint b;\n#endif\n")), "\nint a;\n\nint b;\n\n");
});

Deno.test("brackets and directives in comments, strings and characters do not count", () => {
  const text = "char *a = \"{\", b = '{'; // {\n/* #if 0\n{ */\nint c = 1'000;\nint d;\n";
  assertEquals(withoutPreprocessor(text), text);
});

Deno.test("macros that stand as attributes become blank", () => {
  assertEquals(withoutPreprocessor("API_EXPORT int *f(void);"), "           int *f(void);");
  assertEquals(withoutPreprocessor("class API_EXPORT A : B {};"), "class            A : B {};");
  assertEquals(withoutPreprocessor("void f() LOCKED(m) {}"), "void f()           {}");
  assertEquals(withoutPreprocessor("BEGIN_DECLS\nint a;"), "           \nint a;");
  assertEquals(withoutPreprocessor("BOOL\nopen(void) {}"), "BOOL\nopen(void) {}");
});

Deno.test("words that may be more than a macro stay", () => {
  const texts = [
    "Type name;",
    "u8 TABLE[3];",
    "Type NAME(int a);",
    "STACK_OF(X) *field;",
    "PyAPI_DATA(char) name[];",
    "typedef queue(item) item_queue;",
    "int old(a, b) Type a; char *b; {}",
    "main(argc) int argc; {}",
    "int f(void) { a b c(d); return A (x y)(z); }",
    "struct point origin = { A B };",
    "bool f(int a) ONE bool g(int b) TWO",
  ];
  assertEquals(texts.map((text) => withoutPreprocessor(text)), texts);
});

Deno.test("texts that never close what they open take linear time", () => {
  const parts = [
    "a ",
    "a(b) ",
    "a<",
    "A(b)\n",
    "operator()",
    "operator + ",
    "a={}",
    "enum {} ",
    "struct a {",
    "(a b)(c d)",
  ];
  for (const part of parts) {
    const text = `${part.repeat(100_000)};`;
    assertEquals(withoutPreprocessor(text).length, text.length);
  }
});

Deno.test("every line and column stays where it is, whatever the text", () => {
  const random = seeded("without preprocessor");
  const parts = [
    "#if 0",
    "#else",
    "#endif",
    "#define A(b) \\",
    "\n",
    "{",
    "}",
    '"',
    "'",
    "/*",
    "*/",
    "//",
    "\\",
    "AAA",
    " ",
    "f(a)",
  ];
  for (let t = 0; t < 500; t++) {
    const text = Array.from({ length: random.int(40) }, () => random.pick(parts)).join(random.pick(["", " ", "\n"]));
    const out = withoutPreprocessor(text);
    assertEquals(out.length, text.length);
    for (let i = 0; i < text.length; i++) {
      if (out[i] !== text[i]) assertEquals([out[i], text[i] === "\n"], [" ", false], `${i} of ${JSON.stringify(text)}`);
    }
  }
});
