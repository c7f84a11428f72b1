import { assert, assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { CHECKOUT } from "../../packaging/project.ts";
import { SKILL_NAME, stepCommand } from "../../packaging/skill.ts";

const SKILL = Deno.readTextFileSync(join(CHECKOUT, "skills", SKILL_NAME, "SKILL.md"));

Deno.test("the skill's front matter is as hosts require it", () => {
  const [, head = "", body = ""] = /^---\n([^]*?)\n---\n([^]*)$/.exec(SKILL) ?? [];
  const fields = Object.fromEntries(
    head.split("\n").map((line) => {
      const [, key = "", value = ""] = /^([a-z-]+): (.+)$/.exec(line) ?? [];
      // Plain text to any reader of YAML.
      assert(/^[A-Za-z]/.test(value) && !/: | #/.test(value), line);
      return [key, value];
    }),
  );
  assertEquals(Object.keys(fields), ["name", "description", "license", "compatibility"]);
  // The name is that of its directory, in lowercase words; the lengths are the format's limits.
  assertEquals(fields.name, SKILL_NAME);
  assert(/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(fields.name) && fields.name.length <= 64);
  assert(fields.description.length <= 1024 && fields.compatibility.length <= 500);
  assert(body.trim() !== "");
});

Deno.test("the skill is at most 1,000 words, which a model pays for", () => {
  const words = SKILL.split(/\s+/).length;
  console.log(`${words} words`);
  assert(words <= 1000, String(words));
});

Deno.test("a command of the skill has its query and paths as words, all else as flags; a wrong argument is refused", () => {
  const asks = "",
    command = (tool: string, args: Record<string, unknown>, budget?: number) =>
      stepCommand({ asks, tool, args, ...(budget !== undefined && { budget }) });
  assertEquals(
    command("search_content", { query: "a b", roots: ["src", "it's"], total_only: true }, 50),
    "fossick --text --token-budget 50 call search_content 'a b' src 'it'\\''s' --total-only",
  );
  assertEquals(
    command("search_content", { query: ["a", "b"], roots: ["src"] }),
    "fossick --text call search_content --query a --query b --roots src",
  );
  assertEquals(command("list_files", { roots: ["src"], depth: 1 }), "fossick --text call list_files src --depth 1");
  assertThrows(() => command("list_files", { colour: true }), Error, "colour");
  assertThrows(() => command("list_file", {}), Error, "There is no tool list_file.");
});
