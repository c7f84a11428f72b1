/** What each kind of command prints in Japanese, by --lang or the locale. */
import { assert, assertEquals } from "@std/assert";
import { fossick, runToEnd, tempTree } from "../../program.ts";

function isJapanese(text: string): boolean {
  return /[\u3040-\u30ff\u4e00-\u9fff]/.test(text);
}

/** A line of each kind. */
const LINES = [
  ["--timeout-ms", "0"],
  ["call", "read_file", "nope", "--text"],
  ["doctor", "--text"],
  ["config", "zed", "--text"],
  ["--help"],
];

Deno.test("each kind of output is Japanese by --lang and by the locale, and English by --lang en", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  const shown = async (line: string[], locale: string) => {
    const env = { LANG: locale, LC_ALL: locale },
      { stdout, stderr } = await runToEnd(fossick(files.path, ...line), { env });
    return stdout + stderr;
  };
  for (const line of LINES) {
    const japanese = await shown([...line, "--lang", "ja"], "C.UTF-8"),
      english = await shown([...line, "--lang=en"], "C.UTF-8");
    assert(isJapanese(japanese), japanese);
    assert(!isJapanese(english), english);
    assert(isJapanese(await shown(line, "ja_JP.UTF-8")));
  }
  const json = (lang: string) => shown(["doctor", "--json", "--lang", lang], "C.UTF-8");
  assertEquals(await json("ja"), await json("en"));
});
