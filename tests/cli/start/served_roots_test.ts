import { assertEquals } from "@std/assert";
import { rootWarningKey } from "../../../src/cli/start/served_roots.ts";

Deno.test("a root that contains a home directory or everything is recognized", () => {
  const wide = [
    "/",
    "C:/",
    "/root",
    "/home",
    "/home/ann",
    "/home/ann/",
    "/Users/ann",
    "C:/Users/Ann",
    "/var/home/ann",
    "/private/var/root",
  ];
  assertEquals(wide.filter((root) => rootWarningKey(root) === undefined), []);
  assertEquals(
    ["/home/ann/code", "/srv", "/rooty", "/work/home/x/y"].filter((root) => rootWarningKey(root) !== undefined),
    [],
  );
  assertEquals(rootWarningKey("/data", "/data/people/ann"), "root_holds_home");
  assertEquals(rootWarningKey("/data/people/ann/code", "/data/people/ann"), undefined);
  assertEquals(rootWarningKey("/dat", "/data/people/ann"), undefined);
});
