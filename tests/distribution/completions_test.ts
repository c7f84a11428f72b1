import { assertEquals } from "@std/assert";
import { basename } from "@std/path";
import { bashCompletions, fishCompletions, writeCompletions } from "../../packaging/shell/completions.ts";
import { VERBS } from "../../src/cli/command_line/settings.ts";
import { HOST_IDS } from "../../src/cli/config/hosts.ts";
import { isInstalled, runToEnd, tempTree } from "../program.ts";

/** Lines, and the words that bash offers at their end. */
const CASES: Readonly<Record<string, readonly string[]>> = {
  "fossick ": VERBS,
  "fossick --lang en c": [],
  "fossick config ": HOST_IDS,
  "fossick config z": ["zed"],
  "fossick call fi": ["find_and_grep"],
  "fossick call search_content --context": ["--context-before", "--context-after"],
  "fossick call search_content --no-r": ["--no-regex"],
  "fossick call search_content --case s": ["smart", "sensitive"],
  "fossick --color ": ["auto", "always", "never"],
  "fossick doctor --js": ["--json"],
};

/** Prints, for every line, a NUL and the offered words in angle brackets. */
const ASKER = `source "$1"; shift
for line; do
  read -ra COMP_WORDS <<< "$line"
  if [[ $line == *' ' ]]; then COMP_WORDS+=(""); fi
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
  _fossick
  printf '\\0'; if ((\${#COMPREPLY[@]})); then printf '<%s>' "\${COMPREPLY[@]}"; fi
done`;

Deno.test({
  name: "bash offers subcommands, tools, hosts, flags and the values of those",
  ignore: !isInstalled("bash"),
  fn: async () => {
    using files = tempTree({ "c.bash": bashCompletions() });
    const line = ["bash", "--norc", "-c", ASKER, "bash", `${files.path}/c.bash`, ...Object.keys(CASES)] as const;
    const { stdout, stderr } = await runToEnd(line);
    const offered = stdout.split("\0").slice(1).map((words) =>
      [...words.matchAll(/<([^<>]*)>/g)].map(([, word]) => word)
    );
    assertEquals([offered, stderr], [Object.values(CASES), ""]);
  },
});

Deno.test("the scripts are written next to the program, and valid in their shells", async () => {
  using files = tempTree({});
  const written = writeCompletions(files.path);
  assertEquals(written.map((path) => [basename(path), Deno.readTextFileSync(path)]), [
    ["fossick.bash", bashCompletions() + "\n"],
    ["fossick.fish", fishCompletions() + "\n"],
  ]);
  for (const [i, shell] of ["bash", "fish"].entries()) {
    if (!isInstalled(shell)) continue;
    const { code, stderr } = await runToEnd([shell, "-n", written[i]]);
    assertEquals([shell, code, stderr], [shell, 0, ""]);
  }
});
