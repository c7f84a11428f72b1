import { assertEquals } from "@std/assert";
import { BUNDLE, bundle } from "../../packaging/bundle.ts";
import { NAME } from "../../packaging/project.ts";
import { MIN_DENO_VERSION, npxCommand, unsupportedReason, upgradeCommand } from "../../src/cli/runtime.ts";
import { isInstalled, MAIN, runToEnd } from "../program.ts";

const NEEDS = `fossick runs on Deno ${MIN_DENO_VERSION} or later, and this is`;

function deno(version: string, path = "/home/me/.deno/bin/deno") {
  return { Deno: { version: { deno: version }, execPath: () => path, exit: Deno.exit } };
}

Deno.test("a Deno that is too old is refused in one sentence with both versions and the command that upgrades it", () => {
  assertEquals(unsupportedReason(globalThis), undefined);
  for (const version of [MIN_DENO_VERSION, "2.6.10", "2.10.0", "3.0.0", "2.9.0-rc.1"]) {
    assertEquals([version, unsupportedReason(deno(version))], [version, undefined]);
  }
  for (const version of ["1.46.3", "2.0.0", "2.6.7", "2.5.9"]) {
    assertEquals(unsupportedReason(deno(version)), `${NEEDS} Deno ${version}; upgrade it with: deno upgrade`);
  }
  const brewed = deno("2.6.7", "/opt/homebrew/Cellar/deno/2.6.7/bin/deno");
  assertEquals(unsupportedReason(brewed), `${NEEDS} Deno 2.6.7; upgrade it with: brew upgrade deno`);
});

Deno.test("a Deno that asks for a permission before it says its path is not asked", () => {
  const execPath = (): never => {
    throw new Error("it would prompt on a terminal");
  };
  const old = { Deno: { version: { deno: "2.3.0" }, execPath, exit: Deno.exit } };
  assertEquals(unsupportedReason(old), `${NEEDS} Deno 2.3.0; upgrade it with: deno upgrade`);
});

Deno.test("the command that upgrades Deno is that of the program that installed it", () => {
  const paths = {
    "/home/me/.deno/bin/deno": "deno upgrade",
    "C:\\Users\\me\\.deno\\bin\\deno.exe": "deno upgrade",
    "/usr/bin/deno": "deno upgrade",
    "": "deno upgrade",
    "/home/me/.npm/_npx/05eff1/node_modules/deno/deno": "npx -y deno@latest",
    "C:\\Users\\me\\AppData\\Local\\npm-cache\\_npx\\05eff1\\node_modules\\deno\\deno.exe": "npx -y deno@latest",
    "/usr/local/lib/node_modules/deno/deno": "npm install -g deno@latest",
    "C:\\Users\\me\\AppData\\Roaming\\npm\\node_modules\\deno\\deno.exe": "npm install -g deno@latest",
    "/home/me/app/node_modules/deno/deno": "npm install --prefix /home/me/app deno@latest",
    "/home/me/my app/node_modules/deno/deno": "npm install deno@latest",
    "/opt/homebrew/Cellar/deno/2.8.0/bin/deno": "brew upgrade deno",
    "/home/linuxbrew/.linuxbrew/bin/deno": "brew upgrade deno",
    "C:\\Users\\me\\scoop\\apps\\deno\\current\\deno.exe": "scoop update deno",
    "C:\\ProgramData\\chocolatey\\lib\\deno\\deno.exe": "choco upgrade deno",
    "C:\\Users\\me\\AppData\\Local\\Microsoft\\WinGet\\Packages\\DenoLand.Deno_x\\deno.exe":
      "winget upgrade DenoLand.Deno",
    "/home/me/.cargo/bin/deno": "cargo install deno --locked",
  };
  assertEquals(Object.fromEntries(Object.keys(paths).map((path) => [path, upgradeCommand(path)])), paths);
});

Deno.test("a runtime other than Deno is refused by its name, with the command to type instead", () => {
  const process = { version: "v20.20.2", argv: ["node", "fossick.js", "doctor"], exit: Deno.exit };
  const start = `start it with: npx -y ${NAME}`;
  assertEquals(unsupportedReason({ process }), `${NEEDS} Node.js 20.20.2; ${start} doctor`);
  assertEquals(
    unsupportedReason({ process, navigator: { userAgent: "Bun/1.3.0" } }),
    `${NEEDS} Bun 1.3.0; ${start} doctor`,
  );
});

Deno.test("words that a shell would change are not repeated", () => {
  assertEquals(npxCommand(["--root", "/a/b", "doctor"]), `npx -y ${NAME} --root /a/b doctor`);
  for (const word of ["/my project", "a'b", "$HOME", "a;b", "*.ts", ""]) {
    assertEquals(npxCommand(["--root", word]), `npx -y ${NAME}`);
  }
});

Deno.test("in a Japanese locale the refusal is Japanese", () => {
  const needs = `fossick には Deno ${MIN_DENO_VERSION} 以降が必要です。これは`, navigator = { language: "ja-JP" };
  assertEquals(
    unsupportedReason({ ...deno("2.0.0"), navigator }),
    `${needs} Deno 2.0.0 です。更新するコマンド: deno upgrade`,
  );
  assertEquals(
    unsupportedReason({ process: { version: "v20.20.2", exit: Deno.exit }, navigator }),
    `${needs} Node.js 20.20.2 です。次のように起動してください: npx -y ${NAME}`,
  );
});

Deno.test({
  name: "node gets one sentence from the bundle, and from main.ts if it can load that",
  ignore: !isInstalled("node"),
  fn: async () => {
    await bundle();
    const said = await runToEnd(["node", BUNDLE, "doctor"]);
    assertEquals([said.code, said.stdout, said.stderr.split("\n").length], [2, "", 2]);
    assertEquals(said.stderr.startsWith(`${NEEDS} Node.js `), true, said.stderr);
    assertEquals(said.stderr.endsWith(`; start it with: npx -y ${NAME} doctor\n`), true, said.stderr);
    const { stderr } = await runToEnd(["node", MAIN]);
    assertEquals(stderr.startsWith(NEEDS) || stderr.includes("Unknown file extension"), true, stderr);
  },
});
