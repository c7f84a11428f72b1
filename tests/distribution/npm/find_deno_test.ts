import { assertEquals } from "@std/assert";
import { findDeno, type NoDeno, type Platform } from "../../../packaging/npm/find_deno.ts";
import { noDenoMessage } from "../../../packaging/npm/launcher_messages.ts";
import { tempTree } from "../../program.ts";

const POSIX = { ignore: Deno.build.os === "windows" };

/** Packages as npm installs them, with the executable of Deno at `path`. */
function installed(path: string, mode: number) {
  const tree = tempTree({
    "node_modules/@fossick/fossick/bin.cjs": "",
    "node_modules/deno/package.json": "{}",
    [path]: "",
    [path.replace(/[^/]+$/, "package.json")]: "{}",
  });
  Deno.chmodSync(`${tree.path}/${path}`, mode);
  const find = (platform: Platform) => findDeno(`${tree.path}/node_modules/@fossick/fossick/bin.cjs`, platform);
  return { path: `${tree.path}/${path}`, find, [Symbol.dispose]: () => tree[Symbol.dispose]() };
}

Deno.test("the executable is in the package for the platform, wherever npm puts that", POSIX, () => {
  for (const modules of ["node_modules", "node_modules/deno/node_modules"]) {
    using mac = installed(`${modules}/@deno/darwin-arm64/deno`, 0o755);
    assertEquals(mac.find({ os: "darwin", arch: "arm64" }), { path: mac.path });
    using windows = installed(`${modules}/@deno/win32-x64/deno.exe`, 0o755);
    assertEquals(windows.find({ os: "win32", arch: "x64" }), { path: windows.path });
  }
});

Deno.test("a platform without its package has no executable", POSIX, () => {
  using mac = installed("node_modules/@deno/darwin-arm64/deno", 0o755);
  const missing = "not_installed";
  assertEquals(mac.find({ os: "freebsd", arch: "x64" }), { missing, name: "@deno/freebsd-x64" });
  assertEquals(mac.find({ os: "linux", arch: "x64" }), { missing, name: "@deno/linux-x64-glibc" });
  Deno.removeSync(mac.path.replace(/@deno.*/, "deno/package.json"));
  assertEquals(mac.find({ os: "darwin", arch: "arm64" }), { missing, name: "@deno/darwin-arm64" });
});

Deno.test("a file that can't be executed is not taken", POSIX, () => {
  using mac = installed("node_modules/@deno/darwin-x64/deno", 0o644);
  assertEquals(mac.find({ os: "darwin", arch: "x64" }), { missing: "not_executable", name: mac.path });
});

Deno.test("on Linux the executable needs glibc's loader", POSIX, () => {
  // This machine has no loader for the other processor.
  const arch = Deno.build.arch === "aarch64" ? "x64" : "arm64";
  using linux = installed(`node_modules/@deno/linux-${arch}-glibc/deno`, 0o755);
  assertEquals(linux.find({ os: "linux", arch }), { missing: "no_glibc", name: linux.path });
});

Deno.test("each reason is a sentence in both languages, before the command to start with another Deno", () => {
  for (const missing of ["not_installed", "no_glibc", "not_executable"] satisfies NoDeno["missing"][]) {
    for (const lang of ["en", "ja"] as const) {
      const args = ["run", "--allow-read=/my docs", "x.js"];
      const [why = "", how = "", ...rest] = noDenoMessage({ missing, name: "N" }, args, lang, false).split("\n");
      assertEquals([why.startsWith("fossick: "), why.includes("N"), /[ぁ-ん]/.test(why), rest], [
        true,
        true,
        lang === "ja",
        [],
      ]);
      assertEquals(how.split(": ")[1], "deno run '--allow-read=/my docs' x.js");
    }
  }
});
