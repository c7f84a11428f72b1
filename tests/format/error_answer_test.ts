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
