/**
 * The trees of the calls in `answers/`.
 * @module
 */
import { walkSync } from "@std/fs";
import { tempTree } from "../program.ts";

type Tree = Readonly<Record<string, string>>;

/** Files by a name for each number below `count`. */
function many(count: number, fileOf: (i: number) => readonly [name: string, text: string]): Tree {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => fileOf(i)));
}

/** Lines by a text for each number below `count`. */
function lines(count: number, lineOf: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => lineOf(i) + "\n").join("");
}

const SHAPES = `/** Shapes. */
export class Circle {
  /** The area. */
  area(): number {
    return 3;
  }
  scale() {}
}

export class Square {
  area(): number {
    return 4;
  }
}

export function total(): number {
  return 7;
}
`;

const EXPAND = `import { walk } from "./walk.ts";

/** Expands a glob. */
export function expandGlob(root: string) {
  return walk(root).map((entry) => entry.path);
}
`;

const USES = `import { expandGlob } from "./expand.ts";

export class Tree {
  list() {
    return expandGlob(this.root);
  }
}
`;

const STEPS = `/** All steps. */
export class Steps {
${lines(120, (i) => `  /** Step ${i}. */\n  step${i}() {\n    return ${i};\n  }`)}}

export const after = () => 1;
`;

const HELPER = "export function isObject(value) {\n  return isObject(value);\n}\n";

/** Function `name`, too long to be shown beside others. */
const long = (name: string) => `export function ${name}() {\n${`  console.log("${name}");\n`.repeat(300)}}\n`;

/** A comment of so many lines, with its name at the end. */
const comment = (count: number, name: string, end = "\n") =>
  ["/**", ...Array.from({ length: count - 2 }, (_, i) => ` * line ${i + 2} of a comment that says a good deal of it`)]
    .concat(` * @deprecated use ${name} */`, "").join(end);

const TREES: Readonly<Record<string, Tree>> = {
  gold: {
    "src/a.ts": "const gold = 1;\n\tif (x) {\n// gold: é gold\n",
    "src/deep/b.ts": "one\nGold\ntwo\nthree\nfour\nfive\ngold\n",
    "docs/c.md": "# Gold\n\ngolden\x1b[31m gold\u2028\n",
    ".env": "gold hidden\n",
    ".gitignore": "build/\n",
    "build/out.js": "built gold\n",
    "image.png": "\x89PNG gold\0\0",
    "odd\n\u202ename": "silver \x85\n",
    "__proto__": "silver\n",
  },
  todo: {
    "src/a.ts": "// TODO(alice): one\n// TODO(bob): two TODO(alice): three\n",
    "src/b.ts": "// TODO(alice): four\n// TODO: nobody's\n",
    "docs/c.md": 'TODO(Carol "C"): five\n',
    "values.txt": `=${"😀".repeat(501)}\n= b\n="q"\n=\tc\n`,
    "crlf.txt": "begin\r\nx\r\n",
    "lf.txt": "begin\nx\n",
    "many.txt": lines(60, (i) => `v${i}`),
  },
  packages: {
    "README": "x\n",
    "packages/a/src/one.ts": "x\nx\n",
    "packages/a/test/one_test.ts": "x\n",
    "packages/b/src/two.ts": "x\n",
    "packages/b/src/deep/three.d.ts": "x\n",
    "packages/b/.hidden": "x\n",
  },
  modules: many(120, (i) => [`lib/part${i % 12}/module_with_a_name_${i}.ts`, "x\n"]),
  flat: many(300, (i) => [`lib/module_with_a_name_${i}.ts`, "x\n"]),
  queries: {
    "a.ts": "const alpha = beta;\nalpha();\n",
    "b.ts": "beta();\ngamma();\n",
    "c.ts": "nothing\n",
    "x.txt": "X\nx\ny\nY\n1\n12\n",
    ...many(60, (i) => [`many/${i}.ts`, "alpha_ beta_\nbeta_\n".repeat(9)]),
  },
  shapes: {
    "src/shapes.ts": SHAPES,
    "src/long.ts": STEPS,
    "src/shop.rs": "impl Display for Shop {\n    fn fmt(&self) {}\n}\nimpl Debug for Till {\n    fn fmt(&self) {}\n}\n",
    "src/bare.ts": "// Nothing here.\nsideEffect();\n",
    "src/empty.ts": "",
    "notes.xyz": "one\ntwo\n",
    "blank.txt": "\n  \n",
    "bytes.txt": "日é x\r\nsecond\x1b[1m\n",
    "image.png": "\x89PNG\r\n\x1a\n\0\0\0\0",
    "whole.py": "def near(): pass\n",
    "half.py": "def near(): pass\ndef far(: pass((\n",
    "broken.py": "def far(: pass((\n",
    "big.md": `# Near\n${"text\n".repeat(420_000)}# far\n`,
    "line.txt": `${"long ".repeat(900)}end\nlast\n`,
    "many.ts": lines(5200, (i) => `const line${i + 1} = ${i};`),
  },
  definitions: {
    "src/expand.ts": EXPAND,
    "src/tree.ts": USES,
    "src/use.ts": "function f() {\n  expandGlob(1);\n  expandGlob(2);\n}\n",
    "NOTES.txt": "expandGlob is in src.\n",
    "heading.md": `# ${"a\u202e".repeat(60)}\n\ngone\n`,
    "is/a.ts": HELPER,
    "is/b.ts": HELPER,
    "is/c.ts": "export function isString(value) {}\n",
    "long/a.ts": ["go1", "go2", "go3"].map(long).join("\n"),
    "long/b.ts": long("go4"),
    "task.ts": `/** Runs. */\nexport class Task extends Base {\n${
      lines(40, (i) => `  run${i}() {\n${"    step(1, 2, 3);\n".repeat(9)}  }`)
    }}\nfunction other() {}\n`,
    ...many(15, (i) => [`uses/u${i}.ts`, "  goes(1, 2, 3);\n".repeat(50)]),
    "uses/z.ts": `${"goes();\n".repeat(5)}export function goes() {}\n`,
  },
  comments: {
    "a.ts": "import x;\n" + comment(12, "theNewOne") + "export y;\n",
    "crlf.ts": "import x;\r\n" + comment(12, "theNewOne", "\r\n") + "export y;\r\n",
    "src/long.ts": "import x;\n" + comment(350, "theLongOne") + "after it\n",
    "line.ts": `  ${"x".repeat(600)}needle${"y".repeat(600)}\n`,
    "wide.ts": `${"\u3000".repeat(30)}${"x".repeat(100)}needle${"y".repeat(300)}\n`,
  },
  entries: {
    "a.ts": "1",
    "src/b.ts": "22",
    "src/deep/c.md": "333",
    "src/deep/d.ts": "4444",
    "docs/only/e.md": "55555",
    ".env": "6",
    "odd\n\u202ename/f": "7",
  },
  wide: many(600, (i) => [`part${String(i % 30).padStart(2, "0")}/file${i}.ts`, ""]),
  only: many(300, (i) => [`only/f${i}`, ""]),
  exact: {
    "a.ts": "x\ngold\ny\nz\nw\ngold gold\n",
    "b/c.ts": "\tgold\n",
    "d.bin": "\0",
    "e.txt": "C:\\www and word\n",
    "f.txt": "foo(bar)\n",
    "bytes.txt": "漢字\n",
    "empty.txt": "",
    "line.txt": `${"x".repeat(20_000)}\nend\n`,
    "values.ts": lines(300, (i) => `const value${i} = call(${i});`),
  },
  encodings: {
    "bytes/latin.txt": "na\xefve d\xe9j\xe0\n",
    "bytes/utf16.txt": "g\0o\0l\0d\0\n\0",
    "bytes/table.py": "class \x95\x5c\x8e\xa6:\n  def run(self):\n    go()\n",
    "utf8.txt": "déjà\n",
    "real/a.txt": "silver\n",
    "sub/b.txt": "copper\n",
  },
  lookalikes: {
    "Shot 9.41\u202fAM.txt": "gold\n",
    "cafe\u0301/it\u2019s.txt": "gold\n",
    "same.txt\u3164": "gold\n",
    "sa\u200bme.txt": "gold\n",
    "plain.txt": "gold\n",
    "src/alpha.ts": "gold\n",
    "src/beta.ts": "gold\n",
  },
  hosts: {
    "src/a.ts": "gold 1\nGold 2\nsilver 3\ngolden 4\ngold 5\n",
    "src/b.md": "gold\n",
    "src/deep/c.ts": "more gold\n",
    "lib/d.ts": "gold\n",
    "walk.ts:3": "odd\n",
    "walk.ts": lines(50, (i) => `line ${i + 1}`),
  },
  repeats: { "lines.txt": "a\nb\na\nb b\nc\n", "twice.txt": "abab\nxyxy\nabxy\n" },
  unguessed: { "a.txt": "expandGlob\nfoo bar\n", "b.ts": "x\n" },
  names: Object.fromEntries(
    ["src/x.ts", "srcbx.ts", "src.x.ts", "a/src/x.ts", "a.tsx", "a. tsx", "a.md"].map((name) => [name, "gold\n"]),
  ),
  numbered: { "notes:12": "a\nTODO\nc\n", "log-2026-11-28T10:30": "TODO\n" },
  roots: {
    "a/a.ts": "gold\n",
    "a/src/a.ts": "gold\n",
    "a/src/b.ts": "gold\n",
    "a/real/deep/a.ts": "gold\n",
    "a/real/b.ts": "gold\n",
    "b/src/a.ts": "gold\n",
    "b/c/d.ts": "gold\n",
  },
};

/** Links by their trees. */
const LINKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  roots: { "a/link": "real", "a/out": "../b/c" },
  encodings: { "sub/link.txt": "../real/a.txt" },
};

/** A directory with the files of a tree, all of one age; those in `bytes/` have a byte for each character. */
export function plantTree(name: string): ReturnType<typeof tempTree> {
  const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
  const files = Object.entries(TREES[name]).map(([file, text]) =>
    [file, file.startsWith("bytes/") ? bytes(text) : text] as const
  );
  const tree = tempTree(Object.fromEntries(files));
  for (const [link, target] of Object.entries(LINKS[name] ?? {})) Deno.symlinkSync(target, `${tree.path}/${link}`);
  for (const { path } of walkSync(tree.path)) Deno.utimeSync(path, 1_700_000_000, 1_700_000_000);
  return tree;
}
