/** The Japanese help. */
import { assert, assertEquals } from "@std/assert";
import { PROFILES } from "../../../../src/cli/command_line/settings.ts";
import { programHelp, toolHelp } from "../../../../src/cli/help/help.ts";
import { columnWidth } from "../../../../src/cli/terminal/column_width.ts";
import { wrapText } from "../../../../src/cli/terminal/wrap_text.ts";
import { toolsOf } from "../../../../src/toolsets/profiles.ts";
import { fossickWith, runToEnd } from "../../../program.ts";
import { englishIn, isJapanese } from "../japanese.ts";
import { ENGLISH, JAPANESE } from "../locales.ts";

/** The rows of help: left and right side. */
function rows(help: string): [left: string, right: string][] {
  return help.split("\n").flatMap((line) => {
    const [, left, right] = /^ {2}(\S.*?) {2,}(\S.*)$/.exec(line) ?? [];
    return left === undefined ? [] : [[left, right]];
  });
}

Deno.test("the program's help is Japanese, row by row as in English", () => {
  for (const profile of PROFILES) {
    const [en, ja] = (["en", "ja"] as const).map((lang) => programHelp(toolsOf(profile), lang));
    assertEquals(rows(ja).map(([left]) => left), rows(en).map(([left]) => left));
    // A long option has a line of its own.
    const isOption = (line: string) => /^ {2}--\S+ \S+$/.test(line);
    for (const line of ja.split("\n")) assert(line === "" || isOption(line) || isJapanese(line), line);
    for (const [, right] of rows(ja)) assertEquals(englishIn(right, ["TODO", "src"]), [], right);
  }
  assertEquals(programHelp(toolsOf("default"), "ja").split("\n").slice(0, 6), [
    "fossick - モデルのためにファイルを探し、検索し、読み取ります。ルートの外には一切触れません",
    "",
    "使い方:",
    "  fossick [serve] [options]          標準入出力または HTTP で MCP を提供する",
    "  fossick call TOOL '{json}'         1 回の呼び出し。終了コード 0 あり、1 なし、2 エラー",
    "  fossick call TOOL -                同上。JSON は標準入力から読むため、シェルの引用符は不要",
  ]);
});

/** Parts of an argument's help that are values or names of arguments. */
const VALUES =
  ("default smart literal directories true false file dir link executable empty ts md tsp cs json rs src main py pattern glob query " +
    "size_bytes mtime ext UNIX size modified fixed_strings mode regex JavaScript ISO text next_skip lines bytes").split(
      " ",
    );

Deno.test("the flags of every tool are explained in Japanese; the tool's description is the one for models", () => {
  for (const profile of PROFILES) {
    for (const tool of toolsOf(profile)) {
      const [en, ja] = (["en", "ja"] as const).map((lang) => toolHelp(tool, profile, lang));
      assert(
        ja.startsWith(`${tool.name} - ${tool.title}\n\n${tool.description}\n\n使い方: fossick call ${tool.name} `),
      );
      assertEquals(rows(ja).map(([left]) => left), rows(en).map(([left]) => left));
      for (const [left, right] of rows(ja)) {
        // A list of values is the same in both languages.
        assert(isJapanese(right) || /^[\w./*]+(?:[,、][\w./*]+)*$/.test(right), `${tool.name} ${left}: ${right}`);
        assertEquals(englishIn(right, VALUES), [], `${tool.name} ${left}`);
      }
      for (const line of ja.split("\n").slice(-2)) assert(isJapanese(line), line);
    }
  }
});

Deno.test("help is in the language of the command line or locale; the JSON of tools is not", async () => {
  const help = programHelp(toolsOf("default"), "ja") + "\n",
    read = toolsOf("default").find(({ name }) => name === "read_file");
  assert(read !== undefined);
  const ofRead = toolHelp(read, "default", "ja") + "\n";
  const cases: [args: string[], env: Record<string, string>, stdout: string][] = [
    [["--help", "--lang", "ja"], ENGLISH, help],
    [["--help"], JAPANESE, help],
    [["help", "read_file", "--lang=ja"], ENGLISH, ofRead],
    [["call", "read_file", "--help"], JAPANESE, ofRead],
    [["tools", "--tools", "read_file", "--text"], JAPANESE, ofRead],
  ];
  for (const [args, env, stdout] of cases) {
    assertEquals(await runToEnd(fossickWith([], ...args), { env }), { code: 0, stdout, stderr: "" });
  }
  const tools = async (env: Record<string, string>) =>
    (await runToEnd(fossickWith([], "tools", "--json"), { env })).stdout;
  assertEquals(await tools(JAPANESE), await tools(ENGLISH));
});

Deno.test("Japanese help fits every terminal: words are never split or lost, and no line begins with a full stop", () => {
  const helps = PROFILES.flatMap((profile) => [
    programHelp(toolsOf(profile), "ja"),
    ...toolsOf(profile).map((tool) => toolHelp(tool, profile, "ja")),
  ]);
  for (const help of helps) {
    for (const columns of [20, 40, 60, 80, 100]) {
      const lines = wrapText(help, columns).split("\n");
      assertEquals(lines.join("").replaceAll(/\s+/g, ""), help.replaceAll(/\s+/g, ""));
      for (const line of lines) {
        assert(columnWidth(line) <= columns || !/\S +\S/.test(line.trimEnd()), `${columns}: ${line}`);
        assert(!/^\s*[、。)」]/.test(line), line);
      }
    }
  }
  const row = "  --root DIR       公開するディレクトリ。複数指定でき、最初がプロジェクトルート。既定は .";
  assertEquals(
    wrapText(row, 50),
    [
      "  --root DIR       公開するディレクトリ。複数指定",
      "                   でき、最初がプロジェクト",
      "                   ルート。既定は .",
    ].join("\n"),
  );
});
