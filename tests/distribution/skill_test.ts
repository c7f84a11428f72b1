import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { CHECKOUT } from "../../packaging/project.ts";

/** The skill's name, which is that of its directory. */
const SKILL_NAME = "fossick";

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
