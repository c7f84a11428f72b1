/**
 * Random sources in eleven languages: functions, classes and methods under new names, with comments, strings and
 * statements between them that look like definitions and are none.
 * @module
 */
import type { Random } from "../seed.ts";

/** How a language writes what Ctags knows by the same words. */
interface Style {
  /** A file's name. */
  readonly file: string;
  readonly head: string;
  readonly functions: readonly Writer[];
  readonly methods: readonly Writer[];
  /** A class around its members. */
  readonly classes: readonly ((name: string, members: string) => string)[];
  /** What defines nothing. */
  readonly noise: readonly string[];
}

type Writer = (name: string) => string;

/** Which members a class gets, if any. */
const C_NOISE = ["/* int f(void) { */", "// class X {", "", "#define WIDTH 3"];

/** The styles by language. */
export const STYLES: Readonly<Record<string, Style>> = {
  typescript: {
    file: "a.ts",
    head: "",
    functions: [
      (f) => `export function ${f}(a: number): string {\n  return \`function x() {\`;\n}`,
      (f) => `async function ${f}<T>(a: T) {}`,
      (f) => `export const ${f} = (a: number) => {\n  return a;\n};`,
    ],
    methods: [
      (m) => `  ${m}(a: number): void {\n    call(a);\n  }`,
      (m) => `  private async ${m}(): Promise<void> {}`,
      (m) => `  static ${m}(): number {\n    return 1;\n  }`,
    ],
    classes: [
      (c, members) => `export class ${c} {\n${members}\n}`,
      (c, members) => `abstract class ${c} {\n${members}\n}`,
    ],
    noise: [
      "// function x() {}",
      "/* class X { */",
      "call(1);",
      'const text = "class Y {";',
      "",
      "if (a) { call(2); }",
    ],
  },
  javascript: {
    file: "a.js",
    head: "",
    functions: [
      (f) => `function ${f}(a, b = 1) {\n  return "function x() {";\n}`,
      (f) => `const ${f} = function (a) {};`,
      (f) => `const ${f} = (a) => a;`,
    ],
    methods: [
      (m) => `  ${m}(a) {\n    call(a);\n  }`,
      (m) => `  static async ${m}() {}`,
      (m) => `  get ${m}() {\n    return 1;\n  }`,
    ],
    classes: [(c, members) => `class ${c} extends Base {\n${members}\n}`],
    noise: ["// function x() {}", "/* class X { */", "call(1);", "", "if (a) { call(2); }"],
  },
  python: {
    file: "a.py",
    head: "import os",
    functions: [
      (f) => `def ${f}(a, b=1):\n    return "def x():"`,
      (f) => `@decorated(\n    1,\n)\nasync def ${f}(a: int) -> None:\n    pass`,
    ],
    methods: [(m) => `    def ${m}(self):\n        pass`, (m) => `    @property\n    def ${m}(self): return 1`],
    classes: [
      (c, members) => `class ${c}(Base):\n    """class X:"""\n${members}`,
      (c, members) => `@decorated\nclass ${c}:\n    a = 1\n${members}`,
    ],
    noise: ["# def x():", '"""\ndef x():\n    pass\n"""', "os.call(1)", "", "if os:\n    os.call(2)"],
  },
  go: {
    file: "a.go",
    head: "package a\n\ntype Base struct{}",
    functions: [
      (f) => `func ${f}(a int) error {\n\treturn nil\n}`,
      (f) => `func (b *Base) ${f}() string {\n\treturn "func x() {"\n}`,
      (f) => `func ${f}[T any](a T) {}`,
    ],
    methods: [(m) => `\t${m}(a int) error`],
    classes: [(c, members) => `type ${c} interface {\n${members}\n}`, (c) => `type ${c} struct {\n\ta int\n}`],
    noise: ["// func x() {", "/* type X struct { */", "", "var _ = `func x() {`"],
  },
  rust: {
    file: "a.rs",
    head: "use std::fmt;",
    functions: [
      (f) => `pub fn ${f}<T>(a: T) -> u8 {\n    let text = "fn x() {";\n    1\n}`,
      (f) => `#[inline]\n#[cfg(test)]\nasync fn ${f}() {}`,
    ],
    methods: [
      (m) => `    pub fn ${m}(&self) {}`,
      (m) => `    /// fn x()\n    fn ${m}(a: u8) -> u8 {\n        a\n    }`,
    ],
    classes: [
      (c, members) => `pub struct ${c} {\n    a: u8,\n}\nimpl ${c} {\n${members}\n}`,
      (c) => `enum ${c} {\n    A,\n}`,
    ],
    noise: ["// fn x() {", "/* struct X { */", "", "const A: u8 = 1;"],
  },
  java: {
    file: "A.java",
    head: "package a;",
    functions: [],
    methods: [
      (m) => `  public void ${m}(int a) throws E {\n    call("void x() {");\n  }`,
      (m) => `  @Override\n  static <T> T ${m}() { return null; }`,
    ],
    classes: [
      (c, members) => `public class ${c}<T> extends B implements D {\n${members}\n}`,
      (c, members) => `@Marked\nclass ${c} {\n${members}\n}`,
    ],
    noise: ["// void x() {", "/* class X { */", "", "import a.b;"],
  },
  c: {
    file: "a.c",
    head: "#include <a.h>",
    functions: [
      (f) => `static int ${f}(int a, char *b) {\n  if (a) { call("int x() {"); }\n  return 0;\n}`,
      (f) => `const char *${f}(void);`,
      (f) => `#ifdef A\nvoid ${f}(int a) {\n#else\nvoid ${f}(long a) {\n#endif\n}`,
      (f) => `struct s **${f}(void)\n{\n  return 0;\n}`,
    ],
    methods: [],
    classes: [
      (c) => `struct ${c} {\n  int a;\n};`,
      (c) => `enum ${c} { ${c}_A, ${c}_B };`,
      (c) => `union ${c} {\n  int a;\n};`,
    ],
    noise: [...C_NOISE, "int state = 3;"],
  },
  cpp: {
    file: "a.cpp",
    head: "#include <a>",
    functions: [
      (f) => `std::string ${f}(int a) {\n  auto g = [](int b) { return b; };\n  return "int x() {";\n}`,
      (f) => `template <typename T>\nT &${f}(T a) { return a; }`,
      (f) => `int Base::${f}() const {\n  return 0;\n}`,
    ],
    methods: [(m) => `  virtual int ${m}() const { return 1; }`, (m) => `  void ${m}(int a);`],
    classes: [
      (c, members) => `class ${c} : public B {\n public:\n${members}\n};`,
      (c, members) => `template <class T>\nstruct ${c} {\n${members}\n};`,
    ],
    noise: C_NOISE,
  },
  csharp: {
    file: "a.cs",
    head: "using System;",
    functions: [],
    methods: [
      (m) => `    public void ${m}(int a)\n    {\n        Call(1);\n    }`,
      (m) => `    [Marked]\n    static T ${m}<T>() { return default; }`,
    ],
    classes: [
      (c, members) => `public class ${c} : B\n{\n${members}\n}`,
      (c, members) => `public struct ${c}\n{\n${members}\n}`,
    ],
    noise: ["// void X() {", "/* class X { */", ""],
  },
  php: {
    file: "a.php",
    head: "<?php",
    functions: [(f) => `function ${f}(int $a): string {\n    return 'function x() {';\n}`],
    methods: [(m) => `    public static function ${m}(): void {}`, (m) => `    abstract protected function ${m}();`],
    classes: [
      (c, members) => `abstract class ${c} extends B {\n${members}\n}`,
      (c, members) => `#[Marked]\ntrait ${c}\n{\n${members}\n}`,
    ],
    noise: ["// function x() {", "/* class X { */", "", "call(1);"],
  },
  ruby: {
    file: "a.rb",
    head: "require 'a'",
    functions: [(f) => `def ${f}(a, b = 1)\n  "def x"\nend`],
    methods: [(m) => `  def self.${m}\n    1\n  end`, (m) => `  def ${m}?; true; end`],
    classes: [(c, members) => `class ${c} < B\n${members}\nend`, (c, members) => `module ${c}\n${members}\nend`],
    noise: ["# def x", "=begin\ndef x\n=end", "", "call(1)"],
  },
};

/** A source of about 30 parts. */
export function randomSource(random: Random, style: Style): string {
  let names = 0;
  const lower = () => `f${names++}`, upper = () => `C${names++}`;
  const members = () =>
    Array.from({ length: 1 + random.int(4) }, () => pickOr(random, style.methods)(lower())).join("\n");
  const parts = Array.from({ length: 30 }, () => {
    const choice = random.int(3);
    if (choice === 0) return random.pick(style.noise);
    if (choice === 1 && style.functions.length > 0) return random.pick(style.functions)(lower());
    return random.pick(style.classes)(upper(), members());
  });
  return [style.head, ...parts, ""].join("\n");
}

function pickOr(random: Random, writers: readonly Writer[]): Writer {
  return writers.length === 0 ? () => "" : random.pick(writers);
}
