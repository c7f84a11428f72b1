/**
 * The help of tools' flags. Schemas are in English, for models; people at the shell read them in their language.
 * @module
 */
import type { Lang } from "../../model/messages/lang.ts";

/** Japanese for each argument's description, in the wording of the command line. */
const JAPANESE: Readonly<Record<string, string>> = {
  // Places and names.
  "directories or files; default . unless --files is given": "ディレクトリまたはファイル。--files がなければ既定は .",
  '"**/*.ts"; "src/*/" = directories by name': '"**/*.ts"。"src/*/" はディレクトリを名前で探す',
  "* (within a name), ** (any depth), ?, {a,b}: '**/*.tsp', 'src/**/*.cs'":
    "*(名前の中)、**(任意の深さ)、?、{a,b}: '**/*.tsp'、'src/**/*.cs'",
  "glob of the files to search: '**/*.tsp', '*.{ts,json}' (at any depth); default all":
    "検索するファイルの glob: '**/*.tsp'、'*.{ts,json}'(深さを問わない)。既定はすべて",
  "regex on the name": "名前に対する正規表現",
  "pattern is a glob": "pattern を glob とみなす",
  "match pattern on the whole path": "pattern をパス全体に当てる",
  "file, dir, link, executable, empty": "file、dir、link、executable、empty",
  "ts,md": "ts,md",
  "globs to leave out": "除外する glob",
  "only these files: *.ts,src/**": "対象ファイルを絞る: *.ts,src/**",
  "not these files": "対象から除くファイル",
  "only paths matching one of these: **/*.rs": "いずれかに一致するパスだけ: **/*.rs",
  "not these": "除外するもの",
  "files to search": "検索するファイル",
  "src/main.py,src/*.py": "src/main.py,src/*.py",
  'relative to the root; also "src/a.ts:12-40"': 'ルートからの相対パス。"src/a.ts:12-40" の形でもよい',
  "up to 20 places": "20 か所まで",
  "relative to the base directory": "基準ディレクトリからの相対パス",
  "relative to the server root": "サーバーのルートからの相対パス",

  // Filters and switches.
  "include dot files": "ドットで始まるファイルも含める",
  "include ignored files": "無視対象のファイルも含める",
  "levels below a root; 1 = its entries": "ルートから下る階層数。1 は直下のみ",
  '"+10M" at least, "-1k" at most; all must hold': '"+10M" 以上、"-1k" 以下。すべてを満たすもの',
  '"2d", "3h" or an ISO date': '"2d"、"3h"、または ISO 形式の日付',
  '"2w" or an ISO date': '"2w"、または ISO 形式の日付',
  "follow links inside the root": "ルート内のリンクをたどる",
  "absolute paths": "絶対パスで示す",
  "add size_bytes, mtime (UNIX seconds), ext": "size_bytes、mtime(UNIX 秒)、ext を加える",
  "add size (bytes) and modified (UNIX seconds)": "size(バイト)と modified(UNIX 秒)を加える",
  "default false: files only": "既定は false: ファイルだけ",
  "default path; newest or largest first": "ファイルの順: パス順(既定)、新しい順、大きい順",
  "largest, newest first": "並び順: size は大きい順、mtime は新しい順",
  "directories with counts below them, depth levels": "ディレクトリと、その下の件数を指定の階層まで",

  // Queries.
  "regex (JavaScript), or plain text with fixed_strings; repeated: any of them, each counted":
    "正規表現(JavaScript の構文)。fixed_strings を付ければ文字列。繰り返せばいずれかに一致する行(件数は別々に数える)",
  "regular expression (JavaScript syntax), line by line": "正規表現(JavaScript の構文)。1 行ずつ照合する",
  "text, or a regular expression (JavaScript syntax) with mode=regex":
    "文字列。mode=regex なら正規表現(JavaScript の構文)",
  "default true; false = plain text": "既定は true。false は文字列として検索",
  "query is plain text": "query を文字列とみなす",
  "whole words only": "単語全体に一致するものだけ",
  "match across lines": "複数行にまたがる一致も探す",
  "force a charset": "文字コードを指定する",
  "matching lines per file": "1 ファイルあたりの一致行数",
  "the question": "質問",
  "of the provider": "プロバイダーのモデル",
  "say what would be sent, send nothing": "送信対象を示すだけで、何も送信しない",
  "of the model's answer": "モデルの回答の上限",

  // Form of the answer.
  "lines before a match": "一致の前の行数",
  "lines after": "後の行数",
  "lines before each match; default 0": "各一致の前の行数。既定は 0",
  "lines after; default 0": "後の行数。既定は 0",
  "lines before and after each hit; default 2": "各一致の前後の行数。既定は 2",
  "one number": "件数だけ",
  "per file": "ファイルごとの件数",
  "directory: the first level that differs; deeper: limit=rows":
    "件数の単位。directory は最初に分かれる階層、limit を指定するとその行数に収まる深さまで",
  "matched texts, most frequent first": "一致した文字列(グループ 1 があればその文字列)ごとの件数、多い順",
  "top files, 3 samples each, definitions first": "件数の多いファイルと、それぞれ 3 行の例。定義が先",
  "all lines, each path once": "すべての行、パスは 1 回ずつ",
  "bytes of each match": "各一致のバイト位置",
  "only definitions that match; up to 3 with their text, long ones with their members":
    "一致する定義だけ。3 件までは本文も示し、長いものはメンバーを挙げる",
  "name the definition around each line": "各行を囲む定義の名前を示す",
  "only the paths of files with a match: fewest tokens": "一致したファイルのパスだけ。トークンが最も少ない",
  "common path prefix once": "共通のパスは 1 回だけ示す",
  'default true: lines as "45. text"': '既定は true: 行を "45. text" の形で示す',
  "next_skip of the page before": "前のページの next_skip",
  "entries of the pages before; default 0": "前のページまでの項目数。既定は 0",
  "hits of the pages before; default 0": "前のページまでの一致数。既定は 0",

  // Parts of a file.
  "lines where line fields are given, else bytes": "行の指定があれば lines、なければ bytes",
  "its definitions and their lines": "ファイルの定義とその行",
  'one definition: "Class.method"': '一つの定義: "Class.method"',
  "from 1 (default); negative: from the end": "1 から(既定)。負の数は末尾から",
  "from 1, inclusive": "最初の行(1 から)",
  "inclusive; default -1 = the end of the file": "最後の行。既定の -1 はファイルの末尾",
};

/** `default 2000, cap 10000`, perhaps with words in front. */
const BOUNDS = /^(?:(files searched); )?default (\S+?)(?:, cap (\S+))?$/;

/** English help in `lang`; unchanged if there is no translation. */
export function argumentHelp(help: string, lang: Lang): string {
  if (lang === "en") return help;
  const [isBounded, files, usual, cap] = BOUNDS.exec(help) ?? [];
  if (isBounded === undefined) return JAPANESE[help] ?? help;
  return `${files === undefined ? "" : "検索するファイル数。"}既定は ${usual}${
    cap === undefined ? "" : `、上限 ${cap}`
  }`;
}
