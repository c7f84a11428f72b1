import { assertEquals } from "@std/assert";
import { fromFileUrl as posix } from "@std/path/posix";
import { fromFileUrl as windows } from "@std/path/windows";
import { openedPath } from "../../src/mcp/client_roots.ts";

Deno.test("what a client has opened is compared with the roots as these are written, whatever the system", () => {
  const cases: [string, typeof posix, string[]][] = [
    ["file:///my%20project/", posix, ["/my project"]],
    ["file:///", posix, ["/"]],
    ["file:///C:/code/project/", windows, ["C:/code/project"]],
    ["file:///c%3A/code", windows, ["C:/code"]],
    ["file:///d:/", windows, ["D:"]],
    ["file://server/share/code", windows, ["//server/share/code"]],
    ["https://example.com/code", posix, []],
  ];
  for (const [uri, fromUrl, paths] of cases) assertEquals([uri, openedPath(uri, fromUrl)], [uri, paths]);
});
