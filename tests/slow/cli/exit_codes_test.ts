import { assertEquals } from "@std/assert";
import { VERBS } from "../../../src/cli/command_line/settings.ts";
import { type CommandLine, fossick, fossickWith, runToEnd, tempTree } from "../../program.ts";

const FILES = { "a.txt": "gold here\n" };

/** The exit code of a command line, run below `root` with only that root granted. */
const CODES: readonly (readonly [code: number, ...words: string[]])[] = [
  [0],
  [0, "serve"],
  [2, "serve", "--watch"],
  [0, "call", "search_content", "--query", "gold"],
  [1, "call", "search_content", "--query", "silver"],
  [2, "call", "search_content", "--query", "("],
  [2, "call", "search_content"],
  [2, "call", "read_file", "--path", "../x"],
  [0, "call", "list_files"],
  [1, "call", "glob_files", "--pattern", "*.rs"],
  [0, "call", "consult_files", "--files", "*.txt", "--query", "?", "--dry-run"],
  [2, "call", "consult_files", "--files", "*.txt", "--query", "?"],
  [2, "call", "no_such_tool"],
  [0, "call", "read_file", "--help"],
  [0, "tools"],
  [2, "tools", "--profile", "none"],
  [0, "doctor"],
  [0, "config"],
  [0, "config", "zed"],
  [2, "config", "no such host"],
  [2, "config", "claude"],
  [2, "config", "zed", "--http", "8080"],
  [0, "help"],
  [0, "--help"],
  [0, "version"],
  [0, "-V"],
  [2, "no_such_subcommand"],
];

Deno.test("every subcommand exits with the codes of its table", async () => {
  using files = tempTree(FILES);
  for (const [code, ...words] of CODES) {
    assertEquals([words, (await runToEnd(fossick(files.path, ...words))).code], [words, code]);
  }
  const missing = VERBS.filter((name) => !CODES.some(([, verb]) => verb === name));
  assertEquals(missing, []);
});

Deno.test("an unusable root gives 2 where one is needed; a sandbox that is too wide gives 1 in doctor", async () => {
  using files = tempTree(FILES);
  const nowhere = ["--root", `${files.path}/nope`];
  for (const verb of [["serve"], ["call", "list_files", "--watch"], ["doctor"]]) {
    assertEquals([verb, (await runToEnd(fossickWith(["--allow-read"], ...nowhere, ...verb))).code], [verb, 2]);
    assertEquals([verb, (await runToEnd(fossickWith([], "--root", files.path, ...verb))).code], [verb, 2]);
  }
  assertEquals((await runToEnd(fossickWith(["--allow-read"], "--root", files.path, "doctor"))).code, 1);
});

Deno.test("finding nothing before a limit cut the search is not 1, which would mean that there is nothing", async () => {
  using files = tempTree({ "a.txt": "none\n", "b.txt": "gold here\n" });
  const line = ["call", "find_and_grep", "--query", "gold", "--file-limit"];
  const codes = ["1", "2"].map(async (limit) => (await runToEnd(fossick(files.path, ...line, limit))).code);
  assertEquals(await Promise.all(codes), [2, 0]);
  const read = await runToEnd(fossick(files.path, ...line, "1", "--query", "silver", "--text"));
  assertEquals([read.code, read.stderr], [2, ""]);
});

/** Runs `line` and closes its output after the first bytes; its exit code, and its stderr. */
async function cutOff(line: CommandLine): Promise<[string, string]> {
  const script = '"$@" | head -c 10 >/dev/null; printf %s "${PIPESTATUS[0]}"';
  const { stdout, stderr } = await runToEnd(["bash", "-c", script, "bash", ...line]);
  return [stdout, stderr];
}

Deno.test("a reader that leaves early is no error: the output ends quietly", async () => {
  // More than a pipe holds, so that the rest is written to a closed pipe.
  using files = tempTree(
    Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`a file with a long name ${i}`, ""])),
  );
  const all = ["call", "list_files", "--token-budget", "0", "--limit", "9000"];
  const lines = [all, [...all, "--text"], ["tools", "--text"]];
  for (const words of lines) {
    assertEquals([words, ...await cutOff(fossick(files.path, ...words))], [words, "0", ""]);
  }
});

Deno.test("output that can't be written is reported with the reason", async () => {
  using files = tempTree(FILES);
  if (Deno.build.os !== "linux") return console.log("skipped: only Linux has /dev/full");
  const full = (to: string, ...args: string[]) =>
    runToEnd(["sh", "-c", `"$@" ${to}/dev/full`, "sh", ...fossick(files.path, "call", ...args)]);
  assertEquals((await full("2>", "read_file", "--path", "nope")).code, 2);
  assertEquals(await full(">", "list_files"), {
    code: 2,
    stdout: "",
    stderr: "fossick: The output can't be written: No space left on device (os error 28).\n",
  });
});
