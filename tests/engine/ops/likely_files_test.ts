import { assertEquals } from "@std/assert";
import { definitionLike } from "../../../src/engine/ops/likely_files.ts";
import { query } from "../requests.ts";

const DEFINING = [
  "export async function* go(a, b) {",
  "class Go extends Other {",
  "  private readonly go: () => void;",
  "  async go<T>(a: T): Promise<T> {",
  "  go(",
  "const go = (a) => a;",
  "exports.go = function (a) {",
  "def go(self):",
  "    async def go(self): return 1",
  "go = lambda a: a",
  "func (t *Task) go(a int) error {",
  "pub(crate) fn go() -> u8 {",
  "struct Go {",
  "static int *go(const char *a)",
  "void Task::go() const { return; }",
  "public List<String> go(int a) throws Error {",
  "#define GO(a) a",
  "type go struct {",
];

const USING = [
  "  go(1, 2);",
  "  return go(a);",
  'import { go } from "./go.ts";',
  "if (x.go(1)) stop();",
  "// first we go",
  "gone(function () {",
];

Deno.test("lines of many languages that define a name look like it, and most uses don't", () => {
  const isLike = definitionLike(query("go"));
  assertEquals(DEFINING.filter((line) => !isLike?.test(line)), []);
  assertEquals(USING.filter((line) => isLike?.test(line)), []);
});
