import { assertEquals } from "@std/assert";
import { topOf } from "../../src/model/place.ts";

Deno.test("an absolute path begins with a slash, a drive or a share", () => {
  const paths = ["a/b", "", ".", "/a", "//server/share/a", "C:/a", "c:/", "C:", "C:a", "CD:/a"];
  assertEquals(paths.map(topOf), ["", "", "", "/", "//", "C:/", "c:/", "", "", ""]);
});
