import { assertEquals } from "@std/assert";
import { type DenoStart, denoStart, type Surroundings } from "../../../packaging/npm/deno_start.ts";

const HERE: Surroundings = {
  script: "/pkg/fossick.js",
  config: "/pkg/deno.json",
  cwd: "/home/me/my project",
  isDirectory: (path) => path !== "/none, of it",
};

/** A start in `cwd` with these flags. */
function start(flags: string[], line: string[], cwd = HERE.cwd): DenoStart {
  return { args: ["run", "--no-prompt", "--config=/pkg/deno.json", ...flags, "/pkg/fossick.js", ...line], cwd };
}

const POSIX = { ignore: Deno.build.os === "windows" };

Deno.test("Deno is given the absolute roots, fossick its arguments unchanged", POSIX, () => {
  assertEquals(denoStart([], HERE), start(["--allow-read=/home/me/my project"], []));
  for (const [root, absolute] of [["../日本", "/home/me/日本"], ["/", "/"], ["~", `${HERE.cwd}/~`]]) {
    const line = ["--root", root, "call", "glob_files", '{"pattern": "a,b"}'];
    assertEquals(denoStart(line, HERE), start([`--allow-read=${absolute}`], line));
  }
});

Deno.test("a subcommand that opens no root is started without any permission", () => {
  for (const line of [["--version"], ["tools"], ["serv"], ["--root", ""]]) {
    assertEquals(denoStart(line, HERE), start([], line));
  }
});

Deno.test("a root with a comma is named by its way from the working directory", POSIX, () => {
  const cwd = "/home/me/a, b/c";
  assertEquals(denoStart([], { ...HERE, cwd }), start(["--allow-read=."], [], cwd));
  const line = ["--root", "..", "--root", "/d"];
  assertEquals(denoStart(line, { ...HERE, cwd }), start(["--allow-read=..,/d"], line, cwd));
});

Deno.test("Deno starts in a root with a comma that is not the working directory", POSIX, () => {
  const line = ["--root", "/d", "--root", "/a, b/c", "--root=/a, b/d"];
  assertEquals(denoStart(line, HERE), start(["--allow-read=/d,c,d"], line, "/a, b"));
});

Deno.test("a root with a comma that can't be named is not granted, and nothing else is", POSIX, () => {
  for (const roots of [["/none, of it"], ["/a,b", "/c,d"], [".", "/a,b", "/c,d"]]) {
    const line = roots.flatMap((root) => ["--root", root]);
    const flags = roots.includes(".") ? [`--allow-read=${HERE.cwd}`] : [];
    assertEquals(denoStart(line, HERE), start(flags, line));
  }
});

Deno.test("relative roots are made absolute where Deno starts elsewhere", POSIX, () => {
  const search = ["call", "search_content", "--query=--root", "x", "--files", "a.ts"];
  const line = ["--root", ".", "--root=a,b", ...search, "--root", "/a, b/../d,e"], cwd = `${HERE.cwd}/a,b`;
  assertEquals(denoStart(["--root", ".", "--root=a,b", ...search], HERE), {
    ...start([`--allow-read=${HERE.cwd},.`], ["--root", HERE.cwd, `--root=${cwd}`, ...search], cwd),
  });
  assertEquals(denoStart(line, HERE), start([`--allow-read=${HERE.cwd}`], line));
});
