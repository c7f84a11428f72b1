import { assertEquals } from "@std/assert";
import { type CommandLine, fossick, runToEnd, tempTree } from "../../program.ts";

const FILES = { "a.txt": "gold here\n" };

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
