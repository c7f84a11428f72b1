import { assertEquals } from "@std/assert";
import { outlineLines } from "./outline_lines.ts";

Deno.test("Markdown's headings hold their sections, and code, comments and metadata have none", async () => {
  const source = `
---
title: x
# not one
---
# One #
text
## Two ##
\`\`\`sh
# in code
\`\`\`
Under
lined
=====

    # indented

Sub
---
- item
---
~~~
## in code
~~~
<!--
# in a comment
-->
#### Deep \`code\`

**Bold**
========
#nothing
`;
  assertEquals(await outlineLines("notes.md", source), [
    "5-10 heading One",
    "  7-10 heading Two",
    "11-27 heading Under lined",
    "  17-27 heading Sub",
    "    27-27 heading Deep `code`",
    "29-31 heading **Bold**",
  ]);
});

Deno.test("JSON's keys at the top hold the lines of their values", async () => {
  const source = `
{
  // a comment
  "name": "x",
  "nested": {
    "name": 1,
    "list": [1, 2,
     3]
  },
  "quo\\"ted": [{ "a": "}" }],
  /* "no": 1, */
  "last": null
}
`;
  assertEquals(await outlineLines("package.json", source), [
    "3-3 key name",
    "4-8 key nested",
    '9-9 key quo"ted',
    "11-11 key last",
  ]);
  assertEquals(await outlineLines("list.json", '\n[{ "a": 1 }]\n'), []);
  assertEquals(await outlineLines("cut.json", '\n{ "a": 1,\n  "b": [\n'), ["1-1 key a", "2-2 key b"]);
});

Deno.test("YAML's keys at the top hold what is indented below them, with their comment", async () => {
  const source = `
# top
name: x
# about jobs
# of a kind
jobs:
  build:
    - run: |
        foo: bar

# quoted
"quo ted": 1
'single': 2
http://x.y: z
list:
- not: key
url: http://foo
`;
  assertEquals(await outlineLines("ci.yml", source), [
    "2-2 key name (comment 1)",
    "5-8 key jobs (comment 3)",
    "11-11 key quo ted (comment 10)",
    "12-12 key single",
    "13-13 key http://x.y",
    "14-15 key list",
    "16-16 key url",
  ]);
});

Deno.test("TOML's tables, and the keys before them, hold their lines", async () => {
  const source = `
title = "x"
multi = """
[no]
key = 1
"""
list = [
  "a", # ]
  ["b"]
]
# the package
[package]
name = "x"

[dependencies."foo.bar"]
x = 1
[[bin]]
name = 'y'
`;
  assertEquals(await outlineLines("Cargo.toml", source), [
    "1-1 key title",
    "2-5 key multi",
    "6-9 key list",
    "11-12 key package (comment 10)",
    '14-15 key dependencies."foo.bar"',
    "16-17 key bin",
  ]);
});
