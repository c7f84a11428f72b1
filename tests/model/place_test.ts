import { assertEquals } from "@std/assert";
import { dirPrefix, joinPath } from "../../src/model/place.ts";

Deno.test("paths are joined by one slash, below the top of a file system too", () => {
  const joined = [["", ""], ["", "a"], ["a/b", "c"], ["/srv", "a/b"], ["/srv", ""], ["/", "a"], ["/", ""], [
    "C:/",
    "a",
  ]];
  assertEquals(joined.map(([dir, name]) => joinPath(dir, name)), [
    "",
    "a",
    "a/b/c",
    "/srv/a/b",
    "/srv",
    "/a",
    "/",
    "C:/a",
  ]);
  assertEquals(["", "a", "/srv", "/", "C:/"].map(dirPrefix), ["", "a/", "/srv/", "/", "C:/"]);
});
