import { assertEquals } from "@std/assert";
import { errorAnswer } from "../../src/format/error_answer.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";

const TOOL = { name: "read_file", example: { path: "README.md" } };

Deno.test("an error has a code, a message, a hint, and an example if an argument was wrong", () => {
  assertEquals(
    errorAnswer(new ToolError("bad_argument", { field: "path", rule: "is required", value: "nothing" }), TOOL, "en"),
    {
      text: 'INVALID_ARGUMENT: path: is required (given: nothing).\nExample: read_file {"path": "README.md"}',
      structured: {
        error: {
          code: "INVALID_ARGUMENT",
          message: "path: is required (given: nothing).",
          example: { path: "README.md" },
        },
      },
      isError: true,
      found: false,
    },
  );
  assertEquals(errorAnswer(new ToolError("outside", { path: "../x" }), TOOL, "ja").text.split("\n"), [
    "PATH_OUTSIDE_ROOT: ../x はこのサーバーのルートの外です。",
    'プロジェクトルートからの相対パス(例: "src/main.ts"、ルート自体は ".")を指定してください。',
  ]);
});

Deno.test("values in errors are escaped and shortened", () => {
  const { text } = errorAnswer(
    new ToolError("not_found", { path: "a\n\x1b" + "x".repeat(999), name: "a" }),
    TOOL,
    "en",
  );
  assertEquals(text.split("\n")[0], `NOT_FOUND: "a\\n\\u001b${"x".repeat(290)}… does not exist.`);
});

Deno.test("the calls in a hint are valid with any values", () => {
  const hintOf = (error: ToolError) => /\{.*\}/.exec(errorAnswer(error, TOOL, "en").text.split("\n")[1])?.[0] ?? "";
  const call = (error: ToolError) => JSON.parse(hintOf(error));
  const odd = 'a"b\\[id]\n.ts';
  assertEquals(call(new ToolError("not_found", { path: `x/${odd}`, name: odd })).pattern, "*\\[id\\]\n.ts*");
  assertEquals(call(new ToolError("is_directory", { path: odd })).roots, [odd]);
  assertEquals(call(new ToolError("not_a_directory", { path: odd })).path, odd);
  assertEquals(call(new ToolError("not_found", { path: "x", name: "n".repeat(60_000) })).pattern.length, 4096 + 2);
});
