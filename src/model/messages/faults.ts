/**
 * All error messages, each with a hint, in English and Japanese. `{name}` stands for a value,
 * `{change}` for the arguments to change: see `FAULT_CHANGES` in format/error_answer.ts.
 * @module
 */
import { CONSULT_FAULTS } from "./consult_faults.ts";
import { fault, faultWithHint } from "./fault.ts";
import { READ_FAULTS } from "./read_faults.ts";

const INVALID_REGEX = fault("INVALID_REGEX", [
  "{pattern} does not parse as a regular expression at character {at}: {why}.",
  "Correct the expression there, or search for a part of it.",
], [
  "{pattern} は正規表現として解釈できません({at} 文字目: {why})。",
  "その箇所を直すか、一部だけを探してください。",
]);
const LINE_BREAK_IN_QUERY = fault("INVALID_REGEX", [
  "{pattern} asks for a line break at character {at}, but the search goes line by line.",
  "To match across lines: {change}",
], [
  "{pattern} は {at} 文字目で改行を求めていますが、検索は行単位です。",
  "複数行にまたがる場合: {change}",
]);
const UNSUPPORTED_ENCODING = fault("UNSUPPORTED_ENCODING", [
  "{encoding} is not a known character encoding.",
  "Use a label of the WHATWG Encoding Standard: utf-8, utf-16le, utf-16be, windows-1252, shift_jis, euc-jp, gbk, big5, " +
  "euc-kr …; or leave encoding out.",
], [
  "{encoding} は未知の文字コードです。",
  "WHATWG Encoding Standard のラベルを使ってください: utf-8、utf-16le、utf-16be、windows-1252、shift_jis、euc-jp、gbk、big5、" +
  "euc-kr など。または encoding を省いてください。",
]);
const TIMEOUT = fault("TIMEOUT", [
  "Nothing could be answered within {ms} ms.",
  "Ask for less (fewer files or lines, a simpler pattern), or allow more time: {change}",
], [
  "{ms} ms 以内に何も答えられませんでした。",
  "対象(ファイルや行)を減らす、パターンを単純にする、または時間を延ばしてください: {change}",
]);

/** All faults by key. */
export const FAULTS = {
  outside: fault("PATH_OUTSIDE_ROOT", [
    "{path} is outside the roots of this server.",
    'Give a path relative to the project root, such as "src/main.ts", or "." for the root itself.',
  ], [
    "{path} はこのサーバーのルートの外です。",
    'プロジェクトルートからの相対パス(例: "src/main.ts"、ルート自体は ".")を指定してください。',
  ]),
  not_found: fault("NOT_FOUND", [
    "{path} does not exist.",
    "Look for its name at any depth, or list its directory.",
  ], [
    "{path} は存在しません。",
    "名前をすべての階層で探すか、ディレクトリの一覧を見てください。",
  ]),
  glob_not_found: fault("NOT_FOUND", [
    "{path} does not exist: a path is wanted here, not a glob.",
    "Globs have an argument of their own.",
  ], [
    "{path} は存在しません。ここには glob ではなくパスを指定してください。",
    "glob には専用の引数があります。",
  ]),
  link_not_found: fault("NOT_FOUND", [
    "{path} leads through a symbolic link whose target does not exist, or that leads in a circle.",
    "There is nothing to read at its end: choose another path.",
  ], [
    "{path} は、リンク先が存在しないか循環しているシンボリックリンクを通ります。",
    "リンク先には読み取れるものがありません。別のパスを指定してください。",
  ]),
  not_a_file: fault("NOT_A_FILE", [
    "{path} is {kind}, not a regular file.",
    "Choose a regular file: nothing else has content to read.",
  ], [
    "{path} は通常ファイルではありません({kind})。",
    "通常ファイルを指定してください。それ以外には読み取れる内容がありません。",
  ]),
  is_directory: fault("NOT_A_FILE", [
    "{path} is a directory, not a regular file.",
    "Name a file inside it.",
  ], [
    "{path} はディレクトリで、通常ファイルではありません。",
    "中のファイルを指定してください。",
  ]),
  not_a_directory: fault("NOT_A_DIRECTORY", [
    "{path} is not a directory.",
    "Name its directory, or read the file.",
  ], [
    "{path} はディレクトリではありません。",
    "ディレクトリを指定するか、ファイルを読んでください。",
  ]),
  unreadable: fault("PERMISSION_DENIED", [
    "{path} can't be read: the file system or the --allow-read grant refuses it.",
    "Choose another file, or start the server with a grant that covers the root.",
  ], [
    "{path} は読み取れません(ファイルシステムまたは --allow-read の権限)。",
    "別のファイルを選ぶか、ルートを含む権限でサーバーを起動してください。",
  ]),
  read_failed: fault("INTERNAL", [
    "{path} could not be read: {why} ({errno}).",
    "Call again, as this may pass, or read another file. A search goes on without such a file and counts it in skipped.",
  ], [
    "{path} を読み取れませんでした: {why}({errno})。",
    "一時的な場合があるので、もう一度呼び出すか、別のファイルを読んでください。検索ではこのファイルは skipped に数えられます。",
  ]),
  changed: fault("CHANGED_WHILE_READ", [
    "{path} kept changing while it was read, so its content could not be verified.",
    "Call again.",
  ], [
    "{path} は読み取り中に変わり続けたため、内容を保証できません。",
    "もう一度呼び出してください。",
  ]),
  nul_in_path: fault("INVALID_ARGUMENT", [
    "{path} has a NUL character, which no path can have.",
    'Give the path without it, such as "src/main.ts".',
  ], [
    "{path} に NUL 文字が含まれています。パスには使えません。",
    'NUL を除いたパス(例: "src/main.ts")を指定してください。',
  ]),
  file_url: fault("INVALID_ARGUMENT", [
    "{path} is not a file: URL of this machine.",
    'Write file:///absolute/path, or a path relative to the project root such as "src/main.ts".',
  ], [
    "{path} はこのマシンの file: URL ではありません。",
    'file:///absolute/path か、相対パス(例: "src/main.ts")を指定してください。',
  ]),
  bad_argument: fault("INVALID_ARGUMENT", [
    "{field}: {rule} (given: {value}).",
    "",
  ], [
    "{field}: {rule}(指定値: {value})。",
    "",
  ]),
  unknown_argument: fault("UNKNOWN_ARGUMENT", [
    "{tool} has no argument {field}.",
    "Nearest: {nearest}.",
  ], [
    "{tool} に引数 {field} はありません。",
    "近い名前: {nearest}。",
  ]),
  conflicting_forms: fault("CONFLICTING_FORMATS", [
    "{forms} exclude one another: an answer has one form.",
    "Cost in tokens: total_only ~10, count_only_matches (counts_by) 50-200, value_counts ~10 a value, " +
    "summary_only 500-2000, group_by_file 2000-10000, none of them (full) 2000-50000+. The cheapest of yours: {cheapest}.",
  ], [
    "{forms} は同時に指定できません。出力形式は一つだけです。",
    "トークン数の目安: total_only ~10、count_only_matches(counts_by)50-200、value_counts 値ごとに ~10、" +
    "summary_only 500-2000、group_by_file 2000-10000、指定なし(full)2000-50000+。指定されたうち最も安いもの: {cheapest}。",
  ]),
  ...READ_FAULTS,
  regex: INVALID_REGEX,
  regex_mended: faultWithHint(
    INVALID_REGEX,
    "With its bracket escaped: {mended}",
    "括弧をエスケープした形: {mended}",
  ),
  regex_text: faultWithHint(
    INVALID_REGEX,
    "As plain text: {change}",
    "文字列として探す場合: {change}",
  ),
  name_regex: faultWithHint(
    INVALID_REGEX,
    "If a glob was meant: {change}",
    "glob のつもりであれば: {change}",
  ),
  newline_in_query: LINE_BREAK_IN_QUERY,
  pattern_too_large: fault("INVALID_REGEX", [
    "The pattern is too large to compile ({why}).",
    "Use a shorter pattern, or several calls; repeats are bounded by {cap}.",
  ], [
    "パターンが大きすぎてコンパイルできません({why})。",
    "短いパターンにするか、複数回に分けてください。繰り返しの上限は {cap} です。",
  ]),
  glob: fault("INVALID_GLOB", [
    "{pattern} is not a valid glob: {why}.",
    'Use *, ?, **, [a-z], [!a], {a,b} and \\ to escape, such as "src/**/*.{ts,tsx}".',
  ], [
    "{pattern} は正しい glob ではありません: {why}。",
    '*、?、**、[a-z]、[!a]、{a,b}、エスケープの \\ が使えます(例: "src/**/*.{ts,tsx}")。',
  ]),
  binary: fault("BINARY_FILE", [
    "{path} is binary ({size} {bytes}), so there is no text to show.",
    "Choose a text file: its text is in no known character encoding.",
  ], [
    "{path} はバイナリ({size} バイト)のため、表示できるテキストがありません。",
    "テキストファイルを選んでください。既知の文字コードのテキストではありません。",
  ]),
  no_mark: fault("BINARY_FILE", [
    "{path} has NUL bytes and no byte-order mark ({size} {bytes}), but seems to be text in {encoding}.",
    "To read it in that encoding: {change}",
  ], [
    "{path} には NUL バイトがあり、バイト順マークもありません({size} バイト)。{encoding} のテキストと思われます。",
    "そう読むには: {change}",
  ]),
  encoding: UNSUPPORTED_ENCODING,
  encoding_near: faultWithHint(
    UNSUPPORTED_ENCODING,
    "Nearest: {change}",
    "近い名前: {change}",
  ),
  too_large: fault("TOO_LARGE", [
    "{field} is too large: {size}, at most {cap}.",
    "Send less, or split it into several calls.",
  ], [
    "{field} が大きすぎます: {size}(上限 {cap})。",
    "小さくするか、複数回に分けてください。",
  ]),
  no_parsers: fault("INTERNAL", [
    "The parsers of source code can't be loaded: {why}",
    "Read the file by lines instead. To mend the server: keep fossick.parsers and deno.json next to fossick.js, or start " +
    "it with --unstable-raw-imports.",
  ], [
    "ソースコードのパーサーを読み込めません: {why}",
    "代わりに行単位で読んでください。サーバーを直すには、fossick.parsers と deno.json を fossick.js と同じ場所に置くか、" +
    "--unstable-raw-imports を付けて起動してください。",
  ]),
  timeout: TIMEOUT,
  ...CONSULT_FAULTS,
  cancelled: fault("CANCELLED", ["The call was cancelled.", "Call again."], [
    "呼び出しは取り消されました。",
    "もう一度呼び出してください。",
  ]),
  internal: fault("INTERNAL", [
    "fossick failed on this call (id {id}); the cause is on its stderr.",
    "Other calls still work. Please report the id and the stack.",
  ], [
    "この呼び出しの処理中に fossick 内部でエラーが起きました(id {id})。原因は stderr にあります。",
    "他の呼び出しは使えます。id とスタックを報告してください。",
  ]),
} as const;

/** The key of a fault. */
export type FaultKey = keyof typeof FAULTS;
