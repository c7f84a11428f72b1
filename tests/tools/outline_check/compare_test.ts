import { assertEquals } from "@std/assert";
import type { Definition } from "../../../src/model/definition.ts";
import { judge, ownOnly } from "../../../tools/outline_check/compare.ts";
import type { Tag } from "../../../tools/outline_check/ctags.ts";

const definition = (name: string, startLine: number, nameLine = startLine): Definition => ({
  name,
  kind: "function",
  startLine,
  endLine: nameLine + 1,
  depth: 0,
  nameLine,
});

const tag = (name: string, line: number, rest: Partial<Tag> = {}): Tag => ({
  path: "a",
  name,
  kind: "function",
  line,
  lineText: `${name} {`,
  ...rest,
});

Deno.test("a tag is found on the line of the name or on the first line", () => {
  const definitions = [definition("run", 3, 5)];
  assertEquals(judge([tag("run", 3), tag("run", 5), tag("run", 9)], definitions, "python"), [
    "found",
    "found",
    "missed",
  ]);
});

Deno.test("names are compared without class, operator and the sign of private ones", () => {
  const definitions = [definition("run", 1), definition("operator==", 2), definition("#close", 3), definition("~A", 4)];
  const tags = [tag("A::run", 1), tag("operator ==", 2), tag("close", 3), tag("~A", 4)];
  assertEquals(judge(tags, definitions, "cpp"), ["found", "found", "found", "found"]);
});

Deno.test("a tag whose line is off by one counts by its text", () => {
  assertEquals(judge([tag("run", 4, { lineText: "function run() {" })], [definition("run", 3)], "php"), ["found"]);
});

Deno.test("another name on a tag's line is one verdict, a tag that is no definition another", () => {
  const definitions = [definition("counts", 1)];
  const object = tag("options", 7, { kind: "class", lineText: "const options = {" });
  const assertion = tag("offsetof", 8, { kind: "prototype", lineText: "static_assert(offsetof(a, b) == 1);" });
  assertEquals(judge([tag("TEST", 1), tag("AnonymousFunction1", 2)], definitions, "c"), ["otherName", "notOne"]);
  assertEquals(judge([object, assertion], definitions, "javascript"), ["notOne", "notOne"]);
  assertEquals(judge([object], definitions, "python"), ["missed"]);
});

Deno.test("what no tag names is ours only", () => {
  const definitions = [definition("run", 1), definition("inner", 2)];
  assertEquals(ownOnly([tag("run", 1, { kind: "variable" })], definitions).map(({ name }) => name), ["inner"]);
});
