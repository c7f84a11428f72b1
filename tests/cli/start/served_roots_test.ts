import { assertEquals } from "@std/assert";
import { isWide } from "../../../src/cli/start/served_roots.ts";

Deno.test("a root that contains a home directory or everything is recognized", () => {
  const wide = "/ C:/ /root /home /home/ann /home/ann/ /Users/ann C:/Users/Ann /var/home/ann /private/var/root";
  assertEquals(wide.split(" ").filter((root) => !isWide(root)), []);
  assertEquals(
    ["/home/ann/code", "/srv", "/rooty", "/work/home/x/y"].filter((root) => isWide(root)),
    [],
  );
  const ann = "/data/people/ann";
  assertEquals(["/data", ann, `${ann}/code`, "/dat"].map((root) => isWide(root, ann)), [true, true, false, false]);
});
