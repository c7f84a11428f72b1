import { assertEquals } from "@std/assert";
import { parseCompletion, parseErrorBody } from "../../src/consult/completion.ts";
import { Redaction } from "../../src/consult/redaction.ts";

Deno.test("a provider's error message is cut to 200 UTF-16 units, never inside a character", () => {
  for (const [letters, faces] of [[200, 0], [199, 0], [198, 1], [0, 100]]) {
    const start = "y".repeat(letters);
    const body = JSON.stringify({ error: { message: start + "😀".repeat(150) } });
    assertEquals(parseErrorBody(body, new Redaction()), { message: start + "😀".repeat(faces), code: "" });
  }
  assertEquals(parseErrorBody("x" + " ".repeat(1998) + "😀", new Redaction()), { message: "x", code: "" });
});

Deno.test("only the first choice is parsed", () => {
  const json = JSON.stringify({ choices: [{ delta: { content: "yes" } }, 1, { delta: 2 }] });
  assertEquals(parseCompletion(json, new Redaction()), { text: "yes" });
  assertEquals(parseCompletion('{"choices": [1]}', new Redaction()), undefined);
});

Deno.test("of an answer in parts, the text parts count", () => {
  const content = [{ type: "text", text: "a" }, 1, null, { type: "image" }, { text: 2 }, { text: "b" }];
  assertEquals(parseCompletion(JSON.stringify({ choices: [{ delta: { content } }] }), new Redaction()), { text: "ab" });
});
