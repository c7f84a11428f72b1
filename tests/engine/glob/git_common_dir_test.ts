import { gitCommonDir } from "../../../src/engine/glob/ignore_stack.ts";
import { assertEquals } from "@std/assert";

const ROOTS = [{ path: "/srv/app", names: ["/srv/app", "/link"], prefix: "" }];

/** The path of the common directory of `worktree`, in a root with these files. */
function commonDir(files: Readonly<Record<string, string>>): string | undefined {
  return gitCommonDir({ root: 0, path: "worktree" }, ROOTS, ({ path }) => files[path] ?? "")?.path;
}

Deno.test("a .git file names the git directory, and `commondir` the one that worktrees share", () => {
  for (
    const gitDir of [
      "../main/.git/worktrees/w/",
      "/srv/app/main/.git/worktrees/w",
      "/link/./main/x/../.git//worktrees/w",
    ]
  ) {
    const file = { "worktree/.git": `gitdir: ${gitDir}\n` };
    assertEquals([gitDir, commonDir(file)], [gitDir, "main/.git/worktrees/w"]);
    assertEquals(commonDir({ ...file, "main/.git/worktrees/w/commondir": "../..\n" }), "main/.git");
  }
});

Deno.test("a .git file that names no directory inside the roots has no common directory", () => {
  for (
    const text of [
      "",
      "ref: x",
      "gitdir: ../../other\n",
      "gitdir: /etc\n",
      "gitdir: /srv/application\n",
      "gitdir: a\0b",
    ]
  ) {
    assertEquals([text, commonDir({ "worktree/.git": text })], [text, undefined]);
  }
});
