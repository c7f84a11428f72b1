import { assertEquals } from "@std/assert";
import { basename } from "@std/path";
import { completions, type Shell, writeShellFiles } from "../../packaging/shell/files.ts";
import { manPage } from "../../packaging/shell/man.ts";
import { vocabulary } from "../../packaging/shell/vocabulary.ts";
import { HOST_IDS } from "../../src/cli/config/hosts.ts";
import { VERBS } from "../../src/cli/command_line/grammar.ts";
import { runToEnd, tempTree } from "../program.ts";
import { hasShell, offeredBy } from "./shells.ts";

const SHELLS: readonly Shell[] = ["bash", "zsh", "fish"];
const VERB_NAMES = VERBS.map(({ name }) => name);

const CASES: Readonly<Record<string, readonly string[]>> = {
  "fossick ": VERB_NAMES,
  "fossick --lang en c": ["call", "config"],
  "fossick config ": HOST_IDS,
  "fossick config --lang en z": ["zed"],
  "fossick call ": ["glob_files", "list_files", "search_content", "find_and_grep", "read_file", "consult_files"],
  "fossick call --root . fi": ["find_and_grep"],
  "fossick --profile fs call ": ["list_files", "read_file", "search_text"],
  "fossick --profile=microagent call ": ["glob", "grep", "read_file_lines"],
  "fossick call search_content --context": ["--context-before", "--context-after"],
  "fossick call search_content --case s": ["smart", "sensitive"],
  "fossick call find_and_grep --sort ": ["path", "mtime", "size"],
  "fossick call list_files --types ": ["f", "d", "l", "x", "e"],
  "fossick --profile microagent --tools ": ["glob", "grep", "read_file_lines"],
  "fossick --color ": ["auto", "always", "never"],
  "fossick doctor --js": ["--json"],
  "fossick --root s": ["src/"],
};

/** After a tool, all its options are offered. */
function everyFlag(): [string, string[]][] {
  const { shared, profiles } = vocabulary();
  return profiles.flatMap(({ name, tools }) =>
    tools.map((tool): [string, string[]] => [
      `fossick --profile ${name} call ${tool.name} --`,
      [...shared, ...tool.flags].map((flag) => `--${flag.name}`),
    ])
  );
}

for (const shell of SHELLS) {
  const missing = !await hasShell(shell);
  if (missing) console.error(`The completions of ${shell} are not tested: it is not installed.`);
  Deno.test({
    name: `${shell} offers subcommands, tools, their flags and the values of those`,
    ignore: missing,
    fn: async () => {
      using files = tempTree({ "src/a.txt": "" });
      const cases = [...Object.entries(CASES), ...everyFlag()];
      const words = await offeredBy(shell, completions(shell), cases.map(([line]) => line), files.path);
      cases.forEach(([line, expected], i) => {
        // The words have no suffix that the shell would add.
        const plain = (all: readonly string[]) => [...new Set(all.map((word) => word.replace(/\/$/, "")))].sort();
        // Short forms are offered with the long ones; options that are already on the line need not be.
        const told = (word: string) => !/^-\w$/.test(word) && !line.includes(` ${word} `);
        assertEquals([line, plain(words[i].filter(told))], [line, plain(expected.filter(told))]);
      });
    },
  });
}

/** Lines typed into an interactive bash, with tabs, and the words with which `fossick` is then started. */
const TYPED = {
  "doc\t--te\t": "doctor --text",
  "call sea\t--case=sm\t--tota\t": "call search_content --case=smart --total-only",
  "call read_file --path on\t": "call read_file --path only one.txt",
  "call list_files --types f,\t": "call list_files --types f,",
  "--tools glob_files,read\t": "--tools glob_files,read_file",
  "--root sr\t": "--root src/",
};

const typist = await hasShell("script");
if (!typist) console.error("Completion in an interactive bash is not tested: script is not installed.");
Deno.test({
  name: "a line typed with tabs in a real bash becomes the whole command",
  ignore: !typist,
  fn: async () => {
    using files = tempTree({ "src/a.txt": "", "only one.txt": "", "c.bash": completions("bash") });
    const lines = Object.keys(TYPED).map((line) => `fossick ${line}\n`);
    const setup = "PS1= PS2=; source c.bash; fossick() { printf '<%s>\\n' \"$*\"; }\n";
    const child = new Deno.Command("script", {
      args: ["-qec", "bash --norc --noprofile -i", "/dev/null"],
      cwd: files.path,
      env: { TERM: "dumb", HISTFILE: "" },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const input = child.stdin.getWriter();
    await input.write(new TextEncoder().encode(setup + lines.join("") + "exit\n"));
    await input.close();
    const { stdout } = await child.output();
    const started = [...new TextDecoder().decode(stdout).matchAll(/^<(.*)>\r?$/gm)].map(([, words]) => words);
    assertEquals(started.map((words) => words.trim()), Object.values(TYPED));
  },
});

Deno.test("each shell's script and the manual page are written next to the program", () => {
  using files = tempTree({});
  const written = writeShellFiles(files.path).map((path) => [basename(path), Deno.readTextFileSync(path)]);
  assertEquals(written, [
    ["fossick.bash", completions("bash") + "\n"],
    ["_fossick", completions("zsh") + "\n"],
    ["fossick.fish", completions("fish") + "\n"],
    ["fossick.1", manPage() + "\n"],
  ]);
});

Deno.test("the scripts are valid in their shells, and loading them starts no program", async () => {
  using files = tempTree({});
  for (const shell of SHELLS) {
    if (!await hasShell(shell)) continue;
    const file = `${files.path}/c.${shell}`;
    Deno.writeTextFileSync(file, completions(shell));
    const { code, stderr } = await runToEnd([shell, "-n", file] satisfies [Shell, string, string]);
    assertEquals([shell, code, stderr], [shell, 0, ""]);
  }
});
