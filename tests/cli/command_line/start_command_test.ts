/** How a copy of fossick is started again, in the words of a shell. @module */
import { assertEquals } from "@std/assert";
import { settingsOf } from "../../../src/cli/command_line/settings.ts";
import { quoteForShell } from "../../../src/cli/command_line/shell_quoting.ts";
import { type RunningProgram, settingsCommand, startCommand } from "../../../src/cli/command_line/start_command.ts";
import { PACKAGE } from "../../../src/cli/package.ts";

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

const READ = "run --no-prompt --allow-read=/my_project", NPX = `npx -y ${PACKAGE}`;
const SCRIPT_WORDS = `${READ} /opt/my_tools/fossick.js`, MODULES = `node_modules/${PACKAGE}/fossick.js`;

/** Programs, and the words that start each again; `_` stands for a blank. */
const STARTS: readonly (readonly [program: Partial<RunningProgram>, words: string])[] = [
  // A script is started by Deno, with its path and the grants.
  [{}, `deno ${SCRIPT_WORDS}`],
  [{ execPath: "/usr/lib/node_modules/deno/deno" }, `deno ${SCRIPT_WORDS}`],
  [{ execPath: "/home/me/.npm/_npx/2de924/node_modules/deno/deno" }, `npx -y deno@2.9.6 ${SCRIPT_WORDS}`],
  // A module from a registry by the name by which it was started.
  [{ mainModule: `jsr:${PACKAGE}@0.1.0` }, `deno ${READ} jsr:${PACKAGE}@0.1.0`],
  [{ mainModule: "https://example.com/fossick.js" }, `deno ${READ} https://example.com/fossick.js`],
  // The npm package by npx, which needs no grants, or by its name where it is installed for the whole machine.
  [{ mainModule: `file:///home/me/.npm/_npx/8b1a/${MODULES}` }, NPX],
  [{ mainModule: `file:///srv/project/${MODULES}` }, NPX],
  [{ mainModule: `file:///usr/lib/${MODULES}` }, "fossick"],
  [{ mainModule: `file:///home/me/.nvm/versions/node/v24/lib/${MODULES}` }, "fossick"],
  [{ mainModule: `file:///C:/Users/me/AppData/Roaming/npm/${MODULES}` }, "fossick"],
  // A binary by its path.
  [{ execPath: "/opt/fossick", isBinary: true }, "/opt/fossick"],
];

Deno.test("each copy is started again as it was started", () => {
  for (const [program, words] of STARTS) {
    const expected = words.split(" ").map((word) => word.replace("my_", "my "));
    assertEquals([program, started(program)], [program, [...expected, ...OPTIONS]]);
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
    assertEquals(settingsCommand(settings, undefined, program), quoteForShell(["/bin/fossick", ...words]));
  }
});

Deno.test("an empty word is quoted", () => {
  assertEquals(quoteForShell(["deno", ""], false), "deno ''");
});

Deno.test("on Windows a backslash stays as it is, and quotation marks are double", () => {
  assertEquals(quoteForShell(["--root", "C:\\it's mine", "C:\\x"], true), `--root "C:\\it's mine" C:\\x`);
  assertEquals(quoteForShell(['{"a":1}'], true), '"{\\"a\\":1}"');
});
