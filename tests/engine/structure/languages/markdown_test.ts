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
