import { assertEquals } from "@std/assert";
import { denoArguments, type Surroundings } from "../../../packaging/npm/deno_start.ts";

const HERE: Surroundings = { script: "/pkg/fossick.js", config: "/pkg/deno.json", cwd: "/home/me/my project" };

/** A start with these flags. */
function start(flags: string[], line: string[]): string[] {
  const heap = "--v8-flags=--max-semi-space-size=4";
  return ["run", "--no-prompt", heap, "--config=/pkg/deno.json", ...flags, "/pkg/fossick.js", ...line];
}

const POSIX = { ignore: Deno.build.os === "windows" };

Deno.test("Deno is given the absolute roots, fossick its arguments unchanged", POSIX, () => {
  assertEquals(denoArguments([], HERE), start(["--allow-read=/home/me/my project"], []));
  for (const [root, absolute] of [["../日本", "/home/me/日本"], ["/", "/"], ["~", `${HERE.cwd}/~`]]) {
    const line = ["--root", root, "call", "glob_files", '{"pattern": "a,b"}'];
    assertEquals(denoArguments(line, HERE), start([`--allow-read=${absolute}`], line));
  }
});

Deno.test("a subcommand that opens no root is started without any permission", () => {
  for (const line of [["--version"], ["tools"], ["serv"], ["--root", ""]]) {
    assertEquals(denoArguments(line, HERE), start([], line));
  }
});

Deno.test("the working directory may have a comma; any other root with one is not granted", POSIX, () => {
  assertEquals(denoArguments([], { ...HERE, cwd: "/home/me/a, b" }), start(["--allow-read=."], []));
  const line = ["--root", "/d", "--root", "/a, b"];
  assertEquals(denoArguments(line, HERE), start(["--allow-read=/d"], line));
});
