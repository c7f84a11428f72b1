import { rootRelativeGlob } from "../../../src/engine/glob/overrides.ts";
import { assertEquals } from "@std/assert";

Deno.test("a root's path at the start of a glob is literal, whether its special characters are escaped or not", () => {
  const roots = [{ names: ["/"] }, { names: ["/srv/app[1]", "/app"] }];
  for (const glob of ["/srv/app[1]/src/*.ts", "/srv/app\\[1\\]/src/*.ts", "/app/src/*.ts"]) {
    assertEquals([glob, rootRelativeGlob(glob, roots)], [glob, { root: 1, rest: "src/*.ts" }]);
  }
  for (const glob of ["C:/work/src/*.ts", "c:/work/src/*.ts", "C:\\work\\src\\*.ts", "c:\\work/src\\*.ts"]) {
    assertEquals([glob, rootRelativeGlob(glob, [{ names: ["C:/work"] }])], [glob, { root: 0, rest: "src/*.ts" }]);
  }
  for (const glob of ["/srv/app1/src/*.ts", "src/*.ts", "/srv/app[1]"]) {
    assertEquals(rootRelativeGlob(glob, roots), undefined);
  }
});
