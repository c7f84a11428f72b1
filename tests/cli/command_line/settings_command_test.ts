import { assertEquals } from "@std/assert";
import { parseCommandLine } from "../../../src/cli/command_line/parse_command_line.ts";
import { settingsCommand } from "../../../src/cli/command_line/settings_command.ts";
import type { Settings } from "../../../src/cli/command_line/settings.ts";
import { quoteForShell } from "../../../src/cli/command_line/shell_quoting.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";

const BINARY = { mainModule: "file:///fossick.js", execPath: "/bin/fossick", isBinary: true, deno: "2.9.6" };
const IGNORED = Deno.build.os === "windows";

/** The settings of a command line. */
function settingsFor(...words: string[]): Settings {
  const command = parseCommandLine(["serve", ...words], toolsOf);
  if (!("settings" in command)) throw new Error("a command line without settings");
  return command.settings;
}

Deno.test("the command has every option that differs from its default", { ignore: IGNORED }, () => {
  const lines = [
    ["--root", "/a", "--root", "/b c"],
    ["--root", "/a", "--consult-allow=-x", "--consult-allow", "*.pem", "--answers", "text"],
    ["--root", "/a", "--http", "[::1]:8080", "--provider-url", "https://h/v1", "--freshness", "stat"],
    ["--root", "/a", "--tools", "read_file,glob_files", "--token-budget", "0", "--timeout-ms", "1", "--cache-mb", "0"],
  ];
  for (const line of lines) {
    const settings = settingsFor(...line), command = settingsCommand(settings, { program: BINARY });
    assertEquals(sorted(command), sorted(quoteForShell(["/bin/fossick", ...line])));
  }
});

/** The words of a command, sorted: the options may come in another order. */
function sorted(command: string): string[] {
  return command.split(" ").toSorted();
}

Deno.test("where the path of a root has a comma, roots stay as they were given", { ignore: IGNORED }, () => {
  const settings = settingsFor("--root", ".", "--root", "a,b");
  assertEquals(settingsCommand(settings, { program: BINARY }), "/bin/fossick --root . --root 'a,b'");
});
