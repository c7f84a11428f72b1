/** The npm package's program, which starts Deno: what it grants, what it passes on, where Deno is. */
import { assert, assertEquals } from "@std/assert";
import { childEnvironment } from "../../packaging/npm/child_environment.ts";
import { denoArguments, type Surroundings } from "../../packaging/npm/deno_start.ts";
import { findDeno, type NoDeno, type Platform } from "../../packaging/npm/find_deno.ts";
import { noDenoMessage } from "../../packaging/npm/launcher_messages.ts";
import { lineGrants } from "../../packaging/npm/line_grants.ts";
import { parseCommandLine } from "../../src/cli/command_line/parse_command_line.ts";
import { type NeededGrants, neededGrants } from "../../src/cli/permissions.ts";
import { UsageError } from "../../src/cli/usage_error.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import { tempTree } from "../program.ts";
import { seeded } from "../seed.ts";
import { randomLine } from "./random_line.ts";

Deno.test("Deno's and Node's variables are left out, except those for certificates", () => {
  const kept = {
    PATH: "/bin",
    HOME: "/home/me",
    FOSSICK_API_KEY: "k",
    HTTPS_PROXY: "http://proxy:3128",
    DENO_CERT: "/etc/company.pem",
    DENO_TLS_CA_STORE: "system",
  };
  const left = {
    DENO_DIR: ".deno",
    deno_v8_flags: "--nonsense",
    NODE_OPTIONS: "--require ./x.js",
    npm_config_registry: "http://x.example",
    OTEL_DENO: "true",
    UNSET: undefined,
  };
  assertEquals(childEnvironment({ ...kept, ...left }), { ...kept, DENO_NO_UPDATE_CHECK: "1" });
});

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

const NONE: NeededGrants = { read: [], net: [], env: [] };

/** The grants of a command as fossick itself parses it; undefined for a line that it refuses. */
function grantsOfParsed(line: readonly string[]): NeededGrants | undefined {
  try {
    const command = parseCommandLine(line, toolsOf, () => "{}");
    if (command.verb === "serve" || command.verb === "doctor") return neededGrants(command.settings);
    return command.verb === "call" ? neededGrants({ ...command.settings, http: undefined }) : NONE;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

Deno.test("for random lines the grants are those of the command that fossick runs", () => {
  const random = seeded("grants of random lines");
  let accepted = 0;
  for (let i = 0; i < 600; i++) {
    const line = randomLine(random), expected = grantsOfParsed(line), actual = lineGrants(line);
    if (expected === undefined) continue;
    accepted++;
    assertEquals(actual, expected, JSON.stringify(line));
  }
  assert(accepted > 80, `${accepted} lines were accepted`);
});
