import { assertEquals } from "@std/assert";
import { shownFormsIn } from "../../../tools/hosts/shown.ts";

const FORMS = { text: "a.txt\n2:x\n", structured: { total: 1, files: [{ file: "a.txt" }] } };
const JSON_OF = JSON.stringify(FORMS.structured);

Deno.test("the form that a host passes on is found in a string, in an object, in JSON of either, and after other lines", () => {
  const seen = [
    "a.txt\n2:x",
    { response: { output: "<untrusted>\na.txt\n2:x\n</untrusted>" } },
    JSON_OF,
    `Wall time: 1 s\nOutput:\n${JSON_OF}`,
    JSON.stringify({ content: [{ type: "text", text: FORMS.text }], structuredContent: FORMS.structured }, null, 2),
    [{ type: "text", text: FORMS.text }, { type: "text", text: JSON_OF }],
    `reported an error: {"content":[{"text":${JSON.stringify(FORMS.text)}}],"structuredContent":${JSON_OF}}`,
    "done",
    undefined,
  ];
  assertEquals(seen.map((value) => shownFormsIn(value, FORMS)), [
    "text",
    "text",
    "structured",
    "structured",
    "both",
    "both",
    "both",
    "neither",
    "neither",
  ]);
});
