import { assertEquals } from "@std/assert";
import { settingsOf } from "../../../src/cli/command_line/settings.ts";
import { PACKAGE } from "../../../src/cli/package.ts";
import { quoteForShell } from "../../../src/cli/command_line/shell_quoting.ts";
import { type RunningProgram, settingsCommand, startCommand } from "../../../src/cli/command_line/start_command.ts";

const GRANTS = { read: ["/my project"], net: [], env: [] };
const OPTIONS = ["--root", "/my project"];
const SCRIPT: RunningProgram = {
  mainModule: "file:///opt/my%20tools/fossick.js",
  execPath: "/usr/bin/deno",
  isBinary: false,
  deno: "2.9.6",
};

function started(program: Partial<RunningProgram>): string[] {
  return startCommand(GRANTS, OPTIONS, { ...SCRIPT, ...program });
}

Deno.test("a script is started by Deno, with its path and the grants", () => {
  const script = ["--no-prompt", "--allow-read=/my project", "/opt/my tools/fossick.js", ...OPTIONS];
  for (const execPath of ["/usr/bin/deno", "/usr/lib/node_modules/deno/deno"]) {
    assertEquals(started({ execPath }), ["deno", "run", ...script]);
  }
  const execPath = "/home/me/.npm/_npx/2de924/node_modules/deno/deno";
  assertEquals(started({ execPath }), ["npx", "-y", "deno@2.9.6", "run", ...script]);
});

Deno.test("a module from a registry is started by the name by which it was started", () => {
  const grants = ["--no-prompt", "--allow-read=/my project"];
  for (const mainModule of [`jsr:${PACKAGE}@0.1.0`, "https://example.com/fossick.js"]) {
    assertEquals(started({ mainModule }), ["deno", "run", ...grants, mainModule, ...OPTIONS]);
  }
});

Deno.test("a module with threads is started with the flag that Deno asks for them", () => {
  const flags = ["--no-prompt", "--unstable-worker-options", "--allow-read=/my project"];
  for (const mainModule of [`jsr:${PACKAGE}/threads`, `jsr:${PACKAGE}@0.1.0/threads`]) {
    assertEquals(started({ mainModule }), ["deno", "run", ...flags, mainModule, ...OPTIONS]);
  }
  const provider = { read: ["."], net: ["m"], env: ["FOSSICK_API_KEY"] }, jsr = `jsr:${PACKAGE}`;
  assertEquals(startCommand(provider, [], { ...SCRIPT, mainModule: jsr }), [
    ...["deno", "run", "--no-prompt", "--unstable-worker-options"],
    ...["--allow-read=.", "--allow-net=m", "--allow-env=FOSSICK_API_KEY", jsr],
  ]);
});

Deno.test("a module of the npm package is started by npx, which needs no grants", () => {
  const mainModule = `file:///home/me/.npm/_npx/8b1a/node_modules/${PACKAGE}/fossick.js`;
  assertEquals(started({ mainModule }), ["npx", "-y", PACKAGE, ...OPTIONS]);
});

Deno.test("a package that npm installed for the whole machine is started by its name", () => {
  for (const place of ["/usr/lib", "/home/me/.nvm/versions/node/v24/lib", "/C:/Users/me/AppData/Roaming/npm"]) {
    assertEquals(started({ mainModule: `file://${place}/node_modules/${PACKAGE}/fossick.js` }), [
      "fossick",
      ...OPTIONS,
    ]);
  }
  const ofAProject = `file:///srv/project/node_modules/${PACKAGE}/fossick.js`;
  assertEquals(started({ mainModule: ofAProject }), ["npx", "-y", PACKAGE, ...OPTIONS]);
});

Deno.test("a binary is started by its path, and by Homebrew's link to it", () => {
  const binary = (execPath: string) => started({ execPath, isBinary: true });
  assertEquals(binary("/opt/fossick"), ["/opt/fossick", ...OPTIONS]);
  assertEquals(binary("/opt/homebrew/Cellar/fossick/0.1.0/bin/fossick"), ["/opt/homebrew/bin/fossick", ...OPTIONS]);
});

Deno.test("the command for settings has every option that was given; roots with a comma stay as they are", {
  ignore: Deno.build.os === "windows",
}, () => {
  const program = { ...SCRIPT, execPath: "/bin/fossick", isBinary: true };
  const lines: readonly Readonly<Record<string, readonly string[]>>[] = [
    { root: ["/a", "/b c"] },
    { root: ["/a"], "consult-allow": ["*.pem", "a/b"], answers: ["text"], "token-budget": ["0"] },
    { root: [".", "a,b"], http: ["[::1]:8080"], "provider-url": ["https://h/v1"], freshness: ["stat"] },
  ];
  for (const line of lines) {
    const words = Object.entries(line).flatMap(([name, values]) => values.flatMap((value) => [`--${name}`, value]));
    const settings = settingsOf(new Map([...Object.entries(line), ["lang", ["ja"]], ["color", ["never"]]]));
    assertEquals(settingsCommand(settings, { program }), quoteForShell(["/bin/fossick", ...words]));
  }
});
