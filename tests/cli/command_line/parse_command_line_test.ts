/** Command lines: the words, options and JSON that make a call, and the sentence about each mistake. @module */
import { assertEquals, assertThrows } from "@std/assert";
import { parseCommandLine } from "../../../src/cli/command_line/parse_command_line.ts";
import { PROFILES, type Settings } from "../../../src/cli/command_line/settings.ts";
import { toolHelp } from "../../../src/cli/help.ts";
import { UsageError } from "../../../src/cli/usage_error.ts";
import { field, flag, list, optional, required } from "../../../src/toolsets/arguments/fields.ts";
import { splitCommaList } from "../../../src/toolsets/arguments/globs.ts";
import { FLAG, INTEGER, TEXT, TEXT_OR_TEXTS, TEXTS } from "../../../src/toolsets/arguments/kinds.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";
import { scriptedTool } from "../../mcp/scripted_service.ts";

const search = {
  ...scriptedTool("search_content"),
  fields: {
    query: required(TEXT, ""),
    roots: list(TEXTS, ""),
    files: list(TEXTS, ""),
    regex: field(FLAG, true, ""),
    no_ignore: flag(""),
    hidden: flag(""),
    limit: field(INTEGER, 2000, ""),
    start_line: optional(INTEGER, ""),
    size: optional(TEXT_OR_TEXTS, ""),
    filePattern: optional(TEXT, ""),
    timeout_ms: optional(INTEGER, ""),
  },
  example: { roots: ["."], query: "TODO" },
};

const sends = { ...scriptedTool("consult_files"), openWorld: true };

const tools = [search, scriptedTool("read_file"), sends];

const parse = (...args: string[]) =>
  parseCommandLine(args, (_, subset) => tools.filter(({ name }) => subset?.includes(name) ?? true));

function callArgs(...args: string[]): unknown {
  const command = parse("call", ...args);
  return command.verb === "call" ? command.args : command.verb;
}

const SETTINGS = {
  ...{ roots: ["."], profile: "default", tokenBudget: 8000, timeoutMs: 4000, cacheMb: 512, lang: "ja" },
} as const satisfies Omit<Settings, "given">;

/** A command without its options as they were given. */
function parsed(...line: string[]): unknown {
  const command = parse(...line);
  if (!("settings" in command)) return command;
  const { given: _, ...settings } = command.settings;
  return { ...command, settings };
}

Deno.test("without a subcommand the server starts, with the defaults of the contract", () => {
  assertEquals(parsed("--lang", "ja"), { verb: "serve", settings: SETTINGS, output: undefined });
});

Deno.test("every option is accepted before and after the subcommand", () => {
  const options = ("--root a --root=b --profile fs --tools read_file,search_content --token-budget 0 --timeout-ms 9 " +
    "--cache-mb 0 --lang en --http [::1]:80 --provider-url http://m/v1 --answers both --freshness stat --color never " +
    "--provider-model big --consult-allow *.pem").split(" ");
  const settings: Omit<Settings, "given"> = {
    ...{ roots: ["a", "b"], profile: "fs", tools: ["read_file", "search_content"], tokenBudget: 0, timeoutMs: 9 },
    ...{ cacheMb: 0, lang: "en", http: { host: "[::1]", port: 80 }, providerUrl: "http://m/v1", answers: "both" },
    ...{ freshness: "stat", color: "never", providerModel: "big", consultAllow: ["*.pem"] },
  };
  assertEquals(parsed(...options, "serve"), { verb: "serve", settings, output: undefined });
  assertEquals(parsed("serve", ...options), parsed(...options));
  assertEquals(parsed(...options, "doctor", "--json"), { verb: "doctor", settings, output: "json" });
});

Deno.test("a call waits as long as it may, and a server does not, unless an option says otherwise", () => {
  const usual = (...line: string[]) => {
    const command = parse(...line);
    return "settings" in command && [command.settings.timeoutMs, command.settings.tokenBudget];
  };
  assertEquals([usual("call", "read_file"), usual("serve")], [[30_000, 0], [4000, 8000]]);
  assertEquals(usual("call", "read_file", "--timeout-ms", "9", "--token-budget", "7"), [9, 7]);
});

/** Words after `call`, and the arguments that they make. */
const CALLS: readonly (readonly [words: string[], args: unknown])[] = [
  // JSON, flags, or both, in any order; JSON is passed as it is.
  [["search_content", '{"query":"x","roots":["."]}'], { query: "x", roots: ["."] }],
  [["search_content", "--query", "x", '{"roots":["."],"query":"y"}'], { roots: ["."], query: "x" }],
  [["search_content", '{"query":"x"}'], { query: "x" }],
  [["--text", "search_content", "--query", "TODO", "--roots", "a,b", "--roots", "c"], {
    query: "TODO",
    roots: ["a", "b", "c"],
  }],
  [["--root", "/x", "search_content", "--limit", "5", "--start-line", "-3"], {
    roots: ["."],
    limit: 5,
    start_line: -3,
  }],
  // Without a place everything is searched, as by grep.
  [["search_content", "--query", "x"], { query: "x", roots: ["."] }],
  [["search_content", "--query", "x", "--files", "a.ts"], { query: "x", files: ["a.ts"] }],
  [["read_file", "--text"], {}],
  // Words are assigned to the query first, then to the places.
  [["search_content", "TODO"], { query: "TODO", roots: ["."] }],
  [["search_content", "TODO", "src", "lib"], { query: "TODO", roots: ["src", "lib"] }],
  [["search_content", "--hidden", "TODO", "src"], { query: "TODO", roots: ["src"], hidden: true }],
  [["search_content", "src", "--query", "TODO"], { query: "TODO", roots: ["src"] }],
  [["search_content", "TODO", "--files", "a.ts"], { query: "TODO", files: ["a.ts"] }],
  [["search_content", "search_content", "call"], { query: "search_content", roots: ["call"] }],
  [["search_content", "[1]"], { query: "[1]", roots: ["."] }],
  [["search_content", "{a,b}"], { query: "{a,b}", roots: ["."] }],
];

Deno.test("a call's words, flags and JSON become arguments", () => {
  for (const [words, args] of CALLS) assertEquals([words, callArgs(...words)], [words, args]);
});

/** The same for the real read_file. */
const READS: readonly (readonly [words: string[], args: unknown])[] = [
  [["src/a.ts:40-60"], { path: "src/a.ts:40-60" }],
  [["a.ts:1-5", "b.ts", "c,d.ts"], { path: "a.ts:1-5", reads: ["b.ts", "c,d.ts"] }],
  [["a.ts", "--outline"], { path: "a.ts", outline: true }],
  [["--reads", "a.ts:1-5,b.ts", "--no-line-numbers"], { reads: ["a.ts:1-5", "b.ts"], line_numbers: false }],
];

Deno.test("read_file takes a place, and further places become reads", () => {
  for (const [words, args] of READS) {
    const command = parseCommandLine(["call", "read_file", ...words], toolsOf);
    assertEquals([words, command.verb === "call" && command.args], [words, args]);
  }
});

Deno.test("a call has an output format, and is repeated with --watch", () => {
  const shown = (...args: string[]) => {
    const command = parse("call", "search_content", ...args);
    return command.verb === "call" && [command.output, command.settings.color, command.watch];
  };
  assertEquals(shown(), [undefined, undefined, false]);
  assertEquals(shown("--text", "--color", "always", "--watch"), ["text", "always", true]);
  assertEquals(shown("--json", "--color=never"), ["json", "never", false]);
});

Deno.test("help and version override everything else", () => {
  assertEquals(parse("--version", "call").verb, "version");
  assertEquals(parse("call", "read_file", "-V").verb, "version");
  assertEquals(parse("-h").verb, "help");
  const command = parse("call", "read_file", "--help");
  assertEquals(command.verb === "help" && command.tool?.name, "read_file");
  for (const line of [["help", "read_file"], ["help", "call", "read_file"]]) {
    assertEquals(parse(...line), command);
  }
});

const TOOLS = "search_content|read_file|consult_files";
const NEAR_ROOT = "There is no --rot; nearest: --root, --http, --json.";

/** Mistaken lines, and the sentence about each. */
const MISTAKES: readonly (readonly [line: string[], sentence: string])[] = [
  // Words.
  [["serv"], 'There is no "serv"; nearest: serve.'],
  [["src"], 'There is no "src"; nearest: --root src.'],
  [["."], 'There is no "."; nearest: --root ..'],
  [["/my project", "--json"], 'There is no "/my project"; nearest: --root /my project.'],
  [["search", "TODO"], 'There is no "search"; nearest: call search_content TODO.'],
  [["search_content", "{}"], `There is no "search_content"; nearest: call search_content '{}'.`],
  [["call", "serch", "x"], 'There is no "serch"; nearest: search_content, read_file, consult_files.'],
  [["serve", "x"], '"x" is one word too many; a directory is given with --root.'],
  [["tools", "x"], '"x" is one word too many; a directory is given with --root.'],
  [["doctor", "~/x"], '"~/x" is one word too many; a directory is given with --root.'],
  [["call", "search_content", "{}", "{}"], '"{}" is one word too many; a directory is given with --root.'],
  [["call", "read_file", "a.ts"], '"a.ts" is one word too many; a directory is given with --root.'],

  // Options.
  [["--rot", "x"], NEAR_ROOT],
  [["doctor", "--rot=x"], NEAR_ROOT],
  [["call", "search_content", "--qery", "x"], "There is no --qery; nearest: --query, --help, --text."],
  [["call", "search_content", "--start-lne", "2"], "There is no --start-lne; nearest: --start-line, --http, --lang."],
  [["--root"], "--root needs a value: --root=DIR"],
  [["--root", "--lang", "en"], "--root needs a value: --root=DIR"],
  [["call", "search_content", "--query"], "--query needs a value: --query=TEXT"],
  [["call", "--query", "x", "search_content"], "There is no --query; nearest: --help, --provider-url, --text."],
  [["call"], `call needs a value: call ${TOOLS}`],
  [["--root", ""], '--root takes DIR, not "".'],
  [["--profile", "micro"], '--profile takes default|microagent|fs, not "micro".'],
  [["--timeout-ms", "0"], '--timeout-ms takes 1..30000, not "0".'],
  [["--token-budget", "1e3"], '--token-budget takes 0..10000000, not "1e3".'],
  [["--http", "no port"], '--http takes [HOST:]PORT, not "no port".'],
  [["--http", "localhost:99999"], '--http takes [HOST:]PORT, not "localhost:99999".'],
  ...["ftp://x", "http://a,b/v1", "https://*.example.com/v1", "https://a%2Cb/v1"].map((url): [string[], string] => [
    ["--provider-url", url],
    `--provider-url takes http(s)://HOST/…, not "${url}".`,
  ]),
  [
    ["--provider-url", "https://me:pw@host/v1"],
    '--provider-url takes http(s)://HOST/…; FOSSICK_API_KEY=…, not "https://…@host/v1".',
  ],
  [["--tools", "raed_file"], 'There is no "raed_file"; nearest: read_file, consult_files, search_content.'],
  [["--tools", ","], '--tools takes A,B, not ",".'],
  [["call", "search_content", "--color", "pink"], '--color takes auto|always|never, not "pink".'],
  [["tools", "--json", "--text"], "--json can't be used with --text."],
  [["doctor", "--watch"], "--watch can't be used with doctor."],
  [["call", "consult_files", "--watch"], "--watch can't be used with consult_files."],

  // Arguments.
  [
    ["call", "search_content", "{"],
    "The arguments of search_content are not a JSON object in UTF-8 text of at most 64 MiB: {",
  ],
];

Deno.test("every mistake is reported in a sentence with the value, the option and what it takes", () => {
  for (const [line, sentence] of MISTAKES) {
    assertEquals([line, assertThrows(() => parse(...line), UsageError).message], [line, sentence]);
  }
});

/** The arguments that flags set, in a call that names a place. */
function flagged(...flags: string[]): unknown {
  const { roots, ...args } = Object(callArgs("search_content", "--roots", "src", ...flags));
  assertEquals(roots, ["src"]);
  return args;
}

Deno.test("flags are in kebab case or as the argument is named, booleans with or without no-", () => {
  assertEquals(flagged("--no-ignore", "--no-regex", "--hidden"), {
    no_ignore: true,
    regex: false,
    hidden: true,
  });
  assertEquals(flagged("--no_ignore", "--hidden=false", "--file-pattern", "*.ts"), {
    no_ignore: true,
    hidden: false,
    filePattern: "*.ts",
  });
  assertEquals(flagged("--filePattern=--x", "--start_line", "7"), { filePattern: "--x", start_line: 7 });
  assertEquals(flagged("--size", "+1k"), { size: "+1k" });
  assertEquals(flagged("--size", "+1k", "--size", "-2k"), { size: ["+1k", "-2k"] });
});

Deno.test("a flag's value is the next word, even if that looks like help, the version, a tool or a subcommand", () => {
  for (const value of ["-hello", "-Verb", "-h", "-V", "read_file", "call", "doctor"]) {
    assertEquals(callArgs("search_content", "--query", value), { roots: ["."], query: value });
  }
});

Deno.test("a list is split at commas, but not in braces or brackets of a glob", () => {
  const lists: [string, string[]][] = [
    ["*.{ts,tsx},[a,b]c, d,", ["*.{ts,tsx}", "[a,b]c", "d"]],
    ["{x,{a,b},c}.txt,y", ["{x,{a,b},c}.txt", "y"]],
    ["a{b,c", ["a{b", "c"]],
    ["a},{b,c}", ["a}", "{b,c}"]],
    ["[a,b", ["[a", "b"]],
    ["", []],
  ];
  for (const [text, parts] of lists) assertEquals([text, splitCommaList(text)], [text, parts]);
});

Deno.test("a list may be JSON; other text is a glob", () => {
  assertEquals(callArgs("search_content", "--roots", '["."]'), { roots: ["."] });
  assertEquals(callArgs("search_content", "--roots", '["a,b","{c"]', "--roots", "d,e"), {
    roots: ["a,b", "{c", "d", "e"],
  });
  assertEquals(callArgs("search_content", "--files", "[ab].ts,[c]"), { files: ["[ab].ts", "[c]"] });
  assertEquals(callArgs("search_content", "--files", "[1]"), { files: ["[1]"] });
});

/** The call of a command line, split into words as by a POSIX shell. */
function called(line: string): unknown {
  const [, ...words] = (line.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ""));
  const command = parseCommandLine(words, toolsOf);
  return command.verb === "call" && [command.settings.profile, command.tool, command.args];
}

Deno.test("the example in a tool's help is a call of it, in every profile", () => {
  for (const profile of PROFILES) {
    for (const tool of toolsOf(profile)) {
      const last = toolHelp(tool, profile, "en").split("\n").at(-1) ?? "";
      assertEquals(called(last.replace(/^Example: /, "")), [profile, tool, tool.example]);
    }
  }
});
