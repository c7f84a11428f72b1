import { assertEquals } from "@std/assert";
import { quoteForShell } from "../../../src/cli/command_line/shell_quoting.ts";

const WORDS = ["deno", "--allow-read=/my project", "", "it's", "$HOME", "a,b", "./x@1/%y+z:0=-_"];

Deno.test("a shell reads quoted words unchanged", async () => {
  const line = quoteForShell(WORDS, false);
  assertEquals(line, `deno '--allow-read=/my project' '' 'it'\\''s' '$HOME' 'a,b' ./x@1/%y+z:0=-_`);
  const { stdout } = await new Deno.Command("sh", { args: ["-c", `printf '%s\\n' ${line}`] }).output();
  assertEquals(new TextDecoder().decode(stdout), WORDS.map((word) => word + "\n").join(""));
});

Deno.test("on Windows a backslash stays as it is, and quotation marks are double", () => {
  assertEquals(quoteForShell(["--root", "C:\\it's mine", "C:\\x"], true), `--root "C:\\it's mine" C:\\x`);
  assertEquals(quoteForShell(['{"a":1}'], true), '"{\\"a\\":1}"');
});
