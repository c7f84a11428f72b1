/** With --lang ja people read Japanese, and programs read the same as in English. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { dirname, join } from "@std/path";
import { SWITCHES, VERBS } from "../../../src/cli/command_line/grammar.ts";
import { parseCommandLine } from "../../../src/cli/command_line/parse_command_line.ts";
import { lineLang, OPTIONS } from "../../../src/cli/command_line/settings.ts";
import { CONFIG_MESSAGES } from "../../../src/cli/config/config_messages.ts";
import { DOCTOR_MESSAGES } from "../../../src/cli/doctor/doctor_messages.ts";
import { NOTICES } from "../../../src/cli/notices.ts";
import { columnWidth } from "../../../src/cli/terminal/column_width.ts";
import { ProgressLine } from "../../../src/cli/terminal/progress_line.ts";
import { USAGE_FAULTS, UsageError, type UsageFaultKey } from "../../../src/cli/usage_error.ts";
import type { Bilingual } from "../../../src/model/messages/bilingual.ts";
import { ROOT_FAULTS } from "../../../src/model/messages/root_faults.ts";
import { ENGINE_NOTICES } from "../../../src/pool/engine_notices.ts";
import { LIMITS } from "../../../src/model/limits.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";
import { type CommandLine, DENO, fossick, fossickWith, MAIN, runToEnd, tempTree } from "../../program.ts";
import { englishIn, isJapanese } from "./japanese.ts";
import { ENGLISH, JAPANESE } from "./locales.ts";
import { NO_TERMINAL, onTerminal } from "../../cli/pseudo_terminal.ts";

const SENTENCES: readonly (readonly [name: string, sentence: Bilingual])[] = [
  ...[USAGE_FAULTS, ROOT_FAULTS, NOTICES, CONFIG_MESSAGES, DOCTOR_MESSAGES, ENGINE_NOTICES].flatMap((table) =>
    Object.entries(table)
  ),
  ...[...OPTIONS, ...SWITCHES].map(({ name, help }) => [`--${name}`, help] as const),
  ...VERBS.flatMap(({ usages }) => usages.map(([words, help]) => [words, help] as const)),
];

/** Sentences that need no translation: a unit, or a frame around translated words. */
const BARE = new Set(["{n} MB", "fossick: {what}", "{host}。", "fossick {version} ({form})、Deno {deno}"]);

/** The names of a sentence's values. */
function places(sentence: string): string[] {
  return [...new Set(sentence.match(/\{\w+\}/g))].sort();
}

Deno.test("every sentence for people has a Japanese translation, with no other values than in English", () => {
  for (const [name, { en, ja }] of SENTENCES) {
    assert(BARE.has(ja) || isJapanese(ja), `${name}: ${ja}`);
    assert(!isJapanese(en), `${name}: ${en}`);
    assertEquals([name, englishIn(ja, ["TODO", "src"])], [name, []]);
    assertEquals([name, places(ja).filter((place) => !places(en).includes(place))], [name, []]);
  }
});

/** A command line for each mistake that the parser finds. */
const MISTAKES: Readonly<Partial<Record<UsageFaultKey, readonly string[]>>> = {
  verb_unknown: ["serv"],
  word_unknown: ["src"],
  tool_as_verb: ["read_file"],
  tool_missing: ["call"],
  tool_unknown: ["call", "serch"],
  root_as_word: ["serve", "src/"],
  stray: ["doctor", "x"],
  option_unknown: ["--rot", "x"],
  value_missing: ["--root"],
  switch_value: ["call", "search_content", "--regex", "false"],
  whole_number: ["--timeout-ms", "0"],
  choice: ["--profile", "micro"],
  tools_unknown: ["--tools", "raed_file"],
  root_empty: ["--root", ""],
  tools_none: ["--tools", ","],
  not_a_url: ["--provider-url", "ftp://x"],
  url_with_secret: ["--provider-url", "https://me:pw@host/v1"],
  not_an_address: ["--http", "no port"],
  json_and_text: ["tools", "--json", "--text"],
  watch_without_call: ["doctor", "--watch"],
  watch_sends: ["call", "consult_files", "--watch"],
  stdin_no_text: ["call", "read_file", "-"],
  not_json: ["call", "read_file", "{"],
  no_object: ["call", "read_file", "-", "[]"],
};

for (const [key, line] of Object.entries(MISTAKES)) {
  Deno.test(`the mistake ${key} is explained in Japanese wherever --lang ja stands`, () => {
    const stdin = () => key === "no_object" ? "[]" : undefined, args = key === "no_object" ? line.slice(0, 3) : line;
    for (const words of [["--lang", "ja", ...args], [...args, "--lang=ja"]]) {
      const error = assertThrows(() => parseCommandLine(words, toolsOf, stdin), UsageError);
      assertEquals(error.key, key);
      assertEquals(lineLang(words, "en-US"), "ja");
      const given = [
        ...args,
        ...error.message.match(/[a-z]+(?:_[a-z]+)+|microagent|fs\b|FOSSICK_API_KEY|serve/g) ?? [],
      ];
      assert(isJapanese(error.messages.ja), error.messages.ja);
      assertEquals(englishIn(error.messages.ja, given), []);
    }
  });
}

Deno.test("the language of a command line is its last --lang, or else the locale's", () => {
  const cases: [args: string[], locale: string, lang: string][] = [
    [[], "ja-JP", "ja"],
    [[], "en-US-u-va-posix", "en"],
    [["--lang", "en"], "ja", "en"],
    [["--lang=en", "--lang", "ja"], "en", "ja"],
    [["--lang", "ja", "--lang", "fr"], "en", "ja"],
    [["--root", "--lang"], "ja", "ja"],
    [["--lang"], "en", "en"],
  ];
  for (const [args, locale, lang] of cases) assertEquals([args, lineLang(args, locale)], [args, lang]);
});

Deno.test("mistakes and unusable roots are reported in the language of --lang or of the locale", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  const root = files.path, read = `--allow-read=${root}`, main = `${MAIN} --root ${root}`;
  const other = `例: ${DENO} run --no-prompt --allow-read=DIR ${MAIN} --root DIR\n`;
  const cases: [line: CommandLine, stderr: string][] = [
    [
      fossickWith([], "--query", "x"),
      "fossick: オプション --query はありません。近いもの: --help, --provider-url, --text。\n例: fossick --help\n",
    ],
    [
      fossickWith([], "--timeout-ms", "0"),
      'fossick: --timeout-ms には 1 から 30000 までの整数を指定してください。"0" は使えません。\n' +
      "例: fossick --timeout-ms 4000\n",
    ],
    [fossickWith([read], "--root", `${root}/nope`), `fossick: --root ${root}/nope は存在しません。\n${other}`],
    [
      fossickWith([read], "--root", `${root}/a.txt`),
      `fossick: --root ${root}/a.txt はディレクトリではありません。\n${other}`,
    ],
    [
      fossickWith([], "--root", root),
      `fossick: ルート ${root} の読み取りが許可されていません。${read} を付けて起動してください。\n` +
      `例: ${DENO} run --no-prompt ${read} ${main}\n`,
    ],
    [
      fossickWith([read], "--root", root, "--http", "8080"),
      "fossick: 127.0.0.1:8080 での待ち受けが許可されていません。--allow-net=127.0.0.1:8080 を付けて起動してください。\n" +
      `例: ${DENO} run --no-prompt ${read} --allow-net=127.0.0.1:8080 --allow-env=FOSSICK_TOKEN ${main} --http 127.0.0.1:8080\n`,
    ],
  ];
  for (const [line, stderr] of cases) {
    const expected = { code: 2, stdout: "", stderr };
    assertEquals(await runToEnd([...line, "--lang", "ja"], { env: ENGLISH }), expected);
    assertEquals(await runToEnd(line, { env: JAPANESE }), expected);
    const { code, stderr: english } = await runToEnd([...line, "--lang", "en"], { env: JAPANESE });
    assertEquals([code, isJapanese(english)], [2, false]);
  }
});

Deno.test("the advice of a server that may not listen contains its real roots", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  const { stderr } = await runToEnd(fossick(files.path, "--http", "0.0.0.0:8080"), { env: ENGLISH });
  assertEquals(stderr.includes("ROOT "), false);
  const line =
    `${DENO} run --no-prompt --allow-read=${files.path} --allow-net=0.0.0.0:8080 --allow-env=FOSSICK_TOKEN ` +
    `${MAIN} --root ${files.path} --http 0.0.0.0:8080`;
  assertEquals(stderr.split("\n")[1], `For example: FOSSICK_TOKEN=$(openssl rand -hex 32) ${line}`);
});

Deno.test("the doctor's text is Japanese, its JSON is the same in both languages", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  const root = files.path, line = fossick(root, "doctor");
  const { code, stdout, stderr } = await runToEnd([...line, "--text", "--lang", "ja"]);
  assertEquals([code, stderr], [0, ""]);
  const [head, ...rows] = stdout.trimEnd().split("\n");
  assertEquals(head.replaceAll(/[\d.]+/g, "N"), "fossick N (ソース)、Deno N");
  const start = `${DENO} run --no-prompt --allow-read=${root} ${MAIN} --root ${root}`;
  const build = `deno task --cwd ${dirname(MAIN)} bundle`, bundle = join(dirname(MAIN), "dist", "fossick.js");
  assertEquals(rows, [
    `ルート:         ${root}`,
    `読み取り:       ${root} に検索対象が 1 ファイル、a.txt の先頭`,
    `エンジン:       メインスレッドで動作。権限: read:${root}`,
    "構文解析:       使えます(アウトラインと定義を検索できます)",
    `変更:           最大 ${LIMITS.watchedDirs} ディレクトリを監視し、残りは呼び出しごとに確認します`,
    "キャッシュ:     512 MB",
    "上限:           1 回の呼び出し 4000 ミリ秒(最大 30000)、1 回の回答 8000 トークン",
    "相談:           --provider-url がないため、consult_files は送信対象を示すだけで、何も送信しません",
    `起動:           ${start}`,
    "",
    "注意:           エンジンに専用のスレッドがありません: 読み取りの許可がルートに限られ、エンジン自身のモジュールを含みません。",
    "サンドボックス: 有効",
    `次の手順:       専用のスレッドを使うには、バンドルを作って起動してください: ${build} && ${
      start.replace(MAIN, bundle)
    }`,
  ]);
  const json = async (lang: string) => (await runToEnd([...line, "--json", "--lang", lang])).stdout;
  assertEquals(await json("ja"), await json("en"));
});

Deno.test("every row of the doctor's findings is Japanese", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  const lines: CommandLine[] = [
    fossickWith(["-A"], "--root", files.path, "--http", "8080", "--provider-url", "http://model.example/v1"),
    fossickWith(["--allow-read=/"], "--root", "/"),
    fossickWith([`--allow-read=${files.path},/etc`], "--root", files.path, "--provider-url", "http://model.example/v1"),
  ];
  for (const line of lines) {
    const { stdout } = await runToEnd([...line, "doctor", "--text", "--lang=ja"]);
    for (const row of stdout.replace(/、\S+ の先頭/, "").split("\n").slice(1).filter((row) => row !== "")) {
      assert(isJapanese(row), row);
      assertEquals(
        englishIn(row.replace(DENO, ""), [
          files.path,
          MAIN,
          "read:",
          "net",
          "env",
          "model.example",
          "FOSSICK_TOKEN",
          "FOSSICK_API_KEY",
        ]),
        [],
        row,
      );
    }
  }
});

Deno.test("warnings are Japanese", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  const call = ["call", "read_file", "--path", `${files.path}/a.txt`, "--text", "--lang", "ja"];
  const { code, stderr } = await runToEnd(fossickWith(["--allow-read=/"], "--root", "/", ...call));
  assertEquals([code, stderr], [
    0,
    "fossick: 警告: ルート / にはファイルシステム全体が含まれ、すべて読み取れてしまいます。--root の範囲を絞ってください。\n",
  ]);
});

Deno.test("the progress line is Japanese, and erases all its columns", async () => {
  let written = "";
  const line = new ProgressLine((text) => written += text, "ja");
  line.onProgress(1200, 3000);
  while (!written.includes("秒")) await new Promise((resolve) => setTimeout(resolve, 10));
  line[Symbol.dispose]();
  const [, shown = "", blanks = ""] = /\r(fossick[^\r]*)\r( *)\r$/.exec(written) ?? [];
  assertEquals(shown.replace(/[\d.]+ 秒/, "N 秒"), "fossick: 3,000 ファイル中 1,200、N 秒");
  assertEquals(blanks.length, columnWidth(shown));
});

Deno.test({
  name: "on a terminal --watch says in Japanese how to end it",
  ignore: NO_TERMINAL !== undefined,
  fn: async () => {
    using files = tempTree({ "a.txt": "gold\n" });
    const line = fossick(files.path, "call", "search_content", "gold", "--total-only", "--watch", "--lang", "ja");
    const [command, ...args] = onTerminal(line);
    const child = new Deno.Command(command, { args, stdin: "piped", stdout: "piped", stderr: "inherit" }).spawn();
    let said = "", isInterrupted = false;
    const writer = child.stdin.getWriter();
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      said += text;
      // Ctrl-C, when the program is running. Only one: a second one may come when the program no longer handles it.
      if (isInterrupted || !said.includes("]")) continue;
      isInterrupted = true;
      await writer.write(new Uint8Array([3])).catch(() => {});
    }
    await writer.close().catch(() => {});
    assertEquals((await child.status).code, 0);
    assert(said.includes("1\r\n[変更を監視しています。終了は Ctrl-C]\r\n"), said);
  },
});
