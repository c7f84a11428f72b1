import { assertEquals } from "@std/assert";
import { sentAsFor, TEXT_CLIENTS } from "../../src/mcp/client_answers.ts";
import { ANSWERS_RULES } from "../../src/model/output_form.ts";

Deno.test("by default, clients that would show JSON are sent text, and all others both", () => {
  assertEquals([...TEXT_CLIENTS].map((name) => sentAsFor("auto", name)), [...TEXT_CLIENTS].map(() => "text"));
  for (const name of [undefined, "", "Claude-Code", "gemini-cli-mcp-client", "opencode", "__proto__"]) {
    assertEquals([sentAsFor("auto", name), sentAsFor(undefined, name)], ["both", "both"]);
  }
});

Deno.test("any other rule holds for every client", () => {
  for (const rule of ANSWERS_RULES.filter((rule) => rule !== "auto")) {
    assertEquals([sentAsFor(rule, "claude-code"), sentAsFor(rule, "opencode"), sentAsFor(rule)], [rule, rule, rule]);
  }
});
